// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/support/snoozerules.h"

#include <QList>
#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;

namespace lockkeeper {

class WrappingButton;

/// The part of the decision bar in which a person says for how long a call is put aside, and why.
/// It sends nothing: the bar watches the keys of its field and protects its button. GUI thread.
///
/// Object names: snoozePanel, snoozeReasonField, snoozeHint, sendSnoozeButton, closeSnoozeButton,
/// and the chips snoozeFor5, snoozeFor15, snoozeFor60, snoozeUntilExpiry.
class SnoozePanel final : public QWidget
{
    Q_OBJECT

public:
    explicit SnoozePanel(QWidget* parent = nullptr);

    /// Shows it with these choices, the first one chosen, and an empty field, which gets the focus.
    void open(const QList<SnoozeChoice>& allowed);
    /// Hides it and forgets what was typed.
    void close();
    [[nodiscard]] bool isOpen() const { return m_isOpen; }
    /// Time has passed: shows these choices only. The chosen one stays chosen, allowed or not.
    void setAllowed(const QList<SnoozeChoice>& allowed);

    [[nodiscard]] SnoozeChoice choice() const { return m_choice; }
    /// Without the white space around it.
    [[nodiscard]] QString reason() const;
    void setHint(const QString& text);

    [[nodiscard]] QLineEdit* reasonField() const { return m_reason; }
    [[nodiscard]] WrappingButton* sendButton() const { return m_send; }

signals:
    void closeWanted();

private:
    void addChip(SnoozeChoice choice, const QString& objectName, const QString& words);
    void choose(SnoozeChoice choice);

    bool m_isOpen = false;
    SnoozeChoice m_choice = SnoozeChoice::FiveMinutes;
    QLabel* m_ask = nullptr;
    QWidget* m_chips = nullptr;
    QList<QPushButton*> m_buttons; ///< in the order of kAllSnoozeChoices
    QLineEdit* m_reason = nullptr;
    QLabel* m_hint = nullptr;
    WrappingButton* m_send = nullptr;
    WrappingButton* m_close = nullptr;
};

} // namespace lockkeeper
