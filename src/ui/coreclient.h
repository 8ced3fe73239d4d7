// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/operatorcore.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QSet>
#include <QTimer>

#include <functional>

namespace lockkeeper {

/// The window's end of the core: the newest status, a brief snapshot of every action that is not
/// over yet, and what changed, told at most ten times a second. Commands go out with a callback;
/// what they change is seen when the feed says so, never before.
///
/// GUI thread. The core outlives it; call stop() before the core is gone.
class CoreClient final : public QObject
{
    Q_OBJECT

public:
    /// How fresh what is shown is.
    enum class Connection {
        Connecting, ///< nothing has come yet
        Connected,
        Silent, ///< the core has not answered for kSilenceMs: data is kept, nothing is decided
    };
    static constexpr int kCoalesceMs = 100;
    static constexpr int kBeatMs = 2000;
    static constexpr int kSilenceMs = 5000;

    template<class T>
    using Answer = std::function<void(Result<T>)>;

    explicit CoreClient(OperatorCore& core, QObject* parent = nullptr);

    void start();
    /// No callback comes after it; the core may go.
    void stop();

    [[nodiscard]] OperatorCore& core() { return m_core; }
    [[nodiscard]] Connection connection() const { return m_connection; }
    /// Wall time of the last answer; 0 = none yet.
    [[nodiscard]] qint64 asOfMs() const { return m_asOfMs; }
    [[nodiscard]] const StatusSnapshot& status() const { return m_status; }
    /// Connected, and the core is not read-only.
    [[nodiscard]] bool canDecide() const;
    /// All actions that are pending, holding, approved, running, unknown.
    [[nodiscard]] const QHash<ActionId, ActionSnapshot>& open() const { return m_open; }

    /// A Reply that calls `answer` in the GUI thread, unless `context` is gone or stop() was
    /// called.
    template<class T>
    [[nodiscard]] Reply<T> reply(QObject* context, Answer<T> answer)
    {
        return Reply<T>(this, [this, guard = QPointer<QObject>(context),
                               answer = std::move(answer)](Result<T> result) {
            if (guard && m_isRunning)
                answer(std::move(result));
        });
    }

signals:
    void statusChanged();
    void connectionChanged();
    /// The first page is there, or a gap made everything be read again: open() is the truth.
    void reset();
    /// These changed, whatever their state is now. Brief snapshots, each action once.
    void changed(const QList<lockkeeper::ActionSnapshot>& actions);
    /// The feed's events as they came, live ones (tool_progress) included.
    void events(const QList<lockkeeper::CoreEvent>& events);

private:
    void load();
    void loadPage(const ActionId& before, int generation);
    void askStatus();
    void take(const FeedBatch& batch);
    void readChanged();
    void keep(const ActionSnapshot& snapshot);
    void beat();
    void setConnection(Connection connection);

    OperatorCore& m_core;
    bool m_isRunning = false;
    bool m_isReading = false;
    bool m_hasLoaded = false; ///< the last reading of everything went well
    int m_generation = 0;     ///< of load(): answers of an earlier one are dropped
    Connection m_connection = Connection::Connecting;
    qint64 m_asOfMs = 0;
    qint64 m_lastAnswerMs = 0; ///< monotonic
    StatusSnapshot m_status;
    QHash<ActionId, ActionSnapshot> m_open;
    QHash<ActionId, ActionSnapshot> m_loading;
    QSet<ActionId> m_toRead;
    QTimer m_coalesce;
    QTimer m_beat;
};

/// True for the states that open() holds.
[[nodiscard]] bool isOpenState(ActionState state);

} // namespace lockkeeper
