// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/windowcore.h"
#include "core/coreservice.h"
#include "core/keys/seatkeys.h"

#include <QString>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

namespace lockkeeper {

class EventThread;
class MainWindow;

/// The console in this process as the composition root puts it together: core on its thread over a
/// store on disk, backends on the io thread, the main window on this one. Instead of tool servers
/// there is a tool that does nothing, instead of the keychain keys that live as long as this
/// object; nobody listens on a socket. It can be started again and again on the same store. GUI
/// thread.
class RealConsole
{
public:
    /// What the tool tells, from the io thread.
    struct Effects
    {
        std::atomic<int> count = 0;
        std::atomic<qint64> lastNs = 0; ///< when the newest one began, see nowNs()
    };

    /// The profile comes into this directory.
    explicit RealConsole(const QString& directory);
    ~RealConsole();
    RealConsole(const RealConsole&) = delete;
    RealConsole& operator=(const RealConsole&) = delete;

    /// Only the core, until it takes calls.
    void startCore();
    /// As the program does: window first, then the core, which the window is connected to when it
    /// is there. Returns at once.
    void start();
    void stop();

    /// Proposes calls of the one run of this store, which all wait for a person. Their risk is
    /// medium: they come last in the list of what waits. The answer comes on this thread.
    void submit(int calls, const std::function<void(const SubmissionAnswer&)>& answered);
    /// Submits until so many calls are pending, every tenth of high risk.
    void fill(int pending);

    [[nodiscard]] MainWindow& window() { return *m_window; }
    [[nodiscard]] OperatorCore& core() { return *m_windowCore; }
    [[nodiscard]] const Effects& effects() const { return m_effects; }
    [[nodiscard]] QString directory() const { return m_directory; }
    [[nodiscard]] QString storePath() const;
    /// A Reply to this thread that ends the program on an error.
    template<class T>
    [[nodiscard]] Reply<T> reply(std::function<void(const T&)> answered)
    {
        return {&m_home, [answered = std::move(answered)](Result<T> answer) {
                    if (!answer)
                        qFatal("%s", answer.error().describe().constData());
                    answered(*answer);
                }};
    }

private:
    void startThreads(std::function<void()> started);
    void waitForTools();
    void submit(const SubmissionRequest& request,
                const std::function<void(const SubmissionAnswer&)>& answered);
    [[nodiscard]] SubmissionRequest request(int calls, bool hasHighRisk);

    const QString m_directory;
    const AgentPrincipal m_agent{CredentialId("crd_bench"), "bench"};
    std::optional<SeatKeys> m_keys; ///< core thread, while there is one
    QByteArray m_guardCopy;         ///< likewise
    Effects m_effects;
    std::unique_ptr<EventThread> m_io;
    std::unique_ptr<EventThread> m_coreThread;
    std::unique_ptr<CoreService> m_service;
    std::unique_ptr<WindowCore> m_windowCore;
    std::unique_ptr<MainWindow> m_window;
    int m_calls = 0;
    QObject m_home;
};

} // namespace lockkeeper
