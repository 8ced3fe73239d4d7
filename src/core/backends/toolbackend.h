// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/backends/dispatchpermit.h"
#include "core/domain/toolname.h"

#include <QByteArray>

#include <memory>
#include <optional>

namespace lockkeeper {

/// One attempt as a backend needs it. `arguments` are the approved canonical bytes, sent unchanged.
struct ToolCall
{
    DispatchId dispatch;
    ToolName tool;
    QByteArray arguments;
    QByteArray externalKey;             ///< stable idempotency key derived from the root action
    qint64 idleTimeoutMs = 60'000;      ///< reset by real progress
    qint64 absoluteTimeoutMs = 600'000; ///< reset by nothing
};

/// Progress as a tool told it; texts are untrusted, cut at 4 KiB by the backend.
struct BackendProgress
{
    QByteArray text;
    QByteArray stream;
    std::optional<double> current;
    std::optional<double> total;
};

/// Why nobody can know what became of a call that may have left.
enum class ContactLostCause {
    NoReplyInTime,
    ConnectionBroken,
    ReplyNotUnderstood,
    StopRequested,
    WorkerLost,
    RecordNotWritten,
    LeaseExpired,
};

/// What a backend saw of one attempt. It reports facts; the executor's classifiers judge them.
struct BackendOutcome
{
    enum class Kind {
        NotStarted,    ///< proven: no byte of the call was handed over (late permit, not connected)
        Answered,      ///< a correlated result came: `result`, `isError`
        ProtocolError, ///< a correlated JSON-RPC error came: `errorCode`, `detail`
        ContactLost,   ///< the call may have left and no answer can be trusted: `cause`
    };
    Kind kind = Kind::ContactLost;
    QByteArray result; ///< the tool's result object, exactly the bytes received
    bool isError = false;
    int errorCode = 0;
    QByteArray detail; ///< sanitised developer text, at most 500 characters
    ContactLostCause cause = ContactLostCause::WorkerLost;
    qint64 bytesSent = 0;
    qint64 bytesReceived = 0;
};

/// Where a backend reports. Called on the io thread; implementations post to their own thread.
class BackendSink
{
public:
    virtual ~BackendSink() = default;
    /// The first byte has been handed to the operating system.
    virtual void started(const DispatchId& dispatch) = 0;
    virtual void progressed(const DispatchId& dispatch, const BackendProgress& progress) = 0;
    /// Exactly once for each start().
    virtual void finished(const DispatchId& dispatch, const BackendOutcome& outcome) = 0;
    /// An answer after finished(): evidence, never a result.
    virtual void lateAnswer(const DispatchId& dispatch, const BackendOutcome& outcome) = 0;
};

/// What an approved action can run on. Lives on the io thread; start and cancel are called there.
class ToolBackend
{
public:
    virtual ~ToolBackend() = default;
    /// Takes the permit, redeems it as the last thing before the first byte, and hands the call
    /// over. An expired permit, or a server that is not ready, is NotStarted. Never repeats.
    virtual void start(DispatchPermit permit, ToolCall call, std::shared_ptr<BackendSink> sink) = 0;
    /// Asks the tool to stop. Settles nothing by itself: finished() still comes.
    virtual void cancel(const DispatchId& dispatch) = 0;
};

} // namespace lockkeeper
