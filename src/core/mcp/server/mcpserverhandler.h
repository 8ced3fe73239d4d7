// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <functional>

namespace lockkeeper::mcp {

/// One tools/call of an agent. Everything in it is untrusted.
struct McpCall
{
    QByteArray id;            ///< raw: its JSON type is part of it
    QByteArray name;          ///< decoded
    QByteArray arguments;     ///< raw object as sent; "{}" if the agent sent none
    QByteArray meta;          ///< raw object; empty if absent
    QByteArray progressToken; ///< raw; empty if the agent wants no progress
};

/// What stands behind an MCP server session. Called on the session's thread; each call is answered
/// through the session, during the call or later. Must outlive the session.
class McpServerHandler
{
public:
    virtual ~McpServerHandler() = default;
    /// The handshake is done; what the agent's client says of itself (untrusted, at most 200
    /// characters each).
    virtual void initialized(const QByteArray& clientName, const QByteArray& clientVersion) = 0;
    /// `answer` takes a raw JSON array of tool definitions; it may be called once, at any time,
    /// also after the session has ended (then it does nothing).
    virtual void listTools(std::function<void(const QByteArray& tools)> answer) = 0;
    /// Answered with sendResult, sendError or sendToolError, once.
    virtual void callTool(const McpCall& call) = 0;
    /// The agent cancelled a call that is not answered yet; its answer will not be sent any more.
    virtual void cancelRequested(const QByteArray& id) = 0;
    /// The connection ended; calls that are not answered have lost their caller.
    virtual void connectionClosed() = 0;
};

} // namespace lockkeeper::mcp
