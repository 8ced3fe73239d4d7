// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/executor/argumentplaces.h"

#include <QByteArray>

namespace lockkeeper {

/// What may be said of a call's arguments where values must not go (journal, events, agents).
struct PublicView
{
    /// {"arguments":[{"pointer","type","size","value","masked"}…],"bytes":N,"more":N}: at most 200
    /// places; the size of strings in bytes, of containers in entries, of masked values not at all;
    /// values only where the configuration says so, and at most 256 characters of them.
    QByteArray json;
    /// A value is masked that the configuration does not name as secret.
    bool hidesValues = false;
};

[[nodiscard]] PublicView publicViewOf(const ArgumentPlaces& places, qsizetype argumentBytes);

} // namespace lockkeeper
