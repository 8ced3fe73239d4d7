// SPDX-License-Identifier: Apache-2.0
#include "core/executor/decisionproof.h"

#include "core/base/logging.h"
#include "core/keys/pinprotection.h"

namespace lockkeeper {

namespace {

constexpr qint64 kMsPerSecond = 1000;

QByteArray wholeSeconds(qint64 ms)
{
    return QByteArray::number((ms + kMsPerSecond - 1) / kMsPerSecond) + " s";
}

Error wrongPin(EngineContext& context, const Decider& by)
{
    PinLimit& limit = context.pinLimit;
    limit.wrong(context.clock.bootMs());
    log::warning("executor", "wrong PIN",
                 {{"operator", by.name}, {"in_a_row", QByteArray::number(limit.inARow())}});
    const qint64 waitMs = limit.waitMs(context.clock.bootMs());
    QByteArray message = "the PIN is wrong: it does not open the decision key";
    if (waitMs > 0)
        message += "; the next one is taken in " + wholeSeconds(waitMs);
    return Error(ErrorCode::PermissionDenied, message);
}

Result<SecretBytes> unwrapLimited(EngineContext& context, const Decider& by)
{
    if (const qint64 waitMs = context.pinLimit.waitMs(context.clock.bootMs()); waitMs > 0)
        return Error(ErrorCode::ResourceExhausted,
                     QByteArray::number(context.pinLimit.inARow()) +
                         " wrong PINs in a row: the next one is taken in " + wholeSeconds(waitMs));
    Result<SecretBytes> secret = unwrapDecisionKey(context.wrappedDecisionKey, by.pin.view());
    if (secret)
        context.pinLimit.right();
    else if (secret.error().code() == ErrorCode::PermissionDenied)
        return wrongPin(context, by);
    return secret;
}

} // namespace

Result<SeatKeys> signingKeysOf(EngineContext& context, const Decider& by)
{
    const bool isPinGiven = by.proof == "pin" || !by.pin.isEmpty();
#ifdef LOCKKEEPER_FAULT_ANY_PIN_TAKEN
    if (context.wrappedDecisionKey.isEmpty() && isPinGiven)
        return context.keys;
#endif
    if (context.wrappedDecisionKey.isEmpty()) {
        // Any PIN would do: that is no proof of anything.
        if (isPinGiven)
            return Error(ErrorCode::PermissionDenied,
                         "this console knows no PIN: set one with lockkeeperctl keys pin; if that "
                         "was done, start the console again");
        return context.keys;
    }
    if (by.pin.isEmpty())
        return Error(ErrorCode::PermissionDenied,
                     "the decision key is protected by the PIN: this call needs it");
    LK_TRY(const SecretBytes decision, unwrapLimited(context, by));
    return context.keys.withDecisionSecret(decision);
}

Result<void> checkProof(EngineContext& context, const Decider& by)
{
#ifdef LOCKKEEPER_FAULT_PIN_UNCHECKED
    return {};
#endif
    if (by.proof != "pin" && by.pin.isEmpty())
        return {};
    const Result<SeatKeys> keys = signingKeysOf(context, by);
    if (!keys)
        return keys.error();
    return {};
}

} // namespace lockkeeper
