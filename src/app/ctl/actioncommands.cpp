// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/actiontext.h"
#include "app/ctl/commands.h"
#include "app/ctl/plaintext.h"
#include "core/base/clock.h"

#include <algorithm>

namespace lockkeeper::ctl {

namespace {

constexpr qint64 kMaximumPollMs = 60'000;
constexpr qint64 kMaximumWaitSeconds = 7LL * 24 * 3600;
constexpr int kAnswerLimitMs = 30'000;

/// {"actions":[…]}: a table, or one JSON object a line.
int printActions(const CtlSession& session, const QByteArray& answer)
{
    const JsonView root(answer);
    if (!session.json()) {
        session.print(actionsTable(root));
        return code(ExitCode::Done);
    }
    root.member("actions").forEachElement([&session](const JsonView& action) {
        session.printLine(action.raw());
        return true;
    });
    return code(ExitCode::Done);
}

/// A handle may begin with the action's id; what follows it is what nobody can guess.
bool isActionId(const QByteArray& text)
{
    return text.startsWith("act_") && !text.contains('.');
}

JsonWriter idParams(const QByteArray& id)
{
    JsonWriter params;
    params.beginObject().member(isActionId(id) ? "action_id" : "handle", id);
    return params;
}

/// Somebody who has the handle needs no proof; an id is the operator's way.
Result<QByteArray> askResult(CtlSession& session, const QByteArray& id, qint64 waitMs)
{
    JsonWriter params = idParams(id);
    params.member("wait_ms", waitMs);
    const int limit = static_cast<int>(waitMs) + kAnswerLimitMs;
    if (isActionId(id))
        return session.view("actions.result", params, limit);
    params.endObject();
    return session.call("actions.result", params.take(), limit);
}

void printResult(const CtlSession& session, const QByteArray& answer)
{
    if (session.json())
        return session.printLine(answer);
    const JsonView result(answer);
    QList<QList<QByteArray>> rows;
    for (const char* name :
         {"action_id", "call_id", "state", "outcome", "summary", "reason", "result"}) {
        const JsonView member = result.member(name);
        const QByteArray text = textOf(result, name);
        if (member.isValid() && !text.isEmpty())
            rows.append({name, plainText(text)});
    }
    session.print(alignedTable(rows));
}

} // namespace

int runActions(CtlSession& session, const CtlCommandLine& line)
{
    JsonWriter params;
    params.beginObject();
    if (line.has("--state"))
        params.member("state", line.value("--state"));
    if (line.has("--limit")) {
        bool ok = false;
        const qint64 limit = line.value("--limit").toLongLong(&ok);
        if (!ok || limit < 1 || limit > 1000) {
            session.around().err("lockkeeperctl: --limit takes a number from 1 to 1000\n");
            return code(ExitCode::Usage);
        }
        params.member("limit", limit);
    }
    const Result<QByteArray> answer = session.view("actions.list", params);
    return answer ? printActions(session, *answer) : session.fail(answer.error());
}

int runUnknown(CtlSession& session, const CtlCommandLine&)
{
    JsonWriter params;
    params.beginObject();
    const Result<QByteArray> answer = session.view("unknown.list", params);
    return answer ? printActions(session, *answer) : session.fail(answer.error());
}

int runShow(CtlSession& session, const CtlCommandLine& line)
{
    JsonWriter params;
    params.beginObject().member("action_id", line.argument(0));
    const Result<QByteArray> answer = session.view("actions.get", params);
    if (!answer)
        return session.fail(answer.error());
    if (session.json())
        session.printLine(*answer);
    else
        session.print(actionText(JsonView(*answer)));
    return code(ExitCode::Done);
}

int runResult(CtlSession& session, const CtlCommandLine& line)
{
    qint64 seconds = 0;
    if (line.has("--wait")) {
        bool ok = false;
        seconds = line.value("--wait").toLongLong(&ok);
        if (!ok || seconds < 0 || seconds > kMaximumWaitSeconds) {
            session.around().err("lockkeeperctl: --wait takes a number of seconds\n");
            return code(ExitCode::Usage);
        }
    }
    const SystemClock clock;
    const qint64 end = clock.bootMs() + seconds * 1000;
    for (;;) {
        const qint64 left = std::max<qint64>(0, end - clock.bootMs());
        const Result<QByteArray> answer =
            askResult(session, line.argument(0), std::min(left, kMaximumPollMs));
        if (!answer)
            return session.fail(answer.error());
        const JsonView result(*answer);
        const bool over = result.member("settled").boolean().value_or(false) ||
                          textOf(result, "state") == "unknown";
        if (over || clock.bootMs() >= end) {
            printResult(session, *answer);
            return code(ExitCode::Done);
        }
    }
}

int runCancel(CtlSession& session, const CtlCommandLine& line)
{
    const QByteArray id = line.argument(0);
    JsonWriter params = idParams(id);
    Result<QByteArray> answer = Error(ErrorCode::Internal, "not asked");
    if (isActionId(id)) {
        answer = session.decide("actions.cancel", params);
    } else {
        params.endObject();
        answer = session.call("actions.cancel", params.take());
    }
    if (!answer)
        return session.fail(answer.error());
    session.printLine(session.json() ? *answer : actionLine(JsonView(*answer)));
    return code(ExitCode::Done);
}

} // namespace lockkeeper::ctl
