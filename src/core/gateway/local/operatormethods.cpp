// SPDX-License-Identifier: Apache-2.0
#include "core/base/canonicaljson.h"
#include "core/gateway/local/methodcall.h"
#include "core/gateway/wirejson.h"

#include <array>
#include <limits>
#include <string_view>

namespace lockkeeper {

namespace {

QByteArray fullJson(const ActionSnapshot& action)
{
    return wire::toJson(action, wire::Detail::Full);
}

Result<void> approve(MethodCall& call)
{
    ApproveRequest request;
    LK_TRY(const QByteArray id, requiredText(call.params, "action_id"));
    LK_TRY(request.fingerprint, requiredText(call.params, "fingerprint"));
    LK_TRY(request.now, optionalFlag(call.params, "now"));
    request.action = ActionId(id);
    call.core.approve(call.right.by, request, call.answer.as<ActionSnapshot>(fullJson));
    return {};
}

Result<void> deny(MethodCall& call)
{
    LK_TRY(const QByteArray id, requiredText(call.params, "action_id"));
    LK_TRY(const QByteArray reason, optionalText(call.params, "reason"));
    call.core.deny(call.right.by, ActionId(id), reason, call.answer.as<ActionSnapshot>(fullJson));
    return {};
}

Result<void> undo(MethodCall& call)
{
    LK_TRY(const QByteArray id, requiredText(call.params, "action_id"));
    call.core.undo(call.right.by, ActionId(id), call.answer.as<ActionSnapshot>(fullJson));
    return {};
}

Result<qint64> requiredTime(const JsonView& params, QByteArrayView name, qint64 earliest)
{
    LK_TRY(const qint64 time,
           optionalInteger(params, name, -1, earliest, std::numeric_limits<qint64>::max()));
    if (time < 0)
        return Error(ErrorCode::InvalidArgument, name.toByteArray() + " is missing");
    return time;
}

Result<void> snooze(MethodCall& call)
{
    SnoozeRequest request;
    LK_TRY(const QByteArray id, requiredText(call.params, "action_id"));
    LK_TRY(request.untilMs, requiredTime(call.params, "until_ms", 0));
    LK_TRY(request.reason, optionalText(call.params, "reason"));
    request.action = ActionId(id);
    call.core.snooze(call.right.by, request, call.answer.as<ActionSnapshot>(fullJson));
    return {};
}

Result<void> extend(MethodCall& call)
{
    LK_TRY(const QByteArray id, requiredText(call.params, "action_id"));
    LK_TRY(const qint64 until, requiredTime(call.params, "decide_by_ms", 1));
    call.core.extend(call.right.by, ActionId(id), until, call.answer.as<ActionSnapshot>(fullJson));
    return {};
}

Result<void> listUnknowns(MethodCall& call)
{
    call.core.unknowns(call.answer.as<QList<ActionSnapshot>>(
        [](const QList<ActionSnapshot>& actions) { return wire::toJson(actions); }));
    return {};
}

Result<void> determine(MethodCall& call)
{
    DetermineRequest request;
    LK_TRY(const QByteArray id, requiredText(call.params, "action_id"));
    LK_TRY(const QByteArray kind, requiredText(call.params, "kind"));
    LK_TRY(request.reason, optionalText(call.params, "reason"));
    LK_TRY(request.evidence, optionalText(call.params, "evidence"));
    LK_TRY(request.effectHasStopped, optionalFlag(call.params, "effect_has_stopped"));
    const std::optional<DeterminationKind> known = determinationKindFromName(
        std::string_view(kind.constData(), static_cast<std::size_t>(kind.size())));
    if (!known)
        return Error(ErrorCode::InvalidArgument,
                     "kind must be happened, did_not_happen, in_part or undetermined");
    request.action = ActionId(id);
    request.kind = *known;
    call.core.determine(call.right.by, request, call.answer.as<ActionSnapshot>(fullJson));
    return {};
}

Result<void> addAgent(MethodCall& call)
{
    LK_TRY(const QByteArray name, requiredText(call.params, "name"));
    call.core.addAgent(call.right.by, name,
                       call.answer.as<QPair<AgentSnapshot, QByteArray>>(
                           [](const QPair<AgentSnapshot, QByteArray>& added) {
                               JsonWriter writer;
                               writer.beginObject();
                               writer.memberRaw("agent", wire::toJson(added.first));
                               writer.member("token", added.second);
                               return writer.endObject().take();
                           }));
    return {};
}

Result<void> revokeAgent(MethodCall& call)
{
    LK_TRY(const QByteArray credential, requiredText(call.params, "credential"));
    call.core.revokeAgent(call.right.by, CredentialId(credential),
                          call.answer.as<AgentSnapshot>(
                              [](const AgentSnapshot& agent) { return wire::toJson(agent); }));
    return {};
}

Result<void> listAgents(MethodCall& call)
{
    call.core.agents(call.answer.as<QList<AgentSnapshot>>(
        [](const QList<AgentSnapshot>& agents) { return wire::toJson(agents); }));
    return {};
}

struct Entry
{
    std::string_view name;
    MethodHandler handler;
};

constexpr std::array kHandlers = {
    Entry{"actions.approve", approve},     Entry{"actions.deny", deny},
    Entry{"actions.undo", undo},           Entry{"actions.snooze", snooze},
    Entry{"actions.extend", extend},       Entry{"unknown.list", listUnknowns},
    Entry{"unknown.determine", determine}, Entry{"agents.add", addAgent},
    Entry{"agents.revoke", revokeAgent},   Entry{"agents.list", listAgents},
};

} // namespace

MethodHandler operatorMethod(QByteArrayView name)
{
    for (const Entry& entry : kHandlers) {
        if (std::string_view(name.data(), static_cast<std::size_t>(name.size())) == entry.name)
            return entry.handler;
    }
    return nullptr;
}

} // namespace lockkeeper
