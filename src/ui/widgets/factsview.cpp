// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/factsview.h"

#include "ui/widgets/wrappedlabel.h"

#include <QFormLayout>

namespace lockkeeper {

namespace {

/// Views below one another begin their values at the same place.
constexpr int kHeadingCharacters = 23;

} // namespace

FactsView::FactsView(QWidget* parent)
    : QWidget(parent)
    , m_rows(new QFormLayout(this))
{
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_rows->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_rows->setLabelAlignment(Qt::AlignLeading | Qt::AlignTop);
}

void FactsView::setFacts(const Facts& facts)
{
    if (facts == m_facts)
        return;
    m_facts = facts;
    while (m_rows->rowCount() > 0)
        m_rows->removeRow(0);
    for (const auto& [name, value] : facts) {
        if (value.isEmpty())
            continue;
        auto* text = new WrappedLabel(this);
        text->setText(value);
        text->setAlignment(Qt::AlignTop);
        //: A fact as a screen reader says it: %1 its name, %2 its value.
        text->setAccessibleName(tr("%1: %2").arg(name, value));
        auto* heading = new QLabel(name, this);
        heading->setTextFormat(Qt::PlainText);
        heading->setMinimumWidth(fontMetrics().averageCharWidth() * kHeadingCharacters);
        heading->setAlignment(Qt::AlignTop | Qt::AlignLeading);
        m_rows->addRow(heading, text);
    }
}

QString FactsView::value(const QString& name) const
{
    for (const auto& [known, value] : m_facts) {
        if (known == name)
            return value;
    }
    return {};
}

} // namespace lockkeeper
