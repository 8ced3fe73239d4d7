// SPDX-License-Identifier: Apache-2.0
#include "core/domain/fingerprint.h"

#include "core/base/digest.h"

namespace lockkeeper {

QByteArray fingerprintOf(const FingerprintInput& input)
{
    return taggedDigest("lockkeeper/fingerprint/1",
                        {input.salt, input.tool.server, input.tool.tool, input.definitionDigest,
                         input.resolvedEffect, input.arguments, input.sandboxProfile});
}

QByteArray equalityKeyOf(QByteArrayView viewKey, QByteArrayView credential, const ToolName& tool,
                         QByteArrayView sortedArguments)
{
    return keyedDigest(viewKey, "lockkeeper/equality/1",
                       {credential, tool.server, tool.tool, sortedArguments});
}

QByteArray targetKeyOf(QByteArrayView viewKey, QByteArrayView target)
{
    return keyedDigest(viewKey, "lockkeeper/target/1", {target});
}

} // namespace lockkeeper
