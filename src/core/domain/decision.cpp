// SPDX-License-Identifier: Apache-2.0
#include "core/domain/decision.h"

#include "core/base/canonicaljson.h"
#include "core/domain/recordcodec.h"

#include <array>

namespace lockkeeper {

namespace {

constexpr const char* kDecisionType = "lockkeeper/decision/1";
constexpr const char* kDeterminationType = "lockkeeper/determination/1";
constexpr std::array<std::string_view, 2> kVerdictNames = {"approve", "deny"};

std::string_view verdictName(Decision::Verdict verdict)
{
    return kVerdictNames[static_cast<size_t>(verdict) - 1];
}

std::optional<Decision::Verdict> verdictFromName(std::string_view name)
{
    for (const auto verdict : {Decision::Verdict::Approve, Decision::Verdict::Deny}) {
        if (verdictName(verdict) == name)
            return verdict;
    }
    return std::nullopt;
}

} // namespace

QByteArray Decision::encode() const
{
    JsonWriter out;
    out.beginObject();
    out.member("action", action.value());
    out.member("content_revision", contentRevision);
    out.member("coverage", coverage);
    out.member("decided_at_ms", decidedAtMs);
    out.member("definition_digest", definitionDigest.toHex());
    out.member("execute_by_ms", executeByMs);
    out.member("fingerprint", fingerprint.toHex());
    out.member("hold_ms", holdMs);
    out.member("id", id.value());
    out.member("operator", operatorName);
    out.member("policy_revision", policyRevision);
    out.member("proof", proof);
    out.member("quorum_group", quorumGroup);
    out.member("reason_digest", reasonDigest.toHex());
    out.member("seat", seat.value());
    out.member("statement_digest", statementDigest.toHex());
    out.member("type", kDecisionType);
    out.member("verdict", bytesOf(verdictName(verdict)));
    out.endObject();
    return out.take();
}

Result<Decision> Decision::decode(QByteArrayView bytes)
{
    RecordReader in(bytes);
    in.expectText("type", kDecisionType);
    Decision value;
    value.action = in.id<ActionId>("action");
    value.contentRevision = in.integer("content_revision");
    value.coverage = in.text("coverage");
    value.decidedAtMs = in.integer("decided_at_ms");
    value.definitionDigest = in.binary("definition_digest");
    value.executeByMs = in.integer("execute_by_ms");
    value.fingerprint = in.binary("fingerprint");
    value.holdMs = in.integer("hold_ms");
    value.id = in.id<DecisionId>("id");
    value.operatorName = in.text("operator");
    value.policyRevision = in.integer("policy_revision");
    value.proof = in.text("proof");
    value.quorumGroup = in.text("quorum_group");
    value.reasonDigest = in.binary("reason_digest");
    value.seat = in.id<SeatId>("seat");
    value.statementDigest = in.binary("statement_digest");
    value.verdict = in.named("verdict", verdictFromName);
    if (in.error())
        return *in.error();
    return finishDecoding(in, std::move(value), bytes);
}

QByteArray Determination::encode() const
{
    JsonWriter out;
    out.beginObject();
    out.member("action", action.value());
    out.member("attempt", qint64{attempt});
    out.member("effective_at_ms", effectiveAtMs);
    out.member("evidence_digest", evidenceDigest.toHex());
    out.member("id", id.value());
    out.member("kind", bytesOf(determinationKindName(kind)));
    out.member("operator", operatorName);
    out.member("proof", proof);
    out.member("reason_digest", reasonDigest.toHex());
    out.member("recorded_at_ms", recordedAtMs);
    out.member("seat", seat.value());
    out.member("statement_digest", statementDigest.toHex());
    out.member("type", kDeterminationType);
    out.endObject();
    return out.take();
}

Result<Determination> Determination::decode(QByteArrayView bytes)
{
    RecordReader in(bytes);
    in.expectText("type", kDeterminationType);
    Determination value;
    value.action = in.id<ActionId>("action");
    value.attempt = in.smallInteger("attempt");
    value.effectiveAtMs = in.integer("effective_at_ms");
    value.evidenceDigest = in.binary("evidence_digest");
    value.id = in.id<DeterminationId>("id");
    value.kind = in.named("kind", determinationKindFromName);
    value.operatorName = in.text("operator");
    value.proof = in.text("proof");
    value.reasonDigest = in.binary("reason_digest");
    value.recordedAtMs = in.integer("recorded_at_ms");
    value.seat = in.id<SeatId>("seat");
    value.statementDigest = in.binary("statement_digest");
    if (in.error())
        return *in.error();
    return finishDecoding(in, std::move(value), bytes);
}

} // namespace lockkeeper
