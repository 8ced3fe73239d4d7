// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QTableView>

namespace lockkeeper {

/// A table for long lists: rows of one height that follows the font, sections that keep their
/// sizes, one selected row, Tab leaves it. J and K move like the arrows. GUI thread.
class FlatTable final : public QTableView
{
    Q_OBJECT

public:
    explicit FlatTable(QWidget* parent = nullptr);

    /// Widths of the columns in average characters; the last one takes the rest.
    void setWidths(const QList<int>& characters);

signals:
    /// These rows are on screen now, because of scrolling, a new size or new rows; last < first:
    /// none is.
    void visibleRowsChanged(int first, int last);

protected:
    void scrollContentsBy(int dx, int dy) override;
    void updateGeometries() override;
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void measure();
    void tellVisibleRows();

    QList<int> m_characters;
};

} // namespace lockkeeper
