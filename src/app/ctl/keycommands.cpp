// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/commands.h"
#include "app/ctl/plaintext.h"
#include "core/keys/pinprotection.h"

namespace lockkeeper::ctl {

namespace {

/// The decision key's secret, opened with the PIN of now if it has one.
Result<SecretBytes> currentSecret(CtlSession& session, const VaultAnswer& item)
{
    if (!isWrappedDecisionKey(item.secret.view()))
        return item.secret;
    session.around().err("The PIN of now is asked first.\n");
    LK_TRY(const SecretBytes pin, session.around().askPin());
    return unwrapDecisionKey(item.secret.view(), pin.view());
}

Result<SecretBytes> newPin(CtlSession& session)
{
    session.around().err("The new PIN has at least 8 characters; it is asked twice.\n");
    LK_TRY(SecretBytes first, session.around().askPin());
    LK_TRY(const SecretBytes second, session.around().askPin());
    if (first.view() != second.view())
        return Error(ErrorCode::InvalidArgument, "the two PINs differ; nothing was changed");
    return first;
}

/// Whether there was a PIN before.
Result<bool> protect(CtlSession& session)
{
    LK_TRY(const QByteArray status, session.call("status", "{}"));
    const QByteArray storeId = textOf(JsonView(QByteArrayView(status)), "store_id");
    const VaultAnswer item = session.around().readDecisionItem(storeId);
    if (item.status != VaultStatus::Found)
        return Error(ErrorCode::Unavailable, "the decision key cannot be read from the keychain");
    LK_TRY(const SecretBytes secret, currentSecret(session, item));
    LK_TRY(const SecretBytes pin, newPin(session));
    LK_TRY(QByteArray wrapped, wrapDecisionKey(secret, pin.view()));
    const SecretBytes stored{QByteArrayView(wrapped)};
    wipe(wrapped);
    // Tried before the only copy is replaced: a wrapped key that does not open is never stored.
    LK_TRY(const SecretBytes opened, unwrapDecisionKey(stored.view(), pin.view()));
    if (opened.view() != secret.view())
        return Error(ErrorCode::Internal, "the protected key did not open; nothing was changed");
    const VaultAnswer written = session.around().writeDecisionItem(storeId, stored);
    if (written.status != VaultStatus::Found)
        return Error(ErrorCode::Unavailable,
                     "the keychain did not confirm that it has the protected key: try again");
    return isWrappedDecisionKey(item.secret.view());
}

} // namespace

int runKeysPin(CtlSession& session, const CtlCommandLine&)
{
    const Result<bool> hadPin = protect(session);
    if (!hadPin)
        return session.fail(hadPin.error());
    session.printLine(*hadPin
                          ? "The decision key is protected by the new PIN. Start the console "
                            "again: until then it takes the old one."
                          : "The decision key is protected by the PIN. Start the console again: "
                            "until then it still has the key in memory, and takes no PIN.");
    return code(ExitCode::Done);
}

} // namespace lockkeeper::ctl
