// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/framing.h"

#include <QtTest>

using namespace lockkeeper::mcp;

class FramingTest : public QObject
{
    Q_OBJECT

private slots:
    void feed_anyChunks_giveTheSameLines();
    void feed_blankLinesAndCarriageReturns_areDropped_B70();
    void feed_lineOf65537Bytes_isOneLine_B72();
    void feed_lineOfTheLimit_isRead_B72();
    void feed_lineOverTheLimit_isReportedOnceAndDiscarded_B72();
    void feed_64MiBWithoutNewline_keepsMemoryBounded_B72();
    void feed_contentLengthHeader_isRecognised_B74();
};

namespace {

QList<QByteArray> linesOf(const std::vector<Frame>& frames)
{
    QList<QByteArray> lines;
    for (const Frame& frame : frames)
        lines.append(frame.kind == Frame::Kind::Line ? frame.bytes : QByteArray("!"));
    return lines;
}

} // namespace

void FramingTest::feed_anyChunks_giveTheSameLines()
{
    const QByteArray stream = "{\"a\":\"\xc3\xa9\xf0\x9f\x9a\xa2\"}\n\nsecond\r\n\r\nthird\nopen";
    const QList<QByteArray> expected = {"{\"a\":\"\xc3\xa9\xf0\x9f\x9a\xa2\"}", "second", "third"};
    for (qsizetype size = 1; size <= stream.size(); ++size) {
        LineFramer framer;
        QList<QByteArray> lines;
        for (qsizetype at = 0; at < stream.size(); at += size)
            lines += linesOf(framer.feed(stream.mid(at, size)));
        QCOMPARE(lines, expected);
        QCOMPARE(framer.pendingBytes(), 4);
    }
}

void FramingTest::feed_blankLinesAndCarriageReturns_areDropped_B70()
{
    LineFramer framer;
    QCOMPARE(linesOf(framer.feed("\r\n\n \t\n{}\r\nx\r\r\n")), (QList<QByteArray>{"{}", "x\r"}));
    QCOMPARE(framer.counts().blankLines, quint64(3));
    QCOMPARE(framer.counts().lines, quint64(2));
}

void FramingTest::feed_lineOf65537Bytes_isOneLine_B72()
{
    LineFramer framer;
    const QByteArray line(65'537, 'x');
    QCOMPARE(linesOf(framer.feed(line + '\n')), QList<QByteArray>{line});
}

void FramingTest::feed_lineOfTheLimit_isRead_B72()
{
    for (const char* end : {"\n", "\r\n"}) {
        for (const qsizetype size : {kMaximumLineBytes - 1, kMaximumLineBytes}) {
            LineFramer framer;
            const QByteArray line(size, 'x');
            QCOMPARE(framer.feed(line).size(), size_t(0));
            const std::vector<Frame> frames = framer.feed(end);
            QCOMPARE(frames.size(), size_t(1));
            QCOMPARE(frames[0].kind, Frame::Kind::Line);
            QCOMPARE(frames[0].bytes.size(), size);
        }
    }
}

void FramingTest::feed_lineOverTheLimit_isReportedOnceAndDiscarded_B72()
{
    for (const bool atOnce : {true, false}) {
        for (const char* end : {"\n", "\r\n"}) {
            LineFramer framer;
            const QByteArray stream = QByteArray(kMaximumLineBytes + 1, 'x') + end + "next\n";
            QList<QByteArray> lines;
            const qsizetype size = atOnce ? stream.size() : 1024 * 1024;
            for (qsizetype at = 0; at < stream.size(); at += size)
                lines += linesOf(framer.feed(stream.mid(at, size)));
            QCOMPARE(lines, (QList<QByteArray>{"!", "next"}));
            QCOMPARE(framer.counts().oversizedLines, quint64(1));
        }
    }
}

void FramingTest::feed_64MiBWithoutNewline_keepsMemoryBounded_B72()
{
    LineFramer framer;
    const QByteArray block(64 * 1024, 'x');
    int oversized = 0;
    qsizetype most = 0;
    for (int i = 0; i < 1024; ++i) {
        oversized += static_cast<int>(framer.feed(block).size());
        most = qMax(most, framer.pendingBytes());
    }
    QCOMPARE(oversized, 1);
    QVERIFY2(most <= kMaximumLineBytes + 1, "the framer keeps more than one line of the limit");
    QCOMPARE(framer.pendingBytes(), 0);
    QCOMPARE(linesOf(framer.feed("rest\nnext\n")), QList<QByteArray>{"next"});
    QCOMPARE(framer.counts().discardedBytes, quint64(64 * 1024 * 1024 + 4));
}

void FramingTest::feed_contentLengthHeader_isRecognised_B74()
{
    LineFramer framer;
    const std::vector<Frame> frames =
        framer.feed("Content-Length: 2\r\n\r\n{}content-length:17\n\"Content-Length: 2\"\n");
    QCOMPARE(frames.size(), size_t(3));
    QCOMPARE(frames[0].kind, Frame::Kind::ContentLengthHeader);
    QCOMPARE(frames[1].kind, Frame::Kind::Line);
    QCOMPARE(frames[2].kind, Frame::Kind::Line);
    QCOMPARE(framer.counts().contentLengthHeaders, quint64(1));
}

QTEST_GUILESS_MAIN(FramingTest)
#include "tst_framing.moc"
