// SPDX-License-Identifier: Apache-2.0
#include "ui/support/snoozerules.h"

#include <QList>
#include <QTest>

using namespace lockkeeper;

namespace {

constexpr qint64 kNow = 1'700'000'000'000;
constexpr qint64 kMinute = 60'000;

ActionSnapshot pending(qint64 decideInMs, RiskLevel risk = RiskLevel::High)
{
    ActionSnapshot snapshot;
    snapshot.record.state = ActionState::Pending;
    snapshot.record.risk = risk;
    snapshot.decideByMs = decideInMs == 0 ? 0 : kNow + decideInMs;
    return snapshot;
}

} // namespace

class SnoozeRulesTest final : public QObject
{
    Q_OBJECT

private slots:
    void choices_thatFit_areAllowed_data();
    void choices_thatFit_areAllowed();
    void critical_isNeverPutAside();
    void untilExpiry_isTenMinutesBeforeIt();
    void aside_isPendingUntilItsTime();
};

void SnoozeRulesTest::choices_thatFit_areAllowed_data()
{
    QTest::addColumn<qint64>("decideInMs");
    QTest::addColumn<QString>("allowed"); // 5, 15, 60 minutes, x = until it expires
    QTest::newRow("no limit") << qint64(0) << QStringLiteral("5 15 60");
    QTest::newRow("a day") << 24 * 60 * kMinute << QStringLiteral("5 15 60");
    QTest::newRow("70 min and more") << 70 * kMinute + 1 << QStringLiteral("5 15 60");
    QTest::newRow("70 min") << 70 * kMinute << QStringLiteral("5 15 60 x");
    QTest::newRow("62 min") << 62 * kMinute << QStringLiteral("5 15 60 x");
    QTest::newRow("less than 62 min") << 62 * kMinute - 1 << QStringLiteral("5 15 x");
    QTest::newRow("17 min") << 17 * kMinute << QStringLiteral("5 15 x");
    QTest::newRow("less than 17 min") << 17 * kMinute - 1 << QStringLiteral("5 x");
    QTest::newRow("11 min") << 11 * kMinute << QStringLiteral("5 x");
    QTest::newRow("less than 11 min") << 11 * kMinute - 1 << QStringLiteral("5");
    QTest::newRow("7 min") << 7 * kMinute << QStringLiteral("5");
    QTest::newRow("less than 7 min") << 7 * kMinute - 1 << QString();
    QTest::newRow("over") << -kMinute << QString();
}

void SnoozeRulesTest::choices_thatFit_areAllowed()
{
    QFETCH(qint64, decideInMs);
    QFETCH(QString, allowed);
    const QStringList names = {QStringLiteral("5"), QStringLiteral("15"), QStringLiteral("60"),
                               QStringLiteral("x")};
    const ActionSnapshot snapshot = pending(decideInMs);
    QStringList found;
    for (const SnoozeChoice choice : kAllSnoozeChoices) {
        const auto until = snoozeUntil(choice, snapshot, kNow);
        if (!until)
            continue;
        found.append(names.at(int(choice)));
        QVERIFY2(*until > kNow && *until <= kNow + kSnoozeMostMs, "at most 60 minutes away");
        QVERIFY2(decideInMs == 0 || *until <= snapshot.decideByMs - kSnoozeMarginMs,
                 "back two minutes before it expires");
    }
    QCOMPARE(found.join(QLatin1Char(' ')), allowed);
    const SnoozeHindrance expected =
        allowed.isEmpty() ? SnoozeHindrance::NoTime : SnoozeHindrance::None;
    QCOMPARE(snoozeHindrance(snapshot, kNow), expected);
}

void SnoozeRulesTest::critical_isNeverPutAside()
{
    for (const qint64 decideIn : {qint64(0), 20 * kMinute, 24 * 60 * kMinute}) {
        const ActionSnapshot critical = pending(decideIn, RiskLevel::Critical);
        for (const SnoozeChoice choice : kAllSnoozeChoices)
            QVERIFY2(!snoozeUntil(choice, critical, kNow), "nobody puts it aside alone");
        QCOMPARE(snoozeHindrance(critical, kNow), SnoozeHindrance::Critical);
    }
}

void SnoozeRulesTest::untilExpiry_isTenMinutesBeforeIt()
{
    const ActionSnapshot snapshot = pending(40 * kMinute);
    QCOMPARE(snoozeUntil(SnoozeChoice::BeforeExpiry, snapshot, kNow).value_or(0),
             kNow + 30 * kMinute);
    QCOMPARE(snoozeUntil(SnoozeChoice::FifteenMinutes, snapshot, kNow).value_or(0),
             kNow + 15 * kMinute);
}

void SnoozeRulesTest::aside_isPendingUntilItsTime()
{
    ActionSnapshot snapshot = pending(24 * 60 * kMinute);
    QVERIFY2(!isSnoozed(snapshot, kNow), "nobody put it aside");
    snapshot.snooze.untilMs = kNow + 1;
    QVERIFY2(isSnoozed(snapshot, kNow), "its time has not come");
    QVERIFY2(!isSnoozed(snapshot, kNow + 1), "its time has come");
    snapshot.tamperedWith = "a row";
    QVERIFY2(!isSnoozed(snapshot, kNow), "what does not fit is hidden from nobody");
    snapshot.tamperedWith.clear();
    snapshot.record.state = ActionState::Denied;
    QVERIFY2(!isSnoozed(snapshot, kNow), "what is over is not put aside");
}

QTEST_MAIN(SnoozeRulesTest)
#include "tst_snoozerules.moc"
