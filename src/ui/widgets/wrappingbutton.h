// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QPushButton>

namespace lockkeeper {

/// A button whose words may take two lines, so that it has no fixed width, and whose height is the
/// same with one: buttons that decide do not move. What does not fit ends with "…"; the accessible
/// name has all of it. It has no mnemonic, whatever stands in its words, and clicks give it no
/// focus. GUI thread.
class WrappingButton final : public QPushButton
{
    Q_OBJECT

public:
    /// Pixels that a button that decides is high at least.
    static constexpr int kMinimumHeight = 36;

    explicit WrappingButton(const QString& objectName, QWidget* parent = nullptr);

    /// Plain words; `accessibleName` says the same in full, if it is another text.
    void setWords(const QString& words, const QString& accessibleName = {});
    [[nodiscard]] const QString& words() const { return m_words; }
    /// Marks that it takes no input just now although it is enabled: a hatched foot.
    void setGuarded(bool isGuarded);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] int fullWidth() const;
    [[nodiscard]] int bothLinesHeight() const;
    void drawWords(QPainter& painter) const;

    QString m_words;
    bool m_isGuarded = false;
};

} // namespace lockkeeper
