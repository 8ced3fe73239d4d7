// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/cardwording.h"

#include "ui/arguments/visibletext.h"
#include "ui/pending/pendingpresentation.h"
#include "ui/support/statepresentation.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>
#include <QStringList>

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr qint64 kSecond = 1000;

struct Decision
{
    Q_DECLARE_TR_FUNCTIONS(Decision)
};

QString timeText(qint64 wallMs)
{
    return QLocale().toString(QDateTime::fromMSecsSinceEpoch(wallMs).time(), QLocale::LongFormat);
}

QString whatDidNotHappen(CardCommand command)
{
    switch (command) {
    case CardCommand::Approve:
        //: an approval was refused
        return Decision::tr("Not approved.");
    case CardCommand::Deny:
        //: a denial was refused
        return Decision::tr("Not denied.");
    case CardCommand::Undo:
        //: taking an approval back was refused
        return Decision::tr("Not taken back.");
    case CardCommand::Extend:
        //: asking for more time was refused
        return Decision::tr("No more time was given.");
    case CardCommand::Snooze:
        //: putting a request aside was refused
        return Decision::tr("Not snoozed.");
    case CardCommand::BringBack:
        //: taking a request back into the list was refused
        return Decision::tr("Not brought back.");
    case CardCommand::Reveal:
        //: showing a secret value was refused
        return Decision::tr("Not revealed.");
    }
    return {};
}

QString whyNot(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Conflict:
        //: why a command was refused, and what to do
        return Decision::tr("The request changed meanwhile. Review the change and decide again.");
    case ErrorCode::NotFound:
        //: why a command was refused
        return Decision::tr("The request is not there any more.");
    case ErrorCode::FailedPrecondition:
        //: why a command was refused
        return Decision::tr("The state of the request does not allow it.");
    case ErrorCode::Unavailable:
        //: why a command was refused, and what to do
        return Decision::tr("It is not possible just now. Try again later.");
    case ErrorCode::PermissionDenied:
        //: why a command was refused
        return Decision::tr("You may not do this, or the PIN was wrong.");
    case ErrorCode::ResourceExhausted:
        //: why a command was refused, and what to do
        return Decision::tr("A limit is reached. Wait a little.");
    case ErrorCode::DataLoss:
        //: why a command was refused
        return Decision::tr("What is stored is damaged or was tampered with.");
    case ErrorCode::DeadlineExceeded:
    case ErrorCode::OutcomeUnknown:
        //: nobody knows whether a command had an effect; what to do
        return Decision::tr("Wait for what the list says, and do not repeat it.");
    case ErrorCode::Unimplemented:
        //: why a command was refused
        return Decision::tr("This version cannot do it.");
    case ErrorCode::InvalidArgument:
    case ErrorCode::AlreadyExists:
    case ErrorCode::Cancelled:
    case ErrorCode::Internal:
        //: a command was refused
        return Decision::tr("It was refused.");
    }
    return {};
}

QString refusedApproval(const Error& error, const ActionSnapshot& shown, qint64 nowMs)
{
    if (error.code() == ErrorCode::Conflict)
        //: an approval was refused
        return Decision::tr("Not approved: the request changed while you were reading. Review the "
                            "change and decide again.");
    const bool isTimeUp = shown.decideByMs != 0 && shown.decideByMs <= nowMs;
    if (error.code() == ErrorCode::FailedPrecondition && isTimeUp)
        //: an approval was refused; %1 is a time
        return Decision::tr("Not approved: time ran out at %1. Nothing was run.")
            .arg(timeText(shown.decideByMs));
    return {};
}

} // namespace

QString acceptedText(CardCommand command, const ActionSnapshot& answer, qint64 nowMs)
{
    const ActionRecord& record = answer.record;
    switch (command) {
    case CardCommand::Approve: {
        const qint64 left = (record.holdUntilMs - nowMs + kSecond - 1) / kSecond;
        if (record.state != ActionState::Holding || left <= 0)
            //: %1 is a time
            return Decision::tr("Accepted by the server at %1.").arg(timeText(nowMs));
        //: %1 is a time, %2 a number of seconds
        return Decision::tr("Accepted by the server at %1. Will be sent in %2 s.")
            .arg(timeText(nowMs), QLocale().toString(left));
    }
    case CardCommand::Deny:
        //: %1 is a time
        return Decision::tr("Denied at %1. Nothing was run.").arg(timeText(nowMs));
    case CardCommand::Undo:
        //: an approval was taken back in time
        return Decision::tr("Taken back. Nothing was sent.");
    case CardCommand::Extend:
        //: %1 is a date and a time
        return Decision::tr("There is time until %1 now.")
            .arg(QLocale().toString(QDateTime::fromMSecsSinceEpoch(answer.decideByMs),
                                    QLocale::ShortFormat));
    case CardCommand::Snooze:
        return snoozedSentence(answer);
    case CardCommand::BringBack:
        //: a request that was put aside waits for a decision again
        return Decision::tr("It is back in the list.");
    case CardCommand::Reveal:
        return {};
    }
    return {};
}

QString refusedText(CardCommand command, const Error& error, const ActionSnapshot& shown,
                    qint64 nowMs)
{
    const QString said = visibleLine(error.message(), TextRole::Prose);
    const bool isUnknown =
        error.code() == ErrorCode::DeadlineExceeded || error.code() == ErrorCode::OutcomeUnknown;
    const QString special =
        command == CardCommand::Approve ? refusedApproval(error, shown, nowMs) : QString();
    if (!special.isEmpty())
        //: %1 is a sentence that says what was refused, %2 the core's own words
        return Decision::tr("%1 The core says: %2").arg(special, said);
    //: nobody knows whether a command had an effect
    const QString head = isUnknown ? Decision::tr("It is not known whether this had an effect.")
                                   : whatDidNotHappen(command);
    //: %1 is a sentence that says what was refused, %2 one that says why, %3 the core's own words
    return Decision::tr("%1 %2 The core says: %3").arg(head, whyNot(error.code()), said);
}

QString goneSentence(const ActionSnapshot& snapshot)
{
    const QString who = visibleLine(snapshot.decidedBy, TextRole::Identifier);
    switch (snapshot.record.state) {
    case ActionState::Pending:
    case ActionState::Holding:
        return {};
    case ActionState::Expired:
        //: time ran out for a request
        return Decision::tr("Time ran out. Not approved. Nothing was run.");
    case ActionState::Cancelled:
        return Decision::tr("The agent took this request back.");
    case ActionState::Denied:
        //: %1 is a person's name
        return who.isEmpty() ? Decision::tr("This was denied.")
                             : Decision::tr("%1 denied this.").arg(who);
    case ActionState::Proposed:
    case ActionState::Approved:
    case ActionState::Running:
    case ActionState::Succeeded:
    case ActionState::Failed:
    case ActionState::Invalid:
    case ActionState::Skipped:
    case ActionState::Unknown:
    case ActionState::Determined:
        break;
    }
    const QString state = actionStateText(snapshot.record.state);
    //: a request waits no longer; %1 is its state
    return who.isEmpty() ? Decision::tr("This does not wait any more. Its state: %1.").arg(state)
                         //: %1 is a person's name, %2 the state of a request
                         : Decision::tr("%1 approved this. Its state: %2.").arg(who, state);
}

QStringList changedParts(const ActionCard& before, const ActionCard& after)
{
    const ActionSnapshot& old = before.snapshot;
    const ActionSnapshot& now = after.snapshot;
    const auto isSameMask = [](const MaskedValue& a, const MaskedValue& b) {
        return a.pointer == b.pointer && a.offset == b.offset && a.size == b.size;
    };
    QStringList parts;
    const auto add = [&parts](bool differs, const QString& name) {
        if (differs)
            parts.append(name);
    };
    //: part of a request that changed
    add(before.arguments != after.arguments, Decision::tr("arguments"));
    //: part of a request that changed: values that are hidden
    add(!std::equal(before.masked.cbegin(), before.masked.cend(), after.masked.cbegin(),
                    after.masked.cend(), isSameMask),
        Decision::tr("masked values"));
    //: part of a request that changed
    add(old.record.risk != now.record.risk || old.riskReasons != now.riskReasons,
        Decision::tr("risk"));
    //: part of a request that changed
    add(old.record.tool != now.record.tool || before.toolDefinition != after.toolDefinition,
        Decision::tr("tool"));
    //: part of a request that changed: what it would happen to
    add(old.targets != now.targets, Decision::tr("targets"));
    //: part of a request that changed: what it would do
    add(old.summary != now.summary || old.record.effect != now.record.effect,
        Decision::tr("effect"));
    //: part of a request that changed: why a person is asked
    add(old.askedBecause != now.askedBecause || old.policyRule != now.policyRule,
        Decision::tr("why you are asked"));
    //: part of a request that changed
    add(old.agentReason != now.agentReason, Decision::tr("the agent's reason"));
    // The fingerprint covers things that are not shown by themselves, such as the tool's server.
    if (parts.isEmpty() && old.fingerprint != now.fingerprint)
        //: part of a request that changed: the digest of everything that would run
        parts.append(Decision::tr("fingerprint"));
    return parts;
}

} // namespace lockkeeper
