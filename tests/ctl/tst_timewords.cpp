// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/timewords.h"

#include <QDateTime>
#include <QTest>

using namespace lockkeeper;
using namespace lockkeeper::ctl;

class TestTimeWords : public QObject
{
    Q_OBJECT

private slots:
    void duration_isANumberAndAUnit_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<qint64>("ms");
        QTest::newRow("seconds") << QByteArray("90s") << qint64(90'000);
        QTest::newRow("minutes") << QByteArray("15m") << qint64(900'000);
        QTest::newRow("hours") << QByteArray("2h") << qint64(7'200'000);
        QTest::newRow("days") << QByteArray("1d") << qint64(86'400'000);
        QTest::newRow("the longest") << QByteArray("365d") << qint64(31'536'000'000);
        for (const char* wrong : {"", "m", "15", "15 m", "-15m", "+15m", "1.5h", "0m", "366d", "1w",
                                  "15M", "1h30m", "9999999999d", "999999999d"})
            QTest::addRow("\"%s\"", wrong) << QByteArray(wrong) << qint64(0);
    }
    void duration_isANumberAndAUnit()
    {
        QFETCH(QByteArray, text);
        QFETCH(qint64, ms);
        const auto duration = durationMs(text);
        QCOMPARE(duration.has_value(), ms != 0);
        if (duration)
            QCOMPARE(*duration, ms);
        else
            QCOMPARE(duration.error().code(), ErrorCode::InvalidArgument);
    }

    void timeOfDay_isTheNextOne()
    {
        const QDateTime now(QDate(2026, 11, 29), QTime(18, 0, 5));
        const auto later = timeMs("18:30", now.toMSecsSinceEpoch());
        QVERIFY(later);
        QCOMPARE(QDateTime::fromMSecsSinceEpoch(*later),
                 QDateTime(QDate(2026, 11, 29), QTime(18, 30)));
        for (const char* past : {"18:00", "00:00"}) {
            const auto tomorrow = timeMs(past, now.toMSecsSinceEpoch());
            QVERIFY(tomorrow);
            QCOMPARE(QDateTime::fromMSecsSinceEpoch(*tomorrow).date(), QDate(2026, 11, 30));
        }
    }

    void wholeTime_isOfThisZoneOrItsOwn()
    {
        const auto local = timeMs("2026-12-01T18:30", 0);
        QVERIFY(local);
        QCOMPARE(*local, QDateTime(QDate(2026, 12, 1), QTime(18, 30)).toMSecsSinceEpoch());
        const auto utc = timeMs("2026-12-01T18:30:15Z", 0);
        QVERIFY(utc);
        QCOMPARE(*utc, qint64(1'796'149'815'000));
        const auto zoned = timeMs("2026-12-01T19:30:15+01:00", 0);
        QVERIFY(zoned);
        QCOMPARE(*zoned, *utc);
    }

    void noTime_isRefused()
    {
        for (const char* wrong : {"", "soon", "25:00", "18:60", "18", "2026-12-01",
                                  "2026-13-01T1:00", "2026-12-01 18:30", "1800000000000"}) {
            const auto time = timeMs(wrong, 1'800'000'000'000);
            QVERIFY2(!time && time.error().code() == ErrorCode::InvalidArgument, wrong);
        }
    }
};

QTEST_GUILESS_MAIN(TestTimeWords)
#include "tst_timewords.moc"
