// SPDX-License-Identifier: Apache-2.0
#include "core/domain/statement.h"

#include "core/base/canonicaljson.h"
#include "core/base/digest.h"
#include "core/domain/recordcodec.h"

namespace lockkeeper {

namespace {

constexpr const char* kType = "lockkeeper/statement/1";

} // namespace

QByteArray ActionStatement::encode() const
{
    JsonWriter out;
    out.beginObject();
    out.member("action", action.value());
    out.member("agent_id", labels.agentId);
    out.member("attempt_limit", qint64{attemptLimit});
    out.member("call_id", callId);
    out.member("created_at_ms", createdAtMs);
    out.member("credential", credential.value());
    out.member("decide_by_ms", decideByMs);
    out.member("definition_digest", definitionDigest.toHex());
    out.member("effect", bytesOf(effectClassName(effect)));
    out.member("equality_key", equalityKey.toHex());
    out.member("execute_within_ms", executeWithinMs);
    out.member("executing_seat", executingSeat.value());
    out.member("external_key", externalKey.toHex());
    out.member("fingerprint", fingerprint.toHex());
    out.member("follows", follows.value());
    out.member("incarnation", incarnation);
    out.member("mode", bytesOf(submissionModeName(mode)));
    out.member("ordinal", qint64{ordinal});
    out.member("resolved_effect_digest", resolvedEffectDigest.toHex());
    out.member("risk", bytesOf(riskLevelName(risk)));
    out.member("run_id", labels.runId);
    out.member("sandbox_profile", sandboxProfile);
    out.member("server", tool.server);
    out.member("session_id", labels.sessionId);
    out.member("store", store.value());
    out.member("submission", submission.value());
    out.member("target_keys", targetKeys.toHex());
    out.member("thread_id", labels.threadId);
    out.member("tool", tool.tool);
    out.member("turn_index", labels.turnIndex);
    out.member("type", kType);
    out.member("view_digest", viewDigest.toHex());
    out.endObject();
    return out.take();
}

Result<ActionStatement> ActionStatement::decode(QByteArrayView bytes)
{
    RecordReader in(bytes);
    in.expectText("type", kType);
    ActionStatement value;
    value.action = in.id<ActionId>("action");
    value.labels.agentId = in.text("agent_id");
    value.attemptLimit = in.smallInteger("attempt_limit");
    value.callId = in.text("call_id");
    value.createdAtMs = in.integer("created_at_ms");
    value.credential = in.id<CredentialId>("credential");
    value.decideByMs = in.integer("decide_by_ms");
    value.definitionDigest = in.binary("definition_digest");
    value.effect = in.named("effect", effectClassFromName);
    value.equalityKey = in.binary("equality_key");
    value.executeWithinMs = in.integer("execute_within_ms");
    value.executingSeat = in.id<SeatId>("executing_seat");
    value.externalKey = in.binary("external_key");
    value.fingerprint = in.binary("fingerprint");
    value.follows = in.id<ActionId>("follows");
    value.incarnation = in.integer("incarnation");
    value.mode = in.named("mode", submissionModeFromName);
    value.ordinal = in.smallInteger("ordinal");
    value.resolvedEffectDigest = in.binary("resolved_effect_digest");
    value.risk = in.named("risk", riskLevelFromName);
    value.labels.runId = in.text("run_id");
    value.sandboxProfile = in.text("sandbox_profile");
    value.tool.server = in.text("server");
    value.labels.sessionId = in.text("session_id");
    value.store = in.id<StoreId>("store");
    value.submission = in.id<SubmissionId>("submission");
    value.targetKeys = in.binary("target_keys");
    value.labels.threadId = in.text("thread_id");
    value.tool.tool = in.text("tool");
    value.labels.turnIndex = in.integer("turn_index");
    value.viewDigest = in.binary("view_digest");
    if (in.error())
        return *in.error();
    return finishDecoding(in, std::move(value), bytes);
}

QByteArray statementDigest(QByteArrayView encoded)
{
    return taggedDigest(kType, {encoded});
}

} // namespace lockkeeper
