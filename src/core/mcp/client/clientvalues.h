// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QMetaType>

#include <functional>
#include <optional>

namespace lockkeeper::mcp {

/// Number of one of our requests towards one server; its JSON-RPC id and its progress token.
/// Minted by the session, unique within it.
using RequestNumber = quint64;

/// Who answered the handshake, as it says of itself. Untrusted text.
struct PeerInfo
{
    QByteArray name;
    QByteArray version;
    QByteArray protocolVersion;
};

/// One tools/call to be made.
struct ToolCallRequest
{
    QByteArray name;      ///< exact wire name of the tool
    QByteArray arguments; ///< canonical bytes of an object, spliced in unchanged
    QByteArray meta;      ///< canonical bytes of an object for _meta, or empty
    /// Evaluated at most once, directly before the first byte; false = nothing is sent.
    std::function<bool()> lastCheck;
};

/// Progress of a call, already checked to increase. `message` is untrusted and of any length.
struct CallProgress
{
    double progress = 0;
    std::optional<double> total;
    QByteArray message;
};

/// How a call ended for the session.
struct CallOutcome
{
    enum class Kind {
        NotSent,       ///< no byte of it has left, and none will: `detail` says why
        Answered,      ///< its result came: `result`, `isError`
        Error,         ///< its JSON-RPC error came: `errorCode`, `detail`
        NotUnderstood, ///< an answer came that cannot be used: `detail` names the fault
        Lost,          ///< the connection ended after at least one byte had left
    };
    Kind kind = Kind::Lost;
    QByteArray result; ///< the result object exactly as received
    bool isError = false;
    qint64 errorCode = 0;
    QByteArray detail; ///< sanitised, at most 500 characters
    qint64 bytesSent = 0;
    qint64 bytesReceived = 0;
};

/// An answer that settles nothing.
enum class StrayAnswer {
    Duplicate, ///< its request was answered before
    Late,      ///< its request was cancelled or given up before
    Foreign,   ///< no request of ours has that id, or it was not sent yet
};

} // namespace lockkeeper::mcp
