// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/backends/toolbackend.h"
#include "core/domain/actionstate.h"
#include "core/domain/effectclass.h"

#include <QByteArray>

namespace lockkeeper {

/// What an attempt's evidence means.
struct Classification
{
    ActionEvent event = ActionEvent::ContactLost;
    Outcome outcome = Outcome::Unknown;
    QByteArray cause; ///< a sentence without values; empty for a success
};

/// Pure. Whatever is not recognised is unknown. `retriesLeft` is how many further attempts the
/// signed statement allows; only what is proven to have had no effect is tried again.
[[nodiscard]] Classification classifyOutcome(EffectClass effect, const BackendOutcome& outcome,
                                             bool errorsMeanNoEffect, int retriesLeft);

/// Why nobody can know, as a sentence.
[[nodiscard]] QByteArray contactLostText(ContactLostCause cause);

/// What a person reads of a result, at most 240 characters: `errorText`, else the first of the
/// result's summary, rendered, stdout, stderr, content, message that says something, else its
/// JSON. Both are what a tool sent: untrusted, sealed, never logged.
[[nodiscard]] QByteArray resultSummary(QByteArrayView errorText, QByteArrayView result);

} // namespace lockkeeper
