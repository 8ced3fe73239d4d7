// SPDX-License-Identifier: Apache-2.0
#include "ui/coreclient.h"

#include <QDateTime>
#include <QElapsedTimer>

namespace lockkeeper {

namespace {

constexpr int kPage = 500;

qint64 monotonicMs()
{
    QElapsedTimer timer;
    timer.start();
    return timer.msecsSinceReference();
}

} // namespace

bool isOpenState(ActionState state)
{
    switch (state) {
    case ActionState::Pending:
    case ActionState::Holding:
    case ActionState::Approved:
    case ActionState::Running:
    case ActionState::Unknown:
        return true;
    case ActionState::Proposed:
    case ActionState::Succeeded:
    case ActionState::Failed:
    case ActionState::Denied:
    case ActionState::Invalid:
    case ActionState::Expired:
    case ActionState::Cancelled:
    case ActionState::Skipped:
    case ActionState::Determined:
        return false;
    }
    return false;
}

CoreClient::CoreClient(OperatorCore& core, QObject* parent)
    : QObject(parent)
    , m_core(core)
{
    m_coalesce.setSingleShot(true);
    m_coalesce.setInterval(kCoalesceMs);
    connect(&m_coalesce, &QTimer::timeout, this, &CoreClient::readChanged);
    m_beat.setInterval(kBeatMs);
    connect(&m_beat, &QTimer::timeout, this, &CoreClient::beat);
}

void CoreClient::start()
{
    m_isRunning = true;
    m_lastAnswerMs = monotonicMs();
    m_core.onStatusChanged(this, [this]() {
        if (m_isRunning)
            askStatus();
    });
    m_core.subscribe({}, this, [this](const FeedBatch& batch) {
        if (m_isRunning)
            take(batch);
    });
    m_beat.start();
    askStatus();
    load();
}

void CoreClient::stop()
{
    if (!m_isRunning)
        return;
    m_isRunning = false;
    m_beat.stop();
    m_coalesce.stop();
    m_core.unsubscribe();
}

bool CoreClient::canDecide() const
{
    return m_connection == Connection::Connected && !m_status.readOnly;
}

void CoreClient::load()
{
    ++m_generation;
    m_loading.clear();
    loadPage({}, m_generation);
}

void CoreClient::loadPage(const ActionId& before, int generation)
{
    ActionsQuery query;
    query.state = "open";
    query.before = before;
    query.limit = kPage;
    m_core.briefs(query, reply<QList<ActionSnapshot>>(
                             this, [this, generation](Result<QList<ActionSnapshot>> page) {
                                 if (generation != m_generation)
                                     return;
                                 // Nothing is lost: the next beat asks again.
                                 m_hasLoaded = bool(page);
                                 if (!page)
                                     return;
                                 for (const ActionSnapshot& snapshot : std::as_const(*page)) {
                                     if (isOpenState(snapshot.record.state))
                                         m_loading.insert(snapshot.record.id, snapshot);
                                 }
                                 if (page->size() == kPage)
                                     return loadPage(page->constLast().record.id, generation);
                                 m_open = std::move(m_loading);
                                 m_loading.clear();
                                 emit reset();
                             }));
}

void CoreClient::askStatus()
{
    m_core.status(reply<StatusSnapshot>(this, [this](Result<StatusSnapshot> status) {
        m_lastAnswerMs = monotonicMs();
        m_asOfMs = QDateTime::currentMSecsSinceEpoch();
        if (!status)
            return;
        const bool wasThere = m_connection == Connection::Connected;
        const bool couldRead = m_status.keyring == "ready";
        m_status = *std::move(status);
        setConnection(Connection::Connected);
        // What was sealed could not be read until now.
        if (wasThere && !couldRead && m_status.keyring == "ready")
            load();
        emit statusChanged();
    }));
}

void CoreClient::take(const FeedBatch& batch)
{
    if (batch.gapFrom != 0)
        load();
    for (const CoreEvent& event : batch.events) {
        if (event.seq != 0 && !event.actionId.isEmpty())
            m_toRead.insert(ActionId(event.actionId));
    }
    if (!batch.events.isEmpty())
        emit events(batch.events);
    if (!m_toRead.isEmpty() && !m_isReading && !m_coalesce.isActive())
        m_coalesce.start();
}

void CoreClient::readChanged()
{
    QList<ActionId> asked;
    for (const ActionId& action : std::as_const(m_toRead)) {
        asked.append(action);
        if (asked.size() == kPage)
            break;
    }
    for (const ActionId& action : std::as_const(asked))
        m_toRead.remove(action);
    m_isReading = true;
    m_core.briefsOf(asked, reply<QList<ActionSnapshot>>(
                               this, [this, asked](Result<QList<ActionSnapshot>> snapshots) {
                                   m_isReading = false;
                                   m_lastAnswerMs = monotonicMs();
                                   if (!snapshots) {
                                       // Nothing is lost: the next beat asks again.
                                       m_toRead.unite(QSet<ActionId>(asked.begin(), asked.end()));
                                       return;
                                   }
                                   for (const ActionSnapshot& snapshot : std::as_const(*snapshots))
                                       keep(snapshot);
                                   emit changed(*snapshots);
                                   if (!m_toRead.isEmpty())
                                       m_coalesce.start();
                               }));
}

void CoreClient::keep(const ActionSnapshot& snapshot)
{
    const ActionId& id = snapshot.record.id;
    const auto known = m_open.constFind(id);
    if (known != m_open.cend() && known->record.version > snapshot.record.version)
        return;
    if (isOpenState(snapshot.record.state))
        m_open.insert(id, snapshot);
    else
        m_open.remove(id);
    if (!m_loading.isEmpty() && isOpenState(snapshot.record.state))
        m_loading.insert(id, snapshot);
    else
        m_loading.remove(id);
}

void CoreClient::beat()
{
    if (monotonicMs() - m_lastAnswerMs > kSilenceMs)
        setConnection(Connection::Silent);
    if (!m_toRead.isEmpty() && !m_isReading && !m_coalesce.isActive())
        m_coalesce.start();
    if (!m_hasLoaded && m_loading.isEmpty())
        load();
    askStatus();
}

void CoreClient::setConnection(Connection connection)
{
    if (m_connection == connection)
        return;
    m_connection = connection;
    emit connectionChanged();
}

} // namespace lockkeeper
