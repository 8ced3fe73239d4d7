// SPDX-License-Identifier: Apache-2.0
#include "ui/support/attentionpolicy.h"

#include "ui/support/snoozerules.h"

#include <QCoreApplication>

namespace lockkeeper {

namespace {

/// Only what is still open is remembered, so that the sets do not grow for ever.
void forgetClosed(QSet<ActionId>& told, const QHash<ActionId, ActionSnapshot>& open)
{
    told.removeIf([&open](const ActionId& action) { return !open.contains(action); });
}

QString waitingText(int pending)
{
    return QCoreApplication::translate("Attention", "%n call(s) waiting for a decision.", nullptr,
                                       pending);
}

} // namespace

bool AttentionPolicy::isNew(QSet<ActionId>& told, const ActionId& action)
{
    if (told.contains(action))
        return false;
    told.insert(action);
    return true;
}

void AttentionPolicy::begin(const QHash<ActionId, ActionSnapshot>& open, qint64 nowMs)
{
    m_lastDigestMs = nowMs;
    m_forDigest = 0;
    for (const ActionSnapshot& snapshot : open) {
        // What is put aside calls when it is back.
        if (snapshot.record.state == ActionState::Pending && !isSnoozed(snapshot, nowMs))
            m_toldPending.insert(snapshot.record.id);
        else if (snapshot.record.state == ActionState::Unknown)
            m_toldUnknown.insert(snapshot.record.id);
    }
}

std::optional<AttentionNotice> AttentionPolicy::look(const QHash<ActionId, ActionSnapshot>& open,
                                                     qint64 nowMs, bool isWindowActive)
{
    forgetClosed(m_toldPending, open);
    forgetClosed(m_toldExpiring, open);
    forgetClosed(m_toldUnknown, open);
    int pending = 0;
    int critical = 0;
    int high = 0;
    int expiring = 0;
    int unknown = 0;
    for (const ActionSnapshot& snapshot : open) {
        const ActionRecord& record = snapshot.record;
        if (record.state == ActionState::Unknown && isNew(m_toldUnknown, record.id))
            ++unknown;
        if (record.state != ActionState::Pending)
            continue;
        if (isSnoozed(snapshot, nowMs)) {
            // It calls nobody now, and as a new one when it is back.
            m_toldPending.remove(record.id);
            m_toldExpiring.remove(record.id);
            continue;
        }
        ++pending;
        const bool isExpiring =
            snapshot.decideByMs > 0 && snapshot.decideByMs - nowMs < kExpiringMs;
        if (isExpiring && isNew(m_toldExpiring, record.id))
            ++expiring;
        if (!isNew(m_toldPending, record.id))
            continue;
        critical += record.risk == RiskLevel::Critical ? 1 : 0;
        high += record.risk == RiskLevel::High ? 1 : 0;
        m_forDigest += record.risk < RiskLevel::High ? 1 : 0;
    }
    const auto notice = [pending](AttentionNotice::Urgency urgency, const QString& title) {
        return AttentionNotice{urgency, title, waitingText(pending)};
    };
    if (critical > 0)
        return notice(AttentionNotice::Urgency::Critical,
                      QCoreApplication::translate("Attention", "Approvals: %n critical waiting",
                                                  nullptr, critical));
    if (expiring > 0)
        return notice(AttentionNotice::Urgency::Critical,
                      QCoreApplication::translate("Attention", "Approvals: %n about to expire",
                                                  nullptr, expiring));
    if (isWindowActive) {
        m_forDigest = 0;
        return std::nullopt;
    }
    if (unknown > 0)
        return notice(AttentionNotice::Urgency::Normal,
                      QCoreApplication::translate("Attention", "%n outcome(s) nobody knows",
                                                  nullptr, unknown));
    if (high > 0)
        return notice(
            AttentionNotice::Urgency::Normal,
            QCoreApplication::translate("Attention", "Approvals: %n high waiting", nullptr, high));
    if (m_forDigest > 0 && nowMs - m_lastDigestMs >= kDigestMs) {
        const int fresh = m_forDigest;
        m_forDigest = 0;
        m_lastDigestMs = nowMs;
        return notice(
            AttentionNotice::Urgency::Normal,
            QCoreApplication::translate("Attention", "Approvals: %n new", nullptr, fresh));
    }
    return std::nullopt;
}

} // namespace lockkeeper
