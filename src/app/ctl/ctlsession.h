// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/controlclient.h"
#include "app/ctl/ctlcommandline.h"
#include "app/ctl/exitcode.h"
#include "app/profilepaths.h"
#include "core/base/canonicaljson.h"
#include "core/keys/keyvault.h"

#include <QList>

#include <functional>
#include <memory>
#include <optional>

namespace lockkeeper::ctl {

/// What a journal's proof has shown.
struct JournalVerdict
{
    bool intact = false;     ///< proven by an anchor; everything else is exit code 1
    QList<QByteArray> lines; ///< sentences without values, the verdict last
};

/// Verifies the journal in a store's file against an exported anchor (or what the store itself
/// says).
using JournalVerifier = std::function<Result<JournalVerdict>(
    const QString& storePath, const std::optional<QString>& anchorFile)>;

/// What lockkeeperctl needs from the outside; tests put their own in.
struct CtlSurroundings
{
    std::function<void(QByteArrayView)> out;
    std::function<void(QByteArrayView)> err;
    /// All of standard input, or of the named file; fails for more than 16 MiB.
    std::function<Result<QByteArray>(const QString& file)> readInput;
    /// The decision key's item in the keychain, as it is stored (perhaps wrapped by the PIN).
    std::function<VaultAnswer(const QByteArray& storeId)> readDecisionItem;
    /// Replaces that item; Found means that exactly these bytes are stored now.
    std::function<VaultAnswer(const QByteArray& storeId, const SecretBytes& item)>
        writeDecisionItem;
    /// Asks on the terminal, without echo; fails if there is none.
    std::function<Result<SecretBytes>()> askPin;
    JournalVerifier verifyJournal; ///< null: this build cannot
    QString programPath;           ///< absolute path of lockkeeperctl
};

/// One run of lockkeeperctl: where the profile is, how to write, and the connection once it is
/// needed.
class CtlSession
{
public:
    CtlSession(const CtlSurroundings& around, ProfilePaths paths, bool json)
        : m_around(around)
        , m_paths(std::move(paths))
        , m_json(json)
    {
    }

    [[nodiscard]] const CtlSurroundings& around() const { return m_around; }
    [[nodiscard]] const ProfilePaths& paths() const { return m_paths; }
    [[nodiscard]] bool json() const { return m_json; }

    /// The connection, made at the first use.
    [[nodiscard]] Result<ControlClient*> client();
    /// A call that needs no proof.
    [[nodiscard]] Result<QByteArray> call(QByteArrayView method, const QByteArray& params,
                                          int limitMs = 30'000);
    /// A call with the operator's eyes: the nonce is answered first.
    [[nodiscard]] Result<QByteArray> view(QByteArrayView method, JsonWriter params,
                                          int limitMs = 30'000);
    /// A call that decides: with the PIN, or with the answered nonce where that is enough (the
    /// configuration says so, and no PIN protects the decision key).
    [[nodiscard]] Result<QByteArray> decide(QByteArrayView method, JsonWriter params);
    /// Whether the operator may be asked for the PIN on the terminal.
    enum class Asking { Allowed, No };
    /// Answers the nonce with the decision key. Says why if it cannot.
    [[nodiscard]] Result<void> prove(Asking asking = Asking::Allowed);

    void printLine(QByteArrayView line) const;
    void print(QByteArrayView text) const { m_around.out(text); }
    /// Writes the reason to stderr and returns the exit code that goes with it.
    [[nodiscard]] int fail(const Error& error) const;

private:
    [[nodiscard]] Result<VaultAnswer> decisionItem();
    [[nodiscard]] Result<SecretBytes> decisionSecret(Asking asking);
    [[nodiscard]] Result<SecretBytes> pin();

    const CtlSurroundings& m_around;
    ProfilePaths m_paths;
    bool m_json;
    std::unique_ptr<ControlClient> m_client;
    bool m_proven = false;
    std::optional<SecretBytes> m_pin;
};

/// The member `name` of a checked JSON object as text (a string decoded, else its raw bytes).
[[nodiscard]] QByteArray textOf(const JsonView& object, QByteArrayView name);
[[nodiscard]] qint64 numberOf(const JsonView& object, QByteArrayView name);
[[nodiscard]] inline int code(ExitCode value)
{
    return static_cast<int>(value);
}

} // namespace lockkeeper::ctl
