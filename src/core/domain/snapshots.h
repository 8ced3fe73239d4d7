// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/action.h"
#include "core/domain/submission.h"

#include <QByteArray>
#include <QList>

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

/// An action as the window, lockkeeperctl and its own agent see it.
struct ActionSnapshot
{
    ActionRecord record;
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
