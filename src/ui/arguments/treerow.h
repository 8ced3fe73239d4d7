// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/arguments/textcolumn.h"

namespace lockkeeper {

class ArgumentsModel;
class ShownBytes;

/// One row of the tree of arguments.
struct TreeRow
{
    enum class Kind {
        Value,   ///< of a node, or its first part
        Part,    ///< a later part of a long value
        More,    ///< says that a long value goes on
        Missing, ///< says that values have no row
    };
    Kind kind = Kind::Value;
    int node = 0;
    qsizetype from = 0; ///< of its part of the value, in the bytes
    qsizetype to = 0;
    qsizetype place = 0; ///< on the scroll bar
};

/// What the rows of the tree say, and which positions each of them stands for: together the rows of
/// a complete tree stand for every byte. A value to look at; GUI thread.
class TreeRowText
{
public:
    /// Both must outlive it.
    TreeRowText(const ShownBytes& bytes, const ArgumentsModel& model);

    /// Name, type and size; empty for rows that go on with a value.
    [[nodiscard]] QList<TextRun> name(const TreeRow& row, bool canOpen, bool isOpen) const;
    [[nodiscard]] QList<TextRun> value(const TreeRow& row, bool isOpen, bool isCurrent) const;

    [[nodiscard]] static bool isContainer(const ArgumentsModel& model, int node);
    /// Deeper rows are not moved in further, but say how deep they are.
    static constexpr int kDeepestIndent = 10;

private:
    void appendName(QList<TextRun>& runs, int node) const;
    [[nodiscard]] QString typeText(int node) const;
    [[nodiscard]] TextRun container(int node, bool isOpen) const;
    [[nodiscard]] QList<TextRun> scalar(const TreeRow& row) const;
    [[nodiscard]] QList<TextRun> masked(const TreeRow& row, int masked, bool isCurrent) const;
    [[nodiscard]] static TextRun note(const QString& text, ByteRange range = {});

    const ShownBytes& m_bytes;
    const ArgumentsModel& m_model;
};

} // namespace lockkeeper
