// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/decisionwords.h"

#include "ui/arguments/visibletext.h"
#include "ui/pending/decisionmatter.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr int kButtonCharacters = 60;
constexpr int kWholeCharacters = 2000;
constexpr int kNameCharacters = 80;
constexpr int kReasonCharacters = 400;
constexpr qint64 kSecondMs = 1000;
constexpr int kGroup = 4;

/// Gives the sentences their translation context.
class Words
{
    Q_DECLARE_TR_FUNCTIONS(DecisionWords)

public:
    static QString ofPending(const DecisionFacts& facts);
    static QString ofStep(const DecisionFacts& facts);
    static QString ofHolding(const DecisionFacts& facts);
    static QString ofDenied(const ActionCard& card);
    static QString ofState(const DecisionFacts& facts);
    static QString ofTampered(const ActionCard& card);
    static QString snooze(SnoozeHindrance hindrance);
    static QString hindrance(SnoozeHindrance hindrance);
    static QString approve(const QString& effect);
};

QString Words::ofStep(const DecisionFacts& facts)
{
    switch (facts.step) {
    case ApprovalLadder::Step::NotDecidable:
        if (!hasArguments(facts.card))
            return tr("Its arguments are missing, so nobody can know what would run. The request "
                      "can only be denied.");
        return tr("This tool is not as it was accepted. The request can only be denied.");
    case ApprovalLadder::Step::NotNow:
        return tr("You can read, not decide.");
    case ApprovalLadder::Step::Read:
        //: %1 is a percentage.
        return tr("Read %1 %. Scroll to the end of the arguments to approve.")
            .arg(facts.readPercent);
    case ApprovalLadder::Step::Warnings:
        return tr("%n warning(s) open. Acknowledge each of them to approve.", nullptr,
                  facts.ladder.openWarnings);
    case ApprovalLadder::Step::OpenChallenge:
        return tr("Approving this asks for a value of the call.");
    case ApprovalLadder::Step::Challenge:
    case ApprovalLadder::Step::Reason:
        return tr("Not approved yet.");
    case ApprovalLadder::Step::Ready:
        if (facts.ladder.isSeenToTheEnd)
            return tr("Read to the end. Ctrl+Enter approves.");
        //: %1 is a percentage.
        return tr("Read %1 %. Ctrl+Enter approves.").arg(facts.readPercent);
    }
    return {};
}

QString Words::ofPending(const DecisionFacts& facts)
{
    if (facts.isExpired)
        return tr("The time to decide is over. Nothing was run.");
    if (facts.isWaiting)
        return tr("Waiting for the answer.");
    if (facts.isAside)
        return tr("Snoozed. Bring it back to decide on it.");
    QStringList sentences = {ofStep(facts)};
    const ApprovalLadder& ladder = facts.ladder;
    if (ladder.unmasked > 0)
        sentences.append(
            tr("%n masked value(s) that nobody has looked at.", nullptr, ladder.unmasked));
    else if (!facts.card.masked.isEmpty())
        sentences.append(
            tr("%n value(s) masked.", nullptr, static_cast<int>(facts.card.masked.size())));
    if (ladder.openWarnings > 0 && facts.step != ApprovalLadder::Step::Warnings)
        sentences.append(tr("%n warning(s) open.", nullptr, ladder.openWarnings));
    return sentences.join(QLatin1Char(' '));
}

QString Words::ofHolding(const DecisionFacts& facts)
{
    const qint64 leftMs = std::max<qint64>(facts.card.snapshot.record.holdUntilMs - facts.nowMs, 0);
    //: %1 is a number of seconds; a button Undo stands beside it.
    return tr("Will be sent in %1 s.").arg((leftMs + kSecondMs - 1) / kSecondMs);
}

QString Words::ofDenied(const ActionCard& card)
{
    const QByteArray& name = card.snapshot.decidedBy;
    if (name.isEmpty())
        return tr("Denied. Nothing was run.");
    //: %1 is a person's name.
    return tr("%1 denied this. Nothing was run.")
        .arg(visibleLine(name, TextRole::Identifier, kNameCharacters));
}

QString Words::ofTampered(const ActionCard& card)
{
    //: %1 is what does not fit, in the core's words.
    return tr("This request does not agree with the record: %1. Nothing of it runs, and nobody can "
              "decide it.")
        .arg(visibleLine(card.snapshot.tamperedWith, TextRole::Prose, kReasonCharacters));
}

QString Words::ofState(const DecisionFacts& facts)
{
    switch (facts.card.snapshot.record.state) {
    case ActionState::Proposed:
        return tr("This request is being checked.");
    case ActionState::Pending:
        return ofPending(facts);
    case ActionState::Holding:
        return ofHolding(facts);
    case ActionState::Approved:
        return tr("Approved. Not started yet.");
    case ActionState::Running:
        return tr("Started. It is running.");
    case ActionState::Succeeded:
        return tr("It ran. The tool reported success.");
    case ActionState::Failed:
        return tr("It failed.");
    case ActionState::Denied:
        return ofDenied(facts.card);
    case ActionState::Invalid:
        return tr("This is no valid call. Nothing was run.");
    case ActionState::Expired:
        return tr("Not approved: time ran out. Nothing was run.");
    case ActionState::Cancelled:
        return tr("This request was taken back. Nothing was run.");
    case ActionState::Skipped:
        return tr("Skipped with the rest of its batch. Nothing was run.");
    case ActionState::Unknown:
        return tr("We do not know whether this happened.");
    case ActionState::Determined:
        return tr("A person has recorded what became of it.");
    }
    return {};
}

QString Words::hindrance(SnoozeHindrance hindrance)
{
    switch (hindrance) {
    case SnoozeHindrance::None:
        break;
    case SnoozeHindrance::Critical:
        return tr("A critical request cannot be snoozed.");
    case SnoozeHindrance::NoTime:
        return tr("Too little time is left to snooze this.");
    }
    return {};
}

QString Words::snooze(SnoozeHindrance hindrance)
{
    switch (hindrance) {
    case SnoozeHindrance::None:
        break;
    case SnoozeHindrance::Critical:
        //: On the button Snooze, which does not work then: why. As short as can be.
        return tr("Snooze: not if critical");
    case SnoozeHindrance::NoTime:
        //: On the button Snooze, which does not work then: why. As short as can be.
        return tr("Snooze: too late");
    }
    //: A button: opens the field in which a request is put aside for a while.
    return tr("Snooze…");
}

QString Words::approve(const QString& effect)
{
    //: On the button that approves. %1 is what the call does.
    return tr("Approve: %1").arg(effect);
}

} // namespace

QString decisionWords(const DecisionFacts& facts)
{
    return facts.ladder.isTampered ? Words::ofTampered(facts.card) : Words::ofState(facts);
}

QString approveWords(const ActionCard& card, bool isWhole)
{
    return Words::approve(visibleLine(card.snapshot.summary, TextRole::Prose,
                                      isWhole ? kWholeCharacters : kButtonCharacters));
}

QString snoozeWords(SnoozeHindrance hindrance)
{
    return Words::snooze(hindrance);
}

QString hindranceWords(SnoozeHindrance hindrance)
{
    return Words::hindrance(hindrance);
}

QString shortFingerprint(const QByteArray& fingerprint)
{
    const QString text = QString::fromLatin1(fingerprint.left(2 * kGroup));
    return text.left(kGroup) + QLatin1Char(' ') + text.mid(kGroup);
}

} // namespace lockkeeper
