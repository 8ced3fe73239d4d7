// SPDX-License-Identifier: Apache-2.0
#include "core/executor/effectassessment.h"

#include "core/base/canonicaljson.h"
#include "core/executor/connectiongeneration.h"

#include <algorithm>

namespace lockkeeper {

namespace {

/// The annotations as the definition spells them; absent ones and those of another type are empty.
struct Annotations
{
    std::optional<bool> readOnly;
    std::optional<bool> destructive;
    std::optional<bool> idempotent;
    std::optional<bool> openWorld;
};

Annotations annotationsOf(const QByteArray& definition)
{
    Annotations result;
    if (!checkJson(definition))
        return result;
    const JsonView tool(definition);
    const JsonView annotations = tool.isObject() ? tool.member("annotations") : JsonView();
    if (!annotations.isObject())
        return result;
    const auto hint = [&annotations](const char* name) {
        const JsonView value = annotations.member(name);
        return value.isValid() ? value.boolean() : std::nullopt;
    };
    result.readOnly = hint("readOnlyHint");
    result.destructive = hint("destructiveHint");
    result.idempotent = hint("idempotentHint");
    result.openWorld = hint("openWorldHint");
    return result;
}

/// What the annotations claim, with the protocol's defaults. A claim to read only beside one to
/// destroy is no claim to read only.
EffectClass claimedEffect(const Annotations& annotations)
{
    if (annotations.readOnly.value_or(false) && !annotations.destructive.value_or(false))
        return EffectClass::ReadOnly;
    if (annotations.idempotent.value_or(false) && !annotations.readOnly.value_or(false))
        return EffectClass::Idempotent;
    return EffectClass::Irreversible;
}

RiskLevel riskOfEffect(EffectClass effect)
{
    switch (effect) {
    case EffectClass::ReadOnly:
        return RiskLevel::Low;
    case EffectClass::Idempotent:
    case EffectClass::Compensatable:
        return RiskLevel::Medium;
    case EffectClass::Irreversible:
        break;
    }
    return RiskLevel::High;
}

QByteArray effectReason(EffectClass effect, bool isConfigured, bool isClaimed)
{
    if (!isConfigured && !isClaimed)
        return "Nobody you trust says what it does: it counts as irreversible.";
    const QByteArray who = isConfigured ? "The configuration" : "The trusted server";
    switch (effect) {
    case EffectClass::ReadOnly:
        return who + " says that it only reads.";
    case EffectClass::Idempotent:
        return who + " says that repeating it changes nothing more.";
    case EffectClass::Compensatable:
        return who + " says that another call can undo it.";
    case EffectClass::Irreversible:
        break;
    }
    return who + " says nothing that would make it reversible.";
}

/// Raises the risk, and says why.
void raise(EffectAssessment& assessment, RiskLevel atLeast, const char* reason)
{
    assessment.risk = std::max(assessment.risk, atLeast);
    assessment.reasons.prepend(reason);
}

void addClaims(EffectAssessment& assessment, const Annotations& annotations, bool isConfigured)
{
    const bool destroysByDefault = !isConfigured && assessment.effect == EffectClass::Idempotent &&
                                   annotations.destructive.value_or(true);
    if (annotations.destructive.value_or(false))
        raise(assessment, RiskLevel::High, "The tool says that it may destroy something.");
    else if (destroysByDefault)
        raise(assessment, RiskLevel::High, "The tool does not say that it destroys nothing.");
    if (assessment.effect != EffectClass::ReadOnly)
        return;
    if (annotations.readOnly == false)
        raise(assessment, RiskLevel::Medium, "The tool itself says that it does not only read.");
    if (annotations.openWorld.value_or(false))
        raise(assessment, RiskLevel::Medium, "The tool says that it reaches the outside world.");
}

} // namespace

ToolSettings settingsOf(const ServerSettings& server, const QByteArray& tool)
{
    return server.tools.value(tool);
}

EffectAssessment assessEffect(const ServerSettings& server, const CataloguedTool& tool,
                              bool hidesValues)
{
    const ToolSettings settings = settingsOf(server, tool.name.tool);
    const Annotations annotations = annotationsOf(tool.definition);
    const bool isConfigured = settings.effect.has_value();
#ifdef LOCKKEEPER_FAULT_HINT_OF_A_STRANGER_BELIEVED
    const bool counts = true;
#else
    const bool counts = server.trusted && tool.state == PinState::Accepted;
#endif
    const EffectClass claimed = counts ? claimedEffect(annotations) : EffectClass::Irreversible;

    EffectAssessment result;
    result.effect = settings.effect.value_or(claimed);
    result.risk = riskOfEffect(result.effect);
    result.reasons.append(effectReason(result.effect, isConfigured, counts));
    addClaims(result, annotations, isConfigured);
    if (fetchesCodeAtStart(server))
        raise(result, RiskLevel::Medium, "Code not pinned: the server fetches it when it starts.");
    if (hidesValues)
        raise(result, RiskLevel::High, "Some values are hidden until they are revealed.");
    if (tool.state == PinState::New)
        raise(result, RiskLevel::Medium, "The tool's definition is new.");
    if (tool.state == PinState::Changed)
        raise(result, RiskLevel::High, "The tool's definition has changed since it was accepted.");
    return result;
}

} // namespace lockkeeper
