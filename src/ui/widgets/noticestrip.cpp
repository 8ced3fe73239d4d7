// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/noticestrip.h"

#include "ui/support/theme.h"
#include "ui/widgets/wrappedlabel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyle>

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr int kLines = 2;
constexpr int kMargin = 6;
constexpr int kMarkWidth = 4;

} // namespace

NoticeStrip::NoticeStrip(QWidget* parent)
    : QWidget(parent)
    , m_scroll(new QScrollArea(this))
    , m_text(new WrappedLabel)
    , m_action(new QPushButton(this))
    , m_more(new QPushButton(this))
{
    setObjectName(QStringLiteral("noticeStrip"));
    //: accessible name of the strip that shows notices about the open request
    setAccessibleName(tr("Notices"));
    m_text->setObjectName(QStringLiteral("noticeText"));
    m_scroll->setWidget(m_text);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    m_scroll->viewport()->setAutoFillBackground(false);
    m_text->setAutoFillBackground(false);
    m_action->setObjectName(QStringLiteral("noticeAction"));
    m_action->setAutoDefault(false);
    m_more->setObjectName(QStringLiteral("noticeMore"));
    m_more->setAutoDefault(false);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(kMarkWidth + kMargin, kMargin, kMargin, kMargin);
    row->addWidget(m_scroll, 1);
    row->addWidget(m_action);
    row->addWidget(m_more);
    connect(m_action, &QPushButton::clicked, this, [this]() {
        if (m_current < m_notices.size())
            emit actionTriggered(m_notices.at(m_current).key);
    });
    connect(m_more, &QPushButton::clicked, this, [this]() {
        m_current = m_notices.isEmpty() ? 0 : (m_current + 1) % m_notices.size();
        showCurrent();
    });
    reserveHeight();
    showCurrent();
}

void NoticeStrip::setNotices(const QList<Notice>& notices)
{
    if (notices == m_notices)
        return;
    // Something new is shown at once; otherwise what the person reads stays.
    const QByteArray shown = m_current < m_notices.size() ? m_notices.at(m_current).key : "";
    const bool isSameFirst = !notices.isEmpty() && !m_notices.isEmpty() &&
                             notices.constFirst().key == m_notices.constFirst().key;
    m_notices = notices;
    const auto found = std::find_if(m_notices.cbegin(), m_notices.cend(),
                                    [&shown](const Notice& one) { return one.key == shown; });
    m_current = isSameFirst && found != m_notices.cend() ? found - m_notices.cbegin() : 0;
    showCurrent();
}

void NoticeStrip::showCurrent()
{
    const Notice notice = m_notices.value(m_current);
    m_text->setText(notice.text);
    m_action->setText(notice.actionText);
    m_action->setAccessibleName(notice.actionText);
    m_action->setVisible(!notice.actionText.isEmpty());
    const qsizetype others = m_notices.size() - 1;
    //: button of the notice strip; %n other notices are there
    const QString more = tr("%n more", nullptr, int(std::max<qsizetype>(others, 0)));
    m_more->setText(more);
    m_more->setAccessibleName(more);
    m_more->setVisible(others > 0);
    m_scroll->verticalScrollBar()->setValue(0);
    update();
}

void NoticeStrip::reserveHeight()
{
    const int text = kLines * fontMetrics().lineSpacing();
    const int button = m_action->sizeHint().height();
    setFixedHeight(std::max(text, button) + 2 * kMargin);
}

void NoticeStrip::paintEvent(QPaintEvent* event)
{
    Q_UNUSED(event);
    if (m_notices.isEmpty())
        return;
    QPainter painter(this);
    painter.fillRect(rect(), themeColor(palette(), ColorRole::WarningBackground));
    QRect mark = rect();
    mark.setWidth(kMarkWidth);
    painter.fillRect(QStyle::visualRect(layoutDirection(), rect(), mark),
                     themeColor(palette(), ColorRole::High));
}

void NoticeStrip::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        reserveHeight();
}

} // namespace lockkeeper
