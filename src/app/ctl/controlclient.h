// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/mcp/framing.h"

#include <QByteArray>
#include <QString>

#include <deque>
#include <memory>

namespace lockkeeper::ctl {

/// A control connection to a console: one call at a time, blocking, for a command-line program.
/// Not thread-safe. Every wait has a limit.
class ControlClient
{
public:
    /// What the console said to the hello.
    struct Welcome
    {
        QByteArray nonce;         ///< raw
        bool unprotected = false; ///< deciding needs only the answered nonce
        QByteArray version;
    };

    /// Reads console.json in `profile`, connects and says hello. Errors with native code
    /// kNotReachable say why no console answers.
    [[nodiscard]] static Result<std::unique_ptr<ControlClient>> connect(const QString& profile);
    ~ControlClient();

    [[nodiscard]] const Welcome& welcome() const { return m_welcome; }

    /// Calls `method` with the JSON object `params` and returns the raw result. An error of the
    /// console comes back with its own code and reason.
    [[nodiscard]] Result<QByteArray> call(QByteArrayView method, QByteArrayView params,
                                          int limitMs = 30'000);
    /// The next notification's parameters; waits without a limit.
    [[nodiscard]] Result<QByteArray> nextEvent();

    ControlClient(const ControlClient&) = delete;
    ControlClient& operator=(const ControlClient&) = delete;

private:
    explicit ControlClient(int descriptor)
        : m_descriptor(descriptor)
    {
    }
    [[nodiscard]] Result<void> sayHello();
    [[nodiscard]] Result<void> sendLine(QByteArray line);
    [[nodiscard]] Result<QByteArray> readLine(int limitMs);

    int m_descriptor;
    Welcome m_welcome;
    mcp::LineFramer m_framer{mcp::kMaximumLineBytes +
                             1024 * 1024}; ///< an answer wraps what it carries
    std::deque<mcp::Frame> m_lines;
    std::deque<QByteArray> m_events;
    qint64 m_lastId = 0;
};

} // namespace lockkeeper::ctl
