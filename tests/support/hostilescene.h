// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/canonicaljson.h"
#include "support/fakeoperatorcore.h"

namespace lockkeeper {

/// A core in which everything that an agent, a tool server or a file can write is the same text.
struct HostileScene
{
    explicit HostileScene(const QByteArray& written)
        : text(written)
    {
        pending = core.add(RiskLevel::High, arguments());
        core.change(pending, [this](ActionCard& card) { fill(card); });
        done = core.add(RiskLevel::Low, arguments(), ActionState::Succeeded);
        core.change(done, [this](ActionCard& card) {
            fill(card);
            card.snapshot.record.attempts = 1;
        });
        core.results[done] = result();
        unknown = core.add(RiskLevel::High, arguments(), ActionState::Unknown);
        core.change(unknown, [this](ActionCard& card) {
            fill(card);
            card.snapshot.record.attempts = 1;
            card.snapshot.evidence = {{1, this->text, this->text, this->text, this->text},
                                      {2, "transport", "certain", "attempt 1", this->text}};
        });
        tampered = core.add(RiskLevel::Low, arguments());
        core.change(tampered, [this](ActionCard& card) {
            fill(card);
            card.snapshot.tamperedWith = this->text;
        });
        core.entries = {{1, 1, this->text, done, {this->text, this->text}, this->text, this->text},
                        {2, 2, "operator_approved", tampered, {"files", "write"}, "pending", text}};
        fillStatus();
    }

    [[nodiscard]] QByteArray arguments() const
    {
        JsonWriter json;
        json.beginObject().member(text, text).member("z", text).endObject();
        return json.take();
    }

    QByteArray text;
    FakeOperatorCore core;
    ActionId pending;
    ActionId done;
    ActionId unknown;
    ActionId tampered;

private:
    void fill(ActionCard& card) const
    {
        ActionSnapshot& snapshot = card.snapshot;
        snapshot.record.tool = {text, text};
        snapshot.record.callId = text;
        snapshot.record.credential = CredentialId(text);
        snapshot.labels = {text, text, text, text, 0};
        snapshot.summary = text;
        snapshot.agentReason = text;
        snapshot.riskReasons = {text, text};
        snapshot.targets = {text, text};
        snapshot.policyRule = text;
        snapshot.askedBecause = text;
        snapshot.resultSummary = text;
        snapshot.decidedBy = text;
        snapshot.decisionReason = text;
        JsonWriter definition;
        definition.beginObject().member("description", text).member("name", text).endObject();
        card.toolDefinition = definition.take();
        card.equalTo = ActionId(text);
    }

    [[nodiscard]] QByteArray result() const
    {
        JsonWriter json;
        json.beginObject().key("content").beginArray();
        json.beginObject().member("text", text).member("type", "text").endObject();
        json.endArray().endObject();
        return json.take();
    }

    void fillStatus()
    {
        StatusSnapshot& status = core.currentStatus;
        status.version = text;
        status.storeId = text;
        status.reasons = {text, "tampering: " + text};
        status.journalPosition = core.entries.size();
        status.guardPosition = core.entries.size();
        ServerSnapshot server;
        server.name = text;
        server.state = text;
        server.reason = text;
        server.lastStderr = {text};
        status.servers = {server};
    }
};

} // namespace lockkeeper
