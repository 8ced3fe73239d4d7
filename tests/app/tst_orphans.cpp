// SPDX-License-Identifier: Apache-2.0
#include "app/orphans.h"
#include "core/base/consolemark.h"
#include "core/mcp/transport/stdio/stdioserverspec.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>

using namespace lockkeeper;

class OrphansTest : public QObject
{
    Q_OBJECT

private slots:
    void earlierConsolesChildren_andTheirs_areEnded();
    void otherProfilesChildren_goOn();
    void mark_isHandedDown();
};

namespace {

/// A shell with a child of its own in a session of its own; the child's pid is its only output.
class Family
{
public:
    explicit Family(const QProcessEnvironment& environment)
    {
        m_shell.setProcessEnvironment(environment);
        m_shell.start(QStringLiteral("/bin/sh"),
                      {QStringLiteral("-c"),
                       QStringLiteral("setsid sleep 1000 </dev/null >/dev/null 2>&1 & echo $!; "
                                      "exec sleep 1000")});
        while (m_shell.waitForReadyRead(30'000) && !m_shell.canReadLine()) {
        }
        m_child = m_shell.readLine().trimmed().toInt();
    }
    ~Family()
    {
        m_shell.kill();
        m_shell.waitForFinished();
        if (m_child > 0)
            ::kill(m_child, SIGKILL);
    }
    Q_DISABLE_COPY_MOVE(Family)

    QProcess& shell() { return m_shell; }
    /// A dead one that nobody has collected (its parent is gone, and whoever adopted it may take
    /// its time) does not live.
    [[nodiscard]] bool childLives() const
    {
        QFile stat(QStringLiteral("/proc/%1/stat").arg(m_child));
        if (m_child <= 0 || !stat.open(QIODevice::ReadOnly))
            return false;
        const QByteArray text = stat.readAll();
        return !text.isEmpty() && !text.sliced(text.lastIndexOf(')') + 1).startsWith(" Z");
    }

private:
    QProcess m_shell;
    pid_t m_child = 0;
};

/// What a console on `profile` gives its children.
QProcessEnvironment environmentOf(const QString& profile)
{
    const auto ended = endOrphans(profile);
    if (!ended)
        qFatal("endOrphans: %s", ended.error().message().constData());
    return mcp::serverEnvironment(QProcessEnvironment::systemEnvironment(), {});
}

} // namespace

void OrphansTest::earlierConsolesChildren_andTheirs_areEnded()
{
    const QTemporaryDir profile;
    Family family(environmentOf(profile.path()));
    QVERIFY2(family.childLives(), "the child of the shell should have started");
    const auto ended = endOrphans(profile.path());
    QVERIFY2(ended.has_value(), ended ? "" : ended.error().message().constData());
    QCOMPARE(*ended, 2);
    QVERIFY(family.shell().waitForFinished(30'000));
    QCOMPARE(family.shell().exitStatus(), QProcess::CrashExit);
    QTRY_VERIFY2(!family.childLives(), "the shell's own child should be gone as well");
    const auto again = endOrphans(profile.path());
    QVERIFY(again.has_value());
    QCOMPARE(*again, 0);
}

void OrphansTest::otherProfilesChildren_goOn()
{
    const QTemporaryDir mine;
    const QTemporaryDir other;
    Family family(environmentOf(other.path()));
    const auto ended = endOrphans(mine.path());
    QVERIFY(ended.has_value());
    QCOMPARE(*ended, 0);
    QVERIFY(family.childLives());
    QCOMPARE(family.shell().state(), QProcess::Running);
}

void OrphansTest::mark_isHandedDown()
{
    const QTemporaryDir profile;
    const QProcessEnvironment environment = environmentOf(profile.path());
    const QString name = QString::fromLatin1(kConsoleMark);
    QCOMPARE(environment.value(name).size(), 32);
    // What is configured for a server cannot take the mark away.
    const auto configured = mcp::serverEnvironment(QProcessEnvironment::systemEnvironment(),
                                                   {{kConsoleMark, "another"}});
    QCOMPARE(configured.value(name), environment.value(name));
}

QTEST_GUILESS_MAIN(OrphansTest)
#include "tst_orphans.moc"
