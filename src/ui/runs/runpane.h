// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/coreclient.h"
#include "ui/runs/runitemsmodel.h"

#include <QWidget>

class QLabel;
class QPushButton;
class QTableView;

namespace lockkeeper {

class InputGuard;
class StateChips;
class StopBar;

/// One run: its state in words, chips by state, its calls, Stop. Reads the calls from the core as
/// they are looked at. GUI thread.
///
/// Object names: runTitle, runState, runProgress, runItemsTable, followButton, runItemsNotice and
/// those of StateChips and StopBar.
class RunPane final : public QWidget
{
    Q_OBJECT

public:
    RunPane(CoreClient& client, InputGuard& guard, QWidget* parent = nullptr);

    /// Another run, or this one as it is now.
    void setRun(const RunSnapshot& run);
    void clear();
    /// Selects this call of the run as soon as its page is there.
    void selectCall(const ActionId& action, qint64 place);
    void setCanDecide(bool canDecide);
    /// Nothing that was begun may be finished later: the console is locked.
    void disarm();
    void setNow(qint64 nowMs);
    /// Reads everything anew (after a gap of the feed).
    void reload();

    [[nodiscard]] const QByteArray& runKey() const { return m_items->runKey(); }
    [[nodiscard]] RunItemsModel& items() { return *m_items; }
    [[nodiscard]] QTableView* table() const { return m_table; }
    /// The selected call; place -1 if there is none.
    [[nodiscard]] RunItem current() const;

signals:
    /// Another call was selected, or what is known of the selected one changed.
    void currentChanged();

private:
    void makeTable();
    void connectAll();
    void readPage(const RunActionsQuery& query);
    void filter();
    void showWords();
    void showNotice();
    void follow();
    void jumpToNext();
    void searchNext(const QByteArray& run, qint64 from);
    void checkWanted();

    CoreClient& m_client;
    RunSnapshot m_run;
    RunItemsModel* m_items;
    QTableView* m_table;
    QLabel* m_title;
    QLabel* m_state;
    QLabel* m_progress;
    QLabel* m_notice;
    QPushButton* m_followButton;
    StateChips* m_chips;
    StopBar* m_stop;
    qint64 m_nowMs = 0;
    bool m_isFollowing = false;
    qint64 m_seenTotal = 0; ///< calls of the run when following was left
    ActionId m_wantedCall;  ///< to be selected when it is read
    qint64 m_wantedPlace = -1;
    ActionId m_currentCall;
};

} // namespace lockkeeper
