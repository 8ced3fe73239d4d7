// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/argumentsview.h"

namespace lockkeeper {

ArgumentsView::ArgumentsView(QWidget* parent)
    : QWidget(parent)
{
}
void ArgumentsView::setCard(const ActionCard& card)
{
    Q_UNUSED(card);
}
void ArgumentsView::clear()
{
}
void ArgumentsView::reveal(qsizetype offset, const QByteArray& bytes)
{
    Q_UNUSED(offset);
    Q_UNUSED(bytes);
}
int ArgumentsView::readPercent() const
{
    return 0;
}
QByteArray ArgumentsView::coverage() const
{
    return {};
}
QList<ArgumentWarning> ArgumentsView::warnings() const
{
    return {};
}
void ArgumentsView::page(bool forward)
{
    Q_UNUSED(forward);
}
void ArgumentsView::setTab(int tab)
{
    Q_UNUSED(tab);
}

} // namespace lockkeeper
