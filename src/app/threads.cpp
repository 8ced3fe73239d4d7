// SPDX-License-Identifier: Apache-2.0
#include "app/threads.h"

#include <pthread.h>

namespace lockkeeper {

void nameCurrentThread(const char* name)
{
    pthread_setname_np(pthread_self(), name);
}

EventThread::EventThread(const char* name)
    : m_context(std::make_unique<QObject>())
{
    m_context->moveToThread(&m_thread);
    QObject::connect(
        &m_thread, &QThread::started, m_context.get(), [name]() { nameCurrentThread(name); },
        Qt::DirectConnection);
}

EventThread::~EventThread()
{
    stop();
}

void EventThread::start()
{
    m_thread.start();
}

void EventThread::stop()
{
    if (!m_thread.isRunning())
        return;
    post([this]() { m_thread.quit(); });
    m_thread.wait();
}

void EventThread::post(std::function<void()> work)
{
    QMetaObject::invokeMethod(m_context.get(), std::move(work), Qt::QueuedConnection);
}

} // namespace lockkeeper
