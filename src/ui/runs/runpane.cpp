// SPDX-License-Identifier: Apache-2.0
#include "ui/runs/runpane.h"

#include "ui/runs/runpresentation.h"
#include "ui/runs/runtable.h"
#include "ui/runs/statechips.h"
#include "ui/runs/stopbar.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QScrollBar>
#include <QShortcut>
#include <QTableView>
#include <QVBoxLayout>

namespace lockkeeper {

namespace {

constexpr int kButtonHeight = 28;

QLabel* makeLabel(const char* name, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setObjectName(QLatin1String(name));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

} // namespace

RunPane::RunPane(CoreClient& client, InputGuard& guard, QWidget* parent)
    : QWidget(parent)
    , m_client(client)
    , m_items(new RunItemsModel(this))
    , m_table(new QTableView(this))
    , m_title(makeLabel("runTitle", this))
    , m_state(makeLabel("runState", this))
    , m_progress(makeLabel("runProgress", this))
    , m_notice(makeLabel("runItemsNotice", this))
    , m_followButton(new QPushButton(this))
    , m_chips(new StateChips(this))
    , m_stop(new StopBar(client, guard, this))
{
    m_followButton->setObjectName(QStringLiteral("followButton"));
    m_followButton->setAutoDefault(false);
    m_followButton->setMinimumHeight(kButtonHeight);
    makeTable();
    auto* strip = new QHBoxLayout;
    strip->addWidget(m_notice, 1);
    strip->addWidget(m_followButton);
    auto* layout = new QVBoxLayout(this);
    for (QWidget* widget : {static_cast<QWidget*>(m_title), static_cast<QWidget*>(m_state),
                            static_cast<QWidget*>(m_progress), static_cast<QWidget*>(m_chips)})
        layout->addWidget(widget);
    layout->addWidget(m_table, 1);
    layout->addLayout(strip);
    layout->addWidget(m_stop);
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    connectAll();
    clear();
}

void RunPane::makeTable()
{
    m_table->setObjectName(QStringLiteral("runItemsTable"));
    //: What a screen reader calls the table with the calls of the selected run
    m_table->setAccessibleName(tr("Calls of the run"));
    setUpRunTable(*m_table, *m_items);
    setRunColumns(*m_table, {6, 24, 18, 30, 17, 8, 8, 24});
}

void RunPane::connectAll()
{
    connect(m_items, &RunItemsModel::pageWanted, this, &RunPane::readPage);
    connect(m_chips, &StateChips::chosen, this, &RunPane::filter);
    connect(m_followButton, &QPushButton::clicked, this, &RunPane::follow);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& now) {
                m_currentCall = m_items->item(now.row()).action;
                if (now.isValid() && now.row() != m_items->rowCount() - 1)
                    m_isFollowing = false; // the selected row stays where it is
                showNotice();
                emit currentChanged();
            });
    connect(m_items, &RunItemsModel::dataChanged, this,
            [this](const QModelIndex& first, const QModelIndex& last) {
                checkWanted();
                const int row = m_table->currentIndex().row();
                if (row >= first.row() && row <= last.row()) {
                    m_currentCall = m_items->item(row).action;
                    emit currentChanged();
                }
            });
    QScrollBar* bar = m_table->verticalScrollBar();
    connect(bar, &QScrollBar::valueChanged, this, [this, bar](int value) {
        m_isFollowing = value == bar->maximum();
        m_seenTotal = m_items->total();
        showNotice();
    });
    connect(bar, &QScrollBar::rangeChanged, this, [this]() {
        if (m_isFollowing)
            m_table->scrollToBottom();
    });
    //: Key for the next call that waits, is unknown or failed
    auto* next = new QShortcut(QKeySequence(tr("N")), m_table);
    next->setContext(Qt::WidgetShortcut);
    connect(next, &QShortcut::activated, this, &RunPane::jumpToNext);
}

RunItem RunPane::current() const
{
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() ? m_items->item(index.row()) : RunItem();
}

void RunPane::setRun(const RunSnapshot& run)
{
    const bool isOther = run.key != m_items->runKey();
    m_run = run;
    const qint64 inFlight = runInFlight(run.counts);
    m_chips->setCounts(run.counts);
    m_stop->setRun(run.key, inFlight);
    if (isOther) {
        m_chips->reset();
        m_wantedCall = {};
        m_wantedPlace = -1;
        m_items->setRun(run.key, run.counts.total());
        m_seenTotal = m_items->total();
        // A run that goes on is watched at its end, one that is over is read from its beginning.
        m_isFollowing = inFlight > 0;
        if (m_isFollowing)
            m_table->scrollToBottom();
        emit currentChanged();
    } else {
        m_items->setTotal(run.counts.total());
        if (m_isFollowing)
            m_seenTotal = m_items->total();
    }
    showWords();
}

void RunPane::clear()
{
    m_run = {};
    m_items->clear();
    m_chips->reset();
    m_chips->setCounts({});
    m_stop->setRun({}, 0);
    m_isFollowing = false;
    m_seenTotal = 0;
    showWords();
    emit currentChanged();
}

void RunPane::reload()
{
    if (m_items->runKey().isEmpty())
        return;
    const RunItem selected = current();
    m_items->setRun(m_run.key, m_run.counts.total(), m_chips->states());
    if (m_items->isFiltered())
        return m_items->fetchMore({});
    if (selected.place >= 0)
        selectCall(selected.action, selected.place);
}

void RunPane::showWords()
{
    if (m_run.key.isEmpty()) {
        //: Stands in the pane for the selected run when there is none
        m_title->setText(tr("No run is selected."));
        m_state->clear();
        m_progress->clear();
    } else {
        //: Heading of a run; %1 its name (the agent's claim), %2 the agent
        m_title->setText(tr("Run %1, agent %2").arg(runTitle(m_run), runAgent(m_run)));
        m_state->setText(runStateText(m_run, m_nowMs));
        const QString mode = runModeText(m_run.mode);
        const QString progress = runProgressText(m_run.counts);
        m_progress->setText(mode.isEmpty() ? progress : progress + QLatin1Char('\n') + mode);
    }
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, runToneColor(palette(), runStateTone(m_run.counts)));
    m_state->setPalette(colours);
    showNotice();
}

void RunPane::showNotice()
{
    const QLocale locale;
    QString notice;
    if (m_items->isCut()) {
        //: Below a filtered table; %1 is a number of rows
        notice =
            tr("Only the first %1 are shown.").arg(locale.toString(RunItemsModel::kMaximumFound));
    } else if (m_items->isFiltered()) {
        //: Below a filtered table
        notice = tr("As found when the state was chosen. Choose it again to read it anew.");
    }
    m_notice->setText(notice);
    const qint64 below = m_isFollowing ? 0 : m_items->total() - m_seenTotal;
    m_followButton->setVisible(!m_items->isFiltered() && !m_items->runKey().isEmpty());
    m_followButton->setEnabled(!m_isFollowing);
    //: Button; the table keeps showing its newest rows
    const QString off = tr("Follow newest (End)");
    //: Button; %1 rows came below while the person was reading; End goes there
    const QString behind = tr("%1 new below – End").arg(locale.toString(below));
    //: Says that the table shows its newest rows as they come
    const QString on = tr("Following newest");
    m_followButton->setText(m_isFollowing ? on : below > 0 ? behind : off);
    m_followButton->setAccessibleName(m_followButton->text());
}

void RunPane::follow()
{
    m_isFollowing = true;
    m_seenTotal = m_items->total();
    m_table->scrollToBottom();
    m_table->setFocus();
    showNotice();
}

void RunPane::filter()
{
    m_wantedCall = {};
    m_wantedPlace = -1;
    m_isFollowing = false;
    m_items->setRun(m_run.key, m_run.counts.total(), m_chips->states());
    m_seenTotal = m_items->total();
    if (m_items->isFiltered())
        m_items->fetchMore({});
    showNotice();
    emit currentChanged();
}

void RunPane::readPage(const RunActionsQuery& query)
{
    const qint64 from = query.from;
    m_client.core().runActions(query,
                               m_client.reply<RunPage>(this, [this, from](Result<RunPage> page) {
                                   if (page)
                                       m_items->takePage(from, *page);
                                   else
                                       m_items->pageFailed(from);
                                   showNotice();
                               }));
}

void RunPane::selectCall(const ActionId& action, qint64 place)
{
    if (m_items->isFiltered()) {
        m_chips->reset();
        m_items->setRun(m_run.key, m_run.counts.total());
    }
    if (place < 0 || place >= m_items->rowCount())
        return;
    m_isFollowing = false;
    m_wantedCall = action;
    m_wantedPlace = place;
    m_table->setCurrentIndex(m_items->index(int(place), 0));
    m_table->scrollTo(m_items->index(int(place), 0), QAbstractItemView::PositionAtCenter);
    (void)m_items->index(int(place), RunItemsModel::State).data();
    checkWanted();
}

/// Selects what is waited for once its row says that it is that call and no other.
void RunPane::checkWanted()
{
    if (m_wantedCall.isEmpty() || m_items->item(int(m_wantedPlace)).place < 0)
        return;
    const bool isIt = m_items->item(int(m_wantedPlace)).action == m_wantedCall;
    m_wantedCall = {};
    if (!isIt)
        m_table->setCurrentIndex({});
}

void RunPane::jumpToNext()
{
    if (m_run.key.isEmpty())
        return;
    searchNext(m_run.key, current().place + 1);
}

void RunPane::searchNext(const QByteArray& run, qint64 from)
{
    RunActionsQuery query;
    query.run = run;
    query.states = {ActionState::Pending, ActionState::Unknown, ActionState::Failed};
    query.from = from;
    query.limit = 1;
    m_client.core().runActions(
        query, m_client.reply<RunPage>(this, [this, run](Result<RunPage> page) {
            if (!page || run != m_run.key)
                return;
            if (!page->actions.isEmpty()) {
                const RunAction& found = page->actions.constFirst();
                return selectCall(found.snapshot.record.id, found.place);
            }
            if (!page->isLast)
                return searchNext(run, page->next);
            //: After the key N, when no further call waits, is unknown or failed
            m_notice->setText(tr("None further waits, is unknown or failed."));
        }));
}

void RunPane::disarm()
{
    m_stop->endQuestion();
}

void RunPane::setCanDecide(bool canDecide)
{
    m_stop->setCanDecide(canDecide);
}

void RunPane::setNow(qint64 nowMs)
{
    m_nowMs = nowMs;
    m_items->setNow(nowMs);
    if (!m_run.key.isEmpty())
        m_state->setText(runStateText(m_run, m_nowMs));
}

} // namespace lockkeeper
