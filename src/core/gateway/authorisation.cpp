// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/authorisation.h"

#include "core/base/logging.h"

#include <array>

namespace lockkeeper {

namespace {

constexpr std::optional<Access> kNone = std::nullopt;

constexpr std::array kRules = {
    MethodRule{"status", Access::Anyone, Access::View},
    MethodRule{"tools.list", Access::Anyone, kNone},
    MethodRule{"operator.prove", Access::Prove, kNone},

    MethodRule{"submissions.create", Access::Agent, kNone},
    MethodRule{"submissions.get", Access::Agent, kNone},
    MethodRule{"submissions.cancel", Access::Agent, kNone},
    MethodRule{"actions.get", Access::Agent, Access::View},
    MethodRule{"actions.list", Access::Agent, Access::View},
    MethodRule{"actions.result", Access::Agent, Access::View},
    MethodRule{"actions.cancel", Access::Agent, Access::Decide},
    MethodRule{"events.subscribe", Access::Agent, Access::View},
    MethodRule{"events.unsubscribe", Access::Anyone, kNone},

    MethodRule{"actions.approve", kNone, Access::Decide},
    MethodRule{"actions.deny", kNone, Access::Decide},
    MethodRule{"actions.undo", kNone, Access::Decide},
    MethodRule{"actions.snooze", kNone, Access::Decide},
    MethodRule{"actions.extend", kNone, Access::Decide},
    MethodRule{"unknown.list", kNone, Access::View},
    MethodRule{"unknown.determine", kNone, Access::Decide},
    MethodRule{"agents.add", kNone, Access::Decide},
    MethodRule{"agents.list", kNone, Access::View},
    MethodRule{"agents.revoke", kNone, Access::Decide},

    MethodRule{"actions.reveal", kNone, Access::Decide, false},
    MethodRule{"unknown.check", kNone, Access::Decide, false},
    MethodRule{"tools.accept", kNone, Access::Decide, false},
    MethodRule{"tools.block", kNone, Access::Decide, false},
    MethodRule{"tools.trust", kNone, Access::Decide, false},
    MethodRule{"policy.check", kNone, Access::View, false},
    MethodRule{"policy.test", kNone, Access::View, false},
    MethodRule{"policy.rehearse", kNone, Access::View, false},
    MethodRule{"policy.accept", kNone, Access::Decide, false},
    MethodRule{"keys.status", kNone, Access::View, false},
    MethodRule{"keys.rotate", kNone, Access::Decide, false},
    MethodRule{"keys.enroll", kNone, Access::Decide, false},
    MethodRule{"keys.revoke", kNone, Access::Decide, false},
    MethodRule{"journal.verify", kNone, Access::View, false},
    MethodRule{"journal.export", kNone, Access::View, false},
    MethodRule{"runs.start", Access::Agent, kNone, false},
    MethodRule{"runs.resume", Access::Agent, kNone, false},
    MethodRule{"runs.get", Access::Agent, Access::View, false},
    MethodRule{"runs.wait", Access::Agent, kNone, false},
    MethodRule{"runs.cancel", Access::Agent, Access::Decide, false},
    MethodRule{"threads.create", Access::Agent, kNone, false},
    MethodRule{"threads.state", Access::Agent, kNone, false},
};

/// Why this caller can be no operator at all; empty if it might be one.
QByteArrayView barrier(const Caller& caller)
{
#ifndef LOCKKEEPER_FAULT_AGENT_MAY_DECIDE
    if (caller.hasCredential)
        return "an agent's credential can never act as an operator";
#endif
#ifdef LOCKKEEPER_FAULT_DESCENDANT_MAY_DECIDE
    if (caller.standing == PeerStanding::Descendant)
        return {};
#endif
    switch (caller.standing) {
    case PeerStanding::Independent:
        return {};
    case PeerStanding::Descendant:
        return "the calling process descends from one that the console started";
    case PeerStanding::CannotTell:
        return "it cannot be told which process is calling";
    }
    return "it cannot be told which process is calling";
}

Result<Authorised> allowDecision(const JsonView& params, const Caller& caller, bool unprotected)
{
    Authorised allowed;
    allowed.access = Access::Decide;
    allowed.by.name = caller.accountName;
    const JsonView pin = params.member("pin");
    if (pin.isValid()) {
        std::optional<QByteArray> text = pin.string();
        if (!text || text->isEmpty())
            return Error(ErrorCode::PermissionDenied, "the PIN is empty");
        allowed.by.proof = "pin";
        allowed.by.pin = SecretBytes(*text);
        wipe(*text);
        return allowed;
    }
#ifndef LOCKKEEPER_FAULT_PIN_NOT_ASKED
    if (!unprotected)
        return Error(ErrorCode::PermissionDenied, "deciding needs the operator's PIN in this call");
#else
    Q_UNUSED(unprotected);
#endif
#ifndef LOCKKEEPER_FAULT_OPERATOR_UNPROVEN
    if (!caller.nonceAnswered)
        return Error(ErrorCode::PermissionDenied,
                     "this connection has not signed its nonce with the decision key");
#endif
    allowed.by.proof = "unprotected";
    return allowed;
}

Result<Authorised> decideOn(const MethodRule& rule, const JsonView& params, const Caller& caller,
                            bool unprotected)
{
    const JsonView scope = params.member("scope");
    if (scope.isValid() && scope.string() != QByteArray("operator"))
        return Error(ErrorCode::InvalidArgument, "scope must be \"operator\" or absent");
    const std::optional<Access> needed =
        scope.isValid() || !rule.plain ? rule.asOperator : rule.plain;
    if (!needed)
        return Error(ErrorCode::InvalidArgument, "this method has no operator's scope");

    Authorised allowed;
    allowed.access = *needed;
    if (*needed == Access::Anyone)
        return allowed;
    if (*needed == Access::Agent) {
        if (!caller.agent)
            return Error(ErrorCode::PermissionDenied,
                         "an agent's credential is needed: the configuration allows no local "
                         "principals");
        return allowed;
    }
    if (const QByteArrayView why = barrier(caller); !why.isEmpty())
        return Error(ErrorCode::PermissionDenied, why.toByteArray());
    if (*needed == Access::Prove)
        return allowed;
    if (*needed == Access::Decide)
        return allowDecision(params, caller, unprotected);
    if (!caller.nonceAnswered)
        return Error(ErrorCode::PermissionDenied,
                     "this connection has not signed its nonce with the decision key");
    return allowed;
}

} // namespace

std::span<const MethodRule> methodRules()
{
    return kRules;
}

const MethodRule* methodRule(QByteArrayView name)
{
    for (const MethodRule& rule : kRules) {
        if (QByteArrayView(rule.name.data(), static_cast<qsizetype>(rule.name.size())) == name)
            return &rule;
    }
    return nullptr;
}

OperatorPrincipal windowOperator(const QByteArray& accountName, const SecretBytes& pin)
{
    return {accountName, pin.isEmpty() ? QByteArray("window") : QByteArray("pin"), pin};
}

Result<Authorised> authorise(const MethodRule& rule, const JsonView& params, const Caller& caller,
                             bool operatorUnprotected)
{
    Result<Authorised> answer = decideOn(rule, params, caller, operatorUnprotected);
    if (!answer && answer.error().code() == ErrorCode::PermissionDenied) {
        const QByteArrayView method(rule.name.data(), static_cast<qsizetype>(rule.name.size()));
        log::warning("gateway", "call refused",
                     {{"method", method},
                      {"principal", caller.agent ? caller.agent->credential.value() : "none"},
                      {"why", answer.error().message()}});
    }
    return answer;
}

} // namespace lockkeeper
