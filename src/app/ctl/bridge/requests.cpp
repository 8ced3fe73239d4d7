// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/bridge/requests.h"

namespace lockkeeper::ctl {

BridgeRequests::Number BridgeRequests::add(BridgeRequest request)
{
    const QByteArray key = mcp::idKey(request.id);
    if (m_byKey.contains(key))
        return 0;
    const Number number = ++m_last;
    m_byKey.insert(key, number);
    m_bytes += request.line.size();
    m_byNumber.emplace(number, std::move(request));
    return number;
}

BridgeRequest* BridgeRequests::find(const QByteArray& rawId)
{
    const auto key = m_byKey.constFind(mcp::idKey(rawId));
    if (key == m_byKey.cend())
        return nullptr;
    return &m_byNumber.find(*key)->second;
}

bool BridgeRequests::remove(const QByteArray& rawId)
{
    const auto key = m_byKey.find(mcp::idKey(rawId));
    if (key == m_byKey.end())
        return false;
    const auto found = m_byNumber.find(*key);
    m_bytes -= found->second.line.size();
    m_byNumber.erase(found);
    m_byKey.erase(key);
    return true;
}

QList<QByteArray> BridgeRequests::ids() const
{
    QList<QByteArray> all;
    for (const auto& [number, request] : m_byNumber)
        all.append(request.id);
    return all;
}

} // namespace lockkeeper::ctl
