// SPDX-License-Identifier: Apache-2.0
#include "core/executor/callview.h"

#include "core/base/canonicaljson.h"
#include "core/base/digest.h"

namespace lockkeeper {

namespace {

void writeList(JsonWriter& json, QByteArrayView name, const QList<QByteArray>& items)
{
    json.key(name).beginArray();
    for (const QByteArray& item : items)
        json.string(item);
    json.endArray();
}

QList<QByteArray> readList(const JsonView& list)
{
    QList<QByteArray> items;
    list.forEachElement([&items](const JsonView& item) {
        items.append(item.string().value_or(QByteArray()));
        return true;
    });
    return items;
}

} // namespace

QByteArray CallView::encode() const
{
    JsonWriter json;
    json.beginObject()
        .member("agent_reason", agentReason)
        .member("asked_because", askedBecause)
        .member("equal_to", equalTo)
        .member("invalid_reason", invalidReason)
        .member("policy_rule", policyRule)
        .memberRaw("public", publicView);
    writeList(json, "risk_reasons", riskReasons);
    json.member("summary", summary);
    writeList(json, "targets", targets);
    return json.endObject().take();
}

Result<CallView> CallView::decode(QByteArrayView bytes)
{
    LK_CHECK(checkJson(bytes, {16 * 1024 * 1024, 160}));
    const JsonView json(bytes);
    const auto text = [&json](QByteArrayView name) {
        return json.member(name).string().value_or(QByteArray());
    };
    CallView view;
    view.agentReason = text("agent_reason");
    view.askedBecause = text("asked_because");
    view.equalTo = text("equal_to");
    view.invalidReason = text("invalid_reason");
    view.policyRule = text("policy_rule");
    view.publicView = json.member("public").raw().toByteArray();
    view.riskReasons = readList(json.member("risk_reasons"));
    view.summary = text("summary");
    view.targets = readList(json.member("targets"));
    return view;
}

QByteArray viewDigest(QByteArrayView encoded)
{
    return taggedDigest("lockkeeper/view/1", {encoded});
}

} // namespace lockkeeper
