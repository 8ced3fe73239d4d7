// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/domain/effectclass.h"
#include "core/domain/submission.h"
#include "core/domain/toolsettings.h"
#include "core/executor/toolcatalogue.h"

#include <QByteArray>
#include <QList>

namespace lockkeeper {

/// What "Prepare" starts from. The references must live through the call.
struct PreparationInput
{
    const ServerSettings& server;
    const CataloguedTool& tool;
    const CallRequest& call;
    CredentialId credential;
    QByteArrayView viewKey;          ///< 32 bytes, of the current key epoch
    QByteArray salt;                 ///< 32 random bytes, made for this action
    QByteArray connectionGeneration; ///< 32 bytes, of the server as it is now
};

/// A call made ready to be judged, sealed and shown; its bytes are made once and never again.
struct PreparedCall
{
    QByteArray arguments; ///< canonical: what is shown, hashed, sealed and sent
    EffectClass effect = EffectClass::Irreversible;
    RiskLevel risk = RiskLevel::High;
    QList<QByteArray> riskReasons;
    QList<QByteArray> targets; ///< for people; masked values are hidden in them
    QByteArray targetKeys;     ///< concatenated 32-byte keyed digests, sorted, each once
    QByteArray summary;
    QByteArray publicView; ///< JSON: names, types, sizes, and the values that are public
    QByteArray resolvedEffect;
    QByteArray sandboxProfile;
    QByteArray fingerprint; ///< 32 bytes
    QByteArray equalityKey; ///< 32 bytes
};

/// Prepares one call. Pure; the cost is linear in the arguments.
/// InvalidArgument ("invalid_arguments: …", the sentence for the agent) when nobody could ever
/// decide the call; FailedPrecondition when the configuration's templates cannot be read or the
/// generation is not known. No error names a value.
[[nodiscard]] Result<PreparedCall> prepareCall(const PreparationInput& input);

/// The resolved effect of a call on an MCP server: canonical JSON of server, generation and tool.
[[nodiscard]] QByteArray resolvedEffectOf(const ToolName& tool,
                                          QByteArrayView connectionGeneration);

/// The sandbox profile of a call on an MCP server, which runs beside us and not in a sandbox.
inline constexpr const char* kNoSandbox = "none";

} // namespace lockkeeper
