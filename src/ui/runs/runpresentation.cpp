// SPDX-License-Identifier: Apache-2.0
#include "ui/runs/runpresentation.h"

#include "ui/arguments/visibletext.h"
#include "ui/support/statepresentation.h"
#include "ui/support/theme.h"
#include "ui/support/timetext.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

namespace lockkeeper {

namespace {

constexpr qint64 kSecondMs = 1000;
constexpr qint64 kMinuteMs = 60 * kSecondMs;
constexpr qint64 kHourMs = 60 * kMinuteMs;
constexpr int kLabelCharacters = 80;
constexpr std::initializer_list<ActionState> kQueued = {ActionState::Holding,
                                                        ActionState::Approved};
constexpr std::initializer_list<ActionState> kNotRun = {
    ActionState::Denied, ActionState::Invalid, ActionState::Expired, ActionState::Cancelled,
    ActionState::Skipped};

QString number(qint64 value)
{
    return QLocale().toString(value);
}

/// One entry of a list of counts; nothing if there is none.
void addCount(QStringList& parts, const QString& words, qint64 count)
{
    if (count > 0)
        parts.append(words.arg(number(count)));
}

QString joined(const QStringList& parts)
{
    //: Between the entries of a list of counts: "12 done · 3 running"
    return parts.join(QCoreApplication::translate("Runs", " · "));
}

/// How a run ended, if not everything simply succeeded.
QString endText(const StateCounts& counts)
{
    QStringList parts;
    //: How a run ended; %1 is how many of its calls
    addCount(parts, QCoreApplication::translate("Runs", "%1 succeeded"),
             counts.of(ActionState::Succeeded));
    //: How a run ended; %1 is how many of its calls
    addCount(parts, QCoreApplication::translate("Runs", "%1 failed"),
             counts.of(ActionState::Failed));
    //: How a run ended; %1 is how many of its calls have an outcome that nobody knows
    addCount(parts, QCoreApplication::translate("Runs", "%1 unknown"),
             counts.of(ActionState::Unknown));
    //: How a run ended; %1 is how many of its calls were unknown and were settled by a person
    addCount(parts, QCoreApplication::translate("Runs", "%1 settled by a person"),
             counts.of(ActionState::Determined));
    //: How a run ended; %1 is how many of its calls were never run (denied, cancelled …)
    addCount(parts, QCoreApplication::translate("Runs", "%1 not run"), counts.of(kNotRun));
    return joined(parts);
}

QString waitText(WaitReason wait)
{
    switch (wait) {
    case WaitReason::None:
        return {};
    case WaitReason::TargetLease:
        return QCoreApplication::translate("Runs", "Approved, waits for its target");
    case WaitReason::TargetReconciliation:
        return QCoreApplication::translate("Runs", "Approved, waits for an unknown to be settled");
    case WaitReason::ServerNotReady:
        return QCoreApplication::translate("Runs", "Approved, waits for its tool server");
    case WaitReason::BreakerOpen:
        return QCoreApplication::translate("Runs", "Approved, its tool server is paused");
    case WaitReason::Capacity:
        return QCoreApplication::translate("Runs", "Approved, waits for room");
    case WaitReason::ClockDoubt:
        return QCoreApplication::translate("Runs", "Approved, the clock is in doubt");
    case WaitReason::Tampered:
        return QCoreApplication::translate("Runs", "Approved, stopped: tampered with");
    }
    return {};
}

} // namespace

QColor runToneColor(const QPalette& palette, RunTone tone)
{
    switch (tone) {
    case RunTone::Plain:
        return themeColor(palette, ColorRole::Text);
    case RunTone::Faint:
        return themeColor(palette, ColorRole::SecondaryText);
    case RunTone::Waiting:
        return themeColor(palette, ColorRole::High);
    case RunTone::Unknown:
        return themeColor(palette, ColorRole::Unknown);
    case RunTone::Failed:
    case RunTone::Tampered:
        return themeColor(palette, ColorRole::Critical);
    }
    return {};
}

RunTone actionTone(ActionState state, bool isTamperedWith)
{
    if (isTamperedWith)
        return RunTone::Tampered;
    switch (state) {
    case ActionState::Pending:
        return RunTone::Waiting;
    case ActionState::Unknown:
        return RunTone::Unknown;
    case ActionState::Failed:
        return RunTone::Failed;
    case ActionState::Proposed:
    case ActionState::Holding:
    case ActionState::Approved:
    case ActionState::Running:
    case ActionState::Succeeded:
    case ActionState::Denied:
    case ActionState::Invalid:
    case ActionState::Expired:
    case ActionState::Cancelled:
    case ActionState::Skipped:
    case ActionState::Determined:
        return RunTone::Plain;
    }
    return RunTone::Plain;
}

QString runTitle(const RunSnapshot& run)
{
    if (!run.tamperedWith.isEmpty()) {
        //: A run whose rows in the store do not fit each other
        return QCoreApplication::translate("Runs", "Tampered with");
    }
    if (!run.labels.runId.isEmpty())
        return visibleLine(run.labels.runId, TextRole::Identifier, kLabelCharacters);
    //: A run that the agent gave no name; %1 is the id of the submission
    return QCoreApplication::translate("Runs", "Submission %1")
        .arg(visibleLine(run.newest.value(), TextRole::Identifier, kLabelCharacters));
}

QString runAgent(const RunSnapshot& run)
{
    const QByteArray& name = run.agentName.isEmpty() ? run.credential.value() : run.agentName;
    return visibleLine(name, TextRole::Identifier, kLabelCharacters);
}

QString runProgressText(const StateCounts& counts)
{
    QStringList parts;
    //: Entry of a run's progress; %1 is how many calls have succeeded
    addCount(parts, QCoreApplication::translate("Runs", "%1 done"),
             counts.of(ActionState::Succeeded));
    //: Entry of a run's progress; %1 is how many calls run now
    addCount(parts, QCoreApplication::translate("Runs", "%1 running"),
             counts.of(ActionState::Running));
    //: Entry of a run's progress; %1 is how many calls wait for a decision
    addCount(parts, QCoreApplication::translate("Runs", "%1 waiting"),
             counts.of(ActionState::Pending));
    //: Entry of a run's progress; %1 is how many calls have an outcome that nobody knows
    addCount(parts, QCoreApplication::translate("Runs", "%1 unknown"),
             counts.of(ActionState::Unknown));
    //: Entry of a run's progress; %1 is how many calls failed
    addCount(parts, QCoreApplication::translate("Runs", "%1 failed"),
             counts.of(ActionState::Failed));
    //: Entry of a run's progress; %1 is how many calls are approved and not started
    addCount(parts, QCoreApplication::translate("Runs", "%1 queued"), counts.of(kQueued));
    //: Entry of a run's progress; %1 is how many unknown calls were settled by a person
    addCount(parts, QCoreApplication::translate("Runs", "%1 settled"),
             counts.of(ActionState::Determined));
    //: Entry of a run's progress; %1 is how many calls were never run (denied, cancelled …)
    addCount(parts, QCoreApplication::translate("Runs", "%1 not run"), counts.of(kNotRun));
    return joined(parts);
}

QString runStateText(const RunSnapshot& run, qint64 nowMs)
{
    const StateCounts& counts = run.counts;
    if (const qint64 waiting = counts.of(ActionState::Pending); waiting > 0) {
        const QString age = ageText(nowMs - run.oldestPendingAtMs);
        if (waiting == 1) {
            //: State of a run; one call waits for a person, %1 is an age such as "6 min"
            return QCoreApplication::translate("Runs", "Waiting for 1 decision, oldest %1")
                .arg(age);
        }
        //: State of a run; %n calls wait for a person, %1 is an age such as "6 min"
        return QCoreApplication::translate("Runs", "Waiting for %n decisions, oldest %1", nullptr,
                                           int(waiting))
            .arg(age);
    }
    if (runInFlight(counts) > 0) {
        //: State of a run: some of its calls are queued or running
        return QCoreApplication::translate("Runs", "Running");
    }
    const qint64 total = counts.total();
    if (total == 0)
        return {};
    bool isFine = counts.of(ActionState::Succeeded) == total;
#ifdef LOCKKEEPER_FAULT_UNKNOWN_SHOWN_AS_FINE
    isFine = true;
#endif
    if (!isFine)
        return endText(counts);
    //: State of a run: each of its %1 calls succeeded
    return QCoreApplication::translate("Runs", "All %1 succeeded").arg(number(total));
}

RunTone runStateTone(const StateCounts& counts)
{
    if (counts.of(ActionState::Pending) > 0)
        return RunTone::Waiting;
    if (counts.of(ActionState::Unknown) > 0)
        return RunTone::Unknown;
    if (runInFlight(counts) == 0 && counts.of(ActionState::Failed) > 0)
        return RunTone::Failed;
    return RunTone::Plain;
}

qint64 runInFlight(const StateCounts& counts)
{
    return counts.of(
        {ActionState::Pending, ActionState::Holding, ActionState::Approved, ActionState::Running});
}

QString runModeText(SubmissionMode mode)
{
    switch (mode) {
    case SubmissionMode::Independent:
        return {};
    case SubmissionMode::Ordered:
        //: How the calls of a submission depend on each other
        return QCoreApplication::translate("Runs", "In order: a call that does not succeed skips "
                                                   "the rest of its submission.");
    case SubmissionMode::AllOrNothing:
        //: How the calls of a submission depend on each other
        return QCoreApplication::translate(
            "Runs", "All or nothing: no call starts until all of its submission are approved.");
    }
    return {};
}

QString runDurationText(qint64 ms)
{
    const qint64 time = qMax(qint64(0), ms);
    if (time < kMinuteMs) {
        //: How long something took; %1 is a number of seconds such as 0.4
        return QCoreApplication::translate("Runs", "%1 s")
            .arg(QLocale().toString(double(time) / double(kSecondMs), 'f', 1));
    }
    const auto two = [](qint64 value) {
        return QString::number(value).rightJustified(2, QLatin1Char('0'));
    };
    const QString seconds = two(time % kMinuteMs / kSecondMs);
    if (time < kHourMs)
        return QStringLiteral("%1:%2").arg(time / kMinuteMs).arg(seconds);
    return QStringLiteral("%1:%2:%3")
        .arg(time / kHourMs)
        .arg(two(time % kHourMs / kMinuteMs), seconds);
}

QString callStateText(ActionState state, WaitReason wait, bool isTamperedWith)
{
    if (isTamperedWith) {
        //: State of a call whose rows in the store do not fit what was sealed
        return QCoreApplication::translate("Runs", "Tampered with");
    }
    if (state == ActionState::Approved && wait != WaitReason::None)
        return waitText(wait);
    return actionStateText(state);
}

} // namespace lockkeeper
