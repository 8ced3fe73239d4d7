// SPDX-License-Identifier: Apache-2.0
#include "core/journal/actionrows.h"

namespace lockkeeper {

namespace {

/// Takes the columns one after another, so that their order is written down once.
class ColumnReader
{
public:
    explicit ColumnReader(const StoreRow& row)
        : m_row(row)
    {
    }
    QByteArray bytes() { return m_row.bytes(m_column++); }
    qint64 integer() { return m_row.integer(m_column++); }

private:
    const StoreRow& m_row;
    int m_column = 0;
};

} // namespace

Result<ActionRecord> readActionRow(const StoreRow& row)
{
    ColumnReader column(row);
    ActionRecord record;
    record.id = ActionId(column.bytes());
    record.submission = SubmissionId(column.bytes());
    record.callId = column.bytes();
    record.ordinal = static_cast<int>(column.integer());
    const auto state = actionStateFromCode(static_cast<int>(column.integer()));
    if (!state)
        return Error(ErrorCode::DataLoss, "action " + record.id.value() + " has no valid state");
    record.state = *state;
    record.version = column.integer();
    record.credential = CredentialId(column.bytes());
    record.tool.server = column.bytes();
    record.tool.tool = column.bytes();
    record.effect = static_cast<EffectClass>(column.integer());
    record.risk = static_cast<RiskLevel>(column.integer());
    record.statementDigest = column.bytes();
    record.equalityKey = column.bytes();
    record.targetKeys = column.bytes();
    record.keyEpoch = column.integer();
    record.createdAtMs = column.integer();
    record.decideByMs = column.integer();
    record.executeByMs = column.integer();
    record.holdUntilMs = column.integer();
    record.firstShownAtMs = column.integer();
    record.changedAtMs = column.integer();
    record.finishedAtMs = column.integer();
    record.attempts = static_cast<int>(column.integer());
    record.invalidations = static_cast<int>(column.integer());
    record.decision = DecisionId(column.bytes());
    const qint64 outcome = column.integer();
    record.hasOutcome = outcome != 0;
    if (record.hasOutcome)
        record.outcome = static_cast<Outcome>(outcome);
    record.follows = ActionId(column.bytes());
    return record;
}

Result<QList<ActionRecord>> readActions(StoreSession& session, QByteArrayView statement,
                                        std::initializer_list<StoreValue> values)
{
    QList<ActionRecord> records;
    LK_CHECK(session.query(statement, values, [&records](const StoreRow& row) -> Result<void> {
        LK_TRY(ActionRecord record, readActionRow(row));
        records.append(std::move(record));
        return {};
    }));
    return records;
}

Result<std::optional<ActionRecord>> findAction(StoreSession& session, const ActionId& id)
{
    LK_TRY(QList<ActionRecord> records, readActions(session, "action_by_id", {id.value()}));
    if (records.isEmpty())
        return std::optional<ActionRecord>();
    return std::optional(std::move(records.first()));
}

Result<QList<ActionRecord>> actionsOfSubmission(StoreSession& session, const SubmissionId& id)
{
    return readActions(session, "action_by_submission", {id.value()});
}

} // namespace lockkeeper
