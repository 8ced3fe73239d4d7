// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/cardpage.h"

#include "ui/arguments/argumentsview.h"
#include "ui/pending/cardheader.h"
#include "ui/pending/decisionbar.h"
#include "ui/pending/warningslist.h"
#include "ui/support/shortcutkey.h"
#include "ui/widgets/noticestrip.h"

#include <QAbstractButton>
#include <QKeyEvent>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr double kHeaderShare = 0.4; ///< of the page's height, at most

} // namespace

CardPage::CardPage(QWidget* parent, InputGuard::Clock clock)
    : QWidget(parent)
    , m_header(new CardHeader)
    , m_notice(new NoticeStrip)
    , m_arguments(new ArgumentsView)
    , m_warnings(new WarningsList)
    , m_bar(new DecisionBar(nullptr, std::move(clock)))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_notice);
    column->addWidget(m_arguments, 1);
    column->addWidget(m_warnings);
    column->addWidget(m_bar);
}

bool CardPage::takeKey(QKeyEvent& press, QWidget* focused)
{
    if (m_bar->takeKey(press))
        return true;
    const Qt::KeyboardModifiers modifiers = press.modifiers() & ~Qt::KeypadModifier;
    const bool isPlain = modifiers == Qt::NoModifier;
    const int key = shortcutKey(press);
    switch (key) {
    case Qt::Key_Space:
        // On a button or a box it is that one's key.
        if (qobject_cast<QAbstractButton*>(focused) != nullptr ||
            (!isPlain && modifiers != Qt::ShiftModifier))
            return false;
        m_arguments->page(isPlain);
        return true;
    case Qt::Key_1:
    case Qt::Key_2:
        if (modifiers != Qt::AltModifier)
            return false;
        m_arguments->setTab(key - Qt::Key_1);
        return true;
    case Qt::Key_BracketLeft:
    case Qt::Key_BracketRight:
        m_warnings->focusNext(key == Qt::Key_BracketRight);
        return true;
    case Qt::Key_M:
        return isPlain && m_warnings->acknowledgeFocused();
    default:
        return false;
    }
}

void CardPage::fitHeader()
{
    const int most = int(height() * kHeaderShare);
    m_header->setShownHeight(std::min(m_header->wantedHeight(width()), most));
}

bool CardPage::isArmed() const
{
    const QList<QLineEdit*> fields = m_bar->findChildren<QLineEdit*>();
    return std::any_of(fields.cbegin(), fields.cend(), [](const QLineEdit* field) {
        return field->isVisible() && (field->hasFocus() || !field->text().isEmpty());
    });
}

QList<QWidget*> CardPage::panes() const
{
    return {m_header, m_arguments, m_warnings, m_bar};
}

void CardPage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitHeader();
    m_bar->rearm();
}

} // namespace lockkeeper
