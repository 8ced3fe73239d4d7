// SPDX-License-Identifier: Apache-2.0
#include "ui/unknown/unknownwidget.h"

#include "ui/support/shortcutkey.h"
#include "ui/unknown/unknowndetail.h"
#include "ui/widgets/flattable.h"

#include <QDateTime>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr int kTickMs = 1000;
constexpr int kSideBySideWidth = 1000;
/// Shares of the list and of the detail, side by side and below one another.
const QList<int> kSharesBeside = {1, 1};
const QList<int> kSharesBelow = {3, 7};
const QList<int> kWidths = {7, 15, 27, 8, 10, 12};

} // namespace

UnknownWidget::UnknownWidget(CoreClient& client, QWidget* parent, InputGuard::Clock clock)
    : AreaWidget(parent)
    , m_client(client)
{
    setObjectName(QStringLiteral("unknownArea"));
    setAccessibleName(title());
    m_model.setNow(QDateTime::currentMSecsSinceEpoch());
    build(std::move(clock));
    connect(&m_client, &CoreClient::reset, this, &UnknownWidget::takeAll);
    connect(&m_client, &CoreClient::changed, this, &UnknownWidget::takeChanged);
    // A wait reason can change without an event: the beat of the status asks again.
    connect(&m_client, &CoreClient::statusChanged, this, &UnknownWidget::askDoubtful);
    connect(&m_client, &CoreClient::statusChanged, this, &UnknownWidget::askUnread);
    connect(&m_client, &CoreClient::connectionChanged, this, [this]() {
        // What was asked of a core that fell silent may never be answered.
        m_isAsking = false;
        m_isReading = false;
    });
    m_tick.setInterval(kTickMs);
    connect(&m_tick, &QTimer::timeout, this, &UnknownWidget::tick);
    takeAll();
}

void UnknownWidget::build(InputGuard::Clock clock)
{
    m_splitter = new QSplitter(this);
    m_splitter->setObjectName(QStringLiteral("unknownSplitter"));
    m_splitter->setChildrenCollapsible(false);
    auto* list = new QWidget(m_splitter);
    auto* rows = new QVBoxLayout(list);
    m_empty = new QLabel(list);
    m_empty->setObjectName(QStringLiteral("unknownEmpty"));
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setWordWrap(true);
    //: The list of unknown outcomes is empty.
    m_empty->setText(tr("No open unknowns."));
    rows->addWidget(m_empty);
    m_table = new FlatTable(list);
    m_table->setObjectName(QStringLiteral("unknownTable"));
    //: The list of outcomes that nobody knows.
    m_table->setAccessibleName(tr("Unknown outcomes"));
    m_table->setModel(&m_model);
    m_table->setWidths(kWidths);
    rows->addWidget(m_table, 1);
    //: Button below the list: puts the rows in order and drops settled ones; "." is its key.
    m_sortAgain = new QPushButton(tr("The list has changed: sort again ( . )"), list);
    m_sortAgain->setObjectName(QStringLiteral("sortAgainButton"));
    m_sortAgain->setAccessibleName(tr("Sort the list again"));
    m_sortAgain->setAutoDefault(false);
    QSizePolicy policy = m_sortAgain->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    m_sortAgain->setSizePolicy(policy);
    connect(m_sortAgain, &QPushButton::clicked, this, &UnknownWidget::sortAgain);
    rows->addWidget(m_sortAgain);

    m_detail = new UnknownDetail(m_client, m_splitter, std::move(clock));
    m_splitter->addWidget(list);
    m_splitter->addWidget(m_detail);
    // The share of each follows from the size of the window, never from what they show: a panel
    // that opens moves nothing sideways.
    for (QWidget* part : {list, static_cast<QWidget*>(m_detail)})
        part->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addWidget(m_splitter);

    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (current.isValid())
                    showSelected();
            });
    connect(m_table, &FlatTable::visibleRowsChanged, this, [this](int first, int last) {
        m_firstVisible = first;
        m_lastVisible = last;
        askUnread();
    });
    connect(m_detail, &UnknownDetail::wholeRead, this, [this](const ActionSnapshot& snapshot) {
        m_model.takeWhole(snapshot);
        afterChange();
    });
}

QString UnknownWidget::title() const
{
    //: Area of the window: outcomes that nobody knows.
    return tr("Unknown");
}

int UnknownWidget::count() const
{
    return m_model.openCount();
}

int UnknownWidget::attention() const
{
    return m_model.blockingCount();
}

QList<QWidget*> UnknownWidget::panes() const
{
    return QList<QWidget*>{m_table} + m_detail->panes();
}

bool UnknownWidget::select(const ActionId& action)
{
    const int row = m_model.rowOf(action);
    if (row < 0)
        return false;
    m_table->setCurrentIndex(m_model.index(row, 0));
    return true;
}

void UnknownWidget::setBlank(bool blank)
{
    m_isBlank = blank;
    m_model.setBlank(blank);
    m_splitter->setVisible(!blank);
    m_detail->setBlank(blank);
    if (!blank)
        afterChange();
}

void UnknownWidget::rearm()
{
    m_detail->rearm();
}

void UnknownWidget::takeAll()
{
    m_model.reset(m_client.open());
    m_detail->reload();
    afterChange();
    select(m_detail->action());
}

void UnknownWidget::takeChanged(const QList<ActionSnapshot>& changed)
{
    const bool concerns =
        std::any_of(changed.cbegin(), changed.cend(), [](const ActionSnapshot& snapshot) {
            return snapshot.record.state == ActionState::Unknown;
        });
    if (!concerns && m_model.rowCount() == 0)
        return;
    m_model.apply(m_client.open(), changed);
    const bool isShownChanged =
        std::any_of(changed.cbegin(), changed.cend(), [this](const ActionSnapshot& snapshot) {
            return snapshot.record.id == m_detail->action();
        });
    if (isShownChanged)
        m_detail->reload();
    // Nobody looks at the list, or points at it: it may be put in order by itself.
    if (!isVisible() || (m_detail->action().isEmpty() && !m_table->underMouse()))
        sortAgain();
    afterChange();
    askDoubtful();
    askUnread();
}

void UnknownWidget::askDoubtful()
{
    const QList<ActionId> doubtful = m_model.doubtful();
    if (doubtful.isEmpty() || m_isAsking)
        return;
    m_isAsking = true;
    m_client.core().briefsOf(doubtful, m_client.reply<QList<ActionSnapshot>>(
                                           this, [this](Result<QList<ActionSnapshot>> snapshots) {
                                               m_isAsking = false;
                                               if (!snapshots)
                                                   return;
                                               m_model.takeFresh(m_client.open(), *snapshots);
                                               afterChange();
                                           }));
}

void UnknownWidget::askUnread()
{
    const ActionId unread = m_model.unreadIn(m_firstVisible, m_lastVisible);
    if (unread.isEmpty() || m_isReading || m_isBlank || !isVisible())
        return;
    m_isReading = true;
    m_client.core().card(unread, m_client.reply<ActionCard>(this, [this](Result<ActionCard> card) {
        m_isReading = false;
        if (!card)
            return; // the next change or beat asks again
        m_model.takeWhole(card->snapshot);
        askUnread();
    }));
}

void UnknownWidget::sortAgain()
{
    const ActionId shown = m_detail->action();
    m_model.arrange(shown);
    select(shown);
    afterChange();
}

void UnknownWidget::afterChange()
{
    const bool isEmpty = m_model.rowCount() == 0;
    m_empty->setVisible(isEmpty);
    m_table->setVisible(!isEmpty);
    m_sortAgain->setVisible(!m_model.isArranged());
    if (const int row = m_model.rowOf(m_detail->action()); row >= 0) {
        QList<ActionSnapshot> waiting;
        for (const ActionId& call : m_model.rowAt(row).waiting)
            waiting.append(m_client.open().value(call));
        m_detail->setWaiting(waiting, m_model.rowAt(row).freed);
    }
    emit countChanged();
}

void UnknownWidget::showSelected()
{
    const QModelIndex current = m_table->currentIndex();
    if (m_isBlank || !current.isValid())
        return;
    m_detail->setAction(m_model.rowAt(current.row()).snapshot.record.id);
    afterChange();
}

void UnknownWidget::tick()
{
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    m_model.setNow(now);
    m_detail->setNow(now);
}

void UnknownWidget::keyPressEvent(QKeyEvent* event)
{
    if (m_isBlank)
        return AreaWidget::keyPressEvent(event);
    if (m_detail->takeKey(*event)) {
        event->accept();
        return;
    }
    const bool isInList = m_table->hasFocus();
    if (isInList && shortcutKey(*event) == Qt::Key_Period && event->modifiers() == Qt::NoModifier)
        return sortAgain();
    const bool isInto = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isInList && isInto && event->modifiers() == Qt::NoModifier)
        return m_detail->panes().constFirst()->setFocus(Qt::OtherFocusReason);
    AreaWidget::keyPressEvent(event);
}

void UnknownWidget::showEvent(QShowEvent* event)
{
    AreaWidget::showEvent(event);
    m_tick.start();
    tick();
    sortAgain();
    if (m_detail->action().isEmpty() && m_model.rowCount() > 0)
        m_table->setCurrentIndex(m_model.index(0, 0));
    rearm();
}

void UnknownWidget::hideEvent(QHideEvent* event)
{
    AreaWidget::hideEvent(event);
    m_tick.stop();
}

void UnknownWidget::resizeEvent(QResizeEvent* event)
{
    AreaWidget::resizeEvent(event);
    const Qt::Orientation wanted = width() < kSideBySideWidth ? Qt::Vertical : Qt::Horizontal;
    if (m_splitter->orientation() != wanted || !event->oldSize().isValid()) {
        m_splitter->setOrientation(wanted);
        const QList<int>& shares = wanted == Qt::Vertical ? kSharesBelow : kSharesBeside;
        m_splitter->setSizes({shares.first() * width(), shares.last() * width()});
        rearm();
    }
}

} // namespace lockkeeper
