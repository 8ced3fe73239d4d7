// SPDX-License-Identifier: Apache-2.0
#include "app/demo/practiceserver.h"

#include <QTimer>

namespace lockkeeper {

namespace {

constexpr int kStepMs = 100;
constexpr qint64 kMaximumSteps = 600;

QByteArray textResult(QByteArrayView text)
{
    JsonWriter writer;
    writer.beginObject().key("content").beginArray();
    writer.beginObject().member("type", "text").member("text", text).endObject();
    writer.endArray().endObject();
    return writer.take();
}

} // namespace

PracticeServer::PracticeServer(mcp::Transport& transport, PracticeTools tools, QObject* parent)
    : QObject(parent)
    , m_tools(std::move(tools))
    , m_session(transport, *this, "Practice tools: harmless, and real.")
{
}

void PracticeServer::initialized(const QByteArray&, const QByteArray&)
{
}

void PracticeServer::listTools(std::function<void(const QByteArray& tools)> answer)
{
    answer(PracticeTools::definitions());
}

void PracticeServer::callTool(const mcp::McpCall& call)
{
    if (PracticeTools::isSlow(call.name)) {
        countSlowly(call);
        return;
    }
    const Result<QByteArray> done = m_tools.call(call.name, JsonView(call.arguments));
    if (done)
        m_session.sendResult(call.id, textResult(*done));
    else
        m_session.sendToolError(call.id, done.error().message());
}

void PracticeServer::countSlowly(const mcp::McpCall& call)
{
    const std::optional<qint64> to = JsonView(call.arguments).member("to").integer();
    if (!to || *to < 1 || *to > kMaximumSteps) {
        m_session.sendToolError(call.id, "to must be a whole number from 1 to 600");
        return;
    }
    countOn(call.id, 0, *to);
}

void PracticeServer::countOn(const QByteArray& id, qint64 done, qint64 to)
{
    if (done == to) {
        m_session.sendResult(id, textResult("Counted to " + QByteArray::number(to) + '.'));
        return;
    }
    QTimer::singleShot(kStepMs, this, [this, id, done, to]() {
        m_session.sendProgress(id, double(done + 1), double(to), "counting");
        countOn(id, done + 1, to);
    });
}

/// Nothing here can be stopped half-way; the session drops the answer.
void PracticeServer::cancelRequested(const QByteArray&)
{
}

void PracticeServer::connectionClosed()
{
    emit finished();
}

} // namespace lockkeeper
