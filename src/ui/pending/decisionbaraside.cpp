// SPDX-License-Identifier: Apache-2.0
// The part of DecisionBar that puts a call aside, brings it back and asks for more time.
#include "ui/pending/challengepanel.h"
#include "ui/pending/decisionbar.h"
#include "ui/pending/decisionwords.h"
#include "ui/pending/denypanel.h"
#include "ui/pending/pinrow.h"
#include "ui/pending/snoozepanel.h"
#include "ui/widgets/wrappingbutton.h"

#include <QDateTime>
#include <QLabel>

namespace lockkeeper {

namespace {

constexpr qsizetype kReasonBytes = 500;

qint64 wallMs()
{
    return QDateTime::currentMSecsSinceEpoch();
}

QList<SnoozeChoice> allowedChoices(const ActionSnapshot& snapshot)
{
    QList<SnoozeChoice> allowed;
    for (const SnoozeChoice choice : kAllSnoozeChoices) {
        if (snoozeUntil(choice, snapshot, wallMs()))
            allowed.append(choice);
    }
    return allowed;
}

} // namespace

/// A panel below which neither of the other buttons stands.
bool DecisionBar::isPanelOpen() const
{
    return m_denyPanel->isOpen() || m_snoozePanel->isOpen();
}

void DecisionBar::tryExtension()
{
    if (m_guard.isOpen() && isVisible())
        extend();
}

void DecisionBar::extend()
{
    if (!canDeny() || isPanelOpen() || m_isExtending || m_card->snapshot.decideByMs <= 0)
        return;
    // The focus stays where it is: beside the PIN the next key would be about something else.
    if (m_isPinNeeded && m_pin->isEmpty())
        return hint(tr("Type the PIN first. No more time was asked for."));
    m_isExtending = true;
    m_verdict = tr("More time was asked for.");
    m_isRefusal = false;
    m_guard.decisionMade();
    refresh();
    emit extended(m_card->snapshot.record.id);
}

void DecisionBar::snooze(const QByteArray& method)
{
    if (m_isAside)
        return bringBack(method);
    if (!canDeny() || m_snoozePanel->isOpen())
        return;
    const SnoozeHindrance hindrance = snoozeHindrance(m_card->snapshot, wallMs());
    if (hindrance != SnoozeHindrance::None)
        return hint(hindranceWords(hindrance));
    m_inputMethod = method;
    rememberFocus();
    m_challenge->close();
    m_denyPanel->close();
    m_snoozePanel->open(allowedChoices(m_card->snapshot));
    m_guard.restart();
    refresh();
}

void DecisionBar::sendSnooze(const QByteArray& method)
{
    if (!m_snoozePanel->isOpen() || !canDeny())
        return;
    const QByteArray reason = m_snoozePanel->reason().toUtf8();
    if (reason.isEmpty())
        return hint(tr("Say why. Nothing was snoozed."));
    if (reason.size() > kReasonBytes)
        return hint(tr("The reason is too long. Nothing was snoozed."));
    const auto untilMs = snoozeUntil(m_snoozePanel->choice(), m_card->snapshot, wallMs());
    if (!untilMs)
        return hint(tr("Too little time is left for that. Choose another time."));
    if (isPinMissing())
        return;
    const SnoozeRequest request{m_card->snapshot.record.id, *untilMs, reason};
    const SecretBytes pin = takePin();
    m_inputMethod = method;
    endDecision();
    emit snoozed(request, pin);
}

bool DecisionBar::canBringBack() const
{
    return m_card && m_isAside && !m_isWaiting && !isExpired() && m_conditions.canDecide;
}

void DecisionBar::bringBack(const QByteArray& method)
{
    if (!canBringBack())
        return;
    if (m_isPinNeeded && m_pin->isEmpty())
        return hint(tr("Type the PIN first. Nothing was brought back."));
    const SnoozeRequest request{m_card->snapshot.record.id, 0, {}};
    const SecretBytes pin = takePin();
    m_inputMethod = method;
    endDecision();
    emit snoozed(request, pin);
}

/// Only here it changes whether the card is put aside: what the keys do changes with it.
void DecisionBar::takeTime()
{
    const bool isAside = m_card && isSnoozed(m_card->snapshot, wallMs());
    if (isAside == m_isAside)
        return;
    m_isAside = isAside;
    m_guard.restart();
}

void DecisionBar::refreshSnooze()
{
    // Extend stops working for a moment while the card is read again: that moves no focus for good.
    if (m_hadExtendFocus && m_extend->isEnabled() && m_state->hasFocus())
        m_extend->setFocus(Qt::OtherFocusReason);
    m_hadExtendFocus = m_hadExtendFocus && !m_extend->isEnabled();

    const SnoozeHindrance hindrance =
        m_card && !m_isAside ? snoozeHindrance(m_card->snapshot, wallMs()) : SnoozeHindrance::None;
    const bool isFree = hindrance == SnoozeHindrance::None;
    work(*m_snooze, m_isAside ? canBringBack() : canDeny() && isFree);
    work(*m_snoozePanel->sendButton(), canDeny());
    if (m_snoozePanel->isOpen() && m_card)
        m_snoozePanel->setAllowed(allowedChoices(m_card->snapshot));
    if (m_isAside)
        //: A button: takes a request that is put aside back into the list.
        m_snooze->setWords(tr("Bring back"), tr("Bring the request back now"));
    else
        m_snooze->setWords(snoozeWords(hindrance), isFree ? tr("Snooze the request for a while")
                                                          : hindranceWords(hindrance));
    //: %1 is a key.
    m_snooze->setToolTip(isFree ? tr("Key: %1").arg(QStringLiteral("S"))
                                : hindranceWords(hindrance));
}

} // namespace lockkeeper
