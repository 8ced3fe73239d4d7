// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/keys/keyvault.h"

#include <QHash>
#include <QObject>
#include <QStringList>
#include <QTimer>

#include <deque>
#include <functional>
#include <optional>
#include <utility>

namespace lockkeeper {

/// A KeyVault whose answers and their time the test decides. Requests wait until deliver() is
/// called (or are answered from the event loop after answerByItself()); what is stored, and what
/// the keychain says then, is read at that moment. Keeps a list of every read and write.
class FakeKeyVault final : public QObject, public KeyVault
{
public:
    void read(const QString& name, Callback callback) override
    {
        m_reads.append(name);
        ask({name, std::nullopt, std::move(callback)});
    }
    void write(const QString& name, const SecretBytes& secret, Callback callback) override
    {
        m_writes.append(name);
        ask({name, secret, std::move(callback)});
    }

    /// Answers the oldest waiting request; false if there is none.
    bool deliver()
    {
        if (m_waiting.empty())
            return false;
        Request request = std::move(m_waiting.front());
        m_waiting.pop_front();
        VaultAnswer answer = answerFor(request);
        request.callback(std::move(answer));
        return true;
    }
    /// Answers until nothing waits; returns how many answers that were (at most 100).
    int deliverAll()
    {
        int count = 0;
        while (count < 100 && deliver())
            ++count;
        return count;
    }
    /// From now on every request is answered from the event loop after `delayMs`.
    void answerByItself(int delayMs = 0) { m_delayMs = delayMs; }

    /// The whole keychain is open (nullopt, as at first) or says this to everything.
    void setStatus(std::optional<VaultStatus> status) { m_status = status; }
    /// What it says about one item only, whatever is stored; nullopt takes it back.
    void setItemStatus(const QString& name, std::optional<VaultStatus> status)
    {
        if (status)
            m_itemStatus.insert(name, *status);
        else
            m_itemStatus.remove(name);
    }
    /// What it says to writes only; nullopt takes it back.
    void setWriteStatus(std::optional<VaultStatus> status) { m_writeStatus = status; }
    /// Writes are answered Found, but nothing is kept.
    void loseWrites(bool lose) { m_losesWrites = lose; }

    void setItem(const QString& name, const QByteArray& bytes) { m_items.insert(name, bytes); }
    void removeItem(const QString& name) { m_items.remove(name); }
    [[nodiscard]] const QHash<QString, QByteArray>& items() const { return m_items; }
    [[nodiscard]] const QStringList& reads() const { return m_reads; }
    [[nodiscard]] const QStringList& writes() const { return m_writes; }
    [[nodiscard]] std::size_t waitingCount() const { return m_waiting.size(); }

private:
    struct Request
    {
        QString name;
        std::optional<SecretBytes> secret;
        Callback callback;
    };

    void ask(Request request)
    {
        m_waiting.push_back(std::move(request));
        if (m_delayMs)
            QTimer::singleShot(*m_delayMs, this, [this] { deliver(); });
    }

    VaultAnswer answerFor(const Request& request)
    {
        if (m_status)
            return {*m_status, {}, "the fake keychain says so"};
        if (const auto it = m_itemStatus.constFind(request.name); it != m_itemStatus.constEnd())
            return {*it, {}, "the fake keychain says so of this item"};
        if (request.secret) {
            if (m_writeStatus)
                return {*m_writeStatus, {}, "the fake keychain refuses to write"};
            if (!m_losesWrites)
                m_items.insert(request.name, request.secret->view().toByteArray());
            return {VaultStatus::Found, *request.secret, {}};
        }
        const auto it = m_items.constFind(request.name);
        if (it == m_items.constEnd())
            return {VaultStatus::NotFound, {}, "no such item"};
        if (it->isEmpty())
            return {VaultStatus::Empty, {}, "empty"};
        return {VaultStatus::Found, SecretBytes(*it), {}};
    }

    std::deque<Request> m_waiting;
    QHash<QString, QByteArray> m_items;
    QHash<QString, VaultStatus> m_itemStatus;
    std::optional<VaultStatus> m_status;
    std::optional<VaultStatus> m_writeStatus;
    bool m_losesWrites = false;
    std::optional<int> m_delayMs;
    QStringList m_reads;
    QStringList m_writes;
};

} // namespace lockkeeper
