// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"
#include "core/executor/argumentplaces.h"

namespace lockkeeper {

/// A call's arguments as they may be on a screen: every masked scalar is the two bytes `""`.
struct MaskedArguments
{
    struct Hidden
    {
        MaskedValue shown;
        qsizetype origin = 0; ///< in the arguments themselves
    };

    QByteArray bytes;
    QList<Hidden> hidden; ///< in the order of their offsets
};

/// What is known about masking these arguments. The views must outlive the call.
struct MaskingInput
{
    ToolSettings settings;
    /// The tool's inputSchema of the admission; invalid if it has none or is not known any more.
    JsonView schema;
    bool isSchemaKnown = false;
    /// "arguments" of the public view that was fixed at admission; may be invalid.
    JsonView admitted;
};

/// Masks what the rules of ArgumentPlaces mask now and what was masked at admission, so that a tool
/// that is gone or has changed shows no more than before. A value of which neither is known is
/// masked. `arguments`: checked, canonical.
[[nodiscard]] MaskedArguments maskedArguments(const QByteArray& arguments,
                                              const MaskingInput& input);

} // namespace lockkeeper
