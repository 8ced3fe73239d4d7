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
    const QString gate = folder.filePath(QStringLiteral("gate"));
    QCOMPARE(::mkfifo(QFile::encodeName(gate).constData(), 0600), 0);
    QProcess child;
    child.start(QStringLiteral("sh"),
                {QStringLiteral("-c"),
                 QStringLiteral("(setsid sh -c 'echo $$; exec >&-; read x < \"$1\"' sh \"$1\" &) ; "
                                "exit 0"),
                 QStringLiteral("sh"), gate});
    QVERIFY(child.waitForReadyRead());
    const qint64 daemon = child.readLine().trimmed().toLongLong();
    QVERIFY(daemon > 0);
    QVERIFY(child.state() == QProcess::NotRunning || child.waitForFinished());
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
