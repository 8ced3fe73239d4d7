// SPDX-License-Identifier: Apache-2.0
#include "core/domain/submission.h"

#include "core/base/canonicaljson.h"
#include "core/base/utf8text.h"

#include <QSet>

#include <algorithm>

namespace lockkeeper {

namespace {

/// The frame around the arguments may be as long as a line and nest
/// deeper than one call's arguments: those have their own limits, and their own answer.
constexpr JsonLimits kFrameLimits{16 * 1024 * 1024, 1024};
constexpr qsizetype kMaximumLabelBytes = 512;
constexpr qsizetype kMaximumReasonCharacters = 2000;

Error badMember(const QByteArray& path, const char* what)
{
    return Error(ErrorCode::InvalidArgument, "\"" + path + "\" " + what);
}

/// Member names come from outside: what is unusual about one is not repeated.
QByteArray shownName(const QByteArray& name)
{
    const bool plain = name.size() <= 64 && std::all_of(name.begin(), name.end(), [](char byte) {
                           return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                                  (byte >= '0' && byte <= '9') || byte == '_' || byte == '-' ||
                                  byte == '.';
                       });
    return plain ? name : QByteArray("(a name with unusual characters)");
}

Result<QByteArray> labelOf(const JsonView& value, const QByteArray& path)
{
    if (value.isNull())
        return QByteArray();
    const auto text = value.string();
    if (!text)
        return badMember(path, "is not a string");
    if (text->size() > kMaximumLabelBytes)
        return badMember(path, "is longer than 512 bytes");
    return *text;
}

Result<void> readTool(const JsonView& value, const QByteArray& path, CallRequest& call)
{
    const auto text = value.string();
    if (!text)
        return badMember(path, "is not a string");
    if (text->size() > kMaximumLabelBytes)
        return badMember(path, "is longer than 512 bytes");
    const qsizetype slash = text->indexOf('/');
    if (slash <= 0 || slash == text->size() - 1) {
        call.tool = {QByteArray(), *text};
        call.invalidReason = "invalid_tool: \"tool\" has to be written as server/tool";
    } else {
        call.tool = {text->first(slash), text->sliced(slash + 1)};
    }
    return {};
}

/// True if the JSON string `raw` escapes half a surrogate pair: such text has no UTF-8.
bool hasLoneSurrogate(QByteArrayView raw)
{
    bool afterHigh = false;
    for (qsizetype at = 0; at < raw.size();) {
        const bool isEscape = raw[at] == '\\' && at + 1 < raw.size();
        const bool isUnicode = isEscape && raw[at + 1] == 'u' && at + 6 <= raw.size();
        const uint unit = isUnicode ? raw.sliced(at + 2, 4).toByteArray().toUInt(nullptr, 16) : 0;
        const bool isHigh = unit >= 0xd800 && unit <= 0xdbff;
        const bool isLow = unit >= 0xdc00 && unit <= 0xdfff;
        if (isLow != afterHigh)
            return true;
        afterHigh = isHigh;
        at += isUnicode ? 6 : (isEscape ? 2 : 1);
    }
    return afterHigh;
}

/// The arguments as they will be checked again when the call is prepared, or why not.
void readArguments(const JsonView& object, const JsonView& text, CallRequest& call)
{
    const auto refuse = [&call](const QByteArray& why) {
        call.invalidReason = "invalid_arguments: " + why;
    };
    if (object.isValid() && text.isValid())
        return refuse("both \"arguments\" and \"arguments_text\" are given");
    if (!object.isValid() && !text.isValid())
        return refuse("\"arguments\" is missing; an object is needed");
    if (object.isValid()) {
        if (!object.isObject())
            return refuse(QByteArray("\"arguments\" is ") + jsonTypeName(object.type()) +
                          "; an object is needed");
        call.arguments = object.raw().toByteArray();
        return;
    }
    const auto decoded = text.string();
    if (!decoded)
        return refuse(QByteArray("\"arguments_text\" is ") + jsonTypeName(text.type()) +
                      "; a string with a JSON object is needed");
    if (hasLoneSurrogate(text.raw()))
        return refuse("\"arguments_text\" holds half a surrogate pair, which is no character");
    const auto canonical = canonicalObject(*decoded);
    if (!canonical)
        return refuse("\"arguments_text\", " + canonical.error().message());
    call.arguments = *decoded;
}

Result<CallRequest> readCall(const JsonView& value, const QByteArray& path)
{
    if (!value.isObject())
        return badMember(path, "is not an object");
    CallRequest call;
    JsonView arguments;
    JsonView argumentsText;
    bool hasTool = false;
    std::optional<Error> error;
    const auto take = [&](const QByteArray& name, const JsonView& member) -> Result<void> {
        const QByteArray memberPath = path + "." + shownName(name);
        if (name == "call_id") {
            LK_TRY(call.callId, labelOf(member, memberPath));
        } else if (name == "tool") {
            hasTool = true;
            LK_CHECK(readTool(member, memberPath, call));
        } else if (name == "arguments") {
            arguments = member;
        } else if (name == "arguments_text") {
            argumentsText = member;
        } else if (name == "reason") {
            if (!member.isNull() && !member.isString())
                return badMember(memberPath, "is not a string");
            call.reason = cutCharacters(member.string().value_or(""), kMaximumReasonCharacters);
        } else if (name != "_meta") {
            return badMember(memberPath, "is not known");
        }
        return {};
    };
    value.forEachMember([&](const QByteArray& name, const JsonView& member) {
        if (auto taken = take(name, member); !taken)
            error = std::move(taken).error();
        return !error;
    });
    if (error)
        return *error;
    if (!hasTool)
        return badMember(path + ".tool", "is missing");
    if (call.invalidReason.isEmpty())
        readArguments(arguments, argumentsText, call);
    return call;
}

Result<void> readCalls(const JsonView& value, QList<CallRequest>& calls)
{
    if (!value.isArray())
        return badMember("calls", "is not an array");
    std::optional<Error> error;
    value.forEachElement([&](const JsonView& element) {
        if (calls.size() == kMaximumCalls) {
            error = Error(ErrorCode::ResourceExhausted, "\"calls\" holds more than 256 calls");
            return false;
        }
        auto call = readCall(element, "calls[" + QByteArray::number(calls.size()) + "]");
        if (call)
            calls.append(std::move(*call));
        else
            error = std::move(call).error();
        return !error;
    });
    if (error)
        return *error;
    if (calls.isEmpty())
        return badMember("calls", "holds no call");
    return {};
}

Result<void> readMember(const QByteArray& name, const JsonView& value, SubmissionRequest& request)
{
    if (name == "session_id") {
        LK_TRY(request.labels.sessionId, labelOf(value, name));
    } else if (name == "run_id") {
        LK_TRY(request.labels.runId, labelOf(value, name));
    } else if (name == "agent_id") {
        LK_TRY(request.labels.agentId, labelOf(value, name));
    } else if (name == "thread_id") {
        LK_TRY(request.labels.threadId, labelOf(value, name));
    } else if (name == "turn_index") {
        if (!value.isNull() && !value.integer())
            return badMember(name, "is not a whole number");
        request.labels.turnIndex = value.integer().value_or(0);
    } else if (name == "idempotency_key") {
        LK_TRY(request.idempotencyKey, labelOf(value, name));
        if (request.idempotencyKey.isEmpty() && !value.isNull())
            return badMember(name, "is empty");
    } else if (name == "mode") {
        const QByteArray spelt = value.string().value_or("");
        const auto mode = submissionModeFromName({spelt.constData(), size_t(spelt.size())});
        if (!mode)
            return badMember(name, "is none of independent, ordered, all_or_nothing");
        request.mode = *mode;
    } else if (name == "calls") {
        LK_CHECK(readCalls(value, request.calls));
    } else {
        return badMember(shownName(name), "is not known");
    }
    return {};
}

/// Every call id non-empty and unique, else nobody could tell the answers apart: all are invalid.
void checkCallIds(QList<CallRequest>& calls)
{
    QSet<QByteArray> seen;
    const char* problem = nullptr;
    for (const CallRequest& call : qAsConst(calls)) {
        if (call.callId.isEmpty())
            problem = "invalid_call_id: a call of this submission has no \"call_id\"";
        else if (seen.contains(call.callId))
            problem = "invalid_call_id: two calls of this submission have the same \"call_id\"";
        seen.insert(call.callId);
    }
    if (!problem)
        return;
    for (CallRequest& call : calls) {
        if (call.invalidReason.isEmpty())
            call.invalidReason = problem;
    }
}

} // namespace

Result<SubmissionRequest> parseSubmission(QByteArrayView json)
{
    LK_CHECK(checkJson(json, kFrameLimits));
    const JsonView root(json);
    if (!root.isObject())
        return Error(ErrorCode::InvalidArgument, "a submission is an object");
    SubmissionRequest request;
    std::optional<Error> error;
    root.forEachMember([&](const QByteArray& name, const JsonView& value) {
        if (auto taken = readMember(name, value, request); !taken)
            error = std::move(taken).error();
        return !error;
    });
    if (error)
        return *error;
    if (request.calls.isEmpty())
        return badMember("calls", "is missing");
    checkCallIds(request.calls);
    return request;
}

} // namespace lockkeeper
