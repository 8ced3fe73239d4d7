// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/pending/approvalladder.h"

#include <QWidget>

class QLabel;
class QLineEdit;

namespace lockkeeper {

/// The part of the decision bar in which a person types a value of the call, and a reason where one
/// is needed. It decides nothing: the bar watches the keys of its fields. GUI thread.
///
/// Object names: challengePanel, challengeAsk, challengeField, reasonAsk, reasonField,
/// challengeHint.
class ChallengePanel final : public QWidget
{
    Q_OBJECT

public:
    explicit ChallengePanel(QWidget* parent = nullptr);

    /// Shows it with empty fields and puts the focus into the first.
    void open(const Challenge& challenge, bool needsReason);
    /// Hides it and forgets what was typed.
    void close();
    [[nodiscard]] bool isOpen() const { return m_isOpen; }

    [[nodiscard]] bool isMet() const;
    [[nodiscard]] QString reason() const;
    /// Characters of the reason that say something.
    [[nodiscard]] qsizetype reasonCharacters() const;
    /// The field's name of the challenge, safe to draw.
    [[nodiscard]] QString fieldName() const { return m_challenge.field; }
    void setHint(const QString& text);

    [[nodiscard]] QLineEdit* challengeField() const { return m_field; }
    [[nodiscard]] QLineEdit* reasonField() const { return m_reason; }

signals:
    /// Something was typed.
    void edited();

private:
    bool m_isOpen = false;
    Challenge m_challenge;
    QLabel* m_ask = nullptr;
    QLineEdit* m_field = nullptr;
    QLabel* m_reasonAsk = nullptr;
    QLineEdit* m_reason = nullptr;
    QLabel* m_hint = nullptr;
};

} // namespace lockkeeper
