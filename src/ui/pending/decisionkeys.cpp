// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/decisionkeys.h"

#include "ui/support/shortcutkey.h"

#include <QKeyEvent>

namespace lockkeeper {

bool isEnterKey(const QKeyEvent& press)
{
    return press.key() == Qt::Key_Return || press.key() == Qt::Key_Enter;
}

namespace {

/// Control and Enter and nothing else: plain Enter never approves, anywhere.
bool isApproveChord(const QKeyEvent& press)
{
    const Qt::KeyboardModifiers modifiers = press.modifiers() & ~Qt::KeypadModifier;
#ifdef LOCKKEEPER_FAULT_ENTER_APPROVES
    if (isEnterKey(press) && modifiers == Qt::NoModifier)
        return true;
#endif
    return isEnterKey(press) && modifiers == Qt::ControlModifier;
}

} // namespace

DecisionChord decisionChordOf(const QKeyEvent& press)
{
    if (isApproveChord(press))
        return DecisionChord::Approve;
    const Qt::KeyboardModifiers modifiers = press.modifiers();
    const int key = shortcutKey(press);
    if (key == Qt::Key_D && modifiers == Qt::NoModifier)
        return DecisionChord::Deny;
    if (key == Qt::Key_D && modifiers == Qt::ShiftModifier)
        return DecisionChord::DenyAtOnce;
    if (key == Qt::Key_S && modifiers == Qt::NoModifier)
        return DecisionChord::Snooze;
    if (key == Qt::Key_E && modifiers == Qt::NoModifier)
        return DecisionChord::Extend;
    return DecisionChord::None;
}

} // namespace lockkeeper
