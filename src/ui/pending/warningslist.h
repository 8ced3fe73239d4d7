// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QScrollArea>
#include <QStringList>

class QCheckBox;
class QVBoxLayout;

namespace lockkeeper {

/// The warnings of a card, each with a box that a person ticks to say that it was seen. It has no
/// box that ticks all of them. Takes no room if there are none. GUI thread.
///
/// Object names: warningsList, warning0, warning1 …
class WarningsList final : public QScrollArea
{
    Q_OBJECT

public:
    explicit WarningsList(QWidget* parent = nullptr);

    /// Plain texts, already made visible. What was ticked is forgotten unless the texts are the
    /// same.
    void setWarnings(const QStringList& warnings);
    [[nodiscard]] int openCount() const;
    [[nodiscard]] int count() const { return int(m_texts.size()); }
    /// Moves the focus to the next or previous warning.
    void focusNext(bool forward);
    /// Ticks the warning that has the focus; false if none has it.
    bool acknowledgeFocused();

signals:
    void acknowledgedChanged();

private:
    QStringList m_texts;
    QList<QCheckBox*> m_boxes;
    QWidget* m_content = nullptr;
    QVBoxLayout* m_layout = nullptr;
};

} // namespace lockkeeper
