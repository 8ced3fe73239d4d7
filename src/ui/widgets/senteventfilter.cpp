// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/senteventfilter.h"

namespace lockkeeper {

namespace {

// The X protocol: the first byte of an event is its code, with the highest bit set if a client sent
// it.
constexpr quint8 kSentBit = 0x80;
constexpr quint8 kKeyPress = 2;
constexpr quint8 kButtonRelease = 5;
/// Carries the pointer events of the input extension.
constexpr quint8 kGenericEvent = 35;

bool isInput(quint8 code)
{
    return (code >= kKeyPress && code <= kButtonRelease) || code == kGenericEvent;
}

} // namespace

bool SentEventFilter::nativeEventFilter(const QByteArray& eventType, void* message, qintptr* result)
{
    Q_UNUSED(result);
    if (message == nullptr || eventType != "xcb_generic_event_t")
        return false;
    const quint8 first = *static_cast<const quint8*>(message);
    bool isDropped = (first & kSentBit) != 0 && isInput(first & ~kSentBit);
#ifdef LOCKKEEPER_FAULT_SENT_EVENTS_TAKEN
    isDropped = false;
#endif
    if (isDropped)
        ++m_dropped;
    return isDropped;
}

} // namespace lockkeeper
