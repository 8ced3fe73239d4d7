// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QThread>

#include <functional>
#include <memory>

namespace lockkeeper {

/// Names the calling thread (at most 15 characters), so that tools and crash reports show it.
void nameCurrentThread(const char* name);

/// A thread with an event loop. Made and stopped on the main thread.
class EventThread
{
public:
    /// `name` is a literal.
    explicit EventThread(const char* name);
    /// As stop().
    ~EventThread();

    void start();
    /// Ends the event loop once it has done what was posted so far, and waits for the thread.
    /// What is posted later never runs.
    void stop();
    [[nodiscard]] QThread* thread() { return &m_thread; }
    /// Runs `work` on the thread, after all that was posted before. Any thread.
    void post(std::function<void()> work);

private:
    QThread m_thread;
    std::unique_ptr<QObject> m_context; ///< lives on the thread
};

} // namespace lockkeeper
