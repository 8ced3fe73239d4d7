// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/pendingpresentation.h"

#include "ui/arguments/visibletext.h"
#include "ui/support/riskpresentation.h"
#include "ui/support/statepresentation.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr qint64 kSecond = 1000;
constexpr qint64 kMinute = 60 * kSecond;
constexpr qint64 kHour = 60 * kMinute;
constexpr qint64 kDay = 24 * kHour;
constexpr qint64 kClockUntil = 10 * kMinute;
constexpr qint64 kMinutesUntil = 2 * kHour;
constexpr qint64 kHoursUntil = 2 * kDay;
constexpr int kSecondsDigits = 2;
constexpr int kDecimal = 10;

QString deciderOf(const ActionSnapshot& snapshot)
{
    return visibleLine(snapshot.decidedBy, TextRole::Identifier);
}

QString holdingText(const ActionRecord& record, qint64 nowMs)
{
    //: state of a request: approved, not sent yet; %1 is the time left, e.g. 0:04
    return QCoreApplication::translate("Pending", "Holding %1")
        .arg(durationText(record.holdUntilMs - nowMs));
}

QString goneText(const ActionSnapshot& snapshot)
{
    const QString who = deciderOf(snapshot);
    switch (snapshot.record.state) {
    case ActionState::Denied:
        //: state of a request; %1 is a person's name
        return who.isEmpty() ? actionStateText(snapshot.record.state)
                             : QCoreApplication::translate("Pending", "Denied by %1").arg(who);
    case ActionState::Cancelled:
        //: state of a request that the agent took back
        return QCoreApplication::translate("Pending", "Withdrawn");
    case ActionState::Approved:
        //: state of a request; %1 is a person's name
        return who.isEmpty() ? actionStateText(snapshot.record.state)
                             : QCoreApplication::translate("Pending", "Approved by %1").arg(who);
    case ActionState::Pending:
    case ActionState::Holding:
        //: state of a request that is not there any more, for a reason that is not known yet
        return QCoreApplication::translate("Pending", "No longer waiting");
    case ActionState::Proposed:
    case ActionState::Running:
    case ActionState::Succeeded:
    case ActionState::Failed:
    case ActionState::Invalid:
    case ActionState::Expired:
    case ActionState::Skipped:
    case ActionState::Unknown:
    case ActionState::Determined:
        return actionStateText(snapshot.record.state);
    }
    return {};
}

QString spokenExpiry(const ActionSnapshot& snapshot, qint64 nowMs)
{
    if (snapshot.decideByMs == 0)
        //: spoken: there is no time by which a request has to be decided
        return QCoreApplication::translate("Pending", "No time limit");
    if (snapshot.decideByMs <= nowMs)
        //: spoken: nobody decided in time
        return QCoreApplication::translate("Pending", "Time is up");
    //: spoken; %1 is a duration, e.g. 4 minutes
    return QCoreApplication::translate("Pending", "Expires in %1")
        .arg(spokenDuration(snapshot.decideByMs - nowMs));
}

QString spokenState(const PendingRow& row, qint64 nowMs)
{
    const QString state = pendingStateText(row, nowMs);
    //: spoken: the request's card was open before
    return state.isEmpty() ? QCoreApplication::translate("Pending", "Read") : state;
}

} // namespace

QString durationText(qint64 milliseconds)
{
    // A second that has begun counts: what is left never reads 0:00 before it is over.
    const qint64 left = std::max<qint64>(milliseconds, 0);
    if (left < kClockUntil) {
        const qint64 seconds = (left + kSecond - 1) / kSecond;
        return QStringLiteral("%1:%2")
            .arg(seconds / 60)
            .arg(seconds % 60, kSecondsDigits, kDecimal, QLatin1Char('0'));
    }
    if (left < kMinutesUntil)
        //: short duration in minutes
        return QCoreApplication::translate("Pending", "%1 m").arg(left / kMinute);
    if (left < kHoursUntil)
        //: short duration in hours
        return QCoreApplication::translate("Pending", "%1 h").arg(left / kHour);
    //: short duration in days
    return QCoreApplication::translate("Pending", "%1 d").arg(left / kDay);
}

QString spokenDuration(qint64 milliseconds)
{
    const qint64 left = std::max<qint64>(milliseconds, 0);
    if (left < kMinute) {
        const int seconds = int((left + kSecond - 1) / kSecond);
        //: spoken duration
        return seconds == 1
                   ? QCoreApplication::translate("Pending", "1 second")
                   //: spoken duration; %n is never 1
                   : QCoreApplication::translate("Pending", "%n seconds", nullptr, seconds);
    }
    if (left < kMinutesUntil) {
        const int minutes = int(left / kMinute);
        //: spoken duration
        return minutes == 1
                   ? QCoreApplication::translate("Pending", "1 minute")
                   //: spoken duration; %n is never 1
                   : QCoreApplication::translate("Pending", "%n minutes", nullptr, minutes);
    }
    if (left < kHoursUntil)
        //: spoken duration; %n is at least 2
        return QCoreApplication::translate("Pending", "%n hours", nullptr, int(left / kHour));
    //: spoken duration; %n is at least 2
    return QCoreApplication::translate("Pending", "%n days", nullptr, int(left / kDay));
}

QString expiresText(const ActionSnapshot& snapshot, qint64 nowMs)
{
    if (snapshot.decideByMs == 0)
        //: column Expires: there is no time by which a request has to be decided
        return QCoreApplication::translate("Pending", "no limit");
    if (snapshot.decideByMs <= nowMs)
        //: column Expires: nobody decided in time
        return QCoreApplication::translate("Pending", "time is up");
    return durationText(snapshot.decideByMs - nowMs);
}

QString effectText(const ActionSnapshot& snapshot)
{
    return visibleLine(snapshot.summary, TextRole::Prose);
}

QString targetText(const ActionSnapshot& snapshot)
{
    if (snapshot.targets.isEmpty())
        return {};
    QString first = visibleLine(snapshot.targets.constFirst(), TextRole::Identifier);
    const int others = int(snapshot.targets.size()) - 1;
    if (others == 0)
        return first;
    //: column Target; %1 is the first target, %n are the others
    return QCoreApplication::translate("Pending", "%1 and %n more", nullptr, others).arg(first);
}

QString toolText(const ToolName& tool)
{
    //: a tool: %1 its name, %2 the server that has it
    return QCoreApplication::translate("Pending", "%1 · %2")
        .arg(visibleLine(tool.tool, TextRole::Identifier),
             visibleLine(tool.server, TextRole::Identifier));
}

QString agentText(const ActionSnapshot& snapshot)
{
    const QByteArray& name = snapshot.labels.agentId.isEmpty() ? snapshot.record.credential.value()
                                                               : snapshot.labels.agentId;
    return visibleLine(name, TextRole::Identifier);
}

QString waitingText(const ActionRecord& record, qint64 nowMs)
{
    return durationText(nowMs - record.createdAtMs);
}

QString returnText(const ActionSnapshot& snapshot)
{
    const QDateTime back = QDateTime::fromMSecsSinceEpoch(snapshot.snooze.untilMs);
    return QLocale().toString(back.time(), QLocale::ShortFormat);
}

QString snoozedSentence(const ActionSnapshot& snapshot)
{
    const QString back = returnText(snapshot);
    if (snapshot.decideByMs == 0)
        //: a request that is put aside; %1 is a time
        return QCoreApplication::translate("Pending", "Back at %1. No time limit.").arg(back);
    const QDateTime expires = QDateTime::fromMSecsSinceEpoch(snapshot.decideByMs);
    //: a request that is put aside; %1 is a time, %2 a date and a time
    return QCoreApplication::translate("Pending", "Back at %1. Expires %2.")
        .arg(back, QLocale().toString(expires, QLocale::ShortFormat));
}

QString pendingStateText(const PendingRow& row, qint64 nowMs)
{
    if (row.isGone)
        return goneText(row.snapshot);
    if (!row.snapshot.tamperedWith.isEmpty())
        //: state of a request whose stored parts do not fit: it can only be denied
        return QCoreApplication::translate("Pending", "Cannot be approved");
    if (row.snapshot.record.state == ActionState::Holding)
        return holdingText(row.snapshot.record, nowMs);
    if (row.isAside)
        //: state of a request that is put aside; %1 is the time of its return
        return QCoreApplication::translate("Pending", "Back at %1").arg(returnText(row.snapshot));
    //: state of a request whose card was not open yet
    return row.isSeen ? QString() : QCoreApplication::translate("Pending", "New");
}

QString pendingSentence(const PendingRow& row, qint64 nowMs)
{
    const ActionSnapshot& snapshot = row.snapshot;
    //: one row of the list, read aloud: %1 risk, %2 effect, %3 target, %4 what the agent calls
    //: itself, %5 "Expires in 4 minutes", %6 state
    const QString withTarget =
        QCoreApplication::translate("Pending", "%1. %2. Target %3. Agent %4. %5. %6.");
    //: as the row with a target, but without one: %3 is what the agent calls itself
    const QString withoutTarget =
        QCoreApplication::translate("Pending", "%1. %2. Agent %3. %4. %5.");
    const QString risk = riskWord(snapshot.record.risk);
    const QString expiry = spokenExpiry(snapshot, nowMs);
    const QString state = spokenState(row, nowMs);
    const QString target = targetText(snapshot);
    if (target.isEmpty())
        return withoutTarget.arg(risk, effectText(snapshot), agentText(snapshot), expiry, state);
    return withTarget.arg(risk, effectText(snapshot), target, agentText(snapshot), expiry, state);
}

} // namespace lockkeeper
