// SPDX-License-Identifier: Apache-2.0
#include "core/domain/actiontransitions.h"

#include <QSet>
#include <QTest>

#include <map>

using namespace lockkeeper;

namespace {

/// The table once more, written down by name and not derived from the code. What is not
/// listed must be refused.
struct ExpectedRow
{
    const char* from; // "" = the action does not exist yet
    const char* event;
    const char* to;
};

constexpr ExpectedRow kExpected[] = {
    {"", "admitted", "proposed"},
    {"proposed", "policy_allowed", "approved"},
    {"proposed", "policy_asked", "pending"},
    {"proposed", "policy_denied", "denied"},
    {"proposed", "rejected_invalid", "invalid"},
    {"proposed", "answered_by_hook", "skipped"},
    {"pending", "approval_counted", "pending"},
    {"pending", "approval_withdrawn", "pending"},
    {"pending", "operator_approved", "holding"},
    {"pending", "operator_denied", "denied"},
    {"holding", "undone", "pending"},
    {"holding", "seat_lost", "pending"},
    {"holding", "hold_elapsed", "approved"},
    {"pending", "deadline_passed", "expired"},
    {"holding", "deadline_passed", "expired"},
    {"approved", "deadline_passed", "expired"},
    {"pending", "invalidated_ask", "pending"},
    {"holding", "invalidated_ask", "pending"},
    {"approved", "invalidated_ask", "pending"},
    {"pending", "invalidated_deny", "denied"},
    {"holding", "invalidated_deny", "denied"},
    {"approved", "invalidated_deny", "denied"},
    {"pending", "cancel_requested", "cancelled"},
    {"holding", "cancel_requested", "cancelled"},
    {"approved", "cancel_requested", "cancelled"},
    {"pending", "batch_converged", "skipped"},
    {"holding", "batch_converged", "skipped"},
    {"approved", "batch_converged", "skipped"},
    {"pending", "batch_stopped", "skipped"},
    {"holding", "batch_stopped", "skipped"},
    {"approved", "batch_stopped", "skipped"},
    {"approved", "claimed", "running"},
    {"running", "not_started", "approved"},
    {"running", "no_effect_retry", "approved"},
    {"running", "not_started_final", "failed"},
    {"running", "failed_no_effect", "failed"},
    {"running", "failed_confirmed", "failed"},
    {"running", "succeeded", "succeeded"},
    {"running", "contact_lost", "unknown"},
    {"unknown", "late_result", "unknown"},
    {"unknown", "settled_by_evidence", "determined"},
    {"unknown", "determined", "determined"},
    {"determined", "contradicted", "unknown"},
};

QByteArray named(std::string_view name)
{
    return QByteArray(name.data(), qsizetype(name.size()));
}

/// "from/event" → "to".
std::map<QByteArray, QByteArray> expectation()
{
    std::map<QByteArray, QByteArray> result;
    for (const ExpectedRow& row : kExpected)
        result[QByteArray(row.from) + "/" + row.event] = row.to;
    return result;
}

} // namespace

class TestActionTransitions : public QObject
{
    Q_OBJECT

private slots:
    void everyStateAndEvent_areLookedUp_landWhereTheContractSays();
    void startedAction_neverComesBackForApproval();
    void finalStates_areAsked_haveNoWayOut();
    void names_areCompared_areUniqueAndReadBack();
    void codes_areReadBack_othersAreRefused();
    void actors_areRead_everyRowHasOne();
};

void TestActionTransitions::everyStateAndEvent_areLookedUp_landWhereTheContractSays()
{
    const auto expected = expectation();
    QCOMPARE(expected.size(), std::size(kExpected)); // each pair once
    QList<std::optional<ActionState>> states = {std::nullopt};
    for (const ActionState state : kAllActionStates)
        states.append(state);
    size_t listed = 0;
    for (const auto& from : states) {
        for (int code = 1; code <= kActionEventCount; ++code) {
            const auto event = actionEventFromCode(code);
            QVERIFY(event);
            const QByteArray key = (from ? named(actionStateName(*from)) : QByteArray()) + "/" +
                                   named(actionEventName(*event));
            const auto found = expected.find(key);
            const auto to = next(from, *event);
            const QByteArray actual = to ? named(actionStateName(*to)) : QByteArray("refused");
            const QByteArray wanted = found == expected.end() ? "refused" : found->second;
            const QByteArray text = "for " + key + ": " + actual + ", expected " + wanted;
            QVERIFY2(actual == wanted, text.constData());
            listed += to ? 1 : 0;
        }
    }
    QCOMPARE(listed, expected.size());
    QCOMPARE(kActionTransitions.size(), expected.size());
}

void TestActionTransitions::startedAction_neverComesBackForApproval()
{
    for (int code = 1; code <= kActionEventCount; ++code) {
        const auto event = *actionEventFromCode(code);
        for (const ActionState from : {ActionState::Running, ActionState::Unknown}) {
            const auto to = next(from, event);
            QVERIFY2(to != ActionState::Pending && to != ActionState::Holding,
                     named(actionEventName(event)).constData());
        }
        QVERIFY(next(ActionState::Unknown, event) != ActionState::Approved);
        QVERIFY(next(ActionState::Determined, event) != ActionState::Approved);
    }
}

void TestActionTransitions::finalStates_areAsked_haveNoWayOut()
{
    const QSet<QByteArray> finals = {"succeeded", "failed",    "denied", "invalid",
                                     "expired",   "cancelled", "skipped"};
    for (const ActionState state : kAllActionStates) {
        QCOMPARE(isFinal(state), finals.contains(named(actionStateName(state))));
        bool wayOut = false;
        for (int code = 1; code <= kActionEventCount; ++code)
            wayOut = wayOut || next(state, *actionEventFromCode(code));
        QCOMPARE(wayOut, !isFinal(state));
    }
}

void TestActionTransitions::names_areCompared_areUniqueAndReadBack()
{
    QSet<QByteArray> stateNames;
    for (const ActionState state : kAllActionStates) {
        stateNames.insert(named(actionStateName(state)));
        QCOMPARE(actionStateFromName(actionStateName(state)), state);
    }
    QCOMPARE(stateNames.size(), qsizetype(kAllActionStates.size()));
    QSet<QByteArray> eventNames;
    for (int code = 1; code <= kActionEventCount; ++code)
        eventNames.insert(named(actionEventName(*actionEventFromCode(code))));
    QCOMPARE(eventNames.size(), qsizetype(kActionEventCount));
    QVERIFY(!actionStateFromName("Pending"));
    QVERIFY(!actionStateFromName(""));
}

void TestActionTransitions::codes_areReadBack_othersAreRefused()
{
    for (const ActionState state : kAllActionStates)
        QCOMPARE(actionStateFromCode(static_cast<int>(state)), state);
    for (const int code : {-1, 0, 15, 1000})
        QVERIFY2(!actionStateFromCode(code), QByteArray::number(code).constData());
    for (const int code : {-1, 0, kActionEventCount + 1})
        QVERIFY2(!actionEventFromCode(code), QByteArray::number(code).constData());
}

void TestActionTransitions::actors_areRead_everyRowHasOne()
{
    for (const ActionTransition& row : kActionTransitions) {
        QVERIFY2(row.actors != 0, named(actionEventName(row.event)).constData());
        // What a person decides is caused by nobody else, least of all by the agent.
        if (row.event == ActionEvent::OperatorApproved || row.event == ActionEvent::Determined)
            QCOMPARE(row.actors, unsigned(ByOperator));
        if (row.event == ActionEvent::Claimed)
            QCOMPARE(row.actors, unsigned(ByExecutor));
    }
}

QTEST_GUILESS_MAIN(TestActionTransitions)
#include "tst_actiontransitions.moc"
