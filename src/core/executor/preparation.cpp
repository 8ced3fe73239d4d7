// SPDX-License-Identifier: Apache-2.0
#include "core/executor/preparation.h"

#include "core/base/canonicaljson.h"
#include "core/base/digest.h"
#include "core/domain/fingerprint.h"
#include "core/executor/argumentplaces.h"
#include "core/executor/argumenttemplate.h"
#include "core/executor/effectassessment.h"
#include "core/executor/publicview.h"

#include <algorithm>

namespace lockkeeper {

namespace {

QByteArray joined(const ToolName& tool)
{
    return tool.server + '/' + tool.tool;
}

/// An error in the operator's own configuration, which may be named.
Error configurationError(const ToolName& tool, const char* what, const Error& error)
{
    return Error(ErrorCode::FailedPrecondition, QByteArray("the ") + what + " template of " +
                                                    joined(tool) + ": " + error.message());
}

struct Targets
{
    QList<QByteArray> shown;
    QByteArray keys;
};

/// The targets that the templates give; where a value is missing, the tool as a whole.
Result<Targets> targetsOf(const ToolName& tool, const ToolSettings& settings,
                          const ArgumentPlaces& places, QByteArrayView viewKey)
{
    QList<ArgumentTemplate::Target> targets;
    const QByteArray wide = "tool:" + joined(tool);
    for (const QByteArray& text : settings.targets) {
        if (text == "none")
            continue;
        auto parsed = ArgumentTemplate::parse(text);
        if (!parsed)
            return configurationError(tool, "target", parsed.error());
        targets.append(parsed->target(places).value_or(ArgumentTemplate::Target{wide, wide}));
    }
    if (settings.targets.isEmpty())
        targets.append({wide, wide});

    Targets result;
    QList<QByteArray> keys;
    for (const ArgumentTemplate::Target& target : qAsConst(targets)) {
        const QByteArray key = targetKeyOf(viewKey, target.text);
        if (keys.contains(key))
            continue;
        keys.append(key);
        result.shown.append(target.shown);
    }
    std::sort(keys.begin(), keys.end());
    result.keys = keys.join();
    return result;
}

Result<QByteArray> summaryOf(const ToolName& tool, const ToolSettings& settings,
                             const ArgumentPlaces& places)
{
    if (settings.summary.isEmpty())
        return joined(tool);
    const auto parsed = ArgumentTemplate::parse(settings.summary);
    if (!parsed)
        return configurationError(tool, "summary", parsed.error());
    return parsed->summary(places);
}

Result<QByteArray> argumentsOf(const CallRequest& call)
{
    if (!call.invalidReason.isEmpty())
        return Error(ErrorCode::InvalidArgument, call.invalidReason);
    auto canonical = canonicalObject(call.arguments);
    if (!canonical)
        return Error(ErrorCode::InvalidArgument,
                     "invalid_arguments: " + canonical.error().message());
    return canonical;
}

} // namespace

QByteArray resolvedEffectOf(const ToolName& tool, QByteArrayView connectionGeneration)
{
    JsonWriter out;
    out.beginObject();
    out.member("connection_generation", connectionGeneration.toByteArray().toHex());
    out.member("server", tool.server);
    out.member("tool", tool.tool);
    out.endObject();
    return out.take();
}

Result<PreparedCall> prepareCall(const PreparationInput& input)
{
    const ToolName& tool = input.tool.name;
    const ToolSettings settings = settingsOf(input.server, tool.tool);
    if (input.connectionGeneration.size() != kDigestSize || input.salt.size() != kDigestSize)
        return Error(ErrorCode::FailedPrecondition,
                     "the connection generation or the salt of " + joined(tool) + " is missing");
    PreparedCall prepared;
    LK_TRY(prepared.arguments, argumentsOf(input.call));
    LK_TRY(const QByteArray sorted, sortedJson(prepared.arguments));

    const bool isReadable = checkJson(input.tool.definition).has_value();
    const JsonView definition = isReadable ? JsonView(input.tool.definition) : JsonView();
    const ArgumentPlaces places(
        settings, definition.isObject() ? definition.member("inputSchema") : JsonView(),
        JsonView(prepared.arguments));
    const PublicView view = publicViewOf(places, prepared.arguments.size());
    prepared.publicView = view.json;

    EffectAssessment assessment = assessEffect(input.server, input.tool, view.hidesValues);
    prepared.effect = assessment.effect;
    prepared.risk = assessment.risk;
    prepared.riskReasons = std::move(assessment.reasons);

    LK_TRY(Targets targets, targetsOf(tool, settings, places, input.viewKey));
    prepared.targets = std::move(targets.shown);
    prepared.targetKeys = std::move(targets.keys);
    LK_TRY(prepared.summary, summaryOf(tool, settings, places));

    prepared.resolvedEffect = resolvedEffectOf(tool, input.connectionGeneration);
    prepared.sandboxProfile = kNoSandbox;
    prepared.fingerprint =
        fingerprintOf({input.salt, tool, input.tool.digest, prepared.resolvedEffect,
                       prepared.arguments, prepared.sandboxProfile});
    prepared.equalityKey = equalityKeyOf(input.viewKey, input.credential.value(), tool, sorted);
    return prepared;
}

} // namespace lockkeeper
