// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/demo/practicetools.h"
#include "core/mcp/server/mcpserverhandler.h"
#include "core/mcp/server/mcpserversession.h"

#include <QObject>

namespace lockkeeper {

/// The practice tools as an MCP server. Lives on the transport's thread; the transport outlives it.
class PracticeServer final : public QObject, public mcp::McpServerHandler
{
    Q_OBJECT

public:
    PracticeServer(mcp::Transport& transport, PracticeTools tools, QObject* parent = nullptr);

    void initialized(const QByteArray& clientName, const QByteArray& clientVersion) override;
    void listTools(std::function<void(const QByteArray& tools)> answer) override;
    void callTool(const mcp::McpCall& call) override;
    void cancelRequested(const QByteArray& id) override;
    void connectionClosed() override;

signals:
    void finished();

private:
    void countSlowly(const mcp::McpCall& call);
    void countOn(const QByteArray& id, qint64 done, qint64 to);

    PracticeTools m_tools;
    mcp::McpServerSession m_session;
};

} // namespace lockkeeper
