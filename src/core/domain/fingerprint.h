// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/toolname.h"

#include <QByteArray>

namespace lockkeeper {

/// Everything that decides what runs.
struct FingerprintInput
{
    QByteArray salt; ///< 32 random bytes, sealed with the arguments and shredded with them
    ToolName tool;
    QByteArray definitionDigest;
    QByteArray resolvedEffect; ///< server and connection generation, argv and digest, or URL
    QByteArray arguments;      ///< canonical bytes
    QByteArray sandboxProfile;
};

/// 32 bytes: taggedDigest over all of it.
[[nodiscard]] QByteArray fingerprintOf(const FingerprintInput& input);

/// Keyed hash of credential, tool and the arguments with sorted members: equal keys mean equal
/// calls. `viewKey` has 32 bytes; `sortedArguments` comes from sortedJson.
[[nodiscard]] QByteArray equalityKeyOf(QByteArrayView viewKey, QByteArrayView credential,
                                       const ToolName& tool, QByteArrayView sortedArguments);

/// Keyed hash of one target's text, e.g. "repo:acme/site".
[[nodiscard]] QByteArray targetKeyOf(QByteArrayView viewKey, QByteArrayView target);

} // namespace lockkeeper
