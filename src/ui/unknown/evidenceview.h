// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTableView>

namespace lockkeeper {

/// The few lines of evidence, each shown whole: the text wraps, and the table is as high as its
/// rows, so that only the pane around it scrolls. GUI thread.
class EvidenceView final : public QTableView
{
    Q_OBJECT

public:
    explicit EvidenceView(QWidget* parent = nullptr);

    void setModel(QAbstractItemModel* model) override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();
};

} // namespace lockkeeper
