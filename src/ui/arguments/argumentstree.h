// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/arguments/argumentsmodel.h"
#include "ui/arguments/blocksview.h"
#include "ui/arguments/treerow.h"

namespace lockkeeper {

/// The arguments for reading: a row for each value, its name, type and size on the left of a line
/// that no text can cross, the value on its right, over as many lines as it needs. Containers and
/// long texts open and close with a click, Enter, Left and Right. GUI thread. Object name:
/// argumentsTree.
class ArgumentsTree final : public BlocksView
{
    Q_OBJECT

public:
    /// `bytes` must outlive the view.
    explicit ArgumentsTree(const ShownBytes& bytes, QWidget* parent = nullptr);

    /// The bytes are others.
    void reload();
    /// What is revealed has changed.
    void refresh() { refreshBlocks(); }
    [[nodiscard]] const ArgumentsModel& model() const { return m_model; }
    /// The masked value (an index, or -1) that a reveal would be for; `show` brings its row on
    /// screen.
    void setCurrentMasked(int masked, bool show);
    /// The row that the keyboard is on.
    [[nodiscard]] int currentRow() const { return m_current; }
    [[nodiscard]] const std::vector<TreeRow>& rows() const { return m_rows; }

signals:
    /// The keyboard or pointer went to the row of a masked value.
    void maskedEntered(int masked);

protected:
    [[nodiscard]] int blockCount() const override { return static_cast<int>(m_rows.size()); }
    [[nodiscard]] qsizetype blockFrom(int block) const override;
    [[nodiscard]] Columns layOut(int block) const override;
    void paintBehind(QPainter& painter, Place place, const QRect& line) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    void makeRows();
    void addValue(int node);
    void addRow(TreeRow::Kind kind, int node, qsizetype from, qsizetype to);
    [[nodiscard]] const TreeRow& row(int index) const
    {
        return m_rows[static_cast<std::size_t>(index)];
    }
    [[nodiscard]] bool isOpen(int node) const { return m_isOpen[static_cast<std::size_t>(node)]; }
    [[nodiscard]] bool canOpen(int node) const;
    void setOpen(int node, bool isOpen);
    void setCurrent(int index);
    void enterRow(int index);
    void moveCurrent(int step);
    bool takeTreeKey(int key);
    [[nodiscard]] int rowOf(int node) const;
    [[nodiscard]] int parentOf(int node) const;
    /// Where the line between names and values stands.
    [[nodiscard]] qreal divide() const;
    [[nodiscard]] qreal indentOf(int node) const;

    const ShownBytes& m_bytes;
    ArgumentsModel m_model;
    TreeRowText m_text;
    std::vector<bool> m_isOpen; ///< for each node
    std::vector<TreeRow> m_rows;
    int m_current = 0;
    int m_currentMasked = -1;
};

} // namespace lockkeeper
