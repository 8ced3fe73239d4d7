// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/typedlineedit.h"

#include "ui/support/shortcutkey.h"

#include <QDragEnterEvent>
#include <QDropEvent>
#include <QKeyEvent>
#include <QMouseEvent>

namespace lockkeeper {

namespace {

/// Every way of pasting by key, whatever the desktop calls one of them.
bool pastes(const QKeyEvent& event)
{
    const Qt::KeyboardModifiers modifiers = event.modifiers() & ~Qt::KeypadModifier;
    return event.matches(QKeySequence::Paste) || event.key() == Qt::Key_Paste ||
           (event.key() == Qt::Key_Insert && modifiers != Qt::NoModifier) ||
           (shortcutKey(event) == Qt::Key_V && (modifiers & Qt::ControlModifier) != 0);
}

} // namespace

TypedLineEdit::TypedLineEdit(QWidget* parent)
    : QLineEdit(parent)
{
    setAcceptDrops(false);
    setDragEnabled(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    setInputMethodHints(Qt::ImhNoPredictiveText);
}

void TypedLineEdit::keyPressEvent(QKeyEvent* event)
{
    if (pastes(*event))
        event->accept();
    else
        QLineEdit::keyPressEvent(event);
}

void TypedLineEdit::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::MiddleButton)
        QLineEdit::mousePressEvent(event);
}

void TypedLineEdit::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::MiddleButton)
        QLineEdit::mouseReleaseEvent(event);
}

void TypedLineEdit::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() != Qt::MiddleButton)
        QLineEdit::mouseDoubleClickEvent(event);
}

void TypedLineEdit::dragEnterEvent(QDragEnterEvent* event)
{
    event->ignore();
}

void TypedLineEdit::dropEvent(QDropEvent* event)
{
    event->ignore();
}

} // namespace lockkeeper
