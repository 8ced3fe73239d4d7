// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/ctlsession.h"

#include "app/ctl/plaintext.h"
#include "core/keys/pinprotection.h"
#include "core/keys/seatkeys.h"

namespace lockkeeper::ctl {

namespace {

constexpr int kSecretSize = 32;

Error keychainError(const VaultAnswer& answer)
{
    switch (answer.status) {
    case VaultStatus::Found:
    case VaultStatus::Empty:
        return Error(ErrorCode::DataLoss, "the decision key in the keychain is damaged");
    case VaultStatus::NotFound:
        return Error(ErrorCode::PermissionDenied,
                     "the keychain has no decision key of this console");
    case VaultStatus::Locked:
        return Error(ErrorCode::Unavailable, "the keychain is locked: unlock it first");
    case VaultStatus::Unavailable:
        return Error(ErrorCode::Unavailable, "the keychain does not answer: " + answer.detail);
    }
    return Error(ErrorCode::Unavailable, "the keychain does not answer");
}

} // namespace

Result<ControlClient*> CtlSession::client()
{
    if (!m_client) {
        LK_TRY(m_client, ControlClient::connect(m_paths.profile));
    }
    return m_client.get();
}

Result<QByteArray> CtlSession::call(QByteArrayView method, const QByteArray& params, int limitMs)
{
    LK_TRY(ControlClient * connection, client());
    return connection->call(method, params, limitMs);
}

Result<QByteArray> CtlSession::view(QByteArrayView method, JsonWriter params, int limitMs)
{
    LK_CHECK(prove());
    params.member("scope", "operator").endObject();
    return call(method, params.take(), limitMs);
}

Result<QByteArray> CtlSession::decide(QByteArrayView method, JsonWriter params)
{
    LK_TRY(ControlClient * connection, client());
    params.member("scope", "operator");
    LK_TRY(const VaultAnswer item, decisionItem());
    const bool isFound = item.status == VaultStatus::Found;
    const bool isWrapped = isFound && isWrappedDecisionKey(item.secret.view());
    // A protected key signs for nobody without the PIN, whatever the configuration says.
    if (connection->welcome().unprotected && !isWrapped) {
        LK_CHECK(prove());
    } else if (isFound && !isWrapped) {
        return Error(ErrorCode::PermissionDenied,
                     "this console has no operator's PIN: set one with lockkeeperctl keys pin, "
                     "or decide in the window (lockkeeper.operatorCli in config.jsonc lifts "
                     "this)");
    } else {
        // A keychain that says less is no reason not to ask: the core knows.
        LK_TRY(const SecretBytes typed, pin());
        params.member("pin", typed.view());
    }
    params.endObject();
    QByteArray text = params.take();
    Result<QByteArray> answer = connection->call(method, text);
    wipe(text);
    return answer;
}

Result<SecretBytes> CtlSession::pin()
{
    if (!m_pin) {
        LK_TRY(SecretBytes typed, m_around.askPin());
        if (typed.isEmpty())
            return Error(ErrorCode::PermissionDenied, "no PIN was typed");
        m_pin = std::move(typed);
    }
    return *m_pin;
}

Result<VaultAnswer> CtlSession::decisionItem()
{
    LK_TRY(const QByteArray status, call("status", "{}"));
    const QByteArray storeId = textOf(JsonView(status), "store_id");
    if (storeId.isEmpty())
        return Error(ErrorCode::Unavailable, "the console has no open store to prove oneself to");
    VaultAnswer item = m_around.readDecisionItem(storeId);
    if (item.status == VaultStatus::NotFound && textOf(JsonView(status), "keyring") == "opening")
        return Error(ErrorCode::Unavailable,
                     "the console is still opening its keychain: try again in a moment");
    return item;
}

Result<SecretBytes> CtlSession::decisionSecret(Asking asking)
{
    LK_TRY(const VaultAnswer answer, decisionItem());
    if (answer.status != VaultStatus::Found)
        return keychainError(answer);
    if (isWrappedDecisionKey(answer.secret.view())) {
        if (asking == Asking::No)
            return Error(ErrorCode::PermissionDenied, "the operator's PIN protects the key");
        LK_TRY(const SecretBytes typed, pin());
        return unwrapDecisionKey(answer.secret.view(), typed.view());
    }
    return answer.secret;
}

Result<void> CtlSession::prove(Asking asking)
{
    if (m_proven)
        return {};
    LK_TRY(ControlClient * connection, client());
    LK_TRY(const SecretBytes decision, decisionSecret(asking));
    // Only the decision key signs; the other two have to be there and are thrown away.
    LK_TRY(const SeatKeys keys, SeatKeys::fromSecrets(SecretBytes::random(kSecretSize), decision,
                                                      SecretBytes::random(kSecretSize)));
    LK_TRY(const QByteArray signature,
           keys.sign(SignaturePurpose::OperatorProof, connection->welcome().nonce));
    JsonWriter params;
    params.beginObject().member("signature", signature.toBase64()).endObject();
    LK_TRY(const QByteArray answer, connection->call("operator.prove", params.take()));
    m_proven = true;
    return {};
}

void CtlSession::printLine(QByteArrayView line) const
{
    m_around.out(line.toByteArray() + '\n');
}

int CtlSession::fail(const Error& error) const
{
    m_around.err("lockkeeperctl: " + plainText(error.message()) + '\n');
    return code(exitCodeOf(error));
}

QByteArray textOf(const JsonView& object, QByteArrayView name)
{
    const JsonView member = object.member(name);
    return member.string().value_or(member.raw().toByteArray());
}

qint64 numberOf(const JsonView& object, QByteArrayView name)
{
    return object.member(name).integer().value_or(0);
}

} // namespace lockkeeper::ctl
