// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/keys/keyvault.h"

#include <QByteArray>
#include <QObject>
#include <QQueue>
#include <QStringList>
#include <QTimer>

#include <chrono>
#include <functional>
#include <optional>

namespace QKeychain {
class Job;
}

namespace lockkeeper {

/// The KeyVault on QtKeychain (Secret Service, never its plain-text fall-back).
///
/// A locked or absent keychain answers "not found" like an open one that has no such item. So after
/// that answer a probe item is written, the item read once more, and the probe read and deleted:
/// only if all of that works is the answer NotFound.
///
/// One library job at a time. A job that does not answer within the limit is given up: its request
/// gets Unavailable, its late answer is dropped. But the library may still carry it out, so nothing
/// else is started before it has ended; requests meanwhile wait for the limit and get Unavailable.
/// That keeps at most one library job and kMostRequests requests, however long the keychain hangs,
/// and a write that was given up can never land after a newer one.
///
/// Main thread only, with the GLib event dispatcher. Destroying it drops undelivered callbacks.
class QtKeychainVault final : public QObject, public KeyVault
{
    Q_OBJECT

public:
    /// More waiting requests than this are answered Unavailable at once.
    static constexpr int kMostRequests = 64;

    /// `limit` is for each library job; a request is at most six of them.
    explicit QtKeychainVault(std::chrono::milliseconds limit = std::chrono::seconds(10),
                             QObject* parent = nullptr);
    ~QtKeychainVault() override;

    void read(const QString& name, Callback callback) override;
    void write(const QString& name, const SecretBytes& secret, Callback callback) override;

private:
    struct Request
    {
        QString name;
        std::optional<SecretBytes> secret; ///< set for a write
        Callback callback;
    };
    struct JobAnswer;
    using Step = std::function<void(const JobAnswer&)>;

    void enqueue(Request request);
    void startNext();
    void begin();
    void finish(VaultAnswer answer);

    void startRead();
    void startWrite();
    void probe();
    void readAgain();
    void readProbe();

    void run(QKeychain::Job* job, const QString& name, Step step);
    void jobFinished(QKeychain::Job* job);
    void limitPassed();
    void removeStaleProbe();
    void forgetProbe();

    std::chrono::milliseconds m_limit;
    QTimer m_timer;
    QQueue<Request> m_requests;
    std::optional<Request> m_active;
    QKeychain::Job* m_job = nullptr; ///< deletes itself after it finished
    QByteArray m_jobBytes;           ///< what a running write shares with the library
    Step m_step;                     ///< empty when the running job was given up
    QString m_probeName;             ///< of the active request, while it may exist
    QStringList m_staleProbes;       ///< to be deleted as soon as the keychain answers
    bool m_isAnswering = false;      ///< the last job ended in time
};

} // namespace lockkeeper
