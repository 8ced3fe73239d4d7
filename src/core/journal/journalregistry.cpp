// SPDX-License-Identifier: Apache-2.0
#include "core/journal/journalregistry.h"

#include "core/base/canonicaljson.h"
#include "core/base/digest.h"

namespace lockkeeper {

namespace {

/// Members of a body; `good` stays false after the first one that is not there.
struct Body
{
    JsonView object;
    bool good = true;

    QByteArray text(const char* name)
    {
        const auto value = object.member(name).string();
        good = good && value && !value->isEmpty();
        return value.value_or(QByteArray());
    }
    QByteArray digest(const char* name)
    {
        const QByteArray hex = text(name);
        const QByteArray bytes = QByteArray::fromHex(hex);
        good = good && bytes.size() == kDigestSize && bytes.toHex() == hex;
        return bytes;
    }
};

QByteArray nameOf(const ToolName& tool)
{
    return tool.server + '/' + tool.tool;
}

Result<void> compareAgents(StoreSession& session, const JournalRegistry& registry,
                           RegistryDifferences& differences)
{
    QSet<CredentialId> missing(registry.agents.keyBegin(), registry.agents.keyEnd());
    const auto differs = [&differences](const CredentialId& id, const char* how) {
        differences.sentences.append("the credential " + id.value() + how);
        differences.credentials.insert(id);
    };
    LK_CHECK(session.query("agent_all", {}, [&](const StoreRow& row) -> Result<void> {
        const CredentialId id(row.bytes(0));
        missing.remove(id);
        const auto known = registry.agents.constFind(id);
        if (known == registry.agents.cend())
            differs(id, " has a row but no journal entry");
        else if (known->tokenDigest != row.bytes(4) || known->name != row.bytes(1) ||
                 known->revoked != (row.integer(3) != 0))
            differs(id, " has a row that differs from the journal");
        return {};
    }));
    for (const CredentialId& id : std::as_const(missing))
        differs(id, " has lost its row");
    return {};
}

Result<void> comparePins(StoreSession& session, const JournalRegistry& registry,
                         const std::function<QByteArray(qint64)>& stateName,
                         RegistryDifferences& differences)
{
    QSet<ToolName> missing(registry.pins.keyBegin(), registry.pins.keyEnd());
    LK_CHECK(session.query("tool_pin_all", {}, [&](const StoreRow& row) -> Result<void> {
        const ToolName tool{row.bytes(0), row.bytes(1)};
        missing.remove(tool);
        const auto known = registry.pins.constFind(tool);
        if (known == registry.pins.cend())
            differences.sentences.append("the pinned definition of " + nameOf(tool) +
                                         " has a row but no journal entry");
        else if (known->digest != row.bytes(2) || known->state != stateName(row.integer(3)))
            differences.sentences.append("the pinned definition of " + nameOf(tool) +
                                         " differs from the journal");
        return {};
    }));
    for (const ToolName& tool : std::as_const(missing))
        differences.sentences.append("the pinned definition of " + nameOf(tool) +
                                     " has lost its row");
    return {};
}

} // namespace

Result<void> JournalRegistry::take(const JournalEntry& entry)
{
    Body body{JsonView(entry.body)};
    switch (entry.kind) {
    case JournalKind::AgentAdded: {
        const CredentialId id(body.text("credential"));
        Agent agent{body.text("name"), body.digest("token_digest"), false};
        if (body.good)
            agents.insert(id, std::move(agent));
        break;
    }
    case JournalKind::AgentRevoked: {
        const auto known = agents.find(CredentialId(body.text("credential")));
        body.good = body.good && known != agents.end();
#ifndef LOCKKEEPER_FAULT_REVOCATION_FORGOTTEN
        if (body.good)
            known->revoked = true;
#endif
        break;
    }
    case JournalKind::ToolPinned: {
        const ToolName tool{body.text("server"), body.text("tool")};
        Pin pin{body.digest("digest"), body.text("state")};
        if (body.good)
            pins.insert(tool, std::move(pin));
        break;
    }
    case JournalKind::EpochCreated: {
        const qint64 number = body.object.member("epoch").integer().value_or(0);
        const QByteArray digest = body.digest("wrapped_digest");
        body.good = body.good && number > 0 && !epochs.contains(number);
        if (body.good)
            epochs.insert(number, digest);
        break;
    }
    case JournalKind::DecideByExtended:
    case JournalKind::Snoozed:
    case JournalKind::FirstShown:
        body.good = !entry.action.isEmpty(); // what they say of it, the ledger takes
        break;
    case JournalKind::ActionEvent:
    case JournalKind::StoreCreated:
    case JournalKind::SeatEnrolled:
    case JournalKind::Tampering:
    case JournalKind::ProcessStarted:
    case JournalKind::ProcessStopped:
    case JournalKind::EvidenceAdded:
    case JournalKind::ValueRevealed:
        break;
    }
    if (!body.good)
        return Error(ErrorCode::DataLoss, "journal entry " + QByteArray::number(entry.number) +
                                              " says something that cannot be read");
    return {};
}

QByteArray JournalRegistry::agentBody(const CredentialId& credential, const Agent& agent)
{
    return JsonWriter()
        .beginObject()
        .member("credential", credential.value())
        .member("name", agent.name)
        .member("token_digest", agent.tokenDigest.toHex())
        .endObject()
        .take();
}

QByteArray JournalRegistry::revokedBody(const CredentialId& credential)
{
    return JsonWriter().beginObject().member("credential", credential.value()).endObject().take();
}

QByteArray JournalRegistry::pinBody(const ToolName& tool, const Pin& pin)
{
    return JsonWriter()
        .beginObject()
        .member("digest", pin.digest.toHex())
        .member("server", tool.server)
        .member("state", pin.state)
        .member("tool", tool.tool)
        .endObject()
        .take();
}

QByteArray JournalRegistry::epochBody(qint64 number, const QByteArray& wrappedDigest)
{
    return JsonWriter()
        .beginObject()
        .member("epoch", number)
        .member("wrapped_digest", wrappedDigest.toHex())
        .endObject()
        .take();
}

Result<RegistryDifferences>
compareRegistry(StoreSession& session, const JournalRegistry& registry,
                const std::function<QByteArray(qint64 code)>& pinStateName)
{
    RegistryDifferences differences;
    LK_CHECK(compareAgents(session, registry, differences));
    LK_CHECK(comparePins(session, registry, pinStateName, differences));
    return differences;
}

} // namespace lockkeeper
