// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>

class QTextLayout;

namespace lockkeeper {

/// A label of plain text that wraps between words and, where a word is wider than the label, inside
/// it: a long path or a fingerprint neither widens its pane nor is cut. GUI thread.
class WrapLabel final : public QLabel
{
    Q_OBJECT

public:
    explicit WrapLabel(QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// Breaks the text into lines of this width and returns their height.
    [[nodiscard]] qreal breakLines(QTextLayout& layout, int width) const;
};

} // namespace lockkeeper
