// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

#include <vector>

namespace lockkeeper::mcp {

/// The longest line that stdio and the local socket carry, without its line end.
inline constexpr qsizetype kMaximumLineBytes = 16 * 1024 * 1024;

/// One thing that the framer found in the stream.
struct Frame
{
    enum class Kind {
        Line,                ///< a line that is not blank, without its line end
        Oversized,           ///< a line passed the limit; what is left of it will be discarded
        ContentLengthHeader, ///< the peer frames with Content-Length headers, which MCP does not
    };
    Kind kind = Kind::Line;
    QByteArray bytes; ///< the line; empty for Oversized
};

/// Cuts a stream of bytes into lines at "\n". It knows nothing of UTF-8 or JSON: a character that
/// is split between two chunks stays whole, and the reader of the line checks the encoding.
///
/// One trailing "\r" is removed, blank lines are skipped. A line over the limit is reported once,
/// as soon as it passes the limit, and discarded to its end; the next line is read as usual.
/// Holds at most one line of the limit. A plain value: any thread, one at a time.
class LineFramer
{
public:
    struct Counts
    {
        quint64 lines = 0;
        quint64 blankLines = 0;
        quint64 oversizedLines = 0;
        quint64 contentLengthHeaders = 0;
        quint64 discardedBytes = 0;
    };

    explicit LineFramer(qsizetype maximumLineBytes = kMaximumLineBytes)
        : m_maximum(maximumLineBytes)
    {
    }

    /// The frames that `bytes` completes, in order.
    [[nodiscard]] std::vector<Frame> feed(QByteArrayView bytes);
    /// Bytes of a line that has no end yet. At the end of a stream they are no message.
    [[nodiscard]] qsizetype pendingBytes() const { return m_pending.size(); }
    [[nodiscard]] const Counts& counts() const { return m_counts; }

private:
    void endLine(QByteArrayView tail, std::vector<Frame>& frames);
    void keepPart(QByteArrayView part, std::vector<Frame>& frames);
    void discardOversized(qsizetype bytes, std::vector<Frame>& frames);

    qsizetype m_maximum;
    QByteArray m_pending;
    bool m_discarding = false;
    Counts m_counts;
};

} // namespace lockkeeper::mcp
