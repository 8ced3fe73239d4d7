// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/canonicaljson.h"
#include "core/gateway/authorisation.h"
#include "core/gateway/gatewaycore.h"

#include <QObject>

#include <functional>
#include <memory>

namespace lockkeeper {

/// Where the answer to one call goes. Copyable; answers that come after the connection has gone
/// are dropped. The first answer counts.
class Answerer
{
public:
    /// `deliver` gets the result object's JSON or the error, on the context's thread.
    using Deliver = std::function<void(Result<QByteArray>)>;

    Answerer(QObject* context, Deliver deliver)
        : m_context(context)
        , m_deliver(std::make_shared<Deliver>(std::move(deliver)))
    {
    }

    void operator()(Result<QByteArray> answer) const
    {
        if (!*m_deliver)
            return;
        const Deliver deliver = std::exchange(*m_deliver, nullptr);
        deliver(std::move(answer));
    }

    /// A Reply that turns a T into its JSON with `encode`.
    template<class T, class Encode>
    [[nodiscard]] Reply<T> as(Encode encode) const
    {
        return Reply<T>(m_context, [self = *this, encode](Result<T> result) {
            if (result)
                self(encode(*result));
            else
                self(std::move(result).error());
        });
    }

    [[nodiscard]] QObject* context() const { return m_context; }

private:
    QObject* m_context;
    std::shared_ptr<Deliver> m_deliver;
};

/// One authorised call of the local socket, while it is handed to the core.
struct MethodCall
{
    GatewayCore& core;
    std::shared_ptr<const AgentPrincipal> agent;
    Authorised right;
    JsonView params; ///< an object; valid only inside the handler
    Answerer answer;

    [[nodiscard]] bool asOperator() const
    {
        return right.access == Access::View || right.access == Access::Decide;
    }
};

/// A handler gives the call to the core, or returns why it cannot.
using MethodHandler = Result<void> (*)(MethodCall& call);

/// The handlers of submissions.*, actions.*, tools.list and status; nullptr for other names.
[[nodiscard]] MethodHandler agentMethod(QByteArrayView name);
/// The handlers that only operators have; nullptr for other names.
[[nodiscard]] MethodHandler operatorMethod(QByteArrayView name);

/// Members of the parameters. InvalidArgument names the member.
[[nodiscard]] Result<QByteArray> requiredText(const JsonView& params, QByteArrayView name);
[[nodiscard]] Result<QByteArray> optionalText(const JsonView& params, QByteArrayView name);
[[nodiscard]] Result<qint64> optionalInteger(const JsonView& params, QByteArrayView name,
                                             qint64 otherwise, qint64 minimum, qint64 maximum);
[[nodiscard]] Result<bool> optionalFlag(const JsonView& params, QByteArrayView name);

} // namespace lockkeeper
