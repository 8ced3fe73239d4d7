// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/coreclient.h"
#include "ui/runs/runpane.h"
#include "ui/runs/runsmodel.h"
#include "ui/widgets/areawidget.h"
#include "ui/widgets/inputguard.h"

#include <QSet>
#include <QTimer>

class QLabel;
class QPushButton;
class QSplitter;
class QStackedLayout;
class QTabBar;
class QTableView;

namespace lockkeeper {

class CallDetail;

/// The area Runs: which runs there are, one of them with its calls, one of these with its output.
/// GUI thread; the client outlives it.
///
/// Object names: runsArea, runsParts (tabs), runsTable, runsMergeButton, runsEmpty, and those of
/// RunPane and CallDetail.
class RunsWidget final : public AreaWidget
{
    Q_OBJECT

public:
    static constexpr int kRunPage = 200;
    static constexpr int kRefreshMs = 500; ///< counts of changed runs are read at most so often

    explicit RunsWidget(CoreClient& client, QWidget* parent = nullptr,
                        InputGuard::Clock clock = {});

    [[nodiscard]] QString title() const override;
    [[nodiscard]] int count() const override { return m_runs->inFlight(); }
    [[nodiscard]] int attention() const override { return m_runs->waiting(); }
    [[nodiscard]] QList<QWidget*> panes() const override;
    /// Every action is in a run: the run is looked up, and then selected.
    bool select(const ActionId& action) override;
    void setBlank(bool blank) override;
    void rearm() override { m_guard.restart(); }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    enum Part { ListPart, RunPart, CallPart };

    void makeLayout();
    void showParts();
    void connectAll();
    void reload();
    void readRuns(const RunCursor& after);
    void takeChanges(const QList<ActionSnapshot>& actions);
    void takeEvents(const QList<CoreEvent>& events);
    void refreshRuns();
    void takeRuns(const QList<RunSnapshot>& runs);
    void showRun();
    void showCall();
    void takeCall(const RunItem& item, const ActionSnapshot& snapshot);
    void readCall();
    void cancelCall(const ActionId& action);
    void showSelected(const ActionId& action, const RunPage& page);
    void showList();
    void tick();

    CoreClient& m_client;
    InputGuard m_guard;
    RunsModel* m_runs;
    QTableView* m_table;
    QPushButton* m_merge;
    QLabel* m_empty;
    RunPane* m_pane;
    CallDetail* m_detail;
    QWidget* m_list = nullptr;
    QTabBar* m_parts = nullptr;    ///< in a small window: which of the three is shown
    QSplitter* m_across = nullptr; ///< list and run | call
    QSplitter* m_down = nullptr;   ///< list over run
    QStackedLayout* m_stack = nullptr;
    QTimer m_refresh;
    QTimer m_tick;
    QSet<ActionId> m_changed; ///< whose runs have to be read
    bool m_isRefreshing = false;
    QHash<ActionId, QByteArray> m_batches; ///< as far as the feed told
    QByteArray m_wantedRun;
    qint64 m_shownVersion = 0; ///< of the call whose detail was read
};

} // namespace lockkeeper
