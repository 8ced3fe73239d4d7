// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/pendinglistpane.h"

#include "ui/pending/pendingview.h"
#include "ui/widgets/chosenmark.h"

#include <QDateTime>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockkeeper {

namespace {

constexpr int kMargin = 6;
constexpr int kCoarseTicks = 10; ///< seconds between refreshing texts that change slowly

QString numberText(int number)
{
    return QLocale().toString(number);
}

} // namespace

PendingListPane::PendingListPane(QWidget* parent, PendingModel::WallClock clock)
    : QWidget(parent)
    , m_clock(clock ? std::move(clock) : []() { return QDateTime::currentMSecsSinceEpoch(); })
    , m_model(nullptr, m_clock)
    , m_view(new PendingView(m_model))
    , m_open(makeViewButton(PendingModel::View::Open, QStringLiteral("openViewButton")))
    , m_snoozed(makeViewButton(PendingModel::View::Snoozed, QStringLiteral("snoozedViewButton")))
    , m_filter(new QLineEdit)
    , m_notice(new QLabel)
    , m_strip(new QPushButton)
    , m_totals(new QLabel)
{
    build();
    m_quiet.setSingleShot(true);
    m_quiet.setInterval(kQuietMs);
    connect(&m_quiet, &QTimer::timeout, this, &PendingListPane::quietPassed);
    connect(m_filter, &QLineEdit::textChanged, this, &PendingListPane::applyFilter);
    connect(m_strip, &QPushButton::clicked, this, &PendingListPane::mergeNow);
    connect(m_view, &PendingView::mergeWanted, this, &PendingListPane::mergeNow);
    connect(m_view, &PendingView::cardWanted, this, &PendingListPane::cardWanted);
    connect(m_view, &PendingView::currentActionChanged, this, [this](const ActionId& action) {
        if (m_isRestoring)
            return;
        m_current = action;
        m_model.setKept(action);
        noteActivity();
        emit selected(action);
    });
    connect(&m_model, &PendingModel::totalsChanged, this, &PendingListPane::refreshTexts);
    refreshTexts();
}

PendingListPane::~PendingListPane()
{
    // The view looks at the model, which goes before the children do.
    delete m_view;
}

QPushButton* PendingListPane::makeViewButton(PendingModel::View view, const QString& name)
{
    auto* button = new QPushButton;
    button->setObjectName(name);
    button->setCheckable(true);
    button->setAutoDefault(false);
    button->setFocusPolicy(Qt::TabFocus);
    connect(button, &QPushButton::clicked, this, [this, view]() { setView(view); });
    return button;
}

void PendingListPane::build()
{
    setObjectName(QStringLiteral("pendingListPane"));
    m_filter->setObjectName(QStringLiteral("pendingFilter"));
    //: accessible name of the field that narrows the list of requests
    m_filter->setAccessibleName(tr("Filter"));
    //: hint in the filter field; risk:high is typed as it is
    m_filter->setPlaceholderText(tr("Filter, for example risk:high or part of a name"));
    m_filter->setClearButtonEnabled(true);
    m_filter->installEventFilter(this);
    m_notice->setObjectName(QStringLiteral("pendingNotice"));
    m_notice->setTextFormat(Qt::PlainText);
    // A place is kept for one line, so that the rows stay where they are.
    m_notice->setMinimumHeight(m_notice->fontMetrics().lineSpacing());
    m_strip->setObjectName(QStringLiteral("newRowsStrip"));
    m_strip->setAutoDefault(false);
    m_totals->setObjectName(QStringLiteral("pendingTotals"));
    m_totals->setTextFormat(Qt::PlainText);
    for (QLabel* label : {m_notice, m_totals})
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_strip->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    auto* top = new QHBoxLayout;
    top->addWidget(m_open);
    top->addWidget(m_snoozed);
    top->addWidget(m_filter, 1);
    column->addLayout(top);
    markView(m_model.view());
    column->addWidget(m_notice);
    column->addWidget(m_view, 1);
    column->addWidget(m_strip);
    column->addWidget(m_totals);
}

void PendingListPane::noteActivity()
{
    if (m_model.needsMerge())
        m_quiet.start();
    else
        m_quiet.stop();
}

void PendingListPane::quietPassed()
{
    const bool isPointerOver = m_view->underMouse() || m_view->viewport()->underMouse();
    if (isPointerOver || (m_isQuiet && !m_isQuiet()))
        return noteActivity();
    mergeNow();
}

void PendingListPane::mergeNow()
{
    // The strip is switched off then; the focus is not lost with it.
    if (m_strip->hasFocus())
        m_view->setFocus(Qt::OtherFocusReason);
    keepCurrent([this]() { m_view->mergeInPlace(); });
    noteActivity();
}

void PendingListPane::keepCurrent(const std::function<void()>& change)
{
    const ActionId current = m_current;
    m_isRestoring = true;
    change();
    const int row = m_model.rowOf(current);
    if (row >= 0 && m_view->currentIndex().row() != row)
        m_view->setCurrentRow(row);
    m_isRestoring = false;
}

void PendingListPane::markView(PendingModel::View view)
{
    m_open->setChecked(view == PendingModel::View::Open);
    m_snoozed->setChecked(view == PendingModel::View::Snoozed);
    for (QPushButton* button : {m_open, m_snoozed})
        markChosen(*button, button->isChecked());
}

void PendingListPane::setView(PendingModel::View view)
{
    markView(view);
    if (view == m_model.view())
        return;
    const ActionId before = std::exchange(m_currentElsewhere, m_current);
    m_isRestoring = true;
    m_model.setView(view);
    m_isRestoring = false;
    m_current = {};
    refreshTexts();
    const int row = m_model.rowOf(before);
    if (row >= 0)
        m_view->setCurrentRow(row);
    else
        emit selected({});
    noteActivity();
}

bool PendingListPane::select(const ActionId& action)
{
    const PendingRow* found = m_model.find(action);
    if (found == nullptr)
        return false;
    if (!found->isGone)
        setView(found->isAside ? PendingModel::View::Snoozed : PendingModel::View::Open);
    if (m_model.rowOf(action) < 0) {
        m_model.setKept(action);
        mergeNow();
    }
    m_view->setCurrentRow(m_model.rowOf(action));
    return m_view->current() == action;
}

ActionId PendingListPane::nextAfter(const ActionId& action) const
{
    const int count = m_model.rowCount();
    const int from = m_model.rowOf(action);
    for (int step = 1; step <= count; ++step) {
        const ActionId candidate = m_model.actionAt((from + step) % count);
        const PendingRow* row = m_model.find(candidate);
        const bool waits = row != nullptr && m_model.isOfView(*row) &&
                           row->snapshot.record.state == ActionState::Pending;
        if (waits && !(candidate == action))
            return candidate;
    }
    return {};
}

void PendingListPane::applyFilter()
{
    keepCurrent([this]() { m_model.setFilter(PendingFilter::fromText(m_filter->text())); });
}

void PendingListPane::setBlank(bool blank)
{
    keepCurrent([this, blank]() { m_model.setBlank(blank); });
    noteActivity();
}

void PendingListPane::setStale(qint64 asOfMs)
{
    m_staleAsOfMs = asOfMs;
    m_view->setStale(asOfMs != 0);
    refreshTexts();
}

void PendingListPane::tick()
{
    // What is back by now is not drawn as if it were not.
    m_model.takeReturns();
    const bool all = m_ticks % kCoarseTicks == 0;
    ++m_ticks;
    m_model.tick(m_view->firstVisibleRow(), m_view->lastVisibleRow(), all);
    if (all)
        refreshTexts();
}

void PendingListPane::refreshTexts()
{
    const PendingModel::Totals totals = m_model.totals();
    const bool hasNews = totals.fresh != 0 || totals.gone != 0;
    //: strip below the list: %1, %2 and %3 are numbers; . is the key
    const QString news = tr("New: %1 · critical: %2 · no longer waiting: %3 · press . to update")
                             .arg(numberText(totals.fresh), numberText(totals.freshCritical),
                                  numberText(totals.gone));
    m_strip->setText(hasNews ? news : QString());
    //: accessible name of the strip below the list when there is nothing new
    m_strip->setAccessibleName(hasNews ? news : tr("Nothing new"));
    m_strip->setFlat(!hasNews);
    m_strip->setEnabled(hasNews);
    const qint64 age = totals.oldestAtMs == 0 ? 0 : m_clock() - totals.oldestAtMs;
    //: totals below the list: numbers of requests, and for how long the oldest has waited
    m_totals->setText(tr("Waiting: %1 · high: %2 · critical: %3 · oldest: %4")
                          .arg(numberText(totals.waiting), numberText(totals.high),
                               numberText(totals.critical), durationText(age)));
    //: button above the list: shows what waits for a decision; %1 is a number
    m_open->setText(tr("Open: %1").arg(numberText(totals.waiting)));
    //: button above the list: shows what is put aside for a while; %1 is a number
    m_snoozed->setText(tr("Snoozed: %1").arg(numberText(totals.snoozed)));
    for (QPushButton* button : {m_open, m_snoozed})
        button->setAccessibleName(button->text());
    refreshEmptyText();
    refreshNotice(totals);
    if (m_model.needsMerge() && !m_quiet.isActive())
        m_quiet.start();
}

void PendingListPane::refreshEmptyText()
{
    if (!m_filter->text().trimmed().isEmpty())
        //: stands where the list of requests would be
        m_view->setEmptyText(tr("No request matches this filter."));
    else if (m_model.view() == PendingModel::View::Snoozed)
        //: stands where the list of requests that are put aside would be
        m_view->setEmptyText(tr("Nothing is snoozed. What you snooze is here until it comes back "
                                "by itself."));
    else
        //: stands where the list of requests would be
        m_view->setEmptyText(tr("Nothing is waiting for you."));
}

void PendingListPane::refreshNotice(const PendingModel::Totals& totals)
{
    QString text;
    if (m_staleAsOfMs != 0)
        //: the core does not answer; %1 is a time
        text = tr("As of %1, no connection")
                   .arg(QDateTime::fromMSecsSinceEpoch(m_staleAsOfMs)
                            .toString(QStringLiteral("HH:mm:ss")));
    else if (totals.urgentFiltered > 0)
        text = tr("%n urgent item(s) outside this view", nullptr, totals.urgentFiltered);
    m_notice->setText(text);
}

bool PendingListPane::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_filter || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Escape:
        m_filter->clear();
        [[fallthrough]];
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Down:
        m_view->setFocus(Qt::OtherFocusReason);
        return true;
    default:
        return false;
    }
}

} // namespace lockkeeper
