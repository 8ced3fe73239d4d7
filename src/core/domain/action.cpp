// SPDX-License-Identifier: Apache-2.0
#include "core/domain/action.h"

#include "core/base/digest.h"

#include <QtEndian>

namespace lockkeeper {

namespace {

/// Puts fields behind each other, each with its length, so that no byte can change its field.
class FieldList
{
public:
    FieldList& add(QByteArrayView field)
    {
        const quint64 size = qToBigEndian(quint64(field.size()));
        m_bytes.append(reinterpret_cast<const char*>(&size), sizeof size);
        m_bytes.append(field);
        return *this;
    }
    FieldList& add(qint64 value) { return add(QByteArray::number(value)); }
    [[nodiscard]] const QByteArray& bytes() const { return m_bytes; }

private:
    QByteArray m_bytes;
};

} // namespace

QByteArray rowDigest(const ActionRecord& record)
{
    // The binding names every member: one more in the record does not compile here.
    const auto& [id, submission, callId, ordinal, state, version, credential, tool, effect, risk,
                 statementDigest, equalityKey, targetKeys, keyEpoch, createdAtMs, decideByMs,
                 executeByMs, holdUntilMs, firstShownAtMs, changedAtMs, finishedAtMs, attempts,
                 invalidations, decision, outcome, hasOutcome, follows] = record;
    FieldList fields;
    fields.add(id.value()).add(submission.value()).add(callId).add(qint64{ordinal});
    fields.add(qint64(state)).add(version).add(credential.value());
    fields.add(tool.server).add(tool.tool).add(qint64(effect)).add(qint64(risk));
    fields.add(statementDigest).add(equalityKey).add(targetKeys).add(keyEpoch);
    fields.add(createdAtMs).add(decideByMs).add(executeByMs).add(holdUntilMs);
    fields.add(firstShownAtMs).add(changedAtMs).add(finishedAtMs);
    fields.add(qint64{attempts}).add(qint64{invalidations}).add(decision.value());
    fields.add(qint64(outcome)).add(qint64(hasOutcome)).add(follows.value());
    return taggedDigest("lockkeeper/row/1", {fields.bytes()});
}

} // namespace lockkeeper
