// SPDX-License-Identifier: Apache-2.0
#include "ui/unknown/unknowntext.h"

#include "ui/arguments/visibletext.h"

#include <QCoreApplication>
#include <QStringList>

namespace lockkeeper {

QString UnknownText::effect(EffectClass effect)
{
    switch (effect) {
    case EffectClass::ReadOnly:
        //: Class of effects: the call only reads.
        return tr("Read only");
    case EffectClass::Idempotent:
        //: Class of effects: doing it twice is the same as once.
        return tr("Repeatable");
    case EffectClass::Compensatable:
        //: Class of effects: another call can make up for it.
        return tr("Reversible");
    case EffectClass::Irreversible:
        //: Class of effects: nothing takes it back.
        return tr("Irreversible");
    }
    return {};
}

QString UnknownText::strength(const QByteArray& strength)
{
    if (strength == "certain")
        //: How sure a line of evidence is.
        return tr("Certain");
    if (strength == "strong")
        //: How sure a line of evidence is.
        return tr("Strong");
    if (strength == "weak")
        //: How sure a line of evidence is.
        return tr("Weak");
    if (strength == "none")
        //: How sure a line of evidence is: it proves nothing about the effect.
        return tr("Not known");
    return visibleLine(strength, TextRole::Identifier);
}

QString UnknownText::source(const QByteArray& source)
{
    if (source == "dispatch")
        //: Source of evidence: the console's own record of what it started.
        return tr("Record of the start");
    if (source == "transport")
        //: Source of evidence: the connection to the tool server.
        return tr("Connection");
    if (source == "tool")
        //: Source of evidence: what the tool answered.
        return tr("The tool's answer");
    if (source == "recovery")
        //: Source of evidence: the check after the worker was lost.
        return tr("Recovery");
    return visibleLine(source, TextRole::Identifier);
}

QString UnknownText::targets(const ActionSnapshot& snapshot)
{
    QStringList lines;
    for (const QByteArray& target : snapshot.targets)
        lines.append(visibleLine(target, TextRole::Identifier));
    if (lines.isEmpty())
        //: Cell of a call that names no outside object.
        return tr("No target named");
    //: Between two targets of one call.
    return lines.join(tr(", "));
}

QString UnknownText::determination(DeterminationKind kind)
{
    switch (kind) {
    case DeterminationKind::Happened:
        //: What a person recorded about the effect.
        return tr("It happened");
    case DeterminationKind::DidNotHappen:
        //: What a person recorded about the effect.
        return tr("It did not happen");
    case DeterminationKind::InPart:
        //: What a person recorded about the effect.
        return tr("It happened in part");
    case DeterminationKind::Undetermined:
        //: What a person recorded about the effect: nobody knows.
        return tr("Closed without knowing");
    }
    return {};
}

QString UnknownText::record(DeterminationKind kind)
{
    switch (kind) {
    case DeterminationKind::Happened:
        //: Button that records a determination.
        return tr("Record: it happened");
    case DeterminationKind::DidNotHappen:
        //: Button that records a determination.
        return tr("Record: it did not happen");
    case DeterminationKind::Undetermined:
        //: Button that records a determination.
        return tr("Record: close without knowing");
    case DeterminationKind::InPart:
        break;
    }
    return {};
}

QString UnknownText::consequence(DeterminationKind kind, qsizetype freed, qsizetype held)
{
    const QString continues = freed == 1
                                  ? tr("One waiting call will continue.")
                                  //: %n = calls that were stopped and go on when this is recorded.
                                  : tr("%n waiting calls will continue.", nullptr, int(freed));
    switch (kind) {
    case DeterminationKind::Happened:
        //: What is recorded; %1 = a sentence that says how many calls go on.
        return tr("Record that it happened.\n%1").arg(continues);
    case DeterminationKind::DidNotHappen:
        //: What is recorded; %1 = a sentence that says how many calls go on.
        return tr("Record that it did not happen. Nothing is repeated by this: a repeat is a new "
                  "call with its own decision.\n%1")
            .arg(continues);
    case DeterminationKind::Undetermined:
        //: What is recorded; %1 = a sentence that says how many calls stay stopped.
        return tr("Close without knowing. It will count as neither done nor failed, and its target "
                  "stays blocked.\n%1")
            .arg(held == 1 ? tr("One waiting call stays stopped.")
                           //: %n = calls that wait for this outcome.
                           : tr("%n waiting calls stay stopped.", nullptr, int(held)));
    case DeterminationKind::InPart:
        break;
    }
    return {};
}

QString UnknownText::refusal(const Error& error, const DetermineRequest& request)
{
    switch (error.code()) {
    case ErrorCode::FailedPrecondition:
        if (request.kind == DeterminationKind::DidNotHappen && !request.effectHasStopped)
            return tr("Not recorded: what ran the call is not proven gone, so the effect may still "
                      "come. Tick “The effect has certainly stopped” only if you know it.");
        return tr("Not recorded: its outcome is not unknown any more. Look at it again.");
    case ErrorCode::Conflict:
    case ErrorCode::AlreadyExists:
        return tr("Not recorded: it changed, or somebody else is recording something about it. "
                  "Look at it again.");
    case ErrorCode::PermissionDenied:
        return tr("Not recorded: the PIN is not the right one, or you may not decide.");
    case ErrorCode::ResourceExhausted:
        return tr("Not recorded: too many wrong PINs. Wait some minutes.");
    case ErrorCode::Unavailable:
    case ErrorCode::DeadlineExceeded:
        return tr("Not recorded: the console cannot decide just now. You can read.");
    case ErrorCode::DataLoss:
        return tr("Not recorded: what is stored about this call does not match the record.");
    case ErrorCode::InvalidArgument:
    case ErrorCode::NotFound:
    case ErrorCode::Cancelled:
    case ErrorCode::Unimplemented:
    case ErrorCode::Internal:
    case ErrorCode::OutcomeUnknown:
        break;
    }
    //: %1 = the core's own words.
    return tr("Not recorded: %1").arg(visibleLine(error.message(), TextRole::Prose));
}

} // namespace lockkeeper
