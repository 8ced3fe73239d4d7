// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/senteventfilter.h"

#include <QByteArray>
#include <QTest>

using lockkeeper::SentEventFilter;

namespace {

constexpr int kSentBit = 0x80;
const QByteArray kXcb = QByteArrayLiteral("xcb_generic_event_t");

bool isDropped(SentEventFilter& filter, int firstByte, const QByteArray& type = kXcb)
{
    QByteArray event(32, '\0');
    event[0] = static_cast<char>(firstByte);
    return filter.nativeEventFilter(type, event.data(), nullptr);
}

} // namespace

class SentEventFilterTest : public QObject
{
    Q_OBJECT

private slots:
    void input_sentByAnotherClient_isDropped();
    void input_ofADevice_passes();
    void messages_sentByAnotherClient_pass();
    void otherPlatforms_areLeftAlone();
};

void SentEventFilterTest::input_sentByAnotherClient_isDropped()
{
    SentEventFilter filter;
    for (const int code : {2, 3, 4, 5, 35}) {
        QVERIFY2(isDropped(filter, code | kSentBit),
                 qPrintable(QStringLiteral("a sent event %1 has to be dropped").arg(code)));
    }
    QCOMPARE(filter.dropped(), 5);
}

void SentEventFilterTest::input_ofADevice_passes()
{
    SentEventFilter filter;
    for (const int code : {2, 3, 4, 5, 6, 35}) {
        QVERIFY2(!isDropped(filter, code),
                 qPrintable(QStringLiteral("a device's event %1 has to pass").arg(code)));
    }
    QCOMPARE(filter.dropped(), 0);
}

void SentEventFilterTest::messages_sentByAnotherClient_pass()
{
    // Window managers send these: focus, expose, configure, selection, client message.
    SentEventFilter filter;
    for (const int code : {9, 10, 12, 22, 31, 33})
        QVERIFY2(!isDropped(filter, code | kSentBit),
                 qPrintable(QStringLiteral("a sent message %1 has to pass").arg(code)));
}

void SentEventFilterTest::otherPlatforms_areLeftAlone()
{
    SentEventFilter filter;
    QVERIFY2(!isDropped(filter, 2 | kSentBit, "wayland"), "only X11 events have this byte");
    QVERIFY2(!filter.nativeEventFilter(kXcb, nullptr, nullptr), "no message, nothing to read");
}

QTEST_GUILESS_MAIN(SentEventFilterTest)
#include "tst_senteventfilter.moc"
