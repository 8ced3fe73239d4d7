// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractNativeEventFilter>
#include <QByteArray>

namespace lockkeeper {

/// Drops key and button events that another X11 client made up and sent (XSendEvent) instead of a
/// device: no program on the same display may type or click here by that. Events of the XTEST
/// extension look like a device's and pass; who may use that may drive the whole screen.
///
/// Installed once on the application, before its first window. GUI thread.
class SentEventFilter final : public QAbstractNativeEventFilter
{
public:
    bool nativeEventFilter(const QByteArray& eventType, void* message, qintptr* result) override;

    /// How many were dropped since the start.
    [[nodiscard]] qint64 dropped() const { return m_dropped; }

private:
    qint64 m_dropped = 0;
};

} // namespace lockkeeper
