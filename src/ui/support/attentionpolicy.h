// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"

#include <QHash>
#include <QSet>
#include <QString>

#include <optional>

namespace lockkeeper {

/// A notification: counts and words of ours, never a value, an argument or an agent's text.
struct AttentionNotice
{
    enum class Urgency { Normal, Critical };
    Urgency urgency = Urgency::Normal;
    QString title;
    QString body;

    friend bool operator==(const AttentionNotice&, const AttentionNotice&) = default;
};

/// When to call somebody who may look elsewhere, so that being called stays rare: a new critical
/// call or one that expires within two minutes always; a new high one and a new unknown outcome
/// when the window is not active; the rest as a digest, at most one in five minutes, and never
/// while the window is active. Each reason calls once for each action; what is put aside calls
/// nobody until it is back, and then as a new one. No clock of its own.
class AttentionPolicy
{
public:
    static constexpr qint64 kExpiringMs = 2LL * 60 * 1000;
    static constexpr qint64 kDigestMs = 5LL * 60 * 1000;

    /// What to say now that these actions are open, if anything. `nowMs` is wall time.
    [[nodiscard]] std::optional<AttentionNotice> look(const QHash<ActionId, ActionSnapshot>& open,
                                                      qint64 nowMs, bool isWindowActive);
    /// The first time it looks there is nothing new: what waits already is on the screen.
    void begin(const QHash<ActionId, ActionSnapshot>& open, qint64 nowMs);

private:
    [[nodiscard]] bool isNew(QSet<ActionId>& told, const ActionId& action);

    QSet<ActionId> m_toldPending;
    QSet<ActionId> m_toldExpiring;
    QSet<ActionId> m_toldUnknown;
    qint64 m_lastDigestMs = 0;
    int m_forDigest = 0;
};

} // namespace lockkeeper
