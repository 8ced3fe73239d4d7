// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/windowwatch.h"

#include <QCoreApplication>
#include <QEvent>
#include <QKeyEvent>
#include <QWidget>

#include <chrono>
#include <utility>

#include <time.h>

namespace lockkeeper {

namespace {

constexpr double kNsPerMs = 1e6;
constexpr double kLimitMs = 300'000;
constexpr int kWakeMs = 1000;

double clockMs(clockid_t clock)
{
    timespec now = {};
    clock_gettime(clock, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / kNsPerMs;
}

} // namespace

qint64 nowNs()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

double msSince(qint64 startNs)
{
    return double(nowNs() - startNs) / kNsPerMs;
}

double threadCpuMs()
{
    return clockMs(CLOCK_THREAD_CPUTIME_ID);
}

double programCpuMs()
{
    return clockMs(CLOCK_PROCESS_CPUTIME_ID);
}

void waitUntil(const std::function<bool()>& isTrue, const char* what)
{
    const qint64 start = nowNs();
    QTimer wake; // what never comes wakes nobody
    wake.start(kWakeMs);
    while (!isTrue()) {
        if (msSince(start) > kLimitMs)
            qFatal("waited five minutes for: %s", what);
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
}

void waitUntilPainted(QWidget& widget, const std::function<bool()>& isTrue, const char* what)
{
    bool isInPicture = false;
    bool isDone = false;
    const PaintWatch watch(
        widget, [&]() { isInPicture = isTrue(); }, [&]() { isDone = isDone || isInPicture; });
    waitUntil([&isDone]() { return isDone; }, what);
}

void pressKey(QWidget& widget, Qt::Key key, const QString& text)
{
    QKeyEvent press(QEvent::KeyPress, key, Qt::NoModifier, text);
    QCoreApplication::sendEvent(&widget, &press);
    QKeyEvent release(QEvent::KeyRelease, key, Qt::NoModifier, text);
    QCoreApplication::sendEvent(&widget, &release);
}

PaintWatch::PaintWatch(QWidget& widget, Call painting, Call painted)
    : m_painting(std::move(painting))
    , m_painted(std::move(painted))
{
    widget.installEventFilter(this);
}

bool PaintWatch::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Paint) {
        m_painting();
        // A window paints and shows all its widgets within one event: this comes behind it.
        QMetaObject::invokeMethod(
            this, [this]() { m_painted(); }, Qt::QueuedConnection);
    }
    return QObject::eventFilter(watched, event);
}

StallProbe::StallProbe()
{
    m_timer.setTimerType(Qt::PreciseTimer);
    m_timer.setInterval(1);
    connect(&m_timer, &QTimer::timeout, this, [this]() {
        m_gaps.add(msSince(m_lastNs));
        m_lastNs = nowNs();
    });
}

void StallProbe::start()
{
    m_lastNs = nowNs();
    m_timer.start();
}

} // namespace lockkeeper
