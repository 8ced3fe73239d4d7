// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/canonicaljson.h"
#include "core/base/result.h"
#include "core/coreservice.h"

#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace lockkeeper {

/// What a method needs.
enum class Access {
    Anyone, ///< any process of this user that said hello
    Prove,  ///< may try to answer the nonce: no agent's credential, no descendant of the console
    Agent,  ///< a principal: an agent's credential or, where allowed, local/<n>
    View,   ///< an operator's eyes: actions of all credentials, values included
    Decide, ///< decides, reveals, lowers scrutiny or changes trust
};

/// One row of the table of methods. A method that both agents and operators have is the agent's
/// unless the call says "scope":"operator".
struct MethodRule
{
    std::string_view name;
    std::optional<Access> plain;      ///< without a scope; nullopt = operators only
    std::optional<Access> asOperator; ///< with the operator's scope; nullopt = there is none
    bool built = true;                ///< false: planned, not in this version
};

/// All methods of the local socket, whichever transport carries them.
[[nodiscard]] std::span<const MethodRule> methodRules();
/// The row of that name, or nullptr.
[[nodiscard]] const MethodRule* methodRule(QByteArrayView name);

/// How the calling process stands to the console's own process.
enum class PeerStanding {
    Independent, ///< the console is not among its ancestors
    Descendant,  ///< it descends from a process that the console started
    CannotTell,  ///< it is gone, or not visible in this process namespace
};

/// What is known about a caller when a call arrives. Nothing in it comes from the call itself.
struct Caller
{
    std::shared_ptr<const AgentPrincipal> agent; ///< null: neither a credential nor local/<n>
    bool hasCredential = false;                  ///< `agent` was proven by a token
    PeerStanding standing = PeerStanding::CannotTell;
    bool nonceAnswered = false; ///< this connection signed its nonce with the decision key
    QByteArray accountName;     ///< the peer's account, for the operator's name
};

/// The one right that a call gets.
struct Authorised
{
    Access access = Access::Anyone;
    OperatorPrincipal by; ///< only for Decide
};

/// THE authorisation function: every way in asks it for every call, before anything else.
///
/// Deciding needs, for this very call, the PIN (member "pin" of the parameters; the core checks it)
/// or, where the configuration says operatorCli "unprotected", a connection that has answered its
/// nonce with the decision key. Viewing needs the answered nonce. A credential of an agent, a
/// process that descends from the console, and one that cannot be placed never get either.
/// PermissionDenied says why, and is logged with method and principal; the PIN never is.
[[nodiscard]] Result<Authorised> authorise(const MethodRule& rule, const JsonView& params,
                                           const Caller& caller, bool operatorUnprotected);

/// The person at the console's own window, who needs no more than to sit there, unless a PIN
/// protects the decision key: then `pin` is what they typed, and the core checks it. Only the
/// window's end of the core asks for it.
[[nodiscard]] OperatorPrincipal windowOperator(const QByteArray& accountName,
                                               const SecretBytes& pin);

} // namespace lockkeeper
