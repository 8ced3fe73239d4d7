// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/wirejson.h"

#include "core/base/canonicaljson.h"

namespace lockkeeper::wire {

namespace {

constexpr qsizetype kMaximumReason = 500;
constexpr qsizetype kMaximumListBytes = 12 * 1024 * 1024;

QByteArrayView bytes(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

void text(JsonWriter& writer, QByteArrayView name, QByteArrayView value)
{
    if (!value.isEmpty())
        writer.member(name, value);
}

void time(JsonWriter& writer, QByteArrayView name, qint64 value)
{
    if (value != 0)
        writer.member(name, value);
}

void texts(JsonWriter& writer, QByteArrayView name, const QList<QByteArray>& values)
{
    if (values.isEmpty())
        return;
    writer.key(name).beginArray();
    for (const QByteArray& value : values)
        writer.string(value);
    writer.endArray();
}

/// Stored JSON is spliced in only if it still is JSON; damaged bytes come as a string.
void json(JsonWriter& writer, QByteArrayView name, const QByteArray& value)
{
    if (value.isEmpty())
        return;
    JsonLimits limits;
    limits.maximumBytes = value.size();
    if (checkJson(value, limits))
        writer.memberRaw(name, value);
    else
        writer.member(name, value);
}

void labels(JsonWriter& writer, const ClaimedLabels& claimed)
{
    if (claimed == ClaimedLabels())
        return;
    writer.key("labels").beginObject();
    text(writer, "session_id", claimed.sessionId);
    text(writer, "run_id", claimed.runId);
    text(writer, "agent_id", claimed.agentId);
    text(writer, "thread_id", claimed.threadId);
    writer.member("turn_index", claimed.turnIndex);
    writer.endObject();
}

/// `decideByMs`: until when it can be decided now.
void record(JsonWriter& writer, const ActionRecord& row, qint64 decideByMs)
{
    writer.member("action_id", row.id.value());
    writer.member("submission_id", row.submission.value());
    writer.member("call_id", row.callId);
    writer.member("ordinal", row.ordinal);
    writer.member("state", bytes(actionStateName(row.state)));
    writer.member("version", row.version);
    writer.member("credential", row.credential.value());
    writer.member("tool", row.tool.server + '/' + row.tool.tool);
    writer.member("server", row.tool.server);
    writer.member("tool_name", row.tool.tool);
    writer.member("effect", bytes(effectClassName(row.effect)));
    writer.member("risk", bytes(riskLevelName(row.risk)));
    writer.member("created_at_ms", row.createdAtMs);
    time(writer, "decide_by_ms", decideByMs);
    if (decideByMs != row.decideByMs)
        time(writer, "signed_decide_by_ms", row.decideByMs);
    time(writer, "execute_by_ms", row.executeByMs);
    time(writer, "hold_until_ms", row.holdUntilMs);
    time(writer, "first_shown_at_ms", row.firstShownAtMs);
    time(writer, "changed_at_ms", row.changedAtMs);
    time(writer, "finished_at_ms", row.finishedAtMs);
    writer.member("attempts", row.attempts);
    if (row.invalidations != 0)
        writer.member("invalidations", row.invalidations);
    text(writer, "decision_id", row.decision.value());
    if (row.hasOutcome)
        writer.member("outcome", bytes(outcomeName(row.outcome)));
    text(writer, "follows", row.follows.value());
}

void snooze(JsonWriter& writer, const Snooze& aside)
{
    if (aside.untilMs == 0)
        return;
    writer.key("snooze").beginObject();
    text(writer, "by", aside.by);
    text(writer, "reason", aside.reason);
    writer.member("until_ms", aside.untilMs).endObject();
}

void evidence(JsonWriter& writer, const QList<EvidenceLine>& lines)
{
    writer.key("evidence").beginArray();
    for (const EvidenceLine& line : lines) {
        writer.beginObject().member("at_ms", line.atMs);
        text(writer, "source", line.source);
        text(writer, "strength", line.strength);
        text(writer, "reach", line.reach);
        text(writer, "text", line.text);
        writer.endObject();
    }
    writer.endArray();
}

} // namespace

QByteArray toJson(const SubmissionAnswer& answer)
{
    JsonWriter writer;
    writer.beginObject().member("submission_id", answer.submission.value());
    if (answer.existing)
        writer.memberBool("existing", true);
    writer.key("actions").beginArray();
    for (const SubmittedAction& action : answer.actions) {
        writer.beginObject();
        writer.member("action_id", action.action.value());
        writer.member("call_id", action.callId);
        writer.member("state", bytes(actionStateName(action.state)));
        text(writer, "fingerprint", action.fingerprint);
        text(writer, "reason", action.reason);
        text(writer, "handle", action.handle);
        writer.endObject();
    }
    return writer.endArray().endObject().take();
}

QByteArray toJson(const CallResult& result)
{
    JsonWriter writer;
    writer.beginObject().member("action_id", result.action.value());
    writer.member("call_id", result.callId);
    writer.member("state", bytes(actionStateName(result.state)));
    writer.member("outcome", result.outcome);
    writer.member("summary", result.summary);
    json(writer, "result", result.result);
    writer.memberBool("is_error", result.isError);
    writer.member("reason", result.reason);
    text(writer, "handle", result.handle);
    return writer.memberBool("settled", result.settled).endObject().take();
}

QByteArray toJson(const ActionSnapshot& action, Detail detail)
{
    JsonWriter writer;
    writer.beginObject();
    record(writer, action.record, action.decideByMs);
    labels(writer, action.labels);
    text(writer, "fingerprint", action.fingerprint);
    text(writer, "summary", action.summary);
    text(writer, "agent_reason", action.agentReason);
    texts(writer, "risk_reasons", action.riskReasons);
    texts(writer, "targets", action.targets);
    text(writer, "policy_rule", action.policyRule);
    text(writer, "asked_because", action.askedBecause);
    text(writer, "result_summary", action.resultSummary);
    text(writer, "decided_by", action.decidedBy);
    text(writer, "decision_reason", action.decisionReason);
    text(writer, "tampered_with", action.tamperedWith);
    snooze(writer, action.snooze);
    if (action.waitReason != WaitReason::None)
        writer.member("wait_reason", bytes(waitReasonName(action.waitReason)));
    if (action.callerGone)
        writer.memberBool("caller_gone", true);
    time(writer, "last_progress_at_ms", action.lastProgressAtMs);
    if (detail == Detail::Full) {
        text(writer, "handle", action.handle);
        json(writer, "arguments", action.arguments);
        evidence(writer, action.evidence);
    }
    return writer.endObject().take();
}

QByteArray toJson(const QList<ActionSnapshot>& actions)
{
    JsonWriter writer;
    writer.beginObject().key("actions").beginArray();
    qsizetype total = 0;
    bool truncated = false;
    for (const ActionSnapshot& action : actions) {
        const QByteArray line = toJson(action, Detail::Line);
        total += line.size();
        if (total > kMaximumListBytes) {
            truncated = true;
            break;
        }
        writer.raw(line);
    }
    writer.endArray();
    if (truncated)
        writer.memberBool("truncated", true);
    return writer.endObject().take();
}

QByteArray toJson(const QList<ToolSnapshot>& tools)
{
    JsonWriter writer;
    writer.beginObject().key("tools").beginArray();
    for (const ToolSnapshot& tool : tools) {
        writer.beginObject();
        writer.member("tool", tool.name.server + '/' + tool.name.tool);
        writer.member("server", tool.name.server);
        writer.member("tool_name", tool.name.tool);
        writer.member("definition_digest", tool.definitionDigest.toHex());
        writer.member("pin_state", tool.pinState);
        writer.member("effect", bytes(effectClassName(tool.effect)));
        writer.member("risk", bytes(riskLevelName(tool.risk)));
        writer.memberBool("available", tool.available);
        writer.endObject();
    }
    return writer.endArray().endObject().take();
}

QByteArray toJson(const AgentSnapshot& agent)
{
    JsonWriter writer;
    writer.beginObject().member("credential", agent.credential.value());
    writer.member("name", agent.name).member("created_at_ms", agent.createdAtMs);
    time(writer, "revoked_at_ms", agent.revokedAtMs);
    return writer.endObject().take();
}

QByteArray toJson(const QList<AgentSnapshot>& agents)
{
    JsonWriter writer;
    writer.beginObject().key("agents").beginArray();
    for (const AgentSnapshot& agent : agents)
        writer.raw(toJson(agent));
    return writer.endArray().endObject().take();
}

QByteArray toJson(const StatusSnapshot& status, bool full)
{
    JsonWriter writer;
    writer.beginObject().member("version", status.version).member("pid", status.pid);
    text(writer, "store_id", status.storeId);
    writer.member("incarnation", status.incarnation).member("keyring", status.keyring);
    writer.memberBool("read_only", status.readOnly);
    writer.key("reasons").beginArray();
    for (const QByteArray& reason : status.reasons)
        writer.string(reason);
    writer.endArray();
    writer.memberBool("operator_unprotected", status.operatorUnprotected);
    writer.memberBool("pin_protected", status.pinProtected);
    writer.key("servers").beginArray();
    for (const ServerSnapshot& server : status.servers) {
        writer.beginObject().member("name", server.name).member("state", server.state);
        text(writer, "reason", server.reason);
        writer.memberBool("trusted", server.trusted).member("tools", server.tools);
        if (full)
            texts(writer, "last_stderr", server.lastStderr);
        writer.endObject();
    }
    writer.endArray();
    if (full) {
        writer.key("counts").beginObject();
        for (const QPair<QByteArray, qint64>& count : status.counts)
            writer.member(count.first, count.second);
        writer.endObject();
        writer.member("feed_position", status.feedPosition);
        writer.member("journal_position", status.journalPosition);
        writer.member("guard_position", status.guardPosition);
    }
    return writer.endObject().take();
}

QByteArray errorData(const Error& error)
{
    JsonWriter writer;
    writer.beginObject().member("code", errorCodeName(error.code()));
    writer.member(
        "reason",
        QByteArrayView(error.message()).first(qMin(error.message().size(), kMaximumReason)));
    return writer.endObject().take();
}

} // namespace lockkeeper::wire
