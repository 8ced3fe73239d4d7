// SPDX-License-Identifier: Apache-2.0
#include "core/keys/pinlimit.h"
#include "support/fakeclock.h"

#include <QtTest>

using namespace lockkeeper;

class PinLimitTest : public QObject
{
    Q_OBJECT

private slots:
    void wrongPins_upToTheFourth_wait_forNothing()
    {
        FakeClock clock;
        PinLimit limit;
        for (int i = 0; i < PinLimit::kFreeAttempts - 1; ++i) {
            QCOMPARE(limit.waitMs(clock.bootMs()), 0);
            limit.wrong(clock.bootMs());
        }
        QCOMPARE(limit.waitMs(clock.bootMs()), 0);
        QCOMPARE(limit.inARow(), PinLimit::kFreeAttempts - 1);
    }

    void wrongPins_fromTheFifth_waitLongerAndLonger_upToFiveMinutes()
    {
        FakeClock clock;
        PinLimit limit;
        for (int i = 0; i < PinLimit::kFreeAttempts - 1; ++i)
            limit.wrong(clock.bootMs());
        const QList<qint64> seconds = {1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300};
        for (const qint64 expected : seconds) {
            QCOMPARE(limit.waitMs(clock.bootMs()), 0);
            limit.wrong(clock.bootMs());
            QCOMPARE(limit.waitMs(clock.bootMs()), expected * 1000);
            clock.advance(expected * 1000 - 1);
            QCOMPARE(limit.waitMs(clock.bootMs()), 1);
            clock.advance(1);
        }
    }

    void wallClock_setForward_shortensNothing()
    {
        FakeClock clock;
        PinLimit limit;
        for (int i = 0; i < PinLimit::kFreeAttempts; ++i)
            limit.wrong(clock.bootMs());
        clock.stepWall(3'600'000);
        QCOMPARE(limit.waitMs(clock.bootMs()), 1000);
        clock.suspend(1000); // boot time goes on while the machine sleeps
        QCOMPARE(limit.waitMs(clock.bootMs()), 0);
    }

    void rightPin_beginsAnew()
    {
        FakeClock clock;
        PinLimit limit;
        for (int i = 0; i < PinLimit::kFreeAttempts + 3; ++i)
            limit.wrong(clock.bootMs());
        QVERIFY(limit.waitMs(clock.bootMs()) > 0);
        limit.right();
        QCOMPARE(limit.waitMs(clock.bootMs()), 0);
        QCOMPARE(limit.inARow(), 0);
        limit.wrong(clock.bootMs());
        QCOMPARE(limit.waitMs(clock.bootMs()), 0);
    }

    void manyWrongPins_overflowNothing()
    {
        FakeClock clock;
        PinLimit limit;
        for (int i = 0; i < 100'000; ++i)
            limit.wrong(clock.bootMs());
        QCOMPARE(limit.waitMs(clock.bootMs()), PinLimit::kLongestDelayMs);
    }
};

QTEST_GUILESS_MAIN(PinLimitTest)
#include "tst_pinlimit.moc"
