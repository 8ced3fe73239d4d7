// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"

#include <QScrollArea>

class QFormLayout;
class QPushButton;

namespace lockkeeper {

class RiskShape;
class WrappedLabel;

/// The top of a card: what it is, how risky and why, who asks, until when, what it would happen
/// to, and last and apart from the facts what the agent says. Nothing in it is cut: it grows, and
/// scrolls where there is no room. GUI thread.
///
/// Object names: cardHeader, cardRisk, cardSummary, cardTool, cardAgent, cardDecideBy,
/// cardRiskReasons, cardAskedBecause, cardTargets, cardEqual, equalCallButton, cardAgentReason;
/// the titles of the rows have "Title" behind these names.
class CardHeader final : public QScrollArea
{
    Q_OBJECT

public:
    explicit CardHeader(QWidget* parent = nullptr);

    void setCard(const ActionCard& card, qint64 nowMs);
    void clear();
    /// The time that is left, and nothing else.
    void tick(qint64 nowMs);
    /// What it would need to be shown whole at this width.
    [[nodiscard]] int wantedHeight(int width) const;
    /// It takes so much if there is room, and scrolls.
    void setShownHeight(int height);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// The person wants to see the open call with equal arguments.
    void equalWanted(const lockkeeper::ActionId& action);

protected:
    bool event(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QFormLayout* makeFacts();
    [[nodiscard]] QWidget* makeQuotation();
    WrappedLabel* addRow(QFormLayout& rows, const QString& title, const QString& name);
    void setTitle(const ActionSnapshot& snapshot);
    void setReason(const QByteArray& reason);
    void setFonts();

    QWidget* m_content = nullptr;
    ActionCard m_card;
    int m_shownHeight = 0;
    RiskShape* m_shape = nullptr;
    WrappedLabel* m_risk = nullptr;
    WrappedLabel* m_summary = nullptr;
    WrappedLabel* m_tool = nullptr;
    WrappedLabel* m_agent = nullptr;
    WrappedLabel* m_decideBy = nullptr;
    WrappedLabel* m_riskReasons = nullptr;
    WrappedLabel* m_askedBecause = nullptr;
    WrappedLabel* m_targets = nullptr;
    WrappedLabel* m_description = nullptr;
    WrappedLabel* m_equal = nullptr;
    QPushButton* m_showEqual = nullptr;
    WrappedLabel* m_agentReason = nullptr;
};

} // namespace lockkeeper
