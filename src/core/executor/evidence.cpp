// SPDX-License-Identifier: Apache-2.0
#include "core/executor/evidence.h"

#include "core/base/canonicaljson.h"
#include "core/base/digest.h"
#include "core/executor/outcomeclassifier.h"

namespace lockkeeper {

namespace {

QByteArray attemptText(int attempt)
{
    return "attempt " + QByteArray::number(attempt);
}

} // namespace

QByteArray encodeEvidence(const QList<EvidenceLine>& lines)
{
    JsonWriter json;
    json.beginArray();
    for (const EvidenceLine& line : lines) {
        json.beginObject()
            .member("at_ms", line.atMs)
            .member("reach", line.reach)
            .member("source", line.source)
            .member("strength", line.strength)
            .member("text", line.text)
            .endObject();
    }
    return json.endArray().take();
}

Result<QList<EvidenceLine>> decodeEvidence(QByteArrayView bytes)
{
    LK_CHECK(checkJson(bytes));
    QList<EvidenceLine> lines;
    JsonView(bytes).forEachElement([&lines](const JsonView& item) {
        const auto text = [&item](QByteArrayView name) {
            return item.member(name).string().value_or(QByteArray());
        };
        lines.append({item.member("at_ms").integer().value_or(0), text("source"), text("strength"),
                      text("reach"), text("text")});
        return true;
    });
    return lines;
}

QByteArray evidenceDigest(QByteArrayView encoded)
{
    return taggedDigest("lockkeeper/evidence/1", {encoded});
}

QList<EvidenceLine> evidenceOf(const BackendOutcome& outcome, int attempt, qint64 atMs, bool late)
{
    const QByteArray reach = attemptText(attempt);
    QList<EvidenceLine> lines;
    lines.append({atMs, "transport", outcome.bytesSent > 0 ? "certain" : "none", reach,
                  QByteArray::number(outcome.bytesSent) + " bytes sent, " +
                      QByteArray::number(outcome.bytesReceived) + " bytes received"});
    switch (outcome.kind) {
    case BackendOutcome::Kind::NotStarted:
        lines.append({atMs, "transport", "certain", reach, "not started: " + outcome.detail});
        break;
    case BackendOutcome::Kind::Answered:
        lines.append(
            {atMs, "tool", late ? "strong" : (outcome.isError ? "weak" : "strong"), reach,
             QByteArray(late ? "late answer: " : "answer: ") +
                 (outcome.isError ? "the tool reports an error" : "the tool reports success")});
        break;
    case BackendOutcome::Kind::ProtocolError:
        lines.append({atMs, "tool", "weak", reach,
                      "protocol error " + QByteArray::number(outcome.errorCode)});
        break;
    case BackendOutcome::Kind::ContactLost:
        lines.append({atMs, "transport", "none", reach, contactLostText(outcome.cause)});
        break;
    }
    return lines;
}

} // namespace lockkeeper
