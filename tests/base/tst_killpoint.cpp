// SPDX-License-Identifier: Apache-2.0
#include "core/base/killpoint.h"

#include <QTest>

#include <csignal>
#include <cstdlib>

#include <sys/wait.h>
#include <unistd.h>

using namespace lockkeeper;

namespace {

/// Runs `passages` of two points in a forked process armed with `value`; the wait status of it.
/// The child exits with 0 when it came through, with 1 when the variable was left to children.
int statusOfChild(const char* value, int passages)
{
    const pid_t child = fork();
    if (child == 0) {
        if (value)
            setenv("LOCKKEEPER_KILL_AT", value, 1);
        else
            unsetenv("LOCKKEEPER_KILL_AT");
        initialiseKillPoints();
        for (int i = 0; i < passages; ++i) {
            LK_KILL_POINT("test.point");
            LK_KILL_POINT("test.other");
        }
        _exit(std::getenv("LOCKKEEPER_KILL_AT") ? 1 : 0);
    }
    int status = -1;
    if (waitpid(child, &status, 0) != child)
        return -1;
    return status;
}

} // namespace

class TestKillPoint : public QObject
{
    Q_OBJECT

private slots:
    void passage_armed_killsAtTheNamedPassage_data();
    void passage_armed_killsAtTheNamedPassage();
};

void TestKillPoint::passage_armed_killsAtTheNamedPassage_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<int>("passages");
    QTest::addColumn<bool>("killed");
    QTest::newRow("not armed") << QByteArray() << 3 << false;
    QTest::newRow("first passage") << QByteArray("test.point") << 1 << true;
    QTest::newRow("third passage of two") << QByteArray("test.point:3") << 2 << false;
    QTest::newRow("third passage of three") << QByteArray("test.point:3") << 3 << true;
    QTest::newRow("other name") << QByteArray("test.poin") << 3 << false;
    QTest::newRow("zeroth passage") << QByteArray("test.point:0") << 3 << false;
    QTest::newRow("no number") << QByteArray("test.point:") << 3 << false;
    QTest::newRow("trailing text") << QByteArray("test.point:1x") << 3 << false;
    QTest::newRow("no name") << QByteArray(":1") << 3 << false;
    QTest::newRow("name too long") << QByteArray(64, 'a') << 3 << false;
}

void TestKillPoint::passage_armed_killsAtTheNamedPassage()
{
    QFETCH(QByteArray, value);
    QFETCH(int, passages);
    QFETCH(bool, killed);
    const int status = statusOfChild(value.isNull() ? nullptr : value.constData(), passages);
    if (killed) {
        QVERIFY2(WIFSIGNALED(status), "the process should have ended itself");
        QCOMPARE(WTERMSIG(status), SIGKILL);
    } else {
        QVERIFY2(WIFEXITED(status), "the process should have come through");
        QCOMPARE(WEXITSTATUS(status), 0);
    }
}

QTEST_GUILESS_MAIN(TestKillPoint)
#include "tst_killpoint.moc"
