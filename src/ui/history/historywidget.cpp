// SPDX-License-Identifier: Apache-2.0
#include "ui/history/historywidget.h"

#include "ui/arguments/visibletext.h"
#include "ui/history/historydetail.h"
#include "ui/history/historytext.h"
#include "ui/support/shortcutkey.h"
#include "ui/support/theme.h"
#include "ui/widgets/flattable.h"
#include "ui/widgets/wrappedlabel.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr int kSideBySideWidth = 1000;
constexpr int kListShare = 3;
constexpr int kDetailShare = 2;
constexpr int kGoToCharacters = 14;
/// In the order of the model. The call's own id is the last on the screen: it tells a person least.
const QList<int> kWidths = {7, 28, 24, 31, 19, 12, 8};

} // namespace

HistoryWidget::HistoryWidget(CoreClient& client, QWidget* parent)
    : AreaWidget(parent)
    , m_client(client)
    , m_model(client)
{
    setObjectName(QStringLiteral("historyArea"));
    setAccessibleName(title());
    build();
    connect(m_table, &FlatTable::visibleRowsChanged, &m_model, &HistoryModel::setVisibleRows);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &HistoryWidget::showCurrent);
    connect(&m_model, &HistoryModel::newRecordsChanged, this, &HistoryWidget::showStrip);
    connect(&m_model, &HistoryModel::loaded, this, &HistoryWidget::showCurrent);
    connect(&m_client, &CoreClient::reset, &m_model, &HistoryModel::askNewest);
    connect(&m_client, &CoreClient::events, &m_model, &HistoryModel::askNewest);
    connect(&m_client, &CoreClient::statusChanged, this, &HistoryWidget::showChain);
    connect(&m_client, &CoreClient::connectionChanged, this, [this]() {
        if (m_client.connection() == CoreClient::Connection::Connected)
            m_model.askAgain();
    });
    connect(&m_client, &CoreClient::changed, this, [this](const QList<ActionSnapshot>& changed) {
        const ActionId shown = m_detail->action();
        const bool concerns =
            std::any_of(changed.cbegin(), changed.cend(), [&shown](const ActionSnapshot& snapshot) {
                return snapshot.record.id == shown;
            });
        if (concerns)
            m_detail->reload();
    });
    showChain();
    showStrip();
}

void HistoryWidget::build()
{
    auto* rows = new QVBoxLayout(this);
    m_chain = new WrappedLabel(this);
    m_chain->setObjectName(QStringLiteral("chainLine"));
    rows->addWidget(m_chain);
    m_reasons = new WrappedLabel(this);
    m_reasons->setObjectName(QStringLiteral("chainReasons"));
    rows->addWidget(m_reasons);
    m_splitter = new QSplitter(this);
    m_splitter->setObjectName(QStringLiteral("historySplitter"));
    m_splitter->setChildrenCollapsible(false);
    auto* list = new QWidget(m_splitter);
    buildList(*list);
    m_detail = new HistoryDetail(m_client, m_splitter);
    m_splitter->addWidget(list);
    m_splitter->addWidget(m_detail);
    for (QWidget* part : {list, static_cast<QWidget*>(m_detail)})
        part->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Ignored);
    m_splitter->setStretchFactor(0, kListShare);
    m_splitter->setStretchFactor(1, kDetailShare);
    rows->addWidget(m_splitter, 1);
}

void HistoryWidget::buildList(QWidget& list)
{
    auto* rows = new QVBoxLayout(&list);
    rows->setContentsMargins(0, 0, 0, 0);
    auto* bar = new QHBoxLayout;
    m_goTo = new QLineEdit(&list);
    m_goTo->setObjectName(QStringLiteral("goToRecord"));
    //: Field: the number of a record to jump to.
    m_goTo->setAccessibleName(tr("Go to record"));
    m_goTo->setPlaceholderText(m_goTo->accessibleName());
    m_goTo->setMinimumWidth(fontMetrics().averageCharWidth() * kGoToCharacters);
    connect(m_goTo, &QLineEdit::returnPressed, this, &HistoryWidget::goToRecord);
    bar->addWidget(m_goTo);
    bar->addStretch(1);
    m_strip = new QPushButton(&list);
    m_strip->setObjectName(QStringLiteral("newRecordsStrip"));
    m_strip->setAutoDefault(false);
    QSizePolicy policy = m_strip->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    m_strip->setSizePolicy(policy);
    connect(m_strip, &QPushButton::clicked, this, &HistoryWidget::showNewest);
    bar->addWidget(m_strip);
    rows->addLayout(bar);
    m_empty = new QLabel(&list);
    m_empty->setObjectName(QStringLiteral("historyEmpty"));
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setWordWrap(true);
    //: The record is empty.
    m_empty->setText(tr("Nothing has been recorded yet."));
    rows->addWidget(m_empty);
    m_table = new FlatTable(&list);
    m_table->setObjectName(QStringLiteral("historyTable"));
    //: The list of records.
    m_table->setAccessibleName(tr("Records"));
    m_table->setModel(&m_model);
    m_table->setWidths(kWidths);
    m_table->horizontalHeader()->moveSection(HistoryModel::Action, int(kWidths.size()) - 1);
    rows->addWidget(m_table, 1);
}

QString HistoryWidget::title() const
{
    //: Area of the window: everything that was recorded.
    return tr("History");
}

QList<QWidget*> HistoryWidget::panes() const
{
    return {m_goTo, m_table, m_detail};
}

QWidget* HistoryWidget::home() const
{
    return m_table;
}

bool HistoryWidget::select(const ActionId& action)
{
    const int row = m_model.rowOf(action);
    if (row < 0)
        return false;
    m_table->setCurrentIndex(m_model.index(row, 0));
    return true;
}

void HistoryWidget::setBlank(bool blank)
{
    m_isBlank = blank;
    m_model.setBlank(blank);
    m_detail->setBlank(blank);
    m_splitter->setVisible(!blank);
    m_goTo->clear();
    showChain();
    if (!blank)
        showCurrent();
}

void HistoryWidget::showChain()
{
    const StatusSnapshot& status = m_client.status();
    QStringList reasons;
    for (const QByteArray& reason : status.reasons)
        reasons.append(visibleLine(reason, TextRole::Prose));
    m_chain->setText(m_isBlank ? QString() : HistoryText::chain(status));
    m_reasons->setText(m_isBlank ? QString() : reasons.join(QLatin1Char('\n')));
    m_reasons->setVisible(!m_isBlank && !reasons.isEmpty());
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, themeColor(palette(), ColorRole::Critical));
    m_reasons->setPalette(colours);
    // The status also comes with the beat: records that no event told of are found by it.
    if (status.journalPosition > m_model.newRecords() + m_model.rowCount())
        m_model.askNewest();
}

void HistoryWidget::showStrip()
{
    const qint64 added = m_model.newRecords();
    const bool isEmpty = m_model.rowCount() == 0;
    m_empty->setVisible(isEmpty);
    m_table->setVisible(!isEmpty);
    m_strip->setVisible(added > 0);
    //: Button above the list; %1 = records that came since the list was last put in order.
    m_strip->setText(added == 1 ? tr("1 new record ( . )")
                                : tr("%1 new records ( . )").arg(QLocale().toString(added)));
    m_strip->setAccessibleName(m_strip->text());
}

void HistoryWidget::showCurrent()
{
    if (m_isBlank)
        return;
    const QModelIndex current = m_table->currentIndex();
    const HistoryEntry* entry = current.isValid() ? m_model.entry(current.row()) : nullptr;
    // A selected record whose page was dropped, far from what is on screen, stays shown.
    if (entry)
        m_detail->setEntry(*entry);
    else if (!current.isValid() || !m_detail->isEntry(m_model.positionOf(current.row())))
        m_detail->setEntry(std::nullopt);
}

void HistoryWidget::showNewest()
{
    m_model.showNewest();
    m_table->scrollToTop();
}

void HistoryWidget::goToRecord()
{
    bool isNumber = false;
    const qint64 position = QLocale().toLongLong(m_goTo->text().trimmed(), &isNumber);
    const int row = isNumber ? m_model.rowOf(position) : -1;
    if (row < 0)
        return m_goTo->selectAll();
    m_table->setCurrentIndex(m_model.index(row, 0));
    m_table->scrollTo(m_table->currentIndex(), QAbstractItemView::PositionAtCenter);
    m_table->setFocus(Qt::OtherFocusReason);
}

void HistoryWidget::keyPressEvent(QKeyEvent* event)
{
    const bool isPlain = event->modifiers() == Qt::NoModifier;
    if (!m_isBlank && isPlain && m_table->hasFocus()) {
        if (shortcutKey(*event) == Qt::Key_Period)
            return showNewest();
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
            return m_detail->setFocus(Qt::OtherFocusReason);
    }
    AreaWidget::keyPressEvent(event);
}

void HistoryWidget::showEvent(QShowEvent* event)
{
    AreaWidget::showEvent(event);
    m_model.askNewest();
}

void HistoryWidget::resizeEvent(QResizeEvent* event)
{
    AreaWidget::resizeEvent(event);
    const Qt::Orientation wanted = width() < kSideBySideWidth ? Qt::Vertical : Qt::Horizontal;
    if (m_splitter->orientation() == wanted && event->oldSize().isValid())
        return;
    m_splitter->setOrientation(wanted);
    m_splitter->setSizes({kListShare * width(), kDetailShare * width()});
}

void HistoryWidget::changeEvent(QEvent* event)
{
    AreaWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_reasons)
        showChain();
}

} // namespace lockkeeper
