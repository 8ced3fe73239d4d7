// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/cardnotices.h"

#include "ui/arguments/visibletext.h"
#include "ui/pending/cardwording.h"
#include "ui/pending/pendingpresentation.h"
#include "ui/support/snoozerules.h"
#include "ui/support/statuspresentation.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

namespace lockkeeper {

namespace {

constexpr qint64 kSoonOverMs = 60LL * 1000;

struct CardNotice
{
    Q_DECLARE_TR_FUNCTIONS(CardNotice)
};

void add(QList<Notice>& notices, const char* key, const QString& text, const QString& action = {})
{
    if (!text.isEmpty())
        notices.append({QByteArray(key), text, action});
}

QString tamperedText(const ActionSnapshot& snapshot)
{
    if (snapshot.tamperedWith.isEmpty())
        return {};
    //: %1 names what is stored and does not fit
    return CardNotice::tr("What is stored of this request does not fit: %1. It never runs and "
                          "cannot be approved.")
        .arg(visibleLine(snapshot.tamperedWith, TextRole::Prose));
}

void addExpiring(QList<Notice>& notices, const ActionSnapshot& snapshot, qint64 nowMs)
{
    const bool isSoonOver = snapshot.record.state == ActionState::Pending &&
                            snapshot.decideByMs != 0 && snapshot.decideByMs - nowMs < kSoonOverMs;
    if (!isSoonOver)
        return;
    if (snapshot.decideByMs <= nowMs)
        //: nobody decided in time
        return add(notices, kExpiring,
                   CardNotice::tr("Time is up. This cannot be approved any more."));
    add(notices, kExpiring, CardNotice::tr("Less than 1 min left to decide."),
        //: button: asks for more time to decide
        CardNotice::tr("Ask for more time"));
}

QString snoozedText(const ActionSnapshot& snapshot, qint64 nowMs)
{
    if (!isSnoozed(snapshot, nowMs))
        return {};
    //: a request that is put aside: %1 when it is back and when it expires, %2 a person's name, %3
    //: the reason in that person's words
    return CardNotice::tr("%1 Snoozed by %2: “%3”")
        .arg(snoozedSentence(snapshot), visibleLine(snapshot.snooze.by, TextRole::Identifier),
             visibleLine(snapshot.snooze.reason, TextRole::Prose));
}

void addRequestNotices(QList<Notice>& notices, const CardSituation& situation)
{
    if (situation.hasChanged)
        //: notice about an open request
        add(notices, kShowChange, CardNotice::tr("The request changed."),
            //: button: shows the request as it is now
            CardNotice::tr("Show what changed"));
    if (!situation.readError.isEmpty())
        //: %1 are the core's own words
        add(notices, "unreadable",
            CardNotice::tr("The request could not be read, so it cannot be decided on: %1")
                .arg(situation.readError));
    if (situation.card == nullptr)
        return;
    const ActionSnapshot& snapshot = situation.card->snapshot;
    add(notices, "gone", goneSentence(snapshot));
    add(notices, "tampered", tamperedText(snapshot));
    add(notices, "snoozed", snoozedText(snapshot, situation.nowMs));
    const bool isPending = snapshot.record.state == ActionState::Pending;
    if (isPending && situation.card->toolDefinition.isEmpty())
        //: a request can only be denied, and why
        add(notices, "tool",
            CardNotice::tr("The tool that was asked for is not there as it was then. This can be "
                           "denied, not approved."));
    if (!situation.changedParts.isEmpty())
        //: %1 is a list of parts of a request, e.g. arguments, targets
        add(notices, "changed",
            CardNotice::tr("This is the request as it is now. Changed: %1.")
                .arg(QLocale().createSeparatedList(situation.changedParts)));
    addExpiring(notices, snapshot, situation.nowMs);
}

QString readOnlyText(const StatusSnapshot& status)
{
    if (status.keyring != "ready")
        return keyringNotice(status.keyring);
    if (status.reasons.isEmpty())
        return CardNotice::tr("You can read, not decide.");
    //: %1 is the reason
    return CardNotice::tr("You can read, not decide: %1")
        .arg(visibleLine(status.reasons.constFirst(), TextRole::Prose));
}

} // namespace

QList<Notice> cardNotices(const CardSituation& situation)
{
    QList<Notice> notices;
    if (situation.isSilent) {
        const QString when = QLocale().toString(
            QDateTime::fromMSecsSinceEpoch(situation.asOfMs).time(), QLocale::LongFormat);
        //: the core does not answer; %1 is a time
        add(notices, "silent",
            CardNotice::tr("No connection. You see the state of %1 and cannot decide.").arg(when));
    } else if (situation.status.readOnly) {
        add(notices, "readOnly", readOnlyText(situation.status));
    }
    addRequestNotices(notices, situation);
    add(notices, "before", situation.before);
    return notices;
}

} // namespace lockkeeper
