// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/inputguard.h"

#include <QEvent>
#include <QKeyEvent>

namespace lockkeeper {

InputGuard::InputGuard(QObject* parent, Clock clock)
    : QObject(parent)
    , m_clock(std::move(clock))
{
}
void InputGuard::restart()
{
}
void InputGuard::decisionMade()
{
}
bool InputGuard::isOpen() const
{
    return false;
}
bool InputGuard::takesKey(const QKeyEvent& press)
{
    Q_UNUSED(press);
    return false;
}
void InputGuard::seeKey(const QKeyEvent& event)
{
    Q_UNUSED(event);
}
void InputGuard::protect(QAbstractButton& button)
{
    Q_UNUSED(button);
}
bool InputGuard::eventFilter(QObject* watched, QEvent* event)
{
    return QObject::eventFilter(watched, event);
}

} // namespace lockkeeper
