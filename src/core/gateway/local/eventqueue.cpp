// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/local/eventqueue.h"

#include "core/base/canonicaljson.h"

#include <algorithm>

namespace lockkeeper {

namespace {

/// `object` with one string member in front of its own.
QByteArray withMember(const QByteArray& object, QByteArrayView name, QByteArrayView value)
{
    QByteArray out = "{" + jsonString(name) + ":" + jsonString(value);
    if (object != "{}")
        out += ',';
    return out + object.sliced(1);
}

} // namespace

void EventQueue::push(const FeedBatch& batch)
{
    if (batch.gapTo != 0) {
        // What waits is older than the gap: keep the order by giving it up too.
        if (!m_lines.empty())
            dropAll();
        addGap(batch.gapFrom, batch.gapTo);
    }
    for (qsizetype i = 0; i < batch.events.size(); ++i) {
        const CoreEvent& event = batch.events[i];
        QByteArray json = event.toJson();
        if (i + 1 == batch.events.size() && !batch.resumeToken.isEmpty())
            json = withMember(json, "resume_token", batch.resumeToken);
        append(event.seq, std::move(json));
    }
}

void EventQueue::append(qint64 seq, QByteArray json)
{
    if (m_lines.size() >= kMaximumEvents || m_bytes + json.size() > kMaximumBytes) {
        dropAll();
        if (json.size() > kMaximumBytes) {
            addGap(seq, seq);
            return;
        }
    }
    m_bytes += json.size();
    m_lines.push_back({seq, std::move(json)});
}

void EventQueue::addGap(qint64 from, qint64 to)
{
    if (to == 0)
        return;
    m_gapFrom = m_gapTo == 0 ? from : std::min(m_gapFrom, from);
    m_gapTo = std::max(m_gapTo, to);
}

void EventQueue::dropAll()
{
    for (const Line& line : m_lines) {
        if (line.seq != 0)
            addGap(line.seq, line.seq);
    }
    m_lines.clear();
    m_bytes = 0;
}

std::optional<QByteArray> EventQueue::take()
{
    if (m_gapTo != 0) {
        JsonWriter writer;
        writer.beginObject().member("type", "gap");
        writer.member("from", m_gapFrom).member("to", m_gapTo).endObject();
        m_gapFrom = 0;
        m_gapTo = 0;
        return writer.take();
    }
    if (m_lines.empty())
        return std::nullopt;
    QByteArray json = std::move(m_lines.front().json);
    m_lines.pop_front();
    m_bytes -= json.size();
    return json;
}

void EventQueue::clear()
{
    m_lines.clear();
    m_bytes = 0;
    m_gapFrom = 0;
    m_gapTo = 0;
}

} // namespace lockkeeper
