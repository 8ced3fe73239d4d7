// SPDX-License-Identifier: Apache-2.0
#include "ui/runs/runswidget.h"

#include "core/base/canonicaljson.h"
#include "ui/arguments/visibletext.h"
#include "ui/runs/calldetail.h"
#include "ui/runs/calloutput.h"

#include <QDateTime>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QResizeEvent>
#include <QShortcut>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabBar>
#include <QTableView>

namespace lockkeeper {

namespace {

constexpr int kTickMs = 1000;
constexpr int kAskedRuns = 500;
/// Batches are only remembered as long as somebody may still look at their calls.
constexpr int kKeptBatches = 20'000;
} // namespace

RunsWidget::RunsWidget(CoreClient& client, QWidget* parent, InputGuard::Clock clock)
    : AreaWidget(parent)
    , m_client(client)
    , m_guard(nullptr, std::move(clock))
    , m_runs(new RunsModel(this))
    , m_table(new QTableView(this))
    , m_merge(new QPushButton(this))
    , m_empty(new QLabel(this))
    , m_pane(new RunPane(client, m_guard, this))
    , m_detail(new CallDetail(m_guard, this))
{
    setObjectName(QStringLiteral("runsArea"));
    setAccessibleName(title());
    makeLayout();
    connectAll();
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(kRefreshMs);
    m_tick.setInterval(kTickMs);
    m_tick.start();
    tick();
    reload();
}

QString RunsWidget::title() const
{
    //: The area of the window with runs of agents; in the rail and the menu
    return tr("Runs");
}

void RunsWidget::connectAll()
{
    connect(&m_client, &CoreClient::reset, this, &RunsWidget::reload);
    connect(&m_client, &CoreClient::changed, this, &RunsWidget::takeChanges);
    connect(&m_client, &CoreClient::events, this, &RunsWidget::takeEvents);
    const auto conditions = [this]() {
        m_pane->setCanDecide(m_client.canDecide());
        m_detail->setCanDecide(m_client.canDecide());
    };
    connect(&m_client, &CoreClient::statusChanged, this, conditions);
    connect(&m_client, &CoreClient::connectionChanged, this, conditions);
    conditions();
    connect(&m_refresh, &QTimer::timeout, this, &RunsWidget::refreshRuns);
    connect(&m_tick, &QTimer::timeout, this, &RunsWidget::tick);
    connect(m_runs, &RunsModel::moreWanted, this, &RunsWidget::readRuns);
    connect(m_runs, &RunsModel::staleChanged, this, &RunsWidget::showList);
    connect(m_parts, &QTabBar::currentChanged, this, &RunsWidget::showParts);
    connect(m_table, &QTableView::activated, this, [this]() { m_parts->setCurrentIndex(RunPart); });
    connect(m_pane->table(), &QTableView::activated, this,
            [this]() { m_parts->setCurrentIndex(CallPart); });
    connect(m_merge, &QPushButton::clicked, m_runs, &RunsModel::merge);
    auto* merge = new QShortcut(QKeySequence(Qt::Key_Period), m_table);
    merge->setContext(Qt::WidgetShortcut);
    connect(merge, &QShortcut::activated, m_runs, &RunsModel::merge);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &RunsWidget::showRun);
    connect(m_pane, &RunPane::currentChanged, this, &RunsWidget::showCall);
    connect(m_detail, &CallDetail::cancelWanted, this, &RunsWidget::cancelCall);
    connect(m_detail, &CallDetail::actionWanted, this, &AreaWidget::actionWanted);
}

QList<QWidget*> RunsWidget::panes() const
{
    return {m_table, m_pane->table(), &m_detail->output()};
}

/// Everything anew: the first page is there, or the feed had a gap.
void RunsWidget::reload()
{
    const int row = m_table->currentIndex().row();
    if (row >= 0)
        m_wantedRun = m_runs->run(row).key;
    m_runs->clear();
    m_runs->fetchMore({});
}

void RunsWidget::readRuns(const RunCursor& after)
{
    m_client.core().runs(
        after, kRunPage,
        m_client.reply<QList<RunSnapshot>>(this, [this](Result<QList<RunSnapshot>> page) {
            if (!page)
                return m_runs->pageFailed();
            m_runs->append(*page, page->size() < kRunPage);
            const int wanted = m_runs->rowOf(m_wantedRun);
            if (wanted >= 0 && m_table->currentIndex().row() != wanted) {
                m_table->setCurrentIndex(m_runs->index(wanted, 0));
                m_pane->reload();
            }
            emit countChanged();
        }));
}

void RunsWidget::takeChanges(const QList<ActionSnapshot>& actions)
{
    m_pane->items().apply(actions);
    for (const ActionSnapshot& snapshot : actions) {
        m_changed.insert(snapshot.record.id);
        if (snapshot.record.id == m_detail->action())
            takeCall(m_pane->current(), snapshot);
    }
    if (!m_refresh.isActive() && !m_isRefreshing)
        m_refresh.start();
}

void RunsWidget::refreshRuns()
{
    QList<ActionId> asked;
    for (const ActionId& action : std::as_const(m_changed)) {
        asked.append(action);
        if (asked.size() == kAskedRuns)
            break;
    }
    if (asked.isEmpty())
        return;
    for (const ActionId& action : std::as_const(asked))
        m_changed.remove(action);
    m_isRefreshing = true;
    m_client.core().runsOf(asked,
                           m_client.reply<QList<RunSnapshot>>(this, [this, asked](auto runs) {
                               m_isRefreshing = false;
                               if (runs)
                                   takeRuns(*runs);
                               else
                                   m_changed.unite(QSet<ActionId>(asked.begin(), asked.end()));
                               if (!m_changed.isEmpty())
                                   m_refresh.start();
                           }));
}

void RunsWidget::takeRuns(const QList<RunSnapshot>& runs)
{
    m_runs->apply(runs);
    // Where nobody looks nothing can slip away.
    if (!isVisible())
        m_runs->merge();
    for (const RunSnapshot& run : runs) {
        if (run.key == m_pane->runKey())
            m_pane->setRun(run);
    }
    emit countChanged();
}

void RunsWidget::takeEvents(const QList<CoreEvent>& events)
{
    m_pane->items().applyProgress(events);
    if (m_batches.size() > kKeptBatches)
        m_batches.clear();
    for (const CoreEvent& event : events) {
        const ActionId action(event.actionId);
        if (!event.batchId.isEmpty() && !action.isEmpty()) {
            m_batches.insert(action, event.batchId);
            if (action == m_detail->action())
                m_detail->setBatch(event.batchId);
        }
        if (event.type != "tool_progress" || !(action == m_detail->action()) ||
            !checkJson(event.details))
            continue;
        const JsonView details{QByteArrayView(event.details)};
        m_detail->setProgress(details.member("text").string().value_or(QByteArray()));
    }
}

void RunsWidget::showRun()
{
    const int row = m_table->currentIndex().row();
    m_guard.restart();
    if (row < 0)
        return;
    m_wantedRun = m_runs->run(row).key;
    m_pane->setRun(m_runs->run(row));
}

void RunsWidget::showCall()
{
    const RunItem item = m_pane->current();
    if (item.place < 0) {
        if (!m_detail->action().isEmpty())
            m_guard.restart();
        m_shownVersion = 0;
        return m_detail->clear();
    }
    const bool isOther = !(item.action == m_detail->action());
    if (!isOther && item.version <= m_shownVersion)
        return m_detail->setItem(item);
    if (isOther)
        m_guard.restart();
    m_shownVersion = item.version;
    ActionSnapshot unread;
    unread.record.id = item.action;
    if (isOther) {
        m_detail->setCall(item, unread);
        m_detail->setBatch(m_batches.value(item.action));
    }
    readCall();
}

/// Reads what the table does not hold of the selected call.
void RunsWidget::readCall()
{
    const ActionId action = m_detail->action();
    m_client.core().briefsOf(
        {action}, m_client.reply<QList<ActionSnapshot>>(this, [this, action](auto found) {
            if (found && !found->isEmpty() && action == m_detail->action())
                takeCall(m_pane->current(), found->constFirst());
        }));
    m_client.core().result(action, m_client.reply<CallResult>(this, [this](auto result) {
        if (result)
            m_detail->setResult(*result);
    }));
}

void RunsWidget::takeCall(const RunItem& item, const ActionSnapshot& snapshot)
{
    if (item.action == snapshot.record.id && snapshot.record.version >= item.version)
        m_detail->setCall(item, snapshot);
}

void RunsWidget::cancelCall(const ActionId& action)
{
    m_guard.decisionMade();
    m_client.core().cancel(
        action, m_client.reply<ActionSnapshot>(this, [this, action](Result<ActionSnapshot> answer) {
            if (!(action == m_detail->action()))
                return;
            if (!answer) {
                //: A call could not be cancelled; %1 is the reason
                m_detail->setVerdict(
                    tr("Not cancelled: %1")
                        .arg(visibleLine(answer.error().message(), TextRole::Prose)));
            } else if (answer->record.state == ActionState::Cancelled) {
                m_detail->setVerdict(tr("Cancelled. It was not started."));
            } else {
                m_detail->setVerdict(
                    tr("It has been started: asked to stop. Its outcome may be unknown."));
            }
        }));
}

bool RunsWidget::select(const ActionId& action)
{
    if (action.isEmpty())
        return false;
    RunActionsQuery query;
    query.around = action;
    query.limit = RunItemsModel::kPageSize;
    m_client.core().runActions(query,
                               m_client.reply<RunPage>(this, [this, action](Result<RunPage> page) {
                                   if (page)
                                       showSelected(action, *page);
                               }));
    return true;
}

void RunsWidget::showSelected(const ActionId& action, const RunPage& page)
{
    qint64 place = -1;
    for (const RunAction& each : page.actions) {
        if (each.snapshot.record.id == action)
            place = each.place;
    }
    m_client.core().runsOf(
        {action}, m_client.reply<QList<RunSnapshot>>(this, [this, action, place](auto runs) {
            if (!runs || runs->isEmpty())
                return;
            const QByteArray key = runs->constFirst().key;
            m_runs->apply(*runs);
            if (m_runs->rowOf(key) < 0)
                m_runs->merge();
            m_table->setCurrentIndex(m_runs->index(m_runs->rowOf(key), 0));
            m_pane->setRun(runs->constFirst());
            m_pane->selectCall(action, place);
            m_parts->setCurrentIndex(CallPart);
        }));
}

void RunsWidget::setBlank(bool blank)
{
    m_stack->setCurrentIndex(blank ? 1 : 0);
    m_pane->disarm();
    m_guard.restart();
}

void RunsWidget::showList()
{
    m_empty->setVisible(m_runs->rowCount() == 0);
    m_merge->setVisible(m_runs->isStale());
    //: Button; shows the run that came since the list was ordered
    const QString one = tr("1 new run – show (.)");
    //: Button; shows runs that came since the list was ordered; %n is their number
    const QString some = tr("%n new runs – show (.)", nullptr, m_runs->arrived());
    const QString fresh = m_runs->arrived() == 1 ? one : some;
    //: Button; puts the list of runs into its order again
    const QString order = tr("The order has changed – show (.)");
    m_merge->setText(m_runs->arrived() > 0 ? fresh : order);
    m_merge->setAccessibleName(m_merge->text());
}

void RunsWidget::tick()
{
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    m_runs->setNow(now);
    m_pane->setNow(now);
    m_detail->setNow(now);
}

void RunsWidget::resizeEvent(QResizeEvent* event)
{
    AreaWidget::resizeEvent(event);
    showParts();
    m_guard.restart();
}

void RunsWidget::hideEvent(QHideEvent* event)
{
    AreaWidget::hideEvent(event);
    m_runs->merge();
}

} // namespace lockkeeper
