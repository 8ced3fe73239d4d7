// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/decisionbar.h"

#include <QKeyEvent>

namespace lockkeeper {

DecisionBar::DecisionBar(QWidget* parent, InputGuard::Clock clock)
    : QWidget(parent)
    , m_guard(nullptr, std::move(clock))
{
}
void DecisionBar::setCard(const std::optional<ActionCard>& card)
{
    Q_UNUSED(card);
}
void DecisionBar::setConditions(bool canDecide, bool isToolUsable, bool isSeenToTheEnd,
                                int openWarnings, int unmasked)
{
    Q_UNUSED(canDecide);
    Q_UNUSED(isToolUsable);
    Q_UNUSED(isSeenToTheEnd);
    Q_UNUSED(openWarnings);
    Q_UNUSED(unmasked);
}
void DecisionBar::setPinNeeded(bool needed)
{
    Q_UNUSED(needed);
}
void DecisionBar::setVerdict(const QString& text, bool isRefusal)
{
    Q_UNUSED(text);
    Q_UNUSED(isRefusal);
}
void DecisionBar::setReadPercent(int percent)
{
    Q_UNUSED(percent);
}
void DecisionBar::rearm()
{
}
bool DecisionBar::takeKey(QKeyEvent& press)
{
    Q_UNUSED(press);
    return false;
}

} // namespace lockkeeper
