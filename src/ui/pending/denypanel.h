// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;

namespace lockkeeper {

class WrappingButton;

/// The part of the decision bar in which a person says why a call is denied. It decides nothing:
/// the bar watches the keys of its field and protects its button. GUI thread.
///
/// Object names: denyPanel, denyReasonField, denyHint, sendDenialButton, closeDenialButton, and the
/// chips denyWrongTarget, denyWrongData, denyNotNeeded, denySuspicious.
class DenyPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit DenyPanel(QWidget* parent = nullptr);

    /// Shows it with an empty field, which gets the focus.
    void open();
    /// Hides it and forgets what was typed.
    void close();
    [[nodiscard]] bool isOpen() const { return m_isOpen; }

    /// Without the white space around it.
    [[nodiscard]] QString reason() const;
    void setHint(const QString& text);

    [[nodiscard]] QLineEdit* reasonField() const { return m_reason; }
    [[nodiscard]] WrappingButton* sendButton() const { return m_send; }

signals:
    void closeWanted();

private:
    void addChip(const QString& objectName, const QString& words, int place);

    bool m_isOpen = false;
    QLabel* m_ask = nullptr;
    QWidget* m_chips = nullptr;
    QLineEdit* m_reason = nullptr;
    QLabel* m_hint = nullptr;
    WrappingButton* m_send = nullptr;
    WrappingButton* m_close = nullptr;
};

} // namespace lockkeeper
