// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/coreclient.h"
#include "ui/unknown/evidencemodel.h"
#include "ui/widgets/inputguard.h"

#include <QWidget>

#include <optional>

class QKeyEvent;
class QLabel;
class QScrollArea;
class QVBoxLayout;

namespace lockkeeper {

class ArgumentsView;
class DeterminationPanel;
class EvidenceView;
class FactsView;
class RiskShape;
class WrappedLabel;
class WrappingButton;

/// One unknown outcome: what is known, what waits because of it, and the panel in which a person
/// records what happened. It reads the card itself and gives determinations to the core; what it
/// says of them comes from the core's answers. GUI thread.
///
/// Object names: unknownTitle, unknownSummary, unknownBody, unknownFacts, evidenceTable,
/// waitingText, happenedButton, didNotHappenButton, undeterminedButton, undoButton, determineState.
class UnknownDetail final : public QWidget
{
    Q_OBJECT

public:
    explicit UnknownDetail(CoreClient& client, QWidget* parent = nullptr,
                           InputGuard::Clock clock = {});

    /// Another action, or an empty id for none.
    void setAction(const ActionId& action);
    [[nodiscard]] const ActionId& action() const { return m_action; }
    /// The action may have changed: reads its card anew.
    void reload();
    /// Calls that wait because of it; `freed` of them go on once it is settled.
    void setWaiting(const QList<ActionSnapshot>& waiting, int freed);
    void setNow(qint64 wallMs);
    void setBlank(bool blank);
    void rearm() { m_guard.restart(); }
    /// A key-down in the area; true if it is used up.
    bool takeKey(QKeyEvent& press);
    [[nodiscard]] QList<QWidget*> panes() const;

signals:
    /// The whole snapshot of an action came: with its evidence, with a hold.
    void wholeRead(const lockkeeper::ActionSnapshot& snapshot);

private:
    void build();
    void buildBody(QVBoxLayout& rows);
    void buildBar(QVBoxLayout& rows);
    [[nodiscard]] WrappingButton* openingButton(DeterminationKind kind, const QString& text,
                                                const char* name);
    void takeCard(const ActionCard& card);
    void takeSnapshot(const ActionSnapshot& snapshot);
    void showCard();
    void openPanel(DeterminationKind kind);
    void leavePanel();
    void closePanel();
    void determine(DetermineRequest request, const SecretBytes& pin);
    void undo();
    void reveal(qsizetype offset);
    void setVerdict(const QString& sentence, bool isRefusal);
    void showState();
    [[nodiscard]] QString stateText() const;
    [[nodiscard]] QString obstacle() const;
    [[nodiscard]] bool isUnknown() const;
    [[nodiscard]] bool isHeld() const;

    CoreClient& m_client;
    InputGuard m_guard;
    EvidenceModel m_evidence;
    RiskShape* m_shape = nullptr;
    QLabel* m_title = nullptr;
    WrappedLabel* m_summary = nullptr;
    QScrollArea* m_body = nullptr;
    FactsView* m_facts = nullptr;
    ArgumentsView* m_arguments = nullptr;
    EvidenceView* m_evidenceTable = nullptr;
    WrappedLabel* m_waitingText = nullptr;
    DeterminationPanel* m_panel = nullptr;
    WrappedLabel* m_state = nullptr;
    QWidget* m_bar = nullptr;
    QList<WrappingButton*> m_openers;
    WrappingButton* m_undo = nullptr;
    ActionId m_action;
    std::optional<ActionCard> m_card;
    QHash<ActionId, DeterminationKind> m_recorded; ///< here, as the core accepted them
    QString m_verdict;
    bool m_isRefusal = false;
    bool m_isSending = false;
    bool m_isHoldExpected = false; ///< a hold was seen that nobody took back
    bool m_isBlank = false;
    qint64 m_nowMs = 0;
    int m_reading = 0; ///< of reload(): answers of an earlier one are dropped
};

} // namespace lockkeeper
