// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/jsonwalk.h"

#include "core/base/jsontext.h"

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr int kEscapeSize = 6; ///< of \uXXXX
constexpr int kPairSize = 12;  ///< of two of them

bool isHighSurrogate(int unit)
{
    return unit >= 0xd800 && unit <= 0xdbff;
}

bool isLowSurrogate(int unit)
{
    return unit >= 0xdc00 && unit <= 0xdfff;
}

/// The unit of the \uXXXX escape at `offset`, or -1 if there is none.
int unitAt(QByteArrayView text, qsizetype offset)
{
    const bool isEscape = offset >= 0 && text.size() - offset >= kEscapeSize &&
                          text[offset] == '\\' && text[offset + 1] == 'u';
    return isEscape ? jsontext::hexUnit(text, offset + 2) : -1;
}

/// The bytes of the character or escape at `offset`, taken together with the second half of a pair.
qsizetype unitSize(QByteArrayView inner, qsizetype offset)
{
    const qsizetype left = inner.size() - offset;
    if (inner[offset] != '\\') {
        qsizetype size = 1;
        while (size < left && (static_cast<unsigned char>(inner[offset + size]) & 0xc0) == 0x80)
            ++size;
        return size;
    }
    const int unit = unitAt(inner, offset);
    if (unit < 0)
        return std::min<qsizetype>(2, left);
    const bool isPair =
        isHighSurrogate(unit) && isLowSurrogate(unitAt(inner, offset + kEscapeSize));
    return isPair ? kPairSize : kEscapeSize;
}

} // namespace

JsonWalk::JsonWalk(QByteArrayView text)
    : m_text(text)
{
}

char JsonWalk::at(qsizetype offset) const
{
    return offset < m_text.size() ? m_text[offset] : '\0';
}

bool JsonWalk::stop(bool isComplete)
{
    m_isComplete = isComplete;
    m_isStopped = true;
    m_frames.clear();
    return false;
}

bool JsonWalk::next()
{
    if (m_isStopped)
        return false;
    if (m_frames.empty()) {
        if (m_hasBegun)
            return stop(m_at == m_text.size());
        m_hasBegun = true;
        m_name = {};
        m_itemFrom = 0;
        m_index = 0;
        return takeValue();
    }
    Frame& frame = m_frames.back();
    const char end = frame.isObject ? '}' : ']';
    if (at(m_at) == end)
        return close();
    if (frame.items > 0) {
        if (at(m_at) != ',')
            return stop(false);
        ++m_at;
    }
    m_index = frame.items++;
    m_itemFrom = m_at;
    m_name = {};
    if (frame.isObject && !takeName())
        return stop(false);
    return takeValue();
}

bool JsonWalk::close()
{
    const Frame frame = m_frames.back();
    m_frames.pop_back();
    m_event = Event::Close;
    m_type = frame.isObject ? JsonType::Object : JsonType::Array;
    m_depth = static_cast<int>(m_frames.size());
    m_from = frame.from;
    m_to = ++m_at;
    return true;
}

bool JsonWalk::takeName()
{
    const qsizetype end = at(m_at) == '"' ? jsontext::stringEnd(m_text, m_at) : -1;
    if (end < 0 || at(end) != ':')
        return false;
    m_name = m_text.sliced(m_at, end - m_at);
    m_at = end + 1;
    return true;
}

bool JsonWalk::takeValue()
{
    m_depth = static_cast<int>(m_frames.size());
    m_from = m_at;
    m_to = m_at;
    m_event = Event::Scalar;
    qsizetype end = -1;
    switch (at(m_at)) {
    case '{':
    case '[':
        m_event = Event::Open;
        m_type = m_text[m_at] == '{' ? JsonType::Object : JsonType::Array;
        m_frames.push_back({m_at, 0, m_type == JsonType::Object});
        ++m_at;
        return true;
    case '"':
        m_type = JsonType::String;
        end = jsontext::stringEnd(m_text, m_at);
        break;
    default:
        m_type = at(m_at) == 'n'                        ? JsonType::Null
                 : (at(m_at) == 't' || at(m_at) == 'f') ? JsonType::Boolean
                                                        : JsonType::Number;
        for (end = m_at; end < m_text.size(); ++end) {
            const char byte = m_text[end];
            if (byte == ',' || byte == ']' || byte == '}')
                break;
        }
    }
    if (end <= m_at)
        return stop(false);
    m_at = end;
    m_to = end;
    return true;
}

QByteArray decodedJsonString(QByteArrayView inner)
{
    QByteArray out;
    out.reserve(inner.size());
    jsontext::appendDecoded(out, inner, jsontext::LoneSurrogate::Keep);
    return out;
}

qsizetype jsonStringCut(QByteArrayView inner, qsizetype wanted)
{
    constexpr qsizetype kLookBack = 256;
    if (wanted >= inner.size())
        return inner.size();
    const auto isPlain = [inner](qsizetype at) {
        const char byte = inner[at];
        return byte > ' ' && byte < '\x7f' && byte != '\\';
    };
    qsizetype at = 0;
    qsizetype best = 0;
    bool isBehindPlain = false;
    while (at < inner.size()) {
        // Between two plain characters nothing belongs together.
        if (isBehindPlain && isPlain(at))
            best = at;
        const qsizetype size = unitSize(inner, at);
        if (at + size > wanted && at > 0)
            break;
        isBehindPlain = isPlain(at);
        at += size;
    }
    return best > 0 && at - best <= kLookBack ? best : at;
}

} // namespace lockkeeper
