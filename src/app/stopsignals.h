// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QSocketNotifier>

#include <memory>

namespace lockkeeper {

/// Turns SIGTERM, and SIGINT and SIGHUP unless they were ignored (as nohup does), into requested()
/// on the main thread. A second signal ends the process at once with ExitCode::Failed, whatever the
/// event loop is doing: what that leaves behind is what a crash leaves, and the next start recovers
/// it. One object at a time; the process's signal handlers stay set when it goes.
class StopSignals final : public QObject
{
    Q_OBJECT

public:
    explicit StopSignals(QObject* parent = nullptr);

signals:
    /// The first signal came.
    void requested();

private:
    std::unique_ptr<QSocketNotifier> m_notifier;
};

} // namespace lockkeeper
