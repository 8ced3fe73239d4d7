// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "benchmarks/windowfigures.h"

#include <QObject>
#include <QTimer>

#include <functional>

class QWidget;

namespace lockkeeper {

/// Steady clock of the whole process, in nanoseconds.
[[nodiscard]] qint64 nowNs();
[[nodiscard]] double msSince(qint64 startNs);
/// What this thread has used of a processor, in milliseconds: the machine's other work does not
/// count.
[[nodiscard]] double threadCpuMs();
/// The same of all threads of this program.
[[nodiscard]] double programCpuMs();

/// Runs this thread's events until `isTrue`. Ends the program after five minutes without it.
void waitUntil(const std::function<bool()>& isTrue, const char* what);
/// The same, until the widget has been painted, and all of it is on the screen, at a time when
/// `isTrue`.
void waitUntilPainted(QWidget& widget, const std::function<bool()>& isTrue, const char* what);
/// Presses and releases a key on the widget, now.
void pressKey(QWidget& widget, Qt::Key key, const QString& text = {});

/// Calls back for each picture of a widget.
class PaintWatch final : public QObject
{
public:
    using Call = std::function<void()>;
    /// `painting` just before the widget paints itself; `painted` when that is through.
    PaintWatch(QWidget& widget, Call painting, Call painted);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    Call m_painting;
    Call m_painted;
};

/// Gaps between the beats of a timer of 1 ms: how long this thread was busy with other things.
class StallProbe final : public QObject
{
public:
    StallProbe();
    void start();
    void stop() { m_timer.stop(); }
    [[nodiscard]] const Samples& gaps() const { return m_gaps; }

private:
    QTimer m_timer;
    qint64 m_lastNs = 0;
    Samples m_gaps;
};

} // namespace lockkeeper
