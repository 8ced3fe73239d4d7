// SPDX-License-Identifier: Apache-2.0
#include "app/orphanreaper.h"
#include "core/gateway/local/peerprocess.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <csignal>

#include <sys/stat.h>
#include <unistd.h>

using namespace lockkeeper;

class OrphanReaperTest : public QObject
{
    Q_OBJECT

private slots:
    void daemonOfAChild_whoseParentsAreGone_isStillBelowUs_B55();
    void childThatSomebodyWaitsFor_keepsItsExitCode();
};

/// A tool server may start a process that leaves its session and outlives its parents.
void OrphanReaperTest::daemonOfAChild_whoseParentsAreGone_isStillBelowUs_B55()
{
    const OrphanReaper reaper(std::chrono::milliseconds(20));
    QVERIFY(reaper.isActive());
    QTemporaryDir folder;
    const QString name = folder.filePath(QStringLiteral("name"));
    const QString gate = folder.filePath(QStringLiteral("gate"));
    for (const QString& pipe : {name, gate})
        QCOMPARE(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    QProcess child;
    child.start(
        QStringLiteral("sh"),
        {QStringLiteral("-c"),
         QStringLiteral("(setsid sh -c 'echo $$ > \"$1\"; read x < \"$2\"' sh \"$1\" \"$2\" &)"),
         QStringLiteral("sh"), name, gate});
    QVERIFY(child.waitForFinished());
    QFile told(name);
    QVERIFY(told.open(QIODevice::ReadOnly)); // when the other end is there
    const qint64 daemon = told.readLine().trimmed().toLongLong();
    QVERIFY(daemon > 0);
    QCOMPARE(standingOf(daemon, ::getpid()), PeerStanding::Descendant);

    QFile opened(gate);
    QVERIFY(opened.open(QIODevice::WriteOnly)); // when the other end is there
    opened.close();
    QTRY_VERIFY2(::kill(static_cast<pid_t>(daemon), 0) != 0 && errno == ESRCH,
                 "the adopted process must be collected when it has ended");
}

void OrphanReaperTest::childThatSomebodyWaitsFor_keepsItsExitCode()
{
    const OrphanReaper reaper(std::chrono::milliseconds(20));
    for (int i = 0; i < 20; ++i) {
        QProcess child;
        child.start(QStringLiteral("sh"), {QStringLiteral("-c"), QStringLiteral("exit 7")});
        QTRY_COMPARE(child.state(), QProcess::NotRunning);
        QCOMPARE(child.exitStatus(), QProcess::NormalExit);
        QCOMPARE(child.exitCode(), 7);
    }
}

QTEST_GUILESS_MAIN(OrphanReaperTest)
#include "tst_orphanreaper.moc"
