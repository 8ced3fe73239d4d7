// SPDX-License-Identifier: Apache-2.0
#include "ui/support/attentionpolicy.h"

#include <QTest>

using namespace lockkeeper;

class AttentionPolicyTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();

    void begin_callsNobodyForWhatWaitsAlready();
    void critical_callsOnce_evenWhenTheWindowIsActive();
    void high_callsOnlyWhenTheWindowIsNotActive();
    void medium_isADigest_atMostOnceInFiveMinutes();
    void expiring_callsOnce();
    void unknown_callsOnce();
    void snoozed_callsNobody_untilItIsBack();
    void words_haveNothingOfTheCall();

private:
    ActionId add(RiskLevel risk, ActionState state = ActionState::Pending);
    std::optional<AttentionNotice> look(bool isActive = false)
    {
        return m_policy.look(m_open, m_nowMs, isActive);
    }

    static constexpr qint64 kHourMs = 3600LL * 1000;
    AttentionPolicy m_policy;
    QHash<ActionId, ActionSnapshot> m_open;
    qint64 m_nowMs = 0;
};

void AttentionPolicyTest::init()
{
    m_policy = AttentionPolicy();
    m_open.clear();
    m_nowMs = kHourMs;
    m_policy.begin(m_open, m_nowMs);
}

ActionId AttentionPolicyTest::add(RiskLevel risk, ActionState state)
{
    ActionSnapshot snapshot;
    snapshot.record.id = ActionId("act_" + QByteArray::number(m_open.size()));
    snapshot.record.state = state;
    snapshot.record.risk = risk;
    snapshot.decideByMs = m_nowMs + kHourMs;
    snapshot.record.tool = {"files", "sentinel_tool"};
    snapshot.summary = "sentinel summary";
    snapshot.agentReason = "sentinel reason";
    snapshot.targets = {"sentinel target"};
    m_open.insert(snapshot.record.id, snapshot);
    return snapshot.record.id;
}

void AttentionPolicyTest::begin_callsNobodyForWhatWaitsAlready()
{
    m_policy = AttentionPolicy();
    add(RiskLevel::Critical);
    add(RiskLevel::High, ActionState::Unknown);
    m_policy.begin(m_open, m_nowMs);
    QVERIFY2(!look(), "expected no call for what was there at the start");
}

void AttentionPolicyTest::critical_callsOnce_evenWhenTheWindowIsActive()
{
    add(RiskLevel::Critical);
    const auto notice = look(true);
    QVERIFY2(notice, "expected a call for a critical action");
    QCOMPARE(notice->urgency, AttentionNotice::Urgency::Critical);
    QVERIFY2(!look(true), "expected one call for one action");
}

void AttentionPolicyTest::high_callsOnlyWhenTheWindowIsNotActive()
{
    add(RiskLevel::High);
    QVERIFY2(!look(true), "expected no call while the person looks at the window");
    add(RiskLevel::High);
    const auto notice = look(false);
    QVERIFY2(notice, "expected a call for a high action");
    QCOMPARE(notice->urgency, AttentionNotice::Urgency::Normal);
}

void AttentionPolicyTest::medium_isADigest_atMostOnceInFiveMinutes()
{
    add(RiskLevel::Medium);
    QVERIFY2(!look(), "expected medium actions to wait for the digest");
    m_nowMs += AttentionPolicy::kDigestMs;
    QVERIFY2(look(), "expected the digest");
    add(RiskLevel::Low);
    QVERIFY2(!look(), "expected no second digest at once");
    m_nowMs += AttentionPolicy::kDigestMs;
    QVERIFY(look());
    m_nowMs += AttentionPolicy::kDigestMs;
    QVERIFY2(!look(), "expected no digest without news");
}

void AttentionPolicyTest::expiring_callsOnce()
{
    const ActionId action = add(RiskLevel::Low);
    QVERIFY(!look());
    m_open[action].decideByMs = m_nowMs + AttentionPolicy::kExpiringMs - 1;
    const auto notice = look(true);
    QVERIFY2(notice, "expected a call two minutes before the end");
    QCOMPARE(notice->urgency, AttentionNotice::Urgency::Critical);
    QVERIFY(!look(true));
}

void AttentionPolicyTest::unknown_callsOnce()
{
    add(RiskLevel::Low, ActionState::Unknown);
    QVERIFY2(look(), "expected a call for an unknown outcome");
    QVERIFY(!look());
}

void AttentionPolicyTest::snoozed_callsNobody_untilItIsBack()
{
    const ActionId action = add(RiskLevel::High);
    QVERIFY2(look().has_value(), "a new high one calls");
    constexpr qint64 kMinuteMs = 60LL * 1000;
    m_open[action].snooze = {m_nowMs + 5 * kMinuteMs, "ana", "later"};
    const ActionId other = add(RiskLevel::High);
    m_open[other].snooze = {m_nowMs + 5 * kMinuteMs, "ana", "later"};
    QVERIFY2(!look().has_value(), "what is put aside calls nobody, seen before or not");
    m_open[action].decideByMs = m_nowMs + AttentionPolicy::kExpiringMs - 1;
    QVERIFY2(!look().has_value(), "nor does its time call");
    m_open[action].decideByMs = m_nowMs + kHourMs;
    m_nowMs += 5 * kMinuteMs;
    const auto back = look();
    QVERIFY2(back.has_value() && back->title.contains(QLatin1Char('2')),
             "both are back, and call as new ones");
    QVERIFY2(!look().has_value(), "once");
    m_open[action].snooze = {m_nowMs + kMinuteMs, "ana", "later"};
    QVERIFY2(!look().has_value(), "put aside again");
    m_open[action].snooze = {};
    QVERIFY2(look().has_value(), "brought back it calls again");
}

void AttentionPolicyTest::words_haveNothingOfTheCall()
{
    for (const RiskLevel risk : {RiskLevel::Critical, RiskLevel::High}) {
        add(risk);
        const auto notice = look();
        QVERIFY(notice);
        QVERIFY2(!notice->title.contains("sentinel") && !notice->body.contains("sentinel"),
                 "expected counts only, no word of the call");
    }
}

QTEST_MAIN(AttentionPolicyTest)
#include "tst_attentionpolicy.moc"
