// SPDX-License-Identifier: Apache-2.0
#include "core/journal/actionrows.h"

#include <limits>

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
    /// A number from `least` to `most`; `least` and a damaged row for any other. Cut off or passed
    /// on, a number of somebody else's making could look like a good one or name nothing.
    int within(int least, int most)
    {
        const qint64 value = integer();
        if (value >= least && value <= most)
            return static_cast<int>(value);
        m_damaged = true;
        return least;
    }
    int count() { return within(0, std::numeric_limits<int>::max()); }
    template<class Enum>
    Enum enumerator(Enum least, Enum most)
    {
        return static_cast<Enum>(within(static_cast<int>(least), static_cast<int>(most)));
    }
    [[nodiscard]] bool isDamaged() const { return m_damaged; }

private:
    const StoreRow& m_row;
    int m_column = 0;
    bool m_damaged = false;
};

/// No row of ours has it, so a record with it never agrees with the journal.
constexpr qint64 kDamagedVersion = -1;

} // namespace

ActionRecord readActionRow(const StoreRow& row)
{
    ColumnReader column(row);
    ActionRecord record;
    record.id = ActionId(column.bytes());
    record.submission = SubmissionId(column.bytes());
    record.callId = column.bytes();
    record.ordinal = column.count();
    record.state = column.enumerator(ActionState::Proposed, ActionState::Determined);
    record.version = column.integer();
    record.credential = CredentialId(column.bytes());
    record.tool.server = column.bytes();
    record.tool.tool = column.bytes();
    record.effect = column.enumerator(EffectClass::ReadOnly, EffectClass::Irreversible);
    record.risk = column.enumerator(RiskLevel::Low, RiskLevel::Critical);
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
    record.attempts = column.count();
    record.invalidations = column.count();
    record.decision = DecisionId(column.bytes());
    const int outcome = column.within(0, static_cast<int>(Outcome::Unknown));
    record.hasOutcome = outcome != 0;
    if (record.hasOutcome)
        record.outcome = static_cast<Outcome>(outcome);
    record.follows = ActionId(column.bytes());
    if (column.isDamaged())
        record.version = kDamagedVersion;
    return record;
}

Result<QList<ActionRecord>> readActions(StoreSession& session, QByteArrayView statement,
                                        std::initializer_list<StoreValue> values)
{
    QList<ActionRecord> records;
    LK_CHECK(session.query(statement, values, [&records](const StoreRow& row) -> Result<void> {
        records.append(readActionRow(row));
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
