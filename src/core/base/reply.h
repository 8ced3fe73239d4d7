// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QMetaObject>
#include <QObject>

#include <functional>
#include <memory>

namespace lockkeeper {

/// Where an answer goes: a callback that runs on the thread of its context object, exactly once.
///
/// The context must live until the answerer is stopped (a long-lived server or client object, not
/// a connection; capture a weak pointer to shorter-lived things in the callback).
template<class T>
class Reply
{
public:
    Reply() = default;
    Reply(QObject* context, std::function<void(Result<T>)> callback)
        : m_context(context)
        , m_callback(std::move(callback))
    {
    }

    /// Posts the answer to the context's thread (queued even on the same thread).
    void deliver(Result<T> result) const
    {
        if (!m_context || !m_callback)
            return;
        auto shared = std::make_shared<Result<T>>(std::move(result));
        QMetaObject::invokeMethod(
            m_context, [callback = m_callback, shared]() { callback(std::move(*shared)); },
            Qt::QueuedConnection);
    }
    /// For whoever stands between asker and answerer.
    [[nodiscard]] QObject* context() const { return m_context; }

private:
    QObject* m_context = nullptr;
    std::function<void(Result<T>)> m_callback;
};

} // namespace lockkeeper
