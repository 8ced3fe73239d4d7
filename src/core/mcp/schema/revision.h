// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <span>
#include <string_view>

namespace lockkeeper::mcp {

/// What is particular to one revision of the protocol that begins with a handshake. One folder
/// below schema/ makes one; the sessions know no revision by name.
struct Revision
{
    std::string_view version;
    /// Every method that a client may send as a request in this revision.
    std::span<const std::string_view> clientMethods;
    /// The longest tool name that the revision allows; 0 = it sets no limit.
    qsizetype maximumToolNameLength = 0;
    /// What a server answers to arguments that are no object: a tool error, which the model reads
    /// and corrects, or a protocol error, which mostly only its client sees.
    bool inputFaultsAreToolErrors = true;
};

/// The text for a method that is not served: says whether the revision has it at all.
[[nodiscard]] QByteArray methodNotServedText(const Revision& revision, QByteArrayView method);

} // namespace lockkeeper::mcp
