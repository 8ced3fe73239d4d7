// SPDX-License-Identifier: Apache-2.0
#include "core/executor/outcomeclassifier.h"

#include "core/base/canonicaljson.h"
#include "core/base/utf8text.h"

#include <QList>

namespace lockkeeper {

namespace {

/// A result may be as long as a line and nest deeper than arguments.
constexpr JsonLimits kResultLimits{16 * 1024 * 1024, 1024};
constexpr qsizetype kSummaryCharacters = 240;

/// JSON-RPC says that a request with one of these was refused before anything ran: invalid
/// request, method not found, invalid parameters.
bool isRefusal(int errorCode)
{
    return errorCode == -32600 || errorCode == -32601 || errorCode == -32602;
}

Classification failedWithoutEffect(int retriesLeft, QByteArray cause)
{
    const ActionEvent event =
        retriesLeft > 0 ? ActionEvent::NoEffectRetry : ActionEvent::FailedNoEffect;
    return {event, Outcome::FailedNoEffect, std::move(cause)};
}

/// What went wrong with a call that reads is a failure; with any other, nobody knows.
Classification failedOrUnknown(EffectClass effect, QByteArray cause)
{
#ifdef LOCKKEEPER_FAULT_UNKNOWN_CALLED_FAILED
    effect = EffectClass::ReadOnly;
#endif
    if (effect == EffectClass::ReadOnly)
        return {ActionEvent::FailedConfirmed, Outcome::FailedConfirmed, std::move(cause)};
    return {ActionEvent::ContactLost, Outcome::Unknown, std::move(cause)};
}

enum class Answer { Success, Error, NotUnderstood };

/// The backend's reading of the answer and our own must agree.
Answer answerOf(const BackendOutcome& outcome)
{
    if (!checkJson(outcome.result, kResultLimits))
        return Answer::NotUnderstood;
    const JsonView result(outcome.result);
    if (!result.isObject())
        return Answer::NotUnderstood;
    const JsonView isError = result.member("isError");
    if (isError.isValid() && !isError.boolean())
        return Answer::NotUnderstood;
    const bool saysError = isError.isValid() && isError.boolean() == true;
    return outcome.isError || saysError ? Answer::Error : Answer::Success;
}

Classification classifyAnswer(EffectClass effect, const BackendOutcome& outcome,
                              bool errorsMeanNoEffect, int retriesLeft)
{
    switch (answerOf(outcome)) {
    case Answer::Success:
        return {ActionEvent::Succeeded, Outcome::Succeeded, {}};
    case Answer::Error:
        if (effect == EffectClass::ReadOnly)
            return failedOrUnknown(effect, "The tool answered with an error.");
        if (errorsMeanNoEffect)
            return failedWithoutEffect(retriesLeft,
                                       "The tool answered with an error; the configuration says "
                                       "that its errors mean no effect.");
        return failedOrUnknown(effect, "The tool answered with an error, which does not prove that "
                                       "nothing happened.");
    case Answer::NotUnderstood:
        break;
    }
    return failedOrUnknown(effect, contactLostText(ContactLostCause::ReplyNotUnderstood));
}

/// The text of an MCP content list: its text parts, one a line.
QByteArray contentText(const JsonView& content)
{
    QList<QByteArray> texts;
    content.forEachElement([&texts](const JsonView& part) {
        const JsonView text = part.isObject() ? part.member("text") : JsonView();
        if (const auto value = text.isValid() ? text.string() : std::nullopt)
            texts.append(cutCharacters(*value, kSummaryCharacters + 1));
        return texts.size() < kSummaryCharacters;
    });
    return texts.join('\n').trimmed();
}

QByteArray summaryPart(const JsonView& result, const char* name)
{
    const JsonView value = result.member(name);
    if (value.isArray())
        return contentText(value);
    return value.isValid() ? value.string().value_or(QByteArray()).trimmed() : QByteArray();
}

} // namespace

QByteArray contactLostText(ContactLostCause cause)
{
    switch (cause) {
    case ContactLostCause::NoReplyInTime:
        return "No reply came in time.";
    case ContactLostCause::ConnectionBroken:
        return "The connection broke after the call was sent.";
    case ContactLostCause::ReplyNotUnderstood:
        return "The reply was not understood.";
    case ContactLostCause::StopRequested:
        return "A stop was requested while the call ran.";
    case ContactLostCause::WorkerLost:
        return "The process that ran the call was lost.";
    case ContactLostCause::RecordNotWritten:
        return "The outcome could not be recorded.";
    case ContactLostCause::LeaseExpired:
        return "The attempt's lease ran out.";
    }
    return "It is not known what became of the call.";
}

Classification classifyOutcome(EffectClass effect, const BackendOutcome& outcome,
                               bool errorsMeanNoEffect, int retriesLeft)
{
    switch (outcome.kind) {
    case BackendOutcome::Kind::NotStarted:
        return {retriesLeft > 0 ? ActionEvent::NotStarted : ActionEvent::NotStartedFinal,
                Outcome::NotStarted, "The call was never sent."};
    case BackendOutcome::Kind::Answered:
        return classifyAnswer(effect, outcome, errorsMeanNoEffect, retriesLeft);
    case BackendOutcome::Kind::ProtocolError: {
        const QByteArray code = QByteArray::number(outcome.errorCode);
        if (isRefusal(outcome.errorCode) && effect != EffectClass::ReadOnly)
            return failedWithoutEffect(retriesLeft,
                                       "The server refused the call before it ran (" + code + ").");
        return failedOrUnknown(effect, "The server answered with the error " + code + ".");
    }
    case BackendOutcome::Kind::ContactLost:
        return failedOrUnknown(effect, contactLostText(outcome.cause));
    }
    return failedOrUnknown(effect, "It is not known what became of the call.");
}

QByteArray resultSummary(QByteArrayView errorText, QByteArrayView result)
{
    if (const QByteArray text = errorText.toByteArray().trimmed(); !text.isEmpty())
        return cutCharacters(text, kSummaryCharacters);
    if (!checkJson(result, kResultLimits))
        return {};
    const JsonView value(result);
    if (value.isObject()) {
        for (const char* name :
             {"error", "summary", "rendered", "stdout", "stderr", "content", "message"}) {
            const QByteArray text = summaryPart(value, name);
            if (!text.isEmpty())
                return cutCharacters(text, kSummaryCharacters);
        }
    }
    return cutCharacters(value.raw(), kSummaryCharacters);
}

} // namespace lockkeeper
