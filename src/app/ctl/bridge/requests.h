// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/mcp/jsonrpc.h"

#include <QByteArray>
#include <QHash>
#include <QList>

#include <map>

namespace lockkeeper::ctl {

/// One request of the agent that is not answered yet, as it was sent.
struct BridgeRequest
{
    QByteArray line;
    QByteArray id;
    QByteArray method;
    QByteArray cancelLine; ///< the agent took it back; sent again after the request
    qint64 receivedAtMs = 0;
    qint64 cancelledAtMs = 0;
    bool wasSent = false; ///< to a console, on whatever connection
};

/// The requests in the order in which the agent sent them, found by their id. A plain value.
class BridgeRequests
{
public:
    using Number = quint64;

    /// 0 if a request with this id is there already.
    Number add(BridgeRequest request);
    /// nullptr if there is none with this id.
    [[nodiscard]] BridgeRequest* find(const QByteArray& rawId);
    bool remove(const QByteArray& rawId);
    [[nodiscard]] qsizetype count() const { return static_cast<qsizetype>(m_byNumber.size()); }
    [[nodiscard]] qint64 bytes() const { return m_bytes; }
    /// Ids in order; safe to remove while walking.
    [[nodiscard]] QList<QByteArray> ids() const;

private:
    std::map<Number, BridgeRequest> m_byNumber;
    QHash<QByteArray, Number> m_byKey;
    Number m_last = 0;
    qint64 m_bytes = 0;
};

} // namespace lockkeeper::ctl
