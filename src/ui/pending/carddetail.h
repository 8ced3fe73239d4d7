// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/coreclient.h"
#include "ui/pending/cardcommands.h"
#include "ui/widgets/inputguard.h"

#include <QSet>
#include <QStringList>
#include <QWidget>

#include <optional>

class QLabel;
class QPushButton;
class QStackedWidget;

namespace lockkeeper {

class CardPage;
class DecisionBar;

/// One request to decide on: its header, notices, arguments and warnings, and below them, never
/// scrolled away, the bar that decides. It asks the core for the card, shows another version of it
/// only when the person wants to see it, and gives the core what the bar says was decided. What
/// became of it is said in the core's words only. GUI thread.
///
/// Object names: cardDetail, cardHint, backButton.
class CardDetail final : public QWidget
{
    Q_OBJECT

public:
    explicit CardDetail(CoreClient& client, QWidget* parent = nullptr,
                        InputGuard::Clock clock = {});

    /// Shows this action; `before` is what became of the one before it, or empty.
    void show(const ActionId& action, const QString& before = {});
    /// Shows none.
    void clear();
    [[nodiscard]] const ActionId& current() const { return m_action; }
    /// The feed's changes.
    void apply(const QList<ActionSnapshot>& changes);
    /// Status or connection changed.
    void refresh();
    /// Once a second.
    void tick();
    void rearm();
    void setBackVisible(bool visible);

    /// A key-down in list or card, where \p focused has the focus; true if it is used up.
    bool takeKey(QKeyEvent& press, QWidget* focused);
    /// The focus goes into the card.
    void focusCard();
    /// A field of the bar is in use: a person is about to decide.
    [[nodiscard]] bool isArmed() const;
    /// In reading order.
    [[nodiscard]] QList<QWidget*> panes() const;
    [[nodiscard]] bool isInBar(const QWidget* widget) const;

signals:
    /// The core accepted an approval or a denial of the action, or put it aside; `verdict` is its
    /// sentence.
    void decided(const lockkeeper::ActionId& action, const QString& verdict);
    /// It was shown to a person.
    void shown(const lockkeeper::ActionId& action);
    void equalWanted(const lockkeeper::ActionId& action);
    void backWanted();

private:
    /// What the bar was told last.
    struct Conditions
    {
        bool canDecide = false;
        bool isToolUsable = false;
        bool isSeen = false;
        int readPercent = -1;
        int openWarnings = 0;
        int hiddenValues = 0;

        friend bool operator==(const Conditions&, const Conditions&) = default;
    };

    void connectParts();
    void connectBar(const DecisionBar& bar);
    void forget();
    void load();
    void take(const ActionCard& card);
    void adopt(const ActionCard& card);
    void showNext();
    void approve(const ActionId& action, const QByteArray& fingerprint, const QByteArray& reason,
                 const SecretBytes& pin);
    void deny(const ActionId& action, const QByteArray& reason, const SecretBytes& pin);
    void snooze(const SnoozeRequest& request, const SecretBytes& pin);
    void accepted(CardCommand command, const ActionSnapshot& answer, const QString& text);
    void refused(CardCommand command, const ActionId& action, const Error& error);
    void setVerdict(const ActionId& action, const QString& text, bool isRefusal);
    void refreshWarnings();
    void refreshConditions();
    void refreshNotices();
    [[nodiscard]] int hiddenValues() const;

    CoreClient& m_client;
    CardCommands m_commands;
    ActionId m_action;
    std::optional<ActionCard> m_card; ///< what is shown
    std::optional<ActionCard> m_next; ///< another version, not shown yet
    QStringList m_changedParts;       ///< of the version that is shown since it was asked for
    QString m_readError;
    QString m_before;
    QSet<qsizetype> m_revealed;
    bool m_isReading = false; ///< or it could not be read: what is shown may be outdated
    bool m_wasConnected = false;
    int m_generation = 0;
    ActionId m_sending; ///< a decision on it is on its way
    Conditions m_conditions;

    QStackedWidget* m_stack = nullptr;
    CardPage* m_page = nullptr;
    QLabel* m_hint = nullptr;
    QPushButton* m_back = nullptr;
};

} // namespace lockkeeper
