// SPDX-License-Identifier: Apache-2.0
#include "core/keys/qtkeychainvault.h"

#include "core/base/assert.h"
#include "core/base/digest.h"
#include "core/base/random.h"

#include <QLibrary>
#include <QPointer>
#include <QThread>

#include <qt6keychain/keychain.h>
#include <sodium.h>

#include <optional>
#include <utility>

namespace lockkeeper {

namespace {

constexpr int kMostStaleProbes = 8;
constexpr int kProbeSize = 16;

QString serviceName()
{
    return QStringLiteral("Lockkeeper");
}

/// Overwrites bytes that the library still shares: wipe() would only overwrite a copy of them.
void wipeShared(const QByteArray& bytes)
{
    if (!bytes.isEmpty())
        sodium_memzero(const_cast<char*>(bytes.constData()), static_cast<size_t>(bytes.size()));
}

/// Makes libsecret forget its connection. It keeps the session of a daemon that has gone, and would
/// answer "the session does not exist" until this program ends. QtKeychain loads libsecret at run
/// time and does not offer this; where it is another library there is nothing to do.
void forgetService()
{
    using Disconnect = void (*)();
    const auto disconnect = reinterpret_cast<Disconnect>(
        QLibrary::resolve(QStringLiteral("secret-1"), 0, "secret_service_disconnect"));
    if (disconnect != nullptr)
        disconnect();
}

} // namespace

/// How a library job ended.
struct QtKeychainVault::JobAnswer
{
    bool isInTime = false;
    QKeychain::Error error = QKeychain::OtherError;
    SecretBytes bytes; ///< of a read
    QByteArray text = "the keychain did not answer within the limit";

    [[nodiscard]] bool isGood() const { return isInTime && error == QKeychain::NoError; }
    [[nodiscard]] bool isNotFound() const { return isInTime && error == QKeychain::EntryNotFound; }
    /// For every answer that is neither.
    [[nodiscard]] VaultAnswer failure() const
    {
        const bool isLocked = isInTime && (error == QKeychain::AccessDenied ||
                                           error == QKeychain::AccessDeniedByUser);
        return {isLocked ? VaultStatus::Locked : VaultStatus::Unavailable, {}, text};
    }
};

QtKeychainVault::QtKeychainVault(std::chrono::milliseconds limit, QObject* parent)
    : QObject(parent)
    , m_limit(limit)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &QtKeychainVault::limitPassed);
}

// A running job is left to the library, which writes into it when the keychain answers.
QtKeychainVault::~QtKeychainVault() = default;

void QtKeychainVault::read(const QString& name, Callback callback)
{
    enqueue({name, std::nullopt, std::move(callback)});
}

void QtKeychainVault::write(const QString& name, const SecretBytes& secret, Callback callback)
{
    LK_ASSERT(!secret.isEmpty());
    enqueue({name, secret, std::move(callback)});
}

void QtKeychainVault::enqueue(Request request)
{
    LK_ASSERT(QThread::currentThread() == thread());
    if (m_requests.size() >= kMostRequests) {
        QTimer::singleShot(0, this, [callback = std::move(request.callback)] {
            callback({VaultStatus::Unavailable, {}, "too many requests wait for the keychain"});
        });
        return;
    }
    m_requests.append(std::move(request)); // enqueue() would copy
    startNext();
}

void QtKeychainVault::startNext()
{
    if (m_active)
        return;
    if (!m_job && m_isAnswering && !m_staleProbes.isEmpty())
        return removeStaleProbe();
    if (m_requests.isEmpty())
        return;
    if (m_job && m_step)
        return; // a probe is being deleted; its end comes back here
    m_active = m_requests.dequeue();
    if (m_job)
        m_timer.start(m_limit); // a job that was given up still runs
    else
        begin();
}

void QtKeychainVault::begin()
{
    if (m_active->secret)
        startWrite();
    else
        startRead();
}

void QtKeychainVault::finish(VaultAnswer answer)
{
    LK_ASSERT(m_active);
    forgetProbe();
    const Request request = std::move(*m_active);
    m_active.reset();
    const QPointer<QtKeychainVault> self(this);
    request.callback(std::move(answer));
    if (self)
        startNext();
}

void QtKeychainVault::startRead()
{
    run(new QKeychain::ReadPasswordJob(serviceName()), m_active->name,
        [this](const JobAnswer& job) {
            if (job.isGood())
                return finish(
                    {job.bytes.isEmpty() ? VaultStatus::Empty : VaultStatus::Found, job.bytes, {}});
            if (job.isNotFound())
                return probe();
            finish(job.failure());
        });
}

void QtKeychainVault::startWrite()
{
    auto* job = new QKeychain::WritePasswordJob(serviceName());
    m_jobBytes = m_active->secret->view().toByteArray();
    job->setBinaryData(m_jobBytes);
    run(job, m_active->name, [this](const JobAnswer& written) {
        if (!written.isGood())
            return finish(written.failure());
        run(new QKeychain::ReadPasswordJob(serviceName()), m_active->name,
            [this](const JobAnswer& back) {
                if (back.isGood() && equalConstantTime(back.bytes.view(), m_active->secret->view()))
                    return finish({VaultStatus::Found, back.bytes, {}});
                if (back.isGood() || back.isNotFound())
                    return finish({VaultStatus::Unavailable,
                                   {},
                                   "the keychain did not keep what was written"});
                finish(back.failure());
            });
    });
}

/// The keychain says that there is no such item: finds out whether it is open at all.
void QtKeychainVault::probe()
{
    m_probeName =
        QStringLiteral("lockkeeper/probe-") + QString::fromLatin1(randomBytes(kProbeSize).toHex());
    auto* job = new QKeychain::WritePasswordJob(serviceName());
    job->setBinaryData(QByteArrayLiteral("probe"));
    run(job, m_probeName, [this](const JobAnswer& written) {
        if (written.isGood())
            return readAgain();
        if (written.isInTime)
            m_probeName.clear(); // refused, so there is nothing to delete
        finish(written.failure());
    });
}

/// The keychain may have been unlocked between the first read and the probe.
void QtKeychainVault::readAgain()
{
    run(new QKeychain::ReadPasswordJob(serviceName()), m_active->name,
        [this](const JobAnswer& job) {
            if (job.isGood())
                return finish(
                    {job.bytes.isEmpty() ? VaultStatus::Empty : VaultStatus::Found, job.bytes, {}});
            if (job.isNotFound())
                return readProbe();
            finish(job.failure());
        });
}

/// Nor may it have been locked since.
void QtKeychainVault::readProbe()
{
    run(new QKeychain::ReadPasswordJob(serviceName()), m_probeName, [this](const JobAnswer& job) {
        if (job.isGood())
            return finish({VaultStatus::NotFound, {}, "the keychain is open and has no such item"});
        if (job.isNotFound())
            return finish({VaultStatus::Locked, {}, "the keychain does not show the probe item"});
        finish(job.failure());
    });
}

void QtKeychainVault::run(QKeychain::Job* job, const QString& name, Step step)
{
    LK_ASSERT(!m_job && !m_step);
    job->setInsecureFallback(false);
    job->setAutoDelete(true);
    job->setKey(name);
    m_job = job;
    m_step = std::move(step);
    connect(job, &QKeychain::Job::finished, this, &QtKeychainVault::jobFinished);
    m_timer.start(m_limit);
    job->start();
}

void QtKeychainVault::jobFinished(QKeychain::Job* job)
{
    LK_ASSERT(job == m_job);
    m_job = nullptr;
    JobAnswer result{true, job->error(), {}, job->errorString().toUtf8()};
    if (auto* reader = qobject_cast<QKeychain::ReadPasswordJob*>(job)) {
        const QByteArray bytes = reader->binaryData();
        result.bytes = SecretBytes(bytes);
        wipeShared(bytes);
    }
    wipeShared(m_jobBytes); // not before: a job that was given up may still have to send them
    m_jobBytes.clear();
    if (result.error == QKeychain::OtherError)
        forgetService();
    m_timer.stop();
    m_isAnswering = true;
    if (m_step)
        return std::exchange(m_step, nullptr)(result);
    // It was given up, and its answer is not wanted any more.
    if (m_active)
        begin();
    else
        startNext();
}

void QtKeychainVault::limitPassed()
{
    m_isAnswering = false;
    const JobAnswer nothing;
    if (m_step)
        return std::exchange(m_step, nullptr)(nothing);
    finish(nothing.failure());
}

/// The probe of the request that ends here is deleted when the keychain answers again.
void QtKeychainVault::forgetProbe()
{
    if (m_probeName.isEmpty())
        return;
    m_staleProbes.append(std::exchange(m_probeName, QString()));
    while (m_staleProbes.size() > kMostStaleProbes)
        m_staleProbes.removeFirst();
}

void QtKeychainVault::removeStaleProbe()
{
    const QString name = m_staleProbes.takeFirst();
    run(new QKeychain::DeletePasswordJob(serviceName()), name, [this, name](const JobAnswer& job) {
        if (!job.isInTime)
            m_staleProbes.append(name);
        startNext();
    });
}

} // namespace lockkeeper
