// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/ids.h"

#include <QList>
#include <QWidget>

namespace lockkeeper {

/// One area of the window (Pending, Runs, Unknown, History): its list, its detail, its bar. The
/// main window owns it, shows it when the rail says so, and knows nothing else of it. GUI thread.
class AreaWidget : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// The word in the rail and in the menu, translated.
    [[nodiscard]] virtual QString title() const = 0;
    /// Shown beside the word; -1 = none.
    [[nodiscard]] virtual int count() const { return -1; }
    /// How many of them need somebody soon; 0 = none.
    [[nodiscard]] virtual int attention() const { return 0; }
    /// Parts that F6 goes through, in reading order; only visible ones get the focus.
    [[nodiscard]] virtual QList<QWidget*> panes() const = 0;
    /// Takes the focus when the area is chosen: its list, never anything that decides.
    [[nodiscard]] virtual QWidget* home() const { return panes().value(0); }
    /// Selects this action if it is here; false if it is not.
    virtual bool select(const ActionId& action) = 0;
    /// The console was locked (nothing of any value may be on screen) or unlocked.
    virtual void setBlank(bool blank) = 0;
    /// Something outside moved the ground: window activated, screen unlocked, layout changed.
    /// Whatever decides here ignores input for the guard's time.
    virtual void rearm() = 0;

signals:
    void countChanged();
    /// The person wants to see this action where it is now (another area).
    void actionWanted(const lockkeeper::ActionId& action);
};

} // namespace lockkeeper
