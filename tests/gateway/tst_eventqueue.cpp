// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/local/eventqueue.h"

#include "gateway/localclient.h"

#include <QTest>

using namespace lockkeeper;

class TestEventQueue : public QObject
{
    Q_OBJECT

private:
    static FeedBatch batchOf(qint64 from, qint64 to, const QByteArray& details = {})
    {
        FeedBatch batch;
        for (qint64 seq = from; seq <= to; ++seq) {
            CoreEvent event;
            event.seq = seq;
            event.type = "tool_started";
            event.details = details;
            batch.events.append(event);
        }
        batch.resumeToken = "token-" + QByteArray::number(to);
        return batch;
    }

private slots:
    void events_comeInOrder_andTheLastHasTheToken()
    {
        EventQueue queue;
        queue.push(batchOf(1, 2));
        const QByteArray first = queue.take().value_or(QByteArray());
        const QByteArray second = queue.take().value_or(QByteArray());
        QCOMPARE(at(first, "/seq"), QByteArray("1"));
        QCOMPARE(at(first, "/resume_token"), QByteArray());
        QCOMPARE(at(second, "/seq"), QByteArray("2"));
        QCOMPARE(at(second, "/resume_token"), QByteArray("token-2"));
        QVERIFY(!queue.take());
        QVERIFY(queue.isEmpty());
    }

    void readerThatFallsBehind_getsOneGap_inBoundedMemory()
    {
        EventQueue queue;
        for (qint64 seq = 1; seq <= 100'000; seq += 10) {
            queue.push(batchOf(seq, seq + 9));
            QVERIFY(queue.bytes() <= EventQueue::kMaximumBytes);
        }
        const QByteArray gap = queue.take().value_or(QByteArray());
        QCOMPARE(at(gap, "/type"), QByteArray("gap"));
        QCOMPARE(at(gap, "/from"), QByteArray("1"));
        const qint64 to = at(gap, "/to").toLongLong();
        const QByteArray next = queue.take().value_or(QByteArray());
        QCOMPARE(at(next, "/seq").toLongLong(), to + 1);
        qint64 last = 0;
        while (const std::optional<QByteArray> event = queue.take())
            last = at(*event, "/seq").toLongLong();
        QCOMPARE(last, qint64(100'000));
    }

    void largeEvents_areBoundedByBytes()
    {
        EventQueue queue;
        const QByteArray details = "{\"text\":\"" + QByteArray(100'000, 'x') + "\"}";
        for (qint64 seq = 1; seq <= 100; ++seq) {
            queue.push(batchOf(seq, seq, details));
            QVERIFY(queue.bytes() <= EventQueue::kMaximumBytes);
        }
        QCOMPARE(at(queue.take().value_or(QByteArray()), "/type"), QByteArray("gap"));
    }

    void gapOfTheFeed_isPassedOn()
    {
        EventQueue queue;
        queue.push(batchOf(1, 1));
        FeedBatch batch = batchOf(9, 9);
        batch.gapFrom = 2;
        batch.gapTo = 8;
        queue.push(batch);
        const QByteArray gap = queue.take().value_or(QByteArray());
        QCOMPARE(gap, QByteArray(R"({"type":"gap","from":1,"to":8})"));
        QCOMPARE(at(queue.take().value_or(QByteArray()), "/seq"), QByteArray("9"));
    }
};

QTEST_GUILESS_MAIN(TestEventQueue)
#include "tst_eventqueue.moc"
