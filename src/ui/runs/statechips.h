// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"

#include <QList>
#include <QWidget>

class QToolButton;

namespace lockkeeper {

/// The states of a run's calls as chips with their counts; one is chosen. Choosing the chosen one
/// again reads it anew. GUI thread. Object names: stateChips, chipAll, chipWaiting, chipRunning,
/// chipUnknown, chipFailed, chipDone, chipNotRun, chipSettled.
class StateChips final : public QWidget
{
    Q_OBJECT

public:
    explicit StateChips(QWidget* parent = nullptr);

    void setCounts(const StateCounts& counts);
    /// Back to all, without telling.
    void reset();
    /// Chosen states; empty = all.
    [[nodiscard]] QList<ActionState> states() const;

signals:
    void chosen();

private:
    void showChosen();

    QList<QToolButton*> m_chips;
    int m_chosen = 0;
};

} // namespace lockkeeper
