// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/pagecore.h"

#include <QDateTime>

#include <algorithm>
#include <array>
#include <utility>

namespace lockkeeper {

namespace {

constexpr int kRecordsOfCall = 3;
constexpr int kFailedEvery = 10;
constexpr int kIdDigits = 9;
constexpr qint64 kAgeMs = 600'000;
constexpr qint64 kTookMs = 1'500;

const QByteArray kRun = "run_bench";

ActionId idOf(qint64 place)
{
    return ActionId("act_" + QByteArray::number(place).rightJustified(kIdDigits, '0'));
}

qint64 placeOf(const ActionId& action)
{
    return action.value().mid(qsizetype(sizeof("act_")) - 1).toLongLong();
}

HistoryEntry entryOf(qint64 position)
{
    struct Kind
    {
        const char* kind;
        const char* state;
    };
    constexpr std::array<Kind, kRecordsOfCall> kKinds{{{"succeeded", "succeeded"},
                                                       {"operator_approved", "approved"},
                                                       {"dispatch_started", "running"}}};
    const Kind& kind = kKinds.at(size_t(position % kRecordsOfCall));
    HistoryEntry entry;
    entry.position = position;
    entry.atMs = 1'700'000'000'000 + position;
    entry.kind = kind.kind;
    entry.action = idOf(position / kRecordsOfCall);
    entry.tool = {"files", "write_file"};
    entry.state = kind.state;
    entry.by = position % kRecordsOfCall == 1 ? QByteArray("bea") : QByteArray();
    return entry;
}

} // namespace

PageCore::PageCore(qint64 calls)
    : m_calls(calls)
    , m_runningFrom(calls)
    , m_startMs(QDateTime::currentMSecsSinceEpoch())
    , m_thread("pages")
{
    m_thread.start();
}

PageCore::~PageCore()
{
    close();
}

void PageCore::close()
{
    m_thread.post([this]() { m_growth.reset(); });
    m_thread.stop();
}

void PageCore::setGrowing(bool isGrowing)
{
    m_thread.post([this, isGrowing]() {
        if (!isGrowing)
            return m_growth.reset();
        m_growth = std::make_unique<QTimer>();
        m_growth->setTimerType(Qt::PreciseTimer);
        QObject::connect(m_growth.get(), &QTimer::timeout, m_growth.get(), [this]() { grow(); });
        m_growth->start(kBatchMs);
    });
}

void PageCore::status(Reply<StatusSnapshot> reply)
{
    m_thread.post([this, reply]() {
        StatusSnapshot status;
        status.version = "1";
        status.keyring = "ready";
        status.readOnly = false;
        status.journalPosition = m_calls * kRecordsOfCall;
        status.guardPosition = status.journalPosition;
        reply.deliver(status);
    });
}

void PageCore::subscribe(const QByteArray& from, QObject* context, CoreService::FeedSink sink)
{
    Q_UNUSED(from);
    m_thread.post([this, context, sink = std::move(sink)]() {
        m_listener = context;
        m_sink = sink;
    });
}

void PageCore::unsubscribe()
{
    m_thread.post([this]() { m_listener = nullptr; });
}

void PageCore::briefsOf(const QList<ActionId>& actions, Reply<QList<ActionSnapshot>> reply)
{
    m_thread.post([this, actions, reply]() {
        QList<ActionSnapshot> found;
        for (const ActionId& action : actions)
            found.append(call(placeOf(action)).snapshot);
        reply.deliver(found);
    });
}

void PageCore::result(const ActionId& action, Reply<CallResult> reply)
{
    m_thread.post([action, reply]() {
        CallResult result;
        result.action = action;
        result.state = ActionState::Succeeded;
        result.result = R"({"content":[{"type":"text","text":"written"}]})";
        result.settled = true;
        reply.deliver(result);
    });
}

void PageCore::history(qint64 before, int limit, Reply<QList<HistoryEntry>> reply)
{
    m_thread.post([this, before, limit, reply]() {
        const qint64 last = m_calls * kRecordsOfCall;
        QList<HistoryEntry> page;
        qint64 position = before == 0 ? last : std::min(last, before - 1);
        for (; position > 0 && page.size() < limit; --position)
            page.append(entryOf(position));
        reply.deliver(page);
    });
}

void PageCore::runs(const RunCursor& after, int limit, Reply<QList<RunSnapshot>> reply)
{
    Q_UNUSED(limit);
    m_thread.post([this, isFirst = after.newest.isEmpty(), reply]() {
        reply.deliver(isFirst ? QList<RunSnapshot>{run()} : QList<RunSnapshot>());
    });
}

void PageCore::runsOf(const QList<ActionId>& actions, Reply<QList<RunSnapshot>> reply)
{
    Q_UNUSED(actions);
    m_thread.post([this, reply]() { reply.deliver(QList<RunSnapshot>{run()}); });
}

void PageCore::runActions(const RunActionsQuery& query, Reply<RunPage> reply)
{
    m_thread.post([this, query, reply]() {
        RunPage page;
        page.run = kRun;
        page.next = query.from;
        for (; page.next < m_calls && page.actions.size() < query.limit; ++page.next)
            page.actions.append(call(page.next));
        page.isLast = page.next >= m_calls;
        reply.deliver(page);
    });
}

void PageCore::grow()
{
    const qint64 endedFrom = std::exchange(m_runningFrom, m_calls);
    m_calls += kBatch;
    tell(endedFrom, m_runningFrom, "tool_succeeded");
    tell(m_runningFrom, m_calls, "tool_started");
}

void PageCore::tell(qint64 first, qint64 end, const QByteArray& type)
{
    if (!m_listener || first == end)
        return;
    FeedBatch batch;
    for (qint64 place = first; place < end; ++place) {
        CoreEvent event;
        event.seq = ++m_seq;
        event.type = type;
        event.actionId = idOf(place).value();
        batch.events.append(event);
    }
    Reply<FeedBatch>(m_listener, [sink = m_sink](const Result<FeedBatch>& told) {
        sink(*told);
    }).deliver(batch);
}

RunAction PageCore::call(qint64 place) const
{
    RunAction made;
    made.place = place;
    ActionRecord& record = made.snapshot.record;
    record.id = idOf(place);
    record.submission = SubmissionId("sub_1");
    record.credential = CredentialId("crd_1");
    record.tool = {"files", "write_file"};
    record.attempts = 1;
    record.createdAtMs = m_startMs - kAgeMs;
    made.startedAtMs = record.createdAtMs;
    made.snapshot.summary = "Write the file number " + QByteArray::number(place);
    if (place >= m_runningFrom) {
        record.state = ActionState::Running;
        record.version = 1;
    } else {
        record.state = place % kFailedEvery == 0 ? ActionState::Failed : ActionState::Succeeded;
        record.version = 2;
        record.hasOutcome = true;
        made.endedAtMs = made.startedAtMs + kTookMs;
        made.snapshot.resultSummary = "Successfully wrote to the file";
    }
    record.changedAtMs = record.createdAtMs + kTookMs;
    return made;
}

RunSnapshot PageCore::run() const
{
    RunSnapshot run;
    run.key = kRun;
    run.credential = CredentialId("crd_1");
    run.agentName = "bench";
    run.labels.runId = "bench";
    run.newest = SubmissionId("sub_1");
    run.firstAtMs = m_startMs - kAgeMs;
    run.newestAtMs = m_startMs;
    run.submissions = 1;
    const qint64 failed = (m_runningFrom + kFailedEvery - 1) / kFailedEvery;
    run.counts.byCode.at(size_t(ActionState::Failed)) = failed;
    run.counts.byCode.at(size_t(ActionState::Succeeded)) = m_runningFrom - failed;
    run.counts.byCode.at(size_t(ActionState::Running)) = m_calls - m_runningFrom;
    return run;
}

} // namespace lockkeeper
