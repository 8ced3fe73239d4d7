// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/mcp/callanswers.h"

#include "core/base/canonicaljson.h"
#include "core/mcp/sanitisedtext.h"

namespace lockkeeper::mcpanswer {

namespace {

QByteArray stateName(const CallResult& result)
{
    const std::string_view name = actionStateName(result.state);
    return {name.data(), static_cast<qsizetype>(name.size())};
}

void writeMeta(JsonWriter& writer, const CallResult& result)
{
    writer.key("_meta").beginObject();
    writer.member("io.lockkeeper/state", stateName(result));
    if (!result.action.isEmpty())
        writer.member("io.lockkeeper/action", result.action.value());
    if (!result.handle.isEmpty())
        writer.member("io.lockkeeper/handle", result.handle);
    if (!result.outcome.isEmpty())
        writer.member("io.lockkeeper/outcome", result.outcome);
    if (!result.reason.isEmpty())
        writer.member("io.lockkeeper/reason", result.reason);
}

void writeText(JsonWriter& writer, QByteArrayView text)
{
    writer.beginObject().member("type", "text").member("text", text).endObject();
}

QByteArray textAnswer(const CallResult& result, QByteArrayView text, bool isError)
{
    JsonWriter writer;
    writer.beginObject().key("content").beginArray();
    writeText(writer, text);
    writer.endArray();
    if (isError)
        writer.memberBool("isError", true);
    writeMeta(writer, result);
    return writer.endObject().endObject().take();
}

/// "<text>: <reason>", or "<text>." without one.
QByteArray because(QByteArrayView text, const CallResult& result)
{
    const QByteArray& why = result.reason.isEmpty() ? result.summary : result.reason;
    if (why.isEmpty())
        return text.toByteArray() + '.';
    return text.toByteArray() + ": " + mcp::sanitisedText(why);
}

/// A failed call: our words first, then what the tool itself said.
QByteArray failed(const CallResult& result)
{
    JsonWriter writer;
    writer.beginObject().key("content").beginArray();
    writeText(writer, because("failed", result));
    const JsonView own = JsonView(result.result).member("content");
    own.forEachElement([&writer](const JsonView& element) {
        writer.raw(element.raw());
        return true;
    });
    writer.endArray().memberBool("isError", true);
    writeMeta(writer, result);
    return writer.endObject().endObject().take();
}

QByteArray determined(const CallResult& result, const Shape& shape)
{
    const bool happened = result.outcome == "happened";
    QByteArray text = "determined: the outcome was unknown, and an operator has recorded: ";
    text += result.outcome.isEmpty() ? QByteArray("undetermined") : result.outcome;
    text += ". The tool's own answer is not known.";
    return textAnswer(result, text, !happened || shape.hasOutputSchema);
}

QByteArray succeeded(const CallResult& result, const Shape& shape)
{
    if (!result.result.isEmpty())
        return result.result;
    return textAnswer(result, because("succeeded; the tool's own answer is not available", result),
                      shape.hasOutputSchema);
}

} // namespace

bool isConclusive(const CallResult& result)
{
    return result.settled || isFinal(result.state) || result.state == ActionState::Unknown ||
           result.state == ActionState::Determined;
}

QByteArray conclusive(const CallResult& result, const Shape& shape)
{
    // Words for states, not a decision about them: which state follows which is the table's.
    switch (result.state) {
    case ActionState::Succeeded:
        return succeeded(result, shape);
    case ActionState::Failed:
        return failed(result);
    case ActionState::Denied:
        return textAnswer(result, because("denied: this call was not run. Reason", result), true);
    case ActionState::Invalid:
        return textAnswer(result, because("invalid: this call was not run. Reason", result), true);
    case ActionState::Expired:
        return textAnswer(result, because("expired: this call was not run. Reason", result), true);
    case ActionState::Cancelled:
        return textAnswer(result, because("cancelled: this call was not run", result), true);
    case ActionState::Skipped:
        return textAnswer(result, because("skipped: this call was not run", result), true);
    case ActionState::Unknown:
        return textAnswer(result,
                          because("unknown: it may or may not have happened; do not repeat it. An "
                                  "operator will settle it",
                                  result),
                          true);
    case ActionState::Determined:
        return determined(result, shape);
    case ActionState::Proposed:
    case ActionState::Pending:
    case ActionState::Holding:
    case ActionState::Approved:
    case ActionState::Running:
        return pending(result, shape);
    }
    return pending(result, shape);
}

QByteArray pending(const CallResult& result, const Shape& shape)
{
    const bool running = result.state == ActionState::Running;
    QByteArray text = "pending, handle " + result.handle + ". ";
    text += running ? "The call is running." : "The call is held and has not run yet.";
    text += " Do not send it again. Collect the result with the tool lockkeeper_result, "
            "arguments {\"handle\":" +
            jsonString(result.handle) +
            ",\"wait_seconds\":" + QByteArray::number(shape.suggestedWaitSeconds) +
            "}; withdraw the call with lockkeeper_cancel.";
    JsonWriter writer;
    writer.beginObject().key("content").beginArray();
    writeText(writer, text);
    writer.endArray();
    if (shape.hasOutputSchema)
        writer.memberBool("isError", true);
    writeMeta(writer, result);
    writer.memberBool("io.lockkeeper/pending", true);
    writer.member("io.lockkeeper/suggested_wait_seconds", shape.suggestedWaitSeconds);
    return writer.endObject().endObject().take();
}

QByteArray retryAfter(QByteArrayView handle, qint64 seconds)
{
    JsonWriter writer;
    writer.beginObject().key("content").beginArray();
    writeText(writer, "pending, handle " + handle.toByteArray() +
                          ". You ask too often: ask again after " + QByteArray::number(seconds) +
                          " s, or let lockkeeper_result wait with wait_seconds.");
    writer.endArray();
    writer.key("_meta").beginObject();
    writer.member("io.lockkeeper/handle", handle);
    writer.memberBool("io.lockkeeper/pending", true);
    writer.member("io.lockkeeper/retry_after_seconds", seconds);
    return writer.endObject().endObject().take();
}

QByteArray cancelled(const CallResult& result)
{
    if (result.state == ActionState::Cancelled)
        return textAnswer(result, "cancelled: the call was not run.", false);
    if (isConclusive(result))
        return textAnswer(result,
                          "not cancelled: the call is over already (" + stateName(result) +
                              "). Collect its result with lockkeeper_result.",
                          true);
    return textAnswer(result,
                      "The wish to cancel was passed on; the call is " + stateName(result) +
                          " and may still have its effect. lockkeeper_result tells the outcome.",
                      false);
}

QByteArray cannotTell(const Error& error)
{
    JsonWriter writer;
    writer.beginObject().key("content").beginArray();
    writeText(writer,
              "unknown: Lockkeeper was started anew and cannot tell yet what became of this "
              "call. It may be held, or may have happened; do not repeat it, ask the "
              "operator (" +
                  QByteArray(errorCodeName(error.code())) +
                  "): " + mcp::sanitisedText(error.message()));
    writer.endArray().memberBool("isError", true);
    writer.key("_meta").beginObject().member("io.lockkeeper/state", "unknown").endObject();
    return writer.endObject().take();
}

QByteArray refused(const Error& error)
{
    JsonWriter writer;
    writer.beginObject().key("content").beginArray();
    writeText(writer, "Lockkeeper did not take this call on; nothing was run (" +
                          QByteArray(errorCodeName(error.code())) +
                          "): " + mcp::sanitisedText(error.message()));
    writer.endArray().memberBool("isError", true);
    writer.key("_meta").beginObject();
    writer.member("io.lockkeeper/state", "refused");
    writer.member("io.lockkeeper/code", errorCodeName(error.code()));
    return writer.endObject().endObject().take();
}

} // namespace lockkeeper::mcpanswer
