// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/local/peerprocess.h"

#include <QProcess>
#include <QTest>

#include <sys/socket.h>
#include <unistd.h>

using namespace lockkeeper;

class TestPeerProcess : public QObject
{
    Q_OBJECT

private slots:
    void standing_ofAChild_isDescendant_B55()
    {
        QProcess child;
        child.start(QStringLiteral("cat"), {});
        QVERIFY(child.waitForStarted());
        QCOMPARE(standingOf(child.processId(), ::getpid()), PeerStanding::Descendant);
        child.closeWriteChannel();
        QVERIFY(child.waitForFinished());
    }

    void standing_ofAGrandchild_isDescendant_B55()
    {
        QProcess child;
        child.start(QStringLiteral("sh"),
                    {QStringLiteral("-c"), QStringLiteral("sh -c 'echo $$; read x'; exit 0")});
        QVERIFY(child.waitForReadyRead());
        const qint64 grandchild = child.readLine().trimmed().toLongLong();
        QVERIFY(grandchild > 0);
        QVERIFY(grandchild != child.processId());
        QCOMPARE(standingOf(grandchild, ::getpid()), PeerStanding::Descendant);
        child.write("\n");
        child.closeWriteChannel();
        QVERIFY(child.waitForFinished());
    }

    void standing_ofOurselvesAndOurParent_isIndependent()
    {
        QCOMPARE(standingOf(::getpid(), ::getpid()), PeerStanding::Independent);
        QCOMPARE(standingOf(::getppid(), ::getpid()), PeerStanding::Independent);
    }

    void standing_ofAProcessThatIsGone_cannotBeTold()
    {
        QProcess child;
        child.start(QStringLiteral("true"), {});
        QVERIFY(child.waitForStarted());
        const qint64 pid = child.processId();
        QVERIFY(child.waitForFinished());
        QCOMPARE(standingOf(pid, ::getpid()), PeerStanding::CannotTell);
        QCOMPARE(standingOf(0, ::getpid()), PeerStanding::CannotTell);
        QCOMPARE(standingOf(-1, ::getpid()), PeerStanding::CannotTell);
    }

    void credentials_ofASocketPair_areOurOwn()
    {
        int ends[2] = {-1, -1};
        QCOMPARE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
        const Result<PeerCredentials> peer = peerCredentials(ends[0]);
        QVERIFY(peer);
        QCOMPARE(peer->pid, qint64(::getpid()));
        QCOMPARE(peer->uid, quint32(::geteuid()));
        ::close(ends[0]);
        ::close(ends[1]);
        QVERIFY(!peerCredentials(-1));
    }
};

QTEST_GUILESS_MAIN(TestPeerProcess)
#include "tst_peerprocess.moc"
