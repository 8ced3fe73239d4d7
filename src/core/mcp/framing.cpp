// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/framing.h"

#include <algorithm>
#include <cstring>

namespace lockkeeper::mcp {

namespace {

bool isBlank(QByteArrayView line)
{
    return std::all_of(line.begin(), line.end(), [](char c) { return c == ' ' || c == '\t'; });
}

bool isContentLengthHeader(QByteArrayView line)
{
    constexpr QByteArrayView kName = "content-length:";
    constexpr qsizetype kLongestHeader = 64;
    if (line.size() <= kName.size() || line.size() > kLongestHeader)
        return false;
    return line.first(kName.size()).compare(kName, Qt::CaseInsensitive) == 0;
}

} // namespace

std::vector<Frame> LineFramer::feed(QByteArrayView bytes)
{
    std::vector<Frame> frames;
    while (!bytes.isEmpty()) {
        const void* found = std::memchr(bytes.data(), '\n', static_cast<size_t>(bytes.size()));
        if (!found) {
            keepPart(bytes, frames);
            break;
        }
        const qsizetype length = static_cast<const char*>(found) - bytes.data();
        endLine(bytes.first(length), frames);
        bytes = bytes.sliced(length + 1);
    }
    return frames;
}

void LineFramer::endLine(QByteArrayView tail, std::vector<Frame>& frames)
{
    if (m_discarding) {
        m_counts.discardedBytes += static_cast<quint64>(tail.size());
        m_discarding = false;
        return;
    }
    // One byte more than the limit may be waiting for a "\r" to be stripped.
    if (m_pending.size() + tail.size() > m_maximum + 1) {
        discardOversized(tail.size(), frames);
        m_discarding = false;
        return;
    }
    QByteArray line;
    line.swap(m_pending);
    line.append(tail);
    if (line.endsWith('\r'))
        line.chop(1);
    if (line.size() > m_maximum) {
        discardOversized(line.size(), frames);
        m_discarding = false;
    } else if (isBlank(line)) {
        ++m_counts.blankLines;
    } else if (isContentLengthHeader(line)) {
        ++m_counts.contentLengthHeaders;
        frames.push_back({Frame::Kind::ContentLengthHeader, std::move(line)});
    } else {
        ++m_counts.lines;
        frames.push_back({Frame::Kind::Line, std::move(line)});
    }
}

void LineFramer::keepPart(QByteArrayView part, std::vector<Frame>& frames)
{
    if (m_discarding) {
        m_counts.discardedBytes += static_cast<quint64>(part.size());
        return;
    }
    const qsizetype size = m_pending.size() + part.size();
    const bool mayEndInTime = size == m_maximum + 1 && part.back() == '\r';
    if (size > m_maximum && !mayEndInTime) {
        discardOversized(part.size(), frames);
        return;
    }
    m_pending.append(part);
}

void LineFramer::discardOversized(qsizetype bytes, std::vector<Frame>& frames)
{
    m_counts.discardedBytes += static_cast<quint64>(m_pending.size() + bytes);
    ++m_counts.oversizedLines;
    m_pending = QByteArray(); // gives the memory back, which clear() would do as well
    m_discarding = true;
    frames.push_back({Frame::Kind::Oversized, {}});
}

} // namespace lockkeeper::mcp
