// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QPair>
#include <QString>
#include <QWidget>

class QFormLayout;

namespace lockkeeper {

/// Names and values, one pair a row. Values are plain text, whole, and wrap; whoever fills it has
/// put untrusted ones through visibleText. GUI thread.
class FactsView final : public QWidget
{
    Q_OBJECT

public:
    using Facts = QList<QPair<QString, QString>>;

    explicit FactsView(QWidget* parent = nullptr);

    /// Rows whose value is empty are left out.
    void setFacts(const Facts& facts);
    /// The shown value with this name; empty if there is none.
    [[nodiscard]] QString value(const QString& name) const;

private:
    QFormLayout* m_rows;
    Facts m_facts;
};

} // namespace lockkeeper
