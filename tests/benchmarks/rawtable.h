// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractTableModel>
#include <QHeaderView>
#include <QTableView>

namespace lockkeeper {

/// Rows with one word a cell: what a table costs that has nothing to say.
class RawModel final : public QAbstractTableModel
{
public:
    RawModel(int rows, int columns)
        : m_rows(rows)
        , m_columns(columns)
    {
    }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : m_rows;
    }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : m_columns;
    }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override
    {
        return role == Qt::DisplayRole && index.isValid() ? m_word : QVariant();
    }
    void insert(int rows, bool atTop)
    {
        const int first = atTop ? 0 : m_rows;
        beginInsertRows({}, first, first + rows - 1);
        m_rows += rows;
        endInsertRows();
    }

private:
    int m_rows;
    int m_columns;
    const QVariant m_word = QStringLiteral("files/write_file");
};

/// A plain QTableView with fixed rows, as large as `like` and divided as it is.
class RawTable final : public QTableView
{
public:
    RawTable(RawModel& model, const QTableView& like)
    {
        setModel(&model);
        verticalHeader()->hide();
        verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
        verticalHeader()->setDefaultSectionSize(like.verticalHeader()->defaultSectionSize());
        for (int column = 0; column < model.columnCount(); ++column)
            setColumnWidth(column, like.columnWidth(column));
        resize(like.size());
    }
};

} // namespace lockkeeper
