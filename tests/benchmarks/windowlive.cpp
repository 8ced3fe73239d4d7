// SPDX-License-Identifier: Apache-2.0
// From an admission to what a person sees of it, and from a person's word to the tool.
#include "benchmarks/realconsole.h"
#include "benchmarks/windowbench.h"
#include "benchmarks/windowwatch.h"
#include "ui/mainwindow.h"
#include "ui/pending/pendinglistpane.h"
#include "ui/pending/pendingview.h"
#include "ui/runs/runitemsmodel.h"

#include <QAction>
#include <QFile>
#include <QHash>
#include <QPushButton>

#include <algorithm>

#include <fcntl.h>
#include <unistd.h>

namespace lockkeeper {

namespace {

constexpr int kArrivalMs = 20; ///< fifty calls a second come
constexpr int kSlot = 4096;
constexpr int kApprovable = 1000;
constexpr double kSeenP50Ms = 150;
constexpr double kSeenP99Ms = 500;
constexpr double kEffectP99Ms = 10;

/// Calls that come at a steady pace, and when each was announced in the strip of the Pending list
/// and stood in the list itself, which the key "." updates as soon as the strip asks for it.
class Arrivals final : public QObject
{
public:
    Arrivals(RealConsole& console, PendingListPane& pane, int count)
        : m_console(console)
        , m_pane(pane)
        , m_view(pane.view())
        , m_strip(*pane.findChild<QPushButton*>(QStringLiteral("newRowsStrip")))
        , m_left(count)
        , m_stripWatch(
              m_strip, [this]() { look(m_announcing); }, [this]() { announced(); })
        , m_listWatch(
              *m_view.viewport(), [this]() { look(m_listing); }, [this]() { listed(); })
    {
        m_pace.setTimerType(Qt::PreciseTimer);
        m_pace.setInterval(kArrivalMs);
        connect(&m_pace, &QTimer::timeout, this, [this]() { submit(); });
        m_pace.start();
    }

    [[nodiscard]] bool isOver() const { return m_left == 0 && m_open.isEmpty() && m_asked == 0; }
    Samples inStrip;
    Samples inList;

private:
    struct Arrival
    {
        qint64 submittedNs = 0;
        bool isAnnounced = false;
    };

    void submit()
    {
        if (--m_left == 0)
            m_pace.stop();
        ++m_asked;
        m_console.submit(1, [this, at = nowNs()](const SubmissionAnswer& answer) {
            --m_asked;
            m_open.insert(answer.actions.constFirst().action, {at, false});
        });
    }
    /// What the picture that is about to be drawn shows.
    void look(QList<ActionId>& seen)
    {
        for (auto arrival = m_open.cbegin(); arrival != m_open.cend(); ++arrival) {
            const int row = m_pane.model().rowOf(arrival.key());
            const QRect place = m_view.visualRect(m_pane.model().index(std::max(0, row), 0));
            const bool isOnScreen = row >= 0 && m_view.viewport()->rect().contains(place);
            if (&seen == &m_announcing ? m_pane.model().find(arrival.key()) != nullptr : isOnScreen)
                seen.append(arrival.key());
        }
    }
    void announced()
    {
        for (const ActionId& action : std::as_const(m_announcing)) {
            const auto arrival = m_open.find(action);
            if (arrival != m_open.end() && !std::exchange(arrival->isAnnounced, true))
                inStrip.add(msSince(arrival->submittedNs));
        }
        if (!m_announcing.isEmpty() && m_pane.model().totals().fresh > 0) {
            pressKey(m_view, Qt::Key_Period, QStringLiteral("."));
            m_view.scrollToBottom(); // the newest come last: they have the most time
        }
        m_announcing.clear();
    }
    void listed()
    {
        for (const ActionId& action : std::as_const(m_listing)) {
            if (m_open.contains(action))
                inList.add(msSince(m_open.take(action).submittedNs));
        }
        m_listing.clear();
    }

    RealConsole& m_console;
    PendingListPane& m_pane;
    PendingView& m_view;
    QPushButton& m_strip;
    int m_left;
    int m_asked = 0;
    QHash<ActionId, Arrival> m_open;
    QList<ActionId> m_announcing;
    QList<ActionId> m_listing;
    PaintWatch m_stripWatch;
    PaintWatch m_listWatch;
    QTimer m_pace;
};

/// Two flushes of this disk, one behind the other, as a commit and its guard: the least that an
/// approval costs.
class TwoFlushes
{
public:
    explicit TwoFlushes(const QString& path)
        : m_descriptor(
              ::open(QFile::encodeName(path).constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600))
        , m_bytes(kSlot, 'f')
    {
        (void)measure(); // the file is as long as it will be
    }
    ~TwoFlushes() { ::close(m_descriptor); }
    TwoFlushes(const TwoFlushes&) = delete;
    TwoFlushes& operator=(const TwoFlushes&) = delete;

    [[nodiscard]] double measure() const
    {
        const qint64 start = nowNs();
        for (int slot = 0; slot < 2; ++slot) {
            if (::pwrite(m_descriptor, m_bytes.constData(), kSlot, off_t(slot) * kSlot) != kSlot ||
                ::fdatasync(m_descriptor) != 0)
                qFatal("the disk cannot be written");
        }
        return msSince(start);
    }

private:
    int m_descriptor;
    QByteArray m_bytes;
};

void measureArrivals(const WindowBenchOptions& options, RealConsole& console, FigureTable& table)
{
    auto* pane = console.window().findChild<PendingListPane*>(QStringLiteral("pendingListPane"));
    Arrivals arrivals(console, *pane, options.samples);
    waitUntil([&arrivals]() { return arrivals.isOver(); }, "the arrivals in the list");
    const QList<Limit> must{{0.5, kSeenP50Ms}, {0.99, kSeenP99Ms}};
    table.add({"admit > announced in Pending (50/s)", arrivals.inStrip, {}, must, must});
    table.add({"admit > row in Pending (. pressed at once)", arrivals.inList, {}, must});
}

/// The table of the run follows its newest call.
void measureRunRow(const WindowBenchOptions& options, RealConsole& console, FigureTable& table)
{
    console.window().findChild<QAction*>(QStringLiteral("railRunsCommand"))->trigger();
    auto* runs = console.window().findChild<QTableView*>(QStringLiteral("runsTable"));
    auto* view = console.window().findChild<QTableView*>(QStringLiteral("runItemsTable"));
    waitUntil([runs]() { return runs->model()->rowCount() > 0; }, "the run");
    runs->selectRow(0);
    const auto* items = qobject_cast<const RunItemsModel*>(view->model());
    waitUntil([&]() { return items->rowCount() >= options.pending; }, "the calls of the run");
    view->scrollToBottom();
    Samples seen;
    const int count = std::max(10, options.samples / 5);
    for (int i = 0; i < count; ++i) {
        const qint64 start = nowNs();
        ActionId action;
        console.submit(1, [&action](const SubmissionAnswer& answer) {
            action = answer.actions.constFirst().action;
        });
        waitUntilPainted(
            *view->viewport(),
            [&]() {
                const int row = action.isEmpty() ? -1 : items->rowOf(action);
                return row >= 0 && view->viewport()->rect().contains(
                                       view->visualRect(items->index(row, 0)).center());
            },
            "a row in Runs");
        seen.add(msSince(start));
    }
    table.add({"admit > row in the run's table",
               seen,
               {},
               {{0.5, kSeenP50Ms}, {0.99, kSeenP99Ms}},
               {{0.99, kSeenP99Ms}}});
}

void measureApprovals(const WindowBenchOptions& options, RealConsole& console, FigureTable& table)
{
    QList<ActionSnapshot> pending;
    bool isRead = false;
    ActionsQuery query;
    query.state = "pending";
    query.limit = kApprovable;
    console.core().briefs(query, console.reply<QList<ActionSnapshot>>([&](const auto& page) {
        pending = page;
        isRead = true;
    }));
    waitUntil([&isRead]() { return isRead; }, "the calls to approve");
    const TwoFlushes flushes(console.directory() + QStringLiteral("/flushes"));
    Samples effects;
    Samples raw;
    for (const ActionSnapshot& snapshot : std::as_const(pending)) {
        if (effects.size() == options.samples)
            break;
        if (snapshot.record.risk > RiskLevel::Medium)
            continue; // their hold cannot be left out
        ApproveRequest request;
        request.action = snapshot.record.id;
        request.fingerprint = snapshot.fingerprint;
        request.now = true;
        bool isAnswered = false;
        const int before = console.effects().count;
        const qint64 start = nowNs();
        console.core().approve(
            request, {}, console.reply<ActionSnapshot>([&](const auto&) { isAnswered = true; }));
        waitUntil([&]() { return isAnswered && console.effects().count > before; }, "an effect");
        effects.add(double(console.effects().lastNs - start) / 1e6);
        raw.add(flushes.measure());
    }
    table.add({"approve > tool started, no hold (raw: two flushes)",
               effects,
               raw,
               {{0.5, raw.median()}, {0.99, kEffectP99Ms}},
               {{0.5, std::max(raw.median(), kEffectP99Ms)}}});
}

} // namespace

void measureLive(const WindowBenchOptions& options, RealConsole& console, FigureTable& table)
{
    measureArrivals(options, console, table);
    measureApprovals(options, console, table);
    measureRunRow(options, console, table);
}

} // namespace lockkeeper
