// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/action.h"
#include "core/domain/submission.h"

#include <QByteArray>
#include <QList>

#include <array>
#include <initializer_list>
#include <numeric>

namespace lockkeeper {

/// One line of what is known about an unknown outcome.
struct EvidenceLine
{
    qint64 atMs = 0;
    QByteArray source;   ///< "dispatch", "transport", "tool", "recovery"
    QByteArray strength; ///< certain, strong, weak, none
    QByteArray reach;    ///< "attempt 1"
    QByteArray text;     ///< sanitised, at most 500 characters
};

/// A pending call that an operator put aside for a while. Only the running console knows of it, so
/// that nothing that is stored can hide a call: after a restart every one is back in the list.
struct Snooze
{
    qint64 untilMs = 0; ///< wall clock; 0 = not put aside
    QByteArray by;      ///< the operator's name
    QByteArray reason;  ///< operators only
};

/// An action as the window, lockkeeperctl and its own agent see it.
struct ActionSnapshot
{
    ActionRecord record;
    /// Until when it can be decided, with what operators have added to the signed time in `record`;
    /// 0 = no limit. The one to show and to sort by.
    qint64 decideByMs = 0;
    Snooze snooze; ///< operators only
    ClaimedLabels labels;
    QByteArray fingerprint; ///< lower-case hex
    QByteArray handle;
    QByteArray arguments;   ///< canonical bytes; operators only
    QByteArray summary;     ///< from a reviewed template, else the tool's name
    QByteArray agentReason; ///< quoted, unverified; operators only
    QList<QByteArray> riskReasons;
    QList<QByteArray> targets;
    QByteArray policyRule;
    QByteArray askedBecause;
    QByteArray resultSummary;
    QByteArray decidedBy;
    QByteArray decisionReason;
    QByteArray tamperedWith; ///< not empty: what does not fit; nothing runs, nothing is decidable
    WaitReason waitReason = WaitReason::None;
    QList<EvidenceLine> evidence;
    bool callerGone = false;
    qint64 lastProgressAtMs = 0;
};

/// A scalar value that is hidden from the screen until an operator reveals it.
struct MaskedValue
{
    QByteArray pointer;      ///< RFC 6901, with names that look like secrets replaced: for people
    qsizetype offset = 0;    ///< in ActionCard::arguments, where its placeholder stands
    qsizetype size = 0;      ///< bytes of the scalar in the canonical bytes
    bool isExpected = false; ///< the operator's own configuration names it: raises no risk
};

/// What the window draws of one action and what a decision made there binds: the whole arguments,
/// but for masked values, which are not in here.
struct ActionCard
{
    ActionSnapshot snapshot; ///< without arguments
    /// The canonical bytes, every masked scalar replaced by the two bytes `""`; empty for an
    /// invalid call.
    QByteArray arguments;
    QList<MaskedValue> masked; ///< in the order of their offsets
    QByteArray toolDefinition; ///< pinned at admission; canonical bytes, empty if it is gone
    /// The open action with equal arguments that made policy ask, or empty.
    ActionId equalTo;
};

/// How many actions are in each state.
struct StateCounts
{
    std::array<qint64, kAllActionStates.size() + 1> byCode{};

    [[nodiscard]] qint64 of(ActionState state) const { return byCode.at(size_t(state)); }
    [[nodiscard]] qint64 of(std::initializer_list<ActionState> states) const
    {
        qint64 sum = 0;
        for (const ActionState state : states)
            sum += of(state);
        return sum;
    }
    [[nodiscard]] qint64 total() const
    {
        return std::accumulate(byCode.cbegin(), byCode.cend(), qint64(0));
    }

    friend bool operator==(const StateCounts&, const StateCounts&) = default;
};

/// What an agent did under one run id that it claims, or one submission by itself.
struct RunSnapshot
{
    QByteArray key; ///< opaque; stays the same for the life of the store
    CredentialId credential;
    QByteArray agentName; ///< of the credential; empty if the record does not know it
    ClaimedLabels labels; ///< of the newest submission; empty if they cannot be opened
    SubmissionId newest;
    qint64 firstAtMs = 0;
    qint64 newestAtMs = 0;
    qint64 submissions = 0;
    SubmissionMode mode = SubmissionMode::Independent; ///< of the newest submission
    StateCounts counts;
    qint64 oldestPendingAtMs = 0; ///< 0 = none is pending
    QByteArray tamperedWith;      ///< not empty: what does not fit
};

/// A place in the list of runs: that of the last one on the page before.
struct RunCursor
{
    int attention = 3; ///< 2 something is pending, 1 something is unknown, 0 neither; 3 = the start
    SubmissionId newest;
};

/// The place of a run in the list, to go on behind it.
[[nodiscard]] inline RunCursor cursorAt(const RunSnapshot& run)
{
    if (run.counts.of(ActionState::Pending) > 0)
        return {2, run.newest};
    return {run.counts.of(ActionState::Unknown) > 0 ? 1 : 0, run.newest};
}

/// Asks for a page of a run's actions, in the order of their admission.
struct RunActionsQuery
{
    QByteArray run;
    ActionId around;           ///< not empty: the page of this action in its run instead
    QList<ActionState> states; ///< empty = all
    qint64 from = 0;           ///< place in the run, from 0
    int limit = 200;           ///< 1 to 1 000
};

struct RunAction
{
    qint64 place = 0;        ///< in its run, from 0; never changes
    ActionSnapshot snapshot; ///< for lists
    qint64 startedAtMs = 0;  ///< of the last attempt; 0 = none
    qint64 endedAtMs = 0;    ///< of the last attempt; 0 = it has not ended
};

/// A page of a run's actions. With `states` a page may hold fewer than asked for, even none,
/// although more follow: only some thousand places are looked at for one answer.
struct RunPage
{
    QByteArray run;
    QList<RunAction> actions;
    qint64 next = 0; ///< where to go on
    bool isLast = false;
};

/// One line of the record: what happened to an action, or to the store itself.
struct HistoryEntry
{
    qint64 position = 0; ///< in the seat's lane, from 1
    qint64 atMs = 0;
    QByteArray kind; ///< "admitted", "operator_approved", "dispatch_started", …
    ActionId action; ///< empty for entries about the store
    ToolName tool;
    QByteArray state; ///< the action's state afterwards, "" if it is about no action
    QByteArray by;    ///< operator's name for decisions and determinations, else ""
};

/// How one configured tool server stands.
struct ServerSnapshot
{
    QByteArray name;
    QByteArray state; ///< starting, ready, failed, stopped
    QByteArray reason;
    QList<QByteArray> lastStderr; ///< sanitised lines
    bool trusted = false;
    int tools = 0;
};

/// One tool as offered to agents.
struct ToolSnapshot
{
    ToolName name;
    QByteArray definition; ///< the server's whole definition object, canonical bytes
    QByteArray definitionDigest;
    QByteArray pinState; ///< accepted, new, changed
    EffectClass effect = EffectClass::Irreversible;
    RiskLevel risk = RiskLevel::High;
    bool available = false; ///< its server is ready
};

/// An agent's credential, without its token.
struct AgentSnapshot
{
    CredentialId credential;
    QByteArray name;
    qint64 createdAtMs = 0;
    qint64 revokedAtMs = 0;
};

/// Why the console decides nothing just now; empty lists mean that all is well.
struct StatusSnapshot
{
    QByteArray version;
    qint64 pid = 0;
    QByteArray storeId;
    qint64 incarnation = 0;
    QByteArray keyring; ///< ready, locked, missing, foreign, damaged, unavailable, opening
    bool readOnly = true;
    QList<QByteArray> reasons; ///< sentences: why read-only, what was tampered with, bad config …
    bool operatorUnprotected = false;
    bool pinProtected = false; ///< the PIN protects the decision key (known once it is ready)
    QList<QPair<QByteArray, qint64>> counts; ///< state name → actions
    QList<ServerSnapshot> servers;
    QByteArray feedPosition; ///< resume token of now
    qint64 journalPosition = 0;
    qint64 guardPosition = 0;
};

} // namespace lockkeeper
