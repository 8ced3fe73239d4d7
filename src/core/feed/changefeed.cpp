// SPDX-License-Identifier: Apache-2.0
#include "core/feed/changefeed.h"

#include "core/base/logging.h"

namespace lockkeeper {

ChangeFeed::ChangeFeed(Store& store, Scheduler& scheduler, QByteArray storeId, qint64 incarnation)
    : m_store(store)
    , m_scheduler(scheduler)
    , m_prefix(storeId + ':' + QByteArray::number(incarnation) + ':')
{
}

ChangeFeed::~ChangeFeed()
{
    *m_alive = false;
}

QByteArray ChangeFeed::token(qint64 position) const
{
    return m_prefix + QByteArray::number(position);
}

qint64 ChangeFeed::firstKept(qint64 fallback) const
{
    qint64 first = fallback;
    const auto read =
        m_store.session().query("outbox_range", {}, [&](const StoreRow& row) -> Result<void> {
            if (!row.isNull(0))
                first = row.integer(0);
            return {};
        });
    return read ? first : fallback;
}

void ChangeFeed::subscribe(quint64 subscriber, const QByteArray& from,
                           const CredentialId& credential, qint64 position, Deliver deliver)
{
    Subscriber added;
    added.credential = credential;
    added.position = position;
    added.deliver = std::move(deliver);
    if (!from.isEmpty()) {
        bool ok = false;
        const qint64 asked =
            from.startsWith(m_prefix) ? from.mid(m_prefix.size()).toLongLong(&ok) : -1;
        const qint64 first = firstKept(position + 1);
        if (!ok || asked < 0 || asked > position) {
            // A token of another store or of a future that does not exist: everything may be new.
            added.gapFrom = 1;
            added.gapTo = position;
        } else if (asked + 1 < first) {
            added.gapFrom = asked + 1;
            added.gapTo = first - 1;
            added.position = first - 1;
        } else {
            added.position = asked;
        }
    }
    m_subscribers.insert(subscriber, std::move(added));
    wake();
}

void ChangeFeed::wake()
{
    if (m_scheduled || m_subscribers.isEmpty())
        return;
    m_scheduled = true;
    m_scheduler.after(kSpacingMs, [this, alive = m_alive]() {
        if (!*alive)
            return;
        m_scheduled = false;
        pump();
    });
}

void ChangeFeed::pump()
{
    bool more = false;
    const QList<quint64> subscribers = m_subscribers.keys();
    for (const quint64 id : subscribers) {
        const auto found = m_subscribers.find(id);
        if (found != m_subscribers.end())
            more = pumpOne(*found) || more;
    }
    if (more)
        wake();
}

bool ChangeFeed::pumpOne(Subscriber& subscriber)
{
    FeedBatch batch;
    batch.gapFrom = std::exchange(subscriber.gapFrom, 0);
    batch.gapTo = std::exchange(subscriber.gapTo, 0);
    qint64 seen = 0;
    const qint64 limit = kMaximumBatch;
    const auto read = m_store.session().query(
        "outbox_after", {subscriber.position, limit}, [&](const StoreRow& row) -> Result<void> {
            ++seen;
            subscriber.position = row.integer(0);
            if (!subscriber.credential.isEmpty() && row.bytes(8) != subscriber.credential.value())
                return {};
            CoreEvent event;
            event.seq = row.integer(0);
            event.atMs = row.integer(1);
            event.type = row.bytes(2);
            event.actionId = row.bytes(3);
            event.submissionId = row.bytes(4);
            event.batchId = row.bytes(5);
            event.callId = row.bytes(6);
            event.tool = row.bytes(7);
            event.details = row.bytes(9);
            batch.events.append(std::move(event));
            return {};
        });
    if (!read) {
        // The stream is best effort: it can never fail or slow a call.
        log::warning("feed", "the outbox could not be read", {{"why", read.error().describe()}});
        return false;
    }
    batch.resumeToken = token(subscriber.position);
    if (!batch.events.isEmpty() || batch.gapFrom > 0)
        subscriber.deliver(batch);
    return seen == kMaximumBatch;
}

void ChangeFeed::live(const CoreEvent& event, const CredentialId& credential)
{
    for (const Subscriber& subscriber : std::as_const(m_subscribers)) {
        if (!subscriber.credential.isEmpty() && !(subscriber.credential == credential))
            continue;
        FeedBatch batch;
        batch.events.append(event);
        batch.resumeToken = token(subscriber.position);
        subscriber.deliver(batch);
    }
}

} // namespace lockkeeper
