// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLabel>

namespace lockkeeper {

/// Plain text that is shown whole at any width: lines break at words, and inside a word that is
/// wider than the label (a path, an address), which QLabel would let run out of sight. Untrusted
/// text comes here after visibleText. GUI thread.
class WrappedLabel final : public QLabel
{
    Q_OBJECT

public:
    explicit WrappedLabel(QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace lockkeeper
