// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/secretbytes.h"
#include "core/coreservice.h"
#include "ui/widgets/inputguard.h"

#include <QWidget>

class QCheckBox;
class QKeyEvent;
class QLabel;
class QLineEdit;
class QPlainTextEdit;

namespace lockkeeper {

class WrappedLabel;
class WrappingButton;

/// What a person fills in to record a determination: what will be recorded and follow, a reason,
/// evidence, and the button that records it. It sends nothing. Recording needs Ctrl+Enter or the
/// button, both through the guard; Enter never records. GUI thread.
///
/// Object names: determinePanel, consequenceText, determineReason, determineEvidence,
/// effectStopped, determinePin, determineMissing, backButton, recordButton.
class DeterminationPanel final : public QWidget
{
    Q_OBJECT

public:
    /// Characters that a reason has at least.
    static constexpr qsizetype kReasonCharacters = 1;
    static constexpr qsizetype kReasonOfClosing = 20;

    explicit DeterminationPanel(InputGuard& guard, QWidget* parent = nullptr);

    /// Empties the fields, shows this kind and gives the reason the focus.
    void open(DeterminationKind kind);
    /// Empties the fields and hides the panel.
    void close();
    [[nodiscard]] bool isOpen() const { return m_isOpen; }
    [[nodiscard]] DeterminationKind kind() const { return m_kind; }
    void setWaiting(qsizetype freed, qsizetype held);
    void setPinNeeded(bool needed);
    /// Not empty: why nothing can be recorded just now.
    void setObstacle(const QString& sentence);
    /// What a masked value is revealed with; empty if none was typed.
    [[nodiscard]] SecretBytes pin() const;

    /// A key-down anywhere in the area. True if it was one of the panel's (Ctrl+Enter, Enter in a
    /// field, Escape) and is used up.
    bool takeKey(QKeyEvent& press);

signals:
    /// The one way to a determination; the action is the owner's.
    void recorded(const lockkeeper::DetermineRequest& request, const lockkeeper::SecretBytes& pin);
    /// The person went back.
    void left();

private:
    void build();
    void buildFields(QWidget& parent);
    void showTexts();
    void showMissing();
    [[nodiscard]] QString missing() const;
    void record();

    InputGuard& m_guard;
    WrappedLabel* m_consequence = nullptr;
    QPlainTextEdit* m_reason = nullptr;
    QLineEdit* m_evidence = nullptr;
    QCheckBox* m_stopped = nullptr;
    QLabel* m_pinLabel = nullptr;
    QLineEdit* m_pin = nullptr;
    WrappedLabel* m_missing = nullptr;
    WrappingButton* m_back = nullptr;
    WrappingButton* m_record = nullptr;
    DeterminationKind m_kind = DeterminationKind::Undetermined;
    qsizetype m_freed = 0;
    qsizetype m_held = 0;
    bool m_isOpen = false;
    bool m_isPinNeeded = false;
    QString m_obstacle;
};

} // namespace lockkeeper
