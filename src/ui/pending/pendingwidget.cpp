// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/pendingwidget.h"

#include "ui/pending/carddetail.h"
#include "ui/pending/pendinglistpane.h"
#include "ui/pending/pendingview.h"
#include "ui/widgets/plainlabel.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QFontDatabase>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QStackedWidget>
#include <QTextEdit>
#include <QVBoxLayout>

namespace lockkeeper {

namespace {

constexpr int kTickMs = 1000;
constexpr int kMargin = 24;
constexpr double kTitleScale = 1.4;
/// The splitter divides what it has in this proportion.
constexpr int kBesideList = 5400;
constexpr int kBesideCard = 4600;
constexpr int kStackedList = 3500;
constexpr int kStackedCard = 6500;

QLabel* centredLabel(const QString& text)
{
    QLabel* label = wrappedPlainLabel({}, nullptr);
    label->setText(text);
    label->setAlignment(Qt::AlignCenter);
    return label;
}

/// A field that takes what is typed.
bool isTextField(const QWidget* widget)
{
    if (const auto* plain = qobject_cast<const QPlainTextEdit*>(widget))
        return !plain->isReadOnly();
    if (const auto* rich = qobject_cast<const QTextEdit*>(widget))
        return !rich->isReadOnly();
    return qobject_cast<const QLineEdit*>(widget) != nullptr ||
           qobject_cast<const QAbstractSpinBox*>(widget) != nullptr ||
           qobject_cast<const QComboBox*>(widget) != nullptr;
}

} // namespace

PendingWidget::PendingWidget(CoreClient& client, QWidget* parent, InputGuard::Clock clock)
    : AreaWidget(parent)
    , m_client(client)
    , m_pages(new QStackedWidget)
    , m_splitter(new QSplitter)
    , m_list(new PendingListPane)
    , m_detail(new CardDetail(client, nullptr, std::move(clock)))
{
    setObjectName(QStringLiteral("pendingArea"));
    setAccessibleName(title());
    m_splitter->setObjectName(QStringLiteral("pendingSplitter"));
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_list);
    m_splitter->addWidget(m_detail);
    m_splitter->setSizes({kBesideList, kBesideCard});
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setStretchFactor(1, 1);
    m_empty = makeEmptyPage();
    m_blank = makeBlankPage();
    for (QWidget* page : {static_cast<QWidget*>(m_splitter), m_empty, m_blank})
        m_pages->addWidget(page);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_pages);

    m_tick.setInterval(kTickMs);
    connectParts();
    refreshStatus();
    synchronise();
    QApplication::instance()->installEventFilter(this);
}

QWidget* PendingWidget::makeEmptyPage()
{
    auto* page = new QWidget;
    page->setObjectName(QStringLiteral("pendingEmpty"));
    //: shown when there is no request
    QLabel* title = centredLabel(tr("Nothing is waiting for you."));
    QFont large = title->font();
    large.setPointSizeF(large.pointSizeF() * kTitleScale);
    title->setFont(large);
    //: shown when there is no request; a command stands below it
    QLabel* hint = centredLabel(tr("Requests of agents come up here. To connect an agent, run this "
                                   "command. It prints the snippet for the agent's own "
                                   "configuration."));
    //: a command line; NAME stands for a name that the person chooses
    QLabel* command = centredLabel(tr("lockkeeperctl agents add NAME"));
    command->setObjectName(QStringLiteral("connectHint"));
    //: accessible name of a command line
    command->setAccessibleName(tr("Command: lockkeeperctl agents add NAME"));
    command->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    command->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    column->addStretch(1);
    column->addWidget(title);
    column->addSpacing(kMargin);
    column->addWidget(hint);
    column->addWidget(command);
    column->addStretch(2);
    return page;
}

QWidget* PendingWidget::makeBlankPage()
{
    m_blankCounts = centredLabel({});
    m_blankCounts->setObjectName(QStringLiteral("pendingBlank"));
    return m_blankCounts;
}

void PendingWidget::connectParts()
{
    connect(&m_client, &CoreClient::reset, this, &PendingWidget::synchronise);
    connect(&m_client, &CoreClient::changed, this, &PendingWidget::take);
    connect(&m_client, &CoreClient::statusChanged, this, &PendingWidget::refreshStatus);
    connect(&m_client, &CoreClient::connectionChanged, this, &PendingWidget::refreshStatus);
    connect(m_list, &PendingListPane::selected, this, [this](const ActionId& action) {
        if (!m_isBlank)
            m_detail->show(action);
    });
    connect(m_list, &PendingListPane::cardWanted, this, [this]() {
        setCardOpen(true);
        m_detail->focusCard();
    });
    connect(&m_list->view(), &QAbstractItemView::clicked, this, [this]() { setCardOpen(true); });
    m_list->setQuietCheck([this]() { return !m_detail->isArmed(); });
    connect(&m_list->model(), &PendingModel::totalsChanged, this, &PendingWidget::refreshCounts);
    connect(m_detail, &CardDetail::shown, this,
            [this](const ActionId& action) { m_list->model().setSeen(action); });
    connect(m_detail, &CardDetail::decided, this, &PendingWidget::goOn);
    connect(m_detail, &CardDetail::backWanted, this, &PendingWidget::goBack);
    connect(m_detail, &CardDetail::equalWanted, this, [this](const ActionId& action) {
        if (!select(action))
            emit actionWanted(action);
    });
    connect(m_splitter, &QSplitter::splitterMoved, this, &PendingWidget::rearm);
    connect(&m_tick, &QTimer::timeout, this, [this]() {
        // Whoever looks elsewhere sees the count.
        m_list->model().takeReturns();
        if (!isVisible() || m_isBlank)
            return;
        m_list->tick();
        m_detail->tick();
    });
    m_tick.start();
}

QString PendingWidget::title() const
{
    //: area of the window: requests that wait for a decision
    return tr("Pending");
}

int PendingWidget::count() const
{
    return m_list->model().totals().waiting;
}

int PendingWidget::attention() const
{
    return m_list->model().totals().urgent;
}

QList<QWidget*> PendingWidget::panes() const
{
    QList<QWidget*> panes{&m_list->filterField(), &m_list->view()};
    panes.append(m_detail->panes());
    return panes;
}

QWidget* PendingWidget::home() const
{
    return &m_list->view();
}

void PendingWidget::synchronise()
{
    const QList<ActionId> vanished = m_list->model().synchronise(m_client.open());
    if (m_client.open().contains(m_detail->current()))
        m_detail->apply({m_client.open().value(m_detail->current())});
    if (vanished.isEmpty())
        return;
    // What became of them says the core; a list of a thousand at most is asked for at once.
    constexpr int kMost = 1000;
    m_client.core().briefsOf(vanished.mid(0, kMost),
                             m_client.reply<QList<ActionSnapshot>>(
                                 this, [this](Result<QList<ActionSnapshot>> snapshots) {
                                     if (snapshots)
                                         take(*snapshots);
                                 }));
}

void PendingWidget::take(const QList<ActionSnapshot>& changes)
{
    m_list->model().apply(changes);
    m_detail->apply(changes);
}

void PendingWidget::refreshStatus()
{
    const bool isSilent = m_client.connection() == CoreClient::Connection::Silent;
    m_list->setStale(isSilent ? m_client.asOfMs() : 0);
    m_detail->refresh();
}

void PendingWidget::refreshCounts()
{
    const PendingModel::Totals totals = m_list->model().totals();
    const auto number = [](int value) { return QLocale().toString(value); };
    //: shown while the console is locked: numbers of requests, one level of risk a line
    m_blankCounts->setText(tr("The console is locked.\n\nCritical: %1\nHigh: %2\nMedium: %3\n"
                              "Low: %4")
                               .arg(number(totals.critical), number(totals.high),
                                    number(totals.medium), number(totals.low)));
    refreshPage();
    emit countChanged();
}

bool PendingWidget::isNothingThere() const
{
    const PendingModel& model = m_list->model();
    const PendingModel::Totals totals = model.totals();
    return model.view() == PendingModel::View::Open && model.rowCount() == 0 &&
           totals.waiting == 0 && totals.snoozed == 0;
}

void PendingWidget::refreshPage()
{
    QWidget* page = m_splitter;
    if (m_isBlank)
        page = m_blank;
    else if (isNothingThere())
        page = m_empty;
    if (m_pages->currentWidget() == page)
        return;
    const bool hadFocus = m_pages->currentWidget()->isAncestorOf(QApplication::focusWidget());
    m_pages->setCurrentWidget(page);
    if (hadFocus && page == m_splitter)
        m_list->view().setFocus(Qt::OtherFocusReason);
    rearm();
}

bool PendingWidget::select(const ActionId& action)
{
    if (m_isBlank || !m_list->select(action))
        return false;
    setCardOpen(true);
    return true;
}

void PendingWidget::setBlank(bool blank)
{
    if (blank == m_isBlank)
        return;
    m_isBlank = blank;
    if (blank) {
        m_beforeBlank = m_detail->current();
        m_detail->clear();
    }
    m_list->setBlank(blank);
    refreshPage();
    if (!blank)
        m_detail->show(m_beforeBlank);
    rearm();
}

void PendingWidget::rearm()
{
    m_detail->rearm();
}

void PendingWidget::goOn(const ActionId& decided, const QString& verdict)
{
    if (!(m_detail->current() == decided))
        return;
    const ActionId next = m_list->nextAfter(decided);
    if (next.isEmpty())
        return;
    const PendingRow* row = m_list->model().find(decided);
    //: about the request before this one: %1 its effect, %2 what became of it
    const QString before =
        row == nullptr ? verdict : tr("%1: %2").arg(effectText(row->snapshot), verdict);
    const bool hadFocus = m_detail->isAncestorOf(QApplication::focusWidget());
    m_detail->show(next, before);
    m_list->select(next);
    if (!hadFocus)
        return;
    if (m_list->isVisible())
        m_list->view().setFocus(Qt::OtherFocusReason);
    else
        m_detail->focusCard();
}

void PendingWidget::goBack()
{
    setCardOpen(false);
    m_list->view().setFocus(Qt::OtherFocusReason);
}

void PendingWidget::setCardOpen(bool open)
{
    m_isCardOpen = open && !m_detail->current().isEmpty();
    arrange();
}

void PendingWidget::arrange()
{
    const int width = window()->width();
    Arrangement wanted = Arrangement::Beside;
    if (width < kSingleBelow)
        wanted = Arrangement::Single;
    else if (width < kStackedBelow)
        wanted =
            window()->height() < kSingleBelowHeight ? Arrangement::Single : Arrangement::Stacked;
    const bool isSingle = wanted == Arrangement::Single;
    const bool showsList = !isSingle || !m_isCardOpen;
    const bool showsCard = !isSingle || m_isCardOpen;
    if (wanted == m_arrangement && showsList != m_list->isHidden() &&
        showsCard != m_detail->isHidden())
        return;
    if (wanted != m_arrangement && wanted == Arrangement::Beside) {
        m_splitter->setOrientation(Qt::Horizontal);
        m_splitter->setSizes({kBesideList, kBesideCard});
    } else if (wanted != m_arrangement) {
        m_splitter->setOrientation(Qt::Vertical);
        m_splitter->setSizes({kStackedList, kStackedCard});
    }
    m_arrangement = wanted;
    // The one that comes is shown first: the focus goes to it, not out of the area.
    m_detail->setBackVisible(isSingle);
    if (showsCard)
        m_detail->setVisible(true);
    m_list->setVisible(showsList);
    m_detail->setVisible(showsCard);
    rearm();
}

bool PendingWidget::isDeciding(const QWidget* widget) const
{
    if (widget == nullptr || isTextField(widget) || m_detail->isInBar(widget))
        return false;
    const QWidget* view = &m_list->view();
    return widget == view || view->isAncestorOf(widget) || widget == m_detail ||
           m_detail->isAncestorOf(widget);
}

bool PendingWidget::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return false;
    auto* widget = qobject_cast<QWidget*>(watched);
    if (widget == nullptr || widget->window() != window())
        return false;
    auto* key = static_cast<QKeyEvent*>(event);
    m_list->noteActivity();
    if (!isVisible() || m_isBlank)
        return false;
    // A key that a field or the bar did not want comes by on its way up: it is not for the card.
    const QWidget* focused = QApplication::focusWidget();
    if (!isDeciding(widget) || (focused != nullptr && !isDeciding(focused)))
        return false;
    if (!m_detail->takeKey(*key, widget))
        return false;
    key->accept();
    return true;
}

void PendingWidget::resizeEvent(QResizeEvent* event)
{
    AreaWidget::resizeEvent(event);
    arrange();
    rearm();
}

void PendingWidget::showEvent(QShowEvent* event)
{
    AreaWidget::showEvent(event);
    arrange();
    rearm();
}

void PendingWidget::changeEvent(QEvent* event)
{
    AreaWidget::changeEvent(event);
    if (event->type() == QEvent::ActivationChange)
        rearm();
}

} // namespace lockkeeper
