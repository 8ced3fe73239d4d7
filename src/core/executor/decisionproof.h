// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/base/secretbytes.h"
#include "core/executor/enginecontext.h"

#include <QByteArray>

namespace lockkeeper {

/// Who decides. The gateways have checked who calls; the PIN is checked here, for each call.
struct Decider
{
    QByteArray name;
    QByteArray proof;
    SecretBytes pin; ///< only for proof "pin"
};

/// The seat's keys with the decision secret, for this one call. Comes before anything is said about
/// an action: who cannot prove anything learns nothing. Core thread only; with a PIN it takes about
/// half a second (Argon2id).
/// PermissionDenied: wrong PIN, a PIN is needed, or one was given that nothing is protected by;
/// ResourceExhausted: too many wrong PINs (the message says for how many seconds), or no memory
/// for Argon2id; DataLoss: the protected key is damaged.
[[nodiscard]] Result<SeatKeys> signingKeysOf(EngineContext& context, const Decider& by);

/// The same proof for what changes without a signature (undo, cancel, agents): a PIN that was given
/// must be the right one; the other proofs have been checked by the gateway.
[[nodiscard]] Result<void> checkProof(EngineContext& context, const Decider& by);

} // namespace lockkeeper
