// SPDX-License-Identifier: Apache-2.0
#include "core/executor/actionvault.h"

#include "core/base/assert.h"
#include "core/base/digest.h"
#include "core/base/random.h"
#include "core/executor/callview.h"

namespace lockkeeper {

namespace {

constexpr int kSaltSize = 32;
constexpr int kHandleTagSize = 16;

SealContext contextOf(const ActionRecord& row, SealedKind kind)
{
    return {row.statementDigest, kind, 0};
}

} // namespace

ActionVault::ActionVault(QHash<qint64, KeyEpoch> epochs, qint64 currentEpoch)
    : m_epochs(std::move(epochs))
    , m_currentEpoch(currentEpoch)
{
    LK_ASSERT(m_epochs.contains(currentEpoch));
}

Result<SecretBytes> ActionVault::createKey(UnitOfWork& unit, const ActionId& action)
{
    SecretBytes key = SecretBytes::random(32);
    const KeyEpoch& epoch = *m_epochs.constFind(m_currentEpoch);
    const QByteArray wrapped = wrapKey(epoch.epochKey, epoch.number, action.value(), key);
    LK_TRY(const qint64 rows,
           unit.execute("action_key_insert", {action.value(), epoch.number, Blob{wrapped}}));
    if (rows != 1)
        return Error(ErrorCode::Internal, "an action's key was not inserted");
    return key;
}

Result<SecretBytes> ActionVault::openKey(StoreSession& session, const ActionId& action) const
{
    qint64 epoch = 0;
    QByteArray wrapped;
    LK_CHECK(session.query("action_key_find", {action.value()},
                           [&](const StoreRow& row) -> Result<void> {
                               epoch = row.integer(0);
                               wrapped = row.bytes(1);
                               return {};
                           }));
    const auto found = m_epochs.constFind(epoch);
    if (wrapped.isEmpty() || found == m_epochs.constEnd())
        return Error(ErrorCode::DataLoss, "the key of action " + action.value() + " is missing");
    return unwrapKey(found->epochKey, epoch, action.value(), wrapped);
}

Result<void> ActionVault::put(UnitOfWork& unit, const SecretBytes& key, const ActionId& action,
                              const SealContext& context, QByteArrayView plain) const
{
    LK_TRY(const qint64 rows,
           unit.execute("sealed_part_put", {action.value(), static_cast<qint64>(context.kind),
                                            context.attempt, Blob{seal(key, context, plain)}}));
    if (rows != 1)
        return Error(ErrorCode::Internal, "a sealed part was not stored");
    return {};
}

Result<std::optional<QByteArray>> ActionVault::get(StoreSession& session, const SecretBytes& key,
                                                   const ActionId& action,
                                                   const SealContext& context) const
{
    std::optional<QByteArray> sealed;
    LK_CHECK(session.query("sealed_part_find",
                           {action.value(), static_cast<qint64>(context.kind), context.attempt},
                           [&sealed](const StoreRow& row) -> Result<void> {
                               sealed = row.bytes(0);
                               return {};
                           }));
    if (!sealed)
        return std::optional<QByteArray>();
    LK_TRY(QByteArray plain, unseal(key, context, *sealed));
    return std::optional(std::move(plain));
}

Result<ActionStatement> ActionVault::openStatement(StoreSession& session, const SecretBytes& key,
                                                   const ActionRecord& row) const
{
    const SealContext context{row.id.value(), SealedKind::Statement, 0};
    LK_TRY(const std::optional<QByteArray> bytes, get(session, key, row.id, context));
    if (!bytes || statementDigest(*bytes) != row.statementDigest)
        return Error(ErrorCode::DataLoss,
                     "the statement of action " + row.id.value() + " is missing or another one");
    LK_TRY(ActionStatement statement, ActionStatement::decode(*bytes));
    const bool same = statement.action == row.id && statement.submission == row.submission &&
                      statement.callId == row.callId && statement.credential == row.credential &&
                      statement.tool == row.tool && statement.effect == row.effect &&
                      statement.risk == row.risk && statement.targetKeys == row.targetKeys &&
                      statement.equalityKey == row.equalityKey &&
                      statement.ordinal == row.ordinal &&
                      statement.createdAtMs == row.createdAtMs && statement.follows == row.follows;
    if (!same)
        return Error(ErrorCode::DataLoss,
                     "the row of action " + row.id.value() + " differs from its statement");
    return statement;
}

Result<SealedArguments> ActionVault::openArguments(StoreSession& session, const SecretBytes& key,
                                                   const ActionRecord& row) const
{
    LK_TRY(const std::optional<QByteArray> bytes,
           get(session, key, row.id, contextOf(row, SealedKind::Arguments)));
    if (!bytes || bytes->size() < kSaltSize)
        return Error(ErrorCode::DataLoss,
                     "the sealed arguments of action " + row.id.value() + " are missing");
    return SealedArguments{bytes->left(kSaltSize), bytes->mid(kSaltSize)};
}

Result<QByteArray> ActionVault::openView(StoreSession& session, const SecretBytes& key,
                                         const ActionRecord& row,
                                         const ActionStatement& statement) const
{
    LK_TRY(std::optional<QByteArray> bytes,
           get(session, key, row.id, contextOf(row, SealedKind::View)));
    if (!bytes || viewDigest(*bytes) != statement.viewDigest)
        return Error(ErrorCode::DataLoss,
                     "what is shown of action " + row.id.value() + " is missing or another one");
    return *std::move(bytes);
}

Result<void> ActionVault::putArguments(UnitOfWork& unit, const SecretBytes& key,
                                       const ActionRecord& row,
                                       const SealedArguments& arguments) const
{
    LK_ASSERT(arguments.salt.size() == kSaltSize);
    return put(unit, key, row.id, contextOf(row, SealedKind::Arguments),
               arguments.salt + arguments.arguments);
}

QByteArray ActionVault::handleOf(const ActionId& action) const
{
    const QByteArray tag =
        keyedDigest(m_epochs.constFind(1)->viewKey.view(), "lockkeeper/handle/1", {action.value()});
    return action.value() + '.' + tag.left(kHandleTagSize).toHex();
}

ActionId ActionVault::actionOfHandle(const QByteArray& handle) const
{
    const qsizetype dot = handle.indexOf('.');
    if (dot <= 0)
        return {};
    const ActionId action(handle.left(dot));
#ifdef LOCKKEEPER_FAULT_HANDLE_UNCHECKED
    return action;
#else
    return equalConstantTime(handleOf(action), handle) ? action : ActionId();
#endif
}

} // namespace lockkeeper
