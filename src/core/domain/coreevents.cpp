// SPDX-License-Identifier: Apache-2.0
#include "core/domain/coreevents.h"

#include "core/base/canonicaljson.h"

#include <algorithm>
#include <array>

namespace lockkeeper {

namespace {

constexpr std::array<const char*, 9> kEnvelope = {"seq",           "at_ms",    "type",
                                                  "action_id",     "batch_id", "submission_id",
                                                  "details_error", "call_id",  "tool"};

bool isEnvelopeName(const QByteArray& name)
{
    return std::any_of(kEnvelope.begin(), kEnvelope.end(),
                       [&name](const char* taken) { return name == taken; });
}

} // namespace

QByteArray CoreEvent::toJson() const
{
    JsonWriter out;
    out.beginObject();
    out.member("seq", seq);
    out.member("at_ms", atMs);
    out.member("type", type);
    out.member("action_id", actionId);
    out.member("submission_id", submissionId);
    out.member("batch_id", batchId);
    out.member("call_id", callId);
    out.member("tool", tool);
    if (!details.isEmpty()) {
        if (const auto checked = canonicalObject(details)) {
            // Nothing that comes from a tool may stand in for an envelope's member.
            JsonView(*checked).forEachMember([&out](const QByteArray& name, const JsonView& value) {
                if (!isEnvelopeName(name))
                    out.memberRaw(name, value.raw());
                return true;
            });
        } else {
            out.member("details_error", "the stored details are damaged");
        }
    }
    out.endObject();
    return out.take();
}

} // namespace lockkeeper
