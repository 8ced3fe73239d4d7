// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"

#include <QAbstractTableModel>

namespace lockkeeper {

/// The lines of what is known about one unknown outcome, as they are recorded. GUI thread.
class EvidenceModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Time, Source, Strength, Text, kColumns };

    explicit EvidenceModel(QObject* parent = nullptr);

    void setLines(const QList<EvidenceLine>& lines);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    [[nodiscard]] QString text(const EvidenceLine& line, int column) const;
    [[nodiscard]] QString sentence(const EvidenceLine& line) const;

    QList<EvidenceLine> m_lines;
};

} // namespace lockkeeper
