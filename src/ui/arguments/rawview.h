// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/arguments/blocksview.h"

namespace lockkeeper {

class ShownBytes;

/// The canonical bytes as they are, in lines of the view's width; what is hidden in them as chips,
/// and a chip for each masked value. GUI thread. Object name: rawView.
class RawView final : public BlocksView
{
    Q_OBJECT

public:
    /// Bytes of a block: more than a screen of small letters has, little enough to lay out at once.
    static constexpr qsizetype kBlockSize = 4096;
    /// Of a revealed value so much is shown.
    static constexpr qsizetype kRevealedSize = 64 * 1024;

    /// `bytes` must outlive the view.
    explicit RawView(const ShownBytes& bytes, QWidget* parent = nullptr);

    /// The bytes are others.
    void reload();
    /// What is revealed has changed.
    void refresh() { refreshBlocks(); }
    /// The masked value (an index, or -1) that a reveal would be for.
    void setCurrentMasked(int masked, bool show);

    /// The runs of a block and all blocks: for the proof that they cover every byte.
    [[nodiscard]] QList<TextRun> runs(int block) const;
    [[nodiscard]] int blockCount() const override;

signals:
    /// Left or Right: the masked value before or behind the current one.
    void maskedStepWanted(int step);

protected:
    [[nodiscard]] qsizetype blockFrom(int block) const override;
    [[nodiscard]] Columns layOut(int block) const override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void appendText(QList<TextRun>& runs, qsizetype from, qsizetype to) const;
    void appendMasked(QList<TextRun>& runs, int masked) const;
    [[nodiscard]] qsizetype cutBefore(qsizetype from, qsizetype wanted) const;

    const ShownBytes& m_bytes;
    std::vector<qsizetype> m_from; ///< of each block, and the end
    int m_current = -1;
};

} // namespace lockkeeper
