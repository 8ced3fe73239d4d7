// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/scheduler.h"
#include "core/domain/coreevents.h"
#include "core/domain/ids.h"
#include "core/store/store.h"

#include <QByteArray>
#include <QHash>

#include <functional>
#include <memory>

namespace lockkeeper {

/// From the outbox to the subscribers: after a commit, in order, at most one
/// batch per 50 ms, with a resume token, and an explicit gap where events are no longer kept.
/// Live-only events (progress) go through at once and are not kept. Core thread only.
class ChangeFeed
{
public:
    static constexpr qint64 kSpacingMs = 50;
    static constexpr int kMaximumBatch = 500;
    /// How many events the outbox keeps.
    static constexpr qint64 kKept = 100'000;

    using Deliver = std::function<void(const FeedBatch&)>;

    ChangeFeed(Store& store, Scheduler& scheduler, QByteArray storeId, qint64 incarnation);
    ~ChangeFeed();

    /// `from`: a resume token, or empty for "from now on" (`position`). A token of another store or
    /// incarnation, or older than what is kept, gives a gap first. `credential` empty = everything.
    void subscribe(quint64 subscriber, const QByteArray& from, const CredentialId& credential,
                   qint64 position, Deliver deliver);
    void unsubscribe(quint64 subscriber) { m_subscribers.remove(subscriber); }

    /// Something was committed: subscribers hear of it soon.
    void wake();
    /// An event that is not kept.
    void live(const CoreEvent& event, const CredentialId& credential);

    [[nodiscard]] QByteArray token(qint64 position) const;

private:
    struct Subscriber
    {
        CredentialId credential;
        qint64 position = 0; ///< everything up to here was delivered or skipped
        qint64 gapFrom = 0;
        qint64 gapTo = 0;
        Deliver deliver;
    };

    void pump();
    [[nodiscard]] bool pumpOne(Subscriber& subscriber);
    [[nodiscard]] qint64 firstKept(qint64 fallback) const;

    Store& m_store;
    Scheduler& m_scheduler;
    QByteArray m_prefix;
    QHash<quint64, Subscriber> m_subscribers;
    std::shared_ptr<bool> m_alive = std::make_shared<bool>(true);
    bool m_scheduled = false;
};

} // namespace lockkeeper
