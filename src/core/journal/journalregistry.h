// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/domain/ids.h"
#include "core/domain/toolname.h"
#include "core/journal/journalentry.h"
#include "core/store/store.h"

#include <QHash>
#include <QSet>

#include <functional>

namespace lockkeeper {

/// What the journal says of agents, pinned tool definitions and key epochs. The rows of these
/// tables are believed only as far as they say the same.
struct JournalRegistry
{
    struct Agent
    {
        QByteArray name;
        QByteArray tokenDigest;
        bool revoked = false;
    };
    struct Pin
    {
        QByteArray digest;
        QByteArray state; ///< as pinStateName() gives it
    };

    QHash<CredentialId, Agent> agents;
    QHash<ToolName, Pin> pins;
    QHash<qint64, QByteArray> epochs; ///< number → SHA-256 of the wrapped key

    /// Takes what an entry says of these things; other kinds change nothing. DataLoss when the body
    /// is not one that the core writes.
    [[nodiscard]] Result<void> take(const JournalEntry& entry);

    [[nodiscard]] static QByteArray agentBody(const CredentialId& credential, const Agent& agent);
    [[nodiscard]] static QByteArray revokedBody(const CredentialId& credential);
    [[nodiscard]] static QByteArray pinBody(const ToolName& tool, const Pin& pin);
    [[nodiscard]] static QByteArray epochBody(qint64 number, const QByteArray& wrappedDigest);
};

/// Where the rows of the store say something else than the journal.
struct RegistryDifferences
{
    QList<QByteArray> sentences;
    QSet<CredentialId> credentials; ///< whoever used one of these is not to be believed
};

/// `pinStateName` turns a stored code into the name that the journal has.
[[nodiscard]] Result<RegistryDifferences>
compareRegistry(StoreSession& session, const JournalRegistry& registry,
                const std::function<QByteArray(qint64 code)>& pinStateName);

} // namespace lockkeeper
