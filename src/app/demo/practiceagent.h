// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/qtscheduler.h"
#include "core/mcp/client/mcpclientsession.h"
#include "core/mcp/transport/stdio/stdioserverprocess.h"

#include <QHash>
#include <QObject>
#include <QTimer>

namespace lockkeeper {

/// The scripted agent of the demo: an MCP client that proposes four harmless calls of different
/// risk at once, through the same bridge that any agent uses, and writes the answers it got to
/// stdout, one line each. A call that is held is collected by its handle until it is settled.
class PracticeAgent final : public QObject
{
    Q_OBJECT

public:
    /// `bridge` is how to start `lockkeeperctl mcp`.
    explicit PracticeAgent(mcp::StdioServerSpec bridge, QObject* parent = nullptr);

    void start();

signals:
    /// The bridge has ended; `isComplete` says that every call has its final answer.
    void finished(bool isComplete);

private:
    void onTools(const QList<mcp::ToolDefinition>& tools);
    void propose();
    void call(const QByteArray& label, const QByteArray& tool, const QByteArray& arguments);
    void onAnswer(quint64 request, const mcp::CallOutcome& outcome);
    void settled(const QByteArray& label, const QByteArray& text);

    mcp::StdioServerProcess m_bridge;
    QtScheduler m_scheduler;
    mcp::McpClientSession m_session;
    QTimer m_listAgain;
    QHash<quint64, QByteArray> m_labels; ///< the calls that are under way
    bool m_proposed = false;
    int m_open = 0; ///< calls without a final answer
};

} // namespace lockkeeper
