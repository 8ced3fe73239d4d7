// SPDX-License-Identifier: Apache-2.0
#include "ui/history/historytext.h"

#include "ui/arguments/visibletext.h"
#include "ui/support/statepresentation.h"

#include <QLocale>

#include <array>

namespace lockkeeper {

namespace {

constexpr qsizetype kGroup = 4;
constexpr qsizetype kShortDigits = 8;

struct Words
{
    const char* kind;
    const char* text;
};

/// The journal's names and what a person reads for them.
constexpr std::array kWords = {
    Words{"admitted", QT_TRANSLATE_NOOP("HistoryText", "Call admitted")},
    Words{"policy_allowed", QT_TRANSLATE_NOOP("HistoryText", "Allowed by policy")},
    Words{"policy_asked", QT_TRANSLATE_NOOP("HistoryText", "Policy asks a person")},
    Words{"policy_denied", QT_TRANSLATE_NOOP("HistoryText", "Denied by policy")},
    Words{"rejected_invalid", QT_TRANSLATE_NOOP("HistoryText", "Refused as invalid")},
    Words{"answered_by_hook", QT_TRANSLATE_NOOP("HistoryText", "Answered by a hook")},
    Words{"approval_counted", QT_TRANSLATE_NOOP("HistoryText", "One approval counted")},
    Words{"approval_withdrawn", QT_TRANSLATE_NOOP("HistoryText", "An approval withdrawn")},
    Words{"operator_approved", QT_TRANSLATE_NOOP("HistoryText", "Approved by a person")},
    Words{"operator_denied", QT_TRANSLATE_NOOP("HistoryText", "Denied by a person")},
    Words{"undone", QT_TRANSLATE_NOOP("HistoryText", "Approval taken back")},
    Words{"seat_lost", QT_TRANSLATE_NOOP("HistoryText", "Not sent: console lost in the hold")},
    Words{"hold_elapsed", QT_TRANSLATE_NOOP("HistoryText", "Hold ended")},
    Words{"deadline_passed", QT_TRANSLATE_NOOP("HistoryText", "Time ran out")},
    Words{"invalidated_ask", QT_TRANSLATE_NOOP("HistoryText", "Changed: asked again")},
    Words{"invalidated_deny", QT_TRANSLATE_NOOP("HistoryText", "Changed: denied")},
    Words{"cancel_requested", QT_TRANSLATE_NOOP("HistoryText", "Cancelled")},
    Words{"batch_converged", QT_TRANSLATE_NOOP("HistoryText", "Skipped: its batch had ended")},
    Words{"batch_stopped", QT_TRANSLATE_NOOP("HistoryText", "Skipped: an earlier call did not "
                                                            "succeed")},
    Words{"claimed", QT_TRANSLATE_NOOP("HistoryText", "Start recorded")},
    Words{"dispatch_started", QT_TRANSLATE_NOOP("HistoryText", "Start recorded")},
    Words{"not_started", QT_TRANSLATE_NOOP("HistoryText", "Proven not started")},
    Words{"no_effect_retry", QT_TRANSLATE_NOOP("HistoryText", "Proven without effect: tried "
                                                              "again")},
    Words{"not_started_final", QT_TRANSLATE_NOOP("HistoryText", "Failed: proven not started")},
    Words{"failed_no_effect", QT_TRANSLATE_NOOP("HistoryText", "Failed without effect")},
    Words{"failed_confirmed", QT_TRANSLATE_NOOP("HistoryText", "Failed")},
    Words{"succeeded", QT_TRANSLATE_NOOP("HistoryText", "Succeeded")},
    Words{"contact_lost", QT_TRANSLATE_NOOP("HistoryText", "Contact lost: outcome unknown")},
    Words{"late_result", QT_TRANSLATE_NOOP("HistoryText", "Late answer added to the evidence")},
    Words{"settled_by_evidence", QT_TRANSLATE_NOOP("HistoryText", "Settled by evidence")},
    Words{"determined", QT_TRANSLATE_NOOP("HistoryText", "Unknown outcome settled by a person")},
    Words{"contradicted", QT_TRANSLATE_NOOP("HistoryText", "New proof contradicts what was "
                                                           "recorded")},
    Words{"store_created", QT_TRANSLATE_NOOP("HistoryText", "Store created")},
    Words{"seat_enrolled", QT_TRANSLATE_NOOP("HistoryText", "Console enrolled")},
    Words{"epoch_created", QT_TRANSLATE_NOOP("HistoryText", "Encryption keys created")},
    Words{"agent_added", QT_TRANSLATE_NOOP("HistoryText", "Agent added")},
    Words{"agent_revoked", QT_TRANSLATE_NOOP("HistoryText", "Agent revoked")},
    Words{"tool_pinned", QT_TRANSLATE_NOOP("HistoryText", "Tool definition accepted")},
    Words{"tampering", QT_TRANSLATE_NOOP("HistoryText", "Alarm: the store was changed by somebody "
                                                        "else")},
    Words{"process_started", QT_TRANSLATE_NOOP("HistoryText", "Console started")},
    Words{"process_stopped", QT_TRANSLATE_NOOP("HistoryText", "Console stopped")},
    Words{"evidence_added", QT_TRANSLATE_NOOP("HistoryText", "Evidence added")},
    Words{"value_revealed", QT_TRANSLATE_NOOP("HistoryText", "Secret value shown to a person")},
    Words{"decide_by_extended", QT_TRANSLATE_NOOP("HistoryText", "Given more time to decide")},
    Words{"snoozed", QT_TRANSLATE_NOOP("HistoryText", "Snoozed by a person")},
    Words{"snooze_ended", QT_TRANSLATE_NOOP("HistoryText", "Brought back by a person")},
    Words{"first_shown", QT_TRANSLATE_NOOP("HistoryText", "First shown to a person")},
};

QString grouped(const QByteArray& hex)
{
    QString text;
    for (qsizetype at = 0; at < hex.size(); at += kGroup) {
        if (at > 0)
            text += QLatin1Char(' ');
        text += visibleLine(hex.mid(at, kGroup).toUpper(), TextRole::Identifier);
    }
    return text;
}

} // namespace

QString HistoryText::kind(const QByteArray& kind)
{
    for (const Words& words : kWords) {
        if (kind == words.kind)
            return tr(words.text);
    }
    // A newer core knows more of them: its own name is better than nothing.
    return visibleLine(kind, TextRole::Identifier);
}

QString HistoryText::state(const QByteArray& state)
{
    if (state.isEmpty())
        return {};
    const auto known = actionStateFromName({state.constData(), size_t(state.size())});
    return known ? actionStateText(*known) : visibleLine(state, TextRole::Identifier);
}

QString HistoryText::tool(const ToolName& tool)
{
    if (tool.server.isEmpty() && tool.tool.isEmpty())
        return {};
    //: A tool: %1 the server's name, %2 the tool's.
    return tr("%1/%2").arg(visibleLine(tool.server, TextRole::Identifier),
                           visibleLine(tool.tool, TextRole::Identifier));
}

QString HistoryText::outcome(Outcome outcome)
{
    switch (outcome) {
    case Outcome::NotStarted:
        //: What became of an attempt: it is proven that it never began.
        return tr("Proven not started");
    case Outcome::Succeeded:
        //: What became of an attempt.
        return tr("Succeeded");
    case Outcome::FailedNoEffect:
        //: What became of an attempt.
        return tr("Failed without effect");
    case Outcome::FailedConfirmed:
        //: What became of an attempt.
        return tr("Failed");
    case Outcome::Unknown:
        //: What became of an attempt.
        return tr("Unknown");
    }
    return {};
}

QString HistoryText::fingerprint(const QByteArray& hex)
{
    return grouped(hex);
}

QString HistoryText::shortFingerprint(const QByteArray& hex)
{
    return grouped(hex.left(kShortDigits)).replace(QLatin1Char(' '), QLatin1Char('-'));
}

QString HistoryText::ranAsApproved(const ActionSnapshot& snapshot)
{
    const ActionRecord& record = snapshot.record;
    const bool isOver =
        record.state == ActionState::Succeeded || record.state == ActionState::Failed;
    const bool hasRun =
        record.attempts > 0 && record.hasOutcome && record.outcome != Outcome::NotStarted;
    if (!isOver || !hasRun || !snapshot.tamperedWith.isEmpty() || snapshot.fingerprint.isEmpty())
        return {};
    if (record.decision.isEmpty())
        //: %1 = short form of the fingerprint; policy allowed the call without asking anybody.
        return tr("Ran exactly what was admitted (%1). Policy allowed it; nobody was asked.")
            .arg(shortFingerprint(snapshot.fingerprint));
    //: %1 = short form of the fingerprint of what was approved and has run.
    return tr("Ran exactly what you approved (%1).").arg(shortFingerprint(snapshot.fingerprint));
}

QString HistoryText::chain(const StatusSnapshot& status)
{
    if (status.journalPosition == 0)
        return tr("Nothing has been recorded yet.");
    const QLocale locale;
    //: %1 = number of the last record, %2 = number of the last one that the guard file remembers.
    return tr("Records 1–%1 are chained; the guard confirms up to %2.")
        .arg(locale.toString(status.journalPosition), locale.toString(status.guardPosition));
}

} // namespace lockkeeper
