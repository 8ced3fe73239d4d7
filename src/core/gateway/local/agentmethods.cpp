// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/local/methodcall.h"
#include "core/gateway/wirejson.h"

#include <array>
#include <string_view>

namespace lockkeeper {

namespace {

constexpr qint64 kMaximumWaitMs = 60'000;
constexpr qint64 kMaximumList = 1000;
constexpr qint64 kDefaultList = 200;

QByteArray submissionJson(const SubmissionAnswer& answer)
{
    return wire::toJson(answer);
}

QByteArray resultJson(const CallResult& result)
{
    return wire::toJson(result);
}

QByteArray fullJson(const ActionSnapshot& action)
{
    return wire::toJson(action, wire::Detail::Full);
}

QByteArray listJson(const QList<ActionSnapshot>& actions)
{
    return wire::toJson(actions);
}

Result<void> createSubmission(MethodCall& call)
{
    LK_TRY(SubmissionRequest request, parseSubmission(call.params.raw()));
    request.idempotencyNamespace.clear();
    call.core.submit(*call.agent, std::move(request),
                     call.answer.as<SubmissionAnswer>(submissionJson));
    return {};
}

Result<void> getSubmission(MethodCall& call)
{
    LK_TRY(const QByteArray id, requiredText(call.params, "submission_id"));
    call.core.submission(*call.agent, SubmissionId(id),
                         call.answer.as<SubmissionAnswer>(submissionJson));
    return {};
}

/// Cancels what can be cancelled, one action after the other, then tells how the submission stands.
void cancelFrom(GatewayCore& core, const std::shared_ptr<const AgentPrincipal>& agent,
                const SubmissionAnswer& submission, qsizetype index, const Answerer& answer)
{
    for (qsizetype i = index; i < submission.actions.size(); ++i) {
        const SubmittedAction& action = submission.actions[i];
        if (isFinal(action.state) || action.state == ActionState::Determined)
            continue;
        core.cancel(*agent, action.action, {},
                    Reply<CallResult>(answer.context(),
                                      [&core, agent, submission, i, answer](Result<CallResult>) {
                                          cancelFrom(core, agent, submission, i + 1, answer);
                                      }));
        return;
    }
    core.submission(*agent, submission.submission, answer.as<SubmissionAnswer>(submissionJson));
}

Result<void> cancelSubmission(MethodCall& call)
{
    LK_TRY(const QByteArray id, requiredText(call.params, "submission_id"));
    call.core.submission(
        *call.agent, SubmissionId(id),
        Reply<SubmissionAnswer>(call.answer.context(),
                                [&core = call.core, agent = call.agent,
                                 answer = call.answer](Result<SubmissionAnswer> found) {
                                    if (found)
                                        cancelFrom(core, agent, *found, 0, answer);
                                    else
                                        answer(std::move(found).error());
                                }));
    return {};
}

Result<void> getAction(MethodCall& call)
{
    LK_TRY(const QByteArray id, requiredText(call.params, "action_id"));
    if (call.asOperator())
        call.core.action(ActionId(id), call.answer.as<ActionSnapshot>(fullJson));
    else
        call.core.agentAction(*call.agent, ActionId(id), call.answer.as<ActionSnapshot>(fullJson));
    return {};
}

Result<void> listActions(MethodCall& call)
{
    ActionsQuery query;
    LK_TRY(query.state, optionalText(call.params, "state"));
    LK_TRY(const QByteArray before, optionalText(call.params, "before"));
    LK_TRY(const qint64 limit,
           optionalInteger(call.params, "limit", kDefaultList, 1, kMaximumList));
    const std::string_view state(query.state.constData(),
                                 static_cast<std::size_t>(query.state.size()));
    if (!state.empty() && state != "open" && !actionStateFromName(state))
        return Error(ErrorCode::InvalidArgument, "state is no state's name");
    query.before = ActionId(before);
    query.limit = static_cast<int>(limit);
    if (call.asOperator())
        call.core.actions(query, call.answer.as<QList<ActionSnapshot>>(listJson));
    else
        call.core.agentActions(*call.agent, query, call.answer.as<QList<ActionSnapshot>>(listJson));
    return {};
}

Result<void> actionResult(MethodCall& call)
{
    ResultQuery query;
    LK_TRY(const QByteArray id, optionalText(call.params, "action_id"));
    LK_TRY(query.handle, optionalText(call.params, "handle"));
    LK_TRY(query.waitMs, optionalInteger(call.params, "wait_ms", 0, 0, kMaximumWaitMs));
    if (id.isEmpty() == query.handle.isEmpty())
        return Error(ErrorCode::InvalidArgument, "either action_id or handle is needed");
    query.action = ActionId(id);
    if (call.asOperator())
        call.core.operatorResult(query, call.answer.as<CallResult>(resultJson));
    else
        call.core.result(*call.agent, query, call.answer.as<CallResult>(resultJson));
    return {};
}

Result<void> cancelAction(MethodCall& call)
{
    LK_TRY(const QByteArray id, optionalText(call.params, "action_id"));
    LK_TRY(const QByteArray handle, optionalText(call.params, "handle"));
    if (id.isEmpty() && handle.isEmpty())
        return Error(ErrorCode::InvalidArgument, "action_id or handle is needed");
    if (!call.asOperator()) {
        call.core.cancel(*call.agent, ActionId(id), handle, call.answer.as<CallResult>(resultJson));
        return {};
    }
    if (id.isEmpty())
        return Error(ErrorCode::InvalidArgument, "an operator cancels by action_id");
    call.core.cancelAsOperator(call.right.by, ActionId(id),
                               call.answer.as<ActionSnapshot>(fullJson));
    return {};
}

Result<void> listTools(MethodCall& call)
{
    call.core.tools(call.answer.as<QList<ToolSnapshot>>(
        [](const QList<ToolSnapshot>& tools) { return wire::toJson(tools); }));
    return {};
}

Result<void> status(MethodCall& call)
{
    call.core.status(call.answer.as<StatusSnapshot>(
        [full = call.asOperator()](const StatusSnapshot& now) { return wire::toJson(now, full); }));
    return {};
}

struct Entry
{
    std::string_view name;
    MethodHandler handler;
};

constexpr std::array kHandlers = {
    Entry{"submissions.create", createSubmission},
    Entry{"submissions.get", getSubmission},
    Entry{"submissions.cancel", cancelSubmission},
    Entry{"actions.get", getAction},
    Entry{"actions.list", listActions},
    Entry{"actions.result", actionResult},
    Entry{"actions.cancel", cancelAction},
    Entry{"tools.list", listTools},
    Entry{"status", status},
};

} // namespace

MethodHandler agentMethod(QByteArrayView name)
{
    for (const Entry& entry : kHandlers) {
        if (std::string_view(name.data(), static_cast<std::size_t>(name.size())) == entry.name)
            return entry.handler;
    }
    return nullptr;
}

} // namespace lockkeeper
