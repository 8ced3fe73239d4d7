// SPDX-License-Identifier: Apache-2.0
#include "app/demo/practiceagent.h"

#include "core/base/canonicaljson.h"

#include <algorithm>
#include <cstdio>

namespace lockkeeper {

namespace {

constexpr int kListAgainMs = 500;
constexpr int kAskAgainMs = 2000;

struct Proposal
{
    const char* label;
    const char* tool;
    const char* arguments;
};

constexpr Proposal kProposals[] = {
    {"look around", "practice__look_around", R"({})"},
    {"write a note", "practice__write_note",
     R"({"name":"shopping.txt","text":"rope\nlamp oil\nbread\n"})"},
    {"post a message", "practice__post_message",
     R"({"channel":"harbour","text":"The boat leaves at nine."})"},
    {"delete a note", "practice__delete_note", R"({"name":"old-list.txt"})"},
};

void say(QByteArrayView label, QByteArrayView text)
{
    QByteArray line = "agent: " + label.toByteArray() + ": " + text.toByteArray();
    line.replace('\n', ' ');
    line += '\n';
    std::fwrite(line.constData(), 1, size_t(line.size()), stdout);
    std::fflush(stdout);
}

/// The texts of a result, for a line of the log.
QByteArray textOf(const JsonView& result)
{
    QByteArray text;
    result.member("content").forEachElement([&text](const JsonView& part) {
        if (const std::optional<QByteArray> own = part.member("text").string())
            text += (text.isEmpty() ? "" : " ") + *own;
        return true;
    });
    return text;
}

} // namespace

PracticeAgent::PracticeAgent(mcp::StdioServerSpec bridge, QObject* parent)
    : QObject(parent)
    , m_bridge(std::move(bridge))
    , m_session(m_bridge, m_scheduler)
{
    using mcp::McpClientSession;
    m_listAgain.setSingleShot(true);
    connect(&m_listAgain, &QTimer::timeout, &m_session, &McpClientSession::listTools);
    connect(&m_bridge, &mcp::StdioServerProcess::started, &m_session,
            &McpClientSession::initialize);
    connect(&m_session, &McpClientSession::ready, this, [this]() {
        say("bridge", "connected");
        m_session.listTools();
    });
    connect(&m_session, &McpClientSession::toolListChanged, &m_session,
            &McpClientSession::listTools);
    connect(&m_session, &McpClientSession::toolsListed, this, &PracticeAgent::onTools);
    connect(&m_session, &McpClientSession::listFailed, this, [this](const QByteArray& reason) {
        say("tools", reason);
        m_listAgain.start(kListAgainMs);
    });
    connect(&m_session, &McpClientSession::callFinished, this, &PracticeAgent::onAnswer);
    connect(&m_session, &McpClientSession::closed, this,
            [](const QByteArray& reason) { say("bridge", reason); });
    connect(&m_bridge, &mcp::StdioServerProcess::stopped, this, [this]() {
        for (const QByteArray& line : m_bridge.diagnostics().lastLines(5))
            say("bridge", line);
        emit finished(m_proposed && m_open == 0);
    });
}

void PracticeAgent::start()
{
    m_bridge.start();
}

void PracticeAgent::onTools(const QList<mcp::ToolDefinition>& tools)
{
    const bool isThere = std::all_of(
        std::begin(kProposals), std::end(kProposals), [&tools](const Proposal& proposal) {
            return std::any_of(tools.begin(), tools.end(),
                               [&proposal](const mcp::ToolDefinition& tool) {
                                   return tool.name == proposal.tool;
                               });
        });
    if (isThere && !m_proposed)
        propose();
    else if (!isThere)
        m_listAgain.start(kListAgainMs);
}

void PracticeAgent::propose()
{
    m_proposed = true;
    m_open = int(std::size(kProposals));
    for (const Proposal& proposal : kProposals) {
        say(proposal.label, "proposed");
        call(proposal.label, proposal.tool, proposal.arguments);
    }
}

void PracticeAgent::call(const QByteArray& label, const QByteArray& tool,
                         const QByteArray& arguments)
{
    const Result<mcp::RequestNumber> request = m_session.callTool({tool, arguments, {}, {}});
    if (request)
        m_labels.insert(*request, label);
    else
        say(label, request.error().message());
}

void PracticeAgent::onAnswer(quint64 request, const mcp::CallOutcome& outcome)
{
    const QByteArray label = m_labels.take(request);
    if (outcome.kind != mcp::CallOutcome::Kind::Answered) {
        say(label, "no answer: " + outcome.detail);
        return;
    }
    const JsonView result(outcome.result);
    const JsonView meta = result.member("_meta");
    const std::optional<QByteArray> handle = meta.member("io.lockkeeper/handle").string();
    if (meta.member("io.lockkeeper/pending").boolean().value_or(false) && handle) {
        say(label, "pending");
        const QByteArray arguments = JsonWriter()
                                         .beginObject()
                                         .member("handle", *handle)
                                         .member("wait_seconds", 45)
                                         .endObject()
                                         .take();
        const qint64 waitMs =
            1000 * meta.member("io.lockkeeper/retry_after_seconds").integer().value_or(0);
        QTimer::singleShot(qMax<qint64>(kAskAgainMs, waitMs), this, [this, label, arguments]() {
            call(label, "lockkeeper_result", arguments);
        });
        return;
    }
    settled(label, (outcome.isError ? "error: " : "done: ") + textOf(result));
}

void PracticeAgent::settled(const QByteArray& label, const QByteArray& text)
{
    say(label, text);
    if (--m_open == 0)
        m_bridge.stop();
}

} // namespace lockkeeper
