// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/action.h"
#include "core/domain/statement.h"
#include "core/keys/sealing.h"
#include "core/store/store.h"

#include <QHash>

#include <optional>

namespace lockkeeper {

/// Arguments as they are sealed together with the salt of their fingerprint.
struct SealedArguments
{
    QByteArray salt; ///< 32 bytes
    QByteArray arguments;
};

/// Everything sealed of the actions of one store: makes per-action keys, wraps them by the epoch
/// key, seals and opens parts. Core thread only; keeps no plain text.
class ActionVault
{
public:
    ActionVault(QHash<qint64, KeyEpoch> epochs, qint64 currentEpoch);

    [[nodiscard]] qint64 currentEpoch() const { return m_currentEpoch; }
    [[nodiscard]] const SecretBytes& viewKey() const
    {
        return m_epochs.constFind(m_currentEpoch)->viewKey;
    }

    /// A new key for a new action, stored wrapped.
    [[nodiscard]] Result<SecretBytes> createKey(UnitOfWork& unit, const ActionId& action);
    /// DataLoss: missing, damaged or of an unknown epoch.
    [[nodiscard]] Result<SecretBytes> openKey(StoreSession& session, const ActionId& action) const;

    [[nodiscard]] Result<void> put(UnitOfWork& unit, const SecretBytes& key, const ActionId& action,
                                   const SealContext& context, QByteArrayView plain) const;
    /// nullopt: there is no such part. DataLoss: it cannot be opened.
    [[nodiscard]] Result<std::optional<QByteArray>> get(StoreSession& session,
                                                        const SecretBytes& key,
                                                        const ActionId& action,
                                                        const SealContext& context) const;

    /// Opens the statement and checks its digest and its fields against the row. DataLoss
    /// otherwise.
    [[nodiscard]] Result<ActionStatement>
    openStatement(StoreSession& session, const SecretBytes& key, const ActionRecord& row) const;
    /// Opens the arguments. DataLoss when they are missing or cannot be opened: there is no
    /// empty-arguments fall-back.
    [[nodiscard]] Result<SealedArguments>
    openArguments(StoreSession& session, const SecretBytes& key, const ActionRecord& row) const;
    /// Opens what is shown of the action besides. DataLoss when it is missing or not what its
    /// statement says.
    [[nodiscard]] Result<QByteArray> openView(StoreSession& session, const SecretBytes& key,
                                              const ActionRecord& row,
                                              const ActionStatement& statement) const;
    [[nodiscard]] Result<void> putArguments(UnitOfWork& unit, const SecretBytes& key,
                                            const ActionRecord& row,
                                            const SealedArguments& arguments) const;

    /// The handle by which an action's result is collected: its id and a tag that only this store
    /// can make. Nothing is stored for it.
    [[nodiscard]] QByteArray handleOf(const ActionId& action) const;
    /// The action of a handle, or an empty id.
    [[nodiscard]] ActionId actionOfHandle(const QByteArray& handle) const;

private:
    QHash<qint64, KeyEpoch> m_epochs;
    qint64 m_currentEpoch;
};

} // namespace lockkeeper
