// SPDX-License-Identifier: Apache-2.0
// Runs inside tests/support/with-secret-service; LOCKKEEPER_TEST_SERVICE says which kind of service
// that one made (or what a case does with it), and each has its own cases and its own run.
#include "core/base/random.h"
#include "core/keys/qtkeychainvault.h"
#include "core/keys/seatkeyring.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QMetaMethod>
#include <QProcess>
#include <QSignalSpy>
#include <QTest>

#include <csignal>
#include <cstdio>
#include <memory>
#include <optional>

using namespace lockkeeper;
using namespace std::chrono_literals;

namespace {

constexpr auto kLimit = 1s;           ///< of each library job
constexpr int kAnswerLimitMs = 8'000; ///< six jobs and some time for a busy machine
constexpr int kRecoveryLimitMs = 30'000;

const QString kName = QStringLiteral("lockkeeper/store-1/test-key");
const QString kPrefix = QStringLiteral("lockkeeper/store-1/");

/// Bytes that a text interface would spoil.
QByteArray awkwardBytes()
{
    return QByteArray("\0\xff\xfe\n\0end\0", 9) + QByteArray(23, '\0');
}

std::optional<VaultAnswer> read(QtKeychainVault& vault, const QString& name)
{
    std::optional<VaultAnswer> answer;
    vault.read(name, [&answer](VaultAnswer given) { answer = std::move(given); });
    return QTest::qWaitFor([&answer] { return answer.has_value(); }, kAnswerLimitMs) ? answer
                                                                                     : std::nullopt;
}

std::optional<VaultAnswer> write(QtKeychainVault& vault, const QString& name,
                                 const QByteArray& bytes)
{
    std::optional<VaultAnswer> answer;
    vault.write(name, SecretBytes(bytes),
                [&answer](VaultAnswer given) { answer = std::move(given); });
    return QTest::qWaitFor([&answer] { return answer.has_value(); }, kAnswerLimitMs) ? answer
                                                                                     : std::nullopt;
}

/// Runs a program to its end; what it printed, or nullopt when it failed.
std::optional<QByteArray> outputOf(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(program, arguments);
    if (!process.waitForFinished(10'000) || process.exitCode() != 0)
        return std::nullopt;
    return process.readAllStandardOutput();
}

/// A call of the Secret Service from outside QtKeychain.
std::optional<QByteArray> callService(const QStringList& arguments)
{
    return outputOf(QStringLiteral("dbus-send"),
                    QStringList{QStringLiteral("--session"), QStringLiteral("--print-reply"),
                                QStringLiteral("--dest=org.freedesktop.secrets")} +
                        arguments);
}

/// How many items the login keyring has, and -1 if it cannot be asked.
int itemCount()
{
    const auto reply = callService({QStringLiteral("/org/freedesktop/secrets/collection/login"),
                                    QStringLiteral("org.freedesktop.DBus.Properties.Get"),
                                    QStringLiteral("string:org.freedesktop.Secret.Collection"),
                                    QStringLiteral("string:Items")});
    return reply ? static_cast<int>(reply->count("object path")) : -1;
}

bool lockLoginKeyring()
{
    return callService({QStringLiteral("/org/freedesktop/secrets"),
                        QStringLiteral("org.freedesktop.Secret.Service.Lock"),
                        QStringLiteral("array:objpath:/org/freedesktop/secrets/collection/login")})
        .has_value();
}

/// Stops the daemon with SIGSTOP while it lives.
class StoppedDaemon
{
public:
    explicit StoppedDaemon(pid_t pid)
        : m_pid(pid)
    {
        ::kill(m_pid, SIGSTOP);
    }
    ~StoppedDaemon() { ::kill(m_pid, SIGCONT); }
    Q_DISABLE_COPY_MOVE(StoppedDaemon)

private:
    pid_t m_pid;
};

} // namespace

class RealSecretServiceTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();

    // The keyring is open.
    void unlocked_write_givesBackTheSameBytes();
    void unlocked_writeOver_givesBackTheNewBytes();
    void unlocked_missingItem_isNotFoundAndLeavesNothing();
    void unlocked_manyRequests_areAnsweredInOrderAndBounded();
    void unlocked_newStore_keyringMakesKeysOnceAndFindsThemAgain();
    void unlocked_stoppedDaemon_isUnavailableThenWorks();
    void unlocked_stoppedDuringWrite_olderWriteNeverLandsLast();
    void unlocked_stoppedDaemon_keyringRecoversWithoutRestart();

    // The keyring is open at first.
    void relocked_itemsExist_isLockedAndMakesNoKey();
    void restarted_lockedThenNewDaemon_keyringRecoversWithoutRestart();

    void locked_everything_isLocked();
    void locked_newStore_makesNoKey();
    void activated_everything_isNeverNotFound();
    void noDaemon_everything_isUnavailable();
    void absent_everything_isUnavailable();

private:
    void neverNotFound(const QList<VaultStatus>& allowed);
    void openKeyrings(KeyringState state);
    [[nodiscard]] bool isMode(const char* mode) const { return m_mode == mode; }

    QByteArray m_mode;
    pid_t m_daemon = 0;
};

void RealSecretServiceTest::initTestCase()
{
    QVERIFY(initialiseCrypto());
    m_mode = qgetenv("LOCKKEEPER_TEST_SERVICE");
    m_daemon = static_cast<pid_t>(qEnvironmentVariableIntValue("LOCKKEEPER_TEST_KEYRING_PID"));
    QCOMPARE(m_daemon > 0, !isMode("activated") && !isMode("no-daemon") && !isMode("absent"));
}

void RealSecretServiceTest::init()
{
    if (!isMode("unlocked"))
        return;
    QtKeychainVault vault(kLimit);
    const auto written = write(vault, kName, "first");
    QVERIFY(written);
    QVERIFY2(written->status == VaultStatus::Found, written->detail.constData());
}

void RealSecretServiceTest::unlocked_write_givesBackTheSameBytes()
{
    QtKeychainVault vault(kLimit);
    const auto written = write(vault, kName, awkwardBytes());
    QVERIFY2(written, "no answer within the limit");
    QVERIFY2(written->status == VaultStatus::Found, written->detail.constData());
    const auto found = read(vault, kName);
    QVERIFY(found);
    QCOMPARE(found->status, VaultStatus::Found);
    QCOMPARE(found->secret.view().toByteArray(), awkwardBytes());
    QtKeychainVault other(kLimit);
    QCOMPARE(read(other, kName)->secret.view().toByteArray(), awkwardBytes());
}

void RealSecretServiceTest::unlocked_writeOver_givesBackTheNewBytes()
{
    QtKeychainVault vault(kLimit);
    const int before = itemCount();
    QCOMPARE(write(vault, kName, "second")->status, VaultStatus::Found);
    QCOMPARE(read(vault, kName)->secret.view().toByteArray(), QByteArray("second"));
    QCOMPARE(itemCount(), before);
}

void RealSecretServiceTest::unlocked_missingItem_isNotFoundAndLeavesNothing()
{
    QtKeychainVault vault(kLimit);
    const int before = itemCount();
    QVERIFY(before >= 0);
    const auto answer = read(vault, QStringLiteral("lockkeeper/store-1/never-written"));
    QVERIFY(answer);
    QVERIFY2(answer->status == VaultStatus::NotFound, answer->detail.constData());
    // The probe goes after the answer; a following request comes after that.
    QCOMPARE(read(vault, kName)->status, VaultStatus::Found);
    QCOMPARE(itemCount(), before);
}

void RealSecretServiceTest::unlocked_manyRequests_areAnsweredInOrderAndBounded()
{
    QtKeychainVault vault(kLimit);
    QList<int> order;
    int refused = 0;
    const int count = QtKeychainVault::kMostRequests + 10;
    for (int i = 0; i < count; ++i) {
        vault.read(kName, [&, i](const VaultAnswer& answer) {
            if (answer.status == VaultStatus::Found)
                order.append(i);
            else
                ++refused;
        });
    }
    QVERIFY2(order.isEmpty() && refused == 0, "a callback came before read() returned");
    QVERIFY(QTest::qWaitFor([&] { return order.size() + refused == count; }, kRecoveryLimitMs));
    // One is under way, the others wait.
    QCOMPARE(order.size(), QtKeychainVault::kMostRequests + 1);
    QVERIFY(std::is_sorted(order.begin(), order.end()));
}

void RealSecretServiceTest::unlocked_newStore_keyringMakesKeysOnceAndFindsThemAgain()
{
    QtKeychainVault vault(kLimit);
    SeatKeyring first(vault, kPrefix);
    first.open(std::nullopt);
    QTRY_COMPARE_WITH_TIMEOUT(first.state(), KeyringState::Ready, kRecoveryLimitMs);
    const int items = itemCount();
    for (const bool hasSeat : {false, true}) {
        QtKeychainVault otherVault(kLimit);
        SeatKeyring again(otherVault, kPrefix);
        again.open(hasSeat ? std::optional(first.keys()->publicKeys()) : std::nullopt);
        QTRY_COMPARE_WITH_TIMEOUT(again.state(), KeyringState::Ready, kRecoveryLimitMs);
        QCOMPARE(again.keys()->publicKeys(), first.keys()->publicKeys());
    }
    SeatKeyring foreign(vault, kPrefix);
    foreign.open(SeatKeys::generate().publicKeys());
    QTRY_COMPARE_WITH_TIMEOUT(foreign.state(), KeyringState::Foreign, kRecoveryLimitMs);
    SeatKeyring missing(vault, QStringLiteral("lockkeeper/store-2/"));
    missing.open(first.keys()->publicKeys());
    QTRY_COMPARE_WITH_TIMEOUT(missing.state(), KeyringState::Missing, kRecoveryLimitMs);
    QCOMPARE(read(vault, kName)->status, VaultStatus::Found);
    QCOMPARE(itemCount(), items);
}

void RealSecretServiceTest::unlocked_stoppedDaemon_isUnavailableThenWorks()
{
    QtKeychainVault vault(kLimit);
    const int before = itemCount();
    {
        const StoppedDaemon stopped(m_daemon);
        QElapsedTimer timer;
        for (int i = 0; i < 3; ++i) {
            timer.start();
            const auto answer = read(vault, kName);
            QVERIFY2(answer, "no answer from a stopped daemon within the limit");
            QCOMPARE(answer->status, VaultStatus::Unavailable);
            QVERIFY(timer.elapsed() >= 900);
        }
        QCOMPARE(read(vault, QStringLiteral("lockkeeper/no-such"))->status,
                 VaultStatus::Unavailable);
    }
    QCOMPARE(read(vault, kName)->status, VaultStatus::Found);
    QCOMPARE(itemCount(), before);
}

/// A write that was given up must not replace a newer one when the daemon goes on.
void RealSecretServiceTest::unlocked_stoppedDuringWrite_olderWriteNeverLandsLast()
{
    QtKeychainVault vault(kLimit);
    QCOMPARE(write(vault, kName, "zero")->status, VaultStatus::Found);
    {
        const StoppedDaemon stopped(m_daemon);
        QCOMPARE(write(vault, kName, "old")->status, VaultStatus::Unavailable);
        QCOMPARE(write(vault, kName, "never started")->status, VaultStatus::Unavailable);
    }
    QCOMPARE(write(vault, kName, "new")->status, VaultStatus::Found);
    for (int i = 0; i < 20; ++i)
        QCOMPARE(read(vault, kName)->secret.view().toByteArray(), QByteArray("new"));
}

void RealSecretServiceTest::unlocked_stoppedDaemon_keyringRecoversWithoutRestart()
{
    QtKeychainVault vault(kLimit);
    SeatKeyring maker(vault, kPrefix);
    maker.open(std::nullopt);
    QTRY_COMPARE_WITH_TIMEOUT(maker.state(), KeyringState::Ready, kRecoveryLimitMs);
    const int before = itemCount();
    auto stopped = std::make_unique<StoppedDaemon>(m_daemon);
    SeatKeyring keyring(vault, kPrefix);
    keyring.open(maker.keys()->publicKeys());
    QTRY_COMPARE_WITH_TIMEOUT(keyring.state(), KeyringState::Unavailable, kAnswerLimitMs);
    QVERIFY(!keyring.keys());
    stopped.reset();
    QTRY_COMPARE_WITH_TIMEOUT(keyring.state(), KeyringState::Ready, kRecoveryLimitMs);
    // The probe of the guard's copy, which is not there, goes after the answer.
    QTRY_COMPARE(itemCount(), before);
}

void RealSecretServiceTest::relocked_itemsExist_isLockedAndMakesNoKey()
{
    {
        QtKeychainVault vault(kLimit);
        QCOMPARE(write(vault, kName, "kept")->status, VaultStatus::Found);
    }
    const int before = itemCount();
    QVERIFY(lockLoginKeyring());
    neverNotFound({VaultStatus::Locked});
    openKeyrings(KeyringState::Locked);
    QCOMPARE(itemCount(), before);
}

void RealSecretServiceTest::restarted_lockedThenNewDaemon_keyringRecoversWithoutRestart()
{
    QtKeychainVault vault(kLimit);
    SeatKeyring maker(vault, kPrefix);
    maker.open(std::nullopt);
    QTRY_COMPARE_WITH_TIMEOUT(maker.state(), KeyringState::Ready, kRecoveryLimitMs);
    QVERIFY(lockLoginKeyring());
    SeatKeyring keyring(vault, kPrefix);
    keyring.open(maker.keys()->publicKeys());
    QTRY_COMPARE_WITH_TIMEOUT(keyring.state(), KeyringState::Locked, kAnswerLimitMs);
    QCOMPARE(::kill(m_daemon, SIGTERM), 0);
    QTRY_COMPARE_WITH_TIMEOUT(keyring.state(), KeyringState::Unavailable, kRecoveryLimitMs);

    QProcess daemon;
    daemon.setStandardOutputFile(QProcess::nullDevice());
    daemon.setStandardErrorFile(QProcess::nullDevice());
    daemon.start(QStringLiteral("gnome-keyring-daemon"),
                 {QStringLiteral("--foreground"), QStringLiteral("--unlock"),
                  QStringLiteral("--components=secrets")});
    QVERIFY(daemon.waitForStarted());
    daemon.write(qgetenv("LOCKKEEPER_TEST_KEYRING_PASSWORD"));
    daemon.closeWriteChannel();
    QTRY_COMPARE_WITH_TIMEOUT(keyring.state(), KeyringState::Ready, kRecoveryLimitMs);
    daemon.terminate();
    QVERIFY(daemon.waitForFinished(10'000));
}

void RealSecretServiceTest::locked_everything_isLocked()
{
    neverNotFound({VaultStatus::Locked});
}

void RealSecretServiceTest::locked_newStore_makesNoKey()
{
    openKeyrings(KeyringState::Locked);
    QCOMPARE(itemCount(), 0);
}

void RealSecretServiceTest::activated_everything_isNeverNotFound()
{
    neverNotFound({VaultStatus::Locked, VaultStatus::Unavailable});
    openKeyrings(KeyringState::Unavailable);
}

void RealSecretServiceTest::noDaemon_everything_isUnavailable()
{
    neverNotFound({VaultStatus::Unavailable});
    openKeyrings(KeyringState::Unavailable);
}

void RealSecretServiceTest::absent_everything_isUnavailable()
{
    neverNotFound({VaultStatus::Unavailable});
    openKeyrings(KeyringState::Unavailable);
}

void RealSecretServiceTest::neverNotFound(const QList<VaultStatus>& allowed)
{
    QtKeychainVault vault(kLimit);
    for (const QString& name : {kName, QStringLiteral("lockkeeper/store-1/never-written")}) {
        const auto answer = read(vault, name);
        QVERIFY2(answer, "no answer within the limit");
        QVERIFY2(allowed.contains(answer->status), answer->detail.constData());
        const auto written = write(vault, name, "must not be kept");
        QVERIFY2(written, "no answer within the limit");
        QVERIFY2(allowed.contains(written->status), written->detail.constData());
    }
}

/// A store without a seat and one with a seat both come to this state and have no keys.
void RealSecretServiceTest::openKeyrings(KeyringState state)
{
    QtKeychainVault vault(kLimit);
    const std::optional<SeatPublicKeys> some = SeatKeys::generate().publicKeys();
    for (const auto& expected : {std::optional<SeatPublicKeys>(), some}) {
        SeatKeyring keyring(vault, kPrefix);
        keyring.open(expected);
        QTRY_COMPARE_WITH_TIMEOUT(keyring.state(), state, kAnswerLimitMs);
        QVERIFY(!keyring.keys());
    }
}

/// Runs the cases whose name begins with the kind of service.
int main(int argc, char* argv[])
{
    const QCoreApplication application(argc, argv);
    RealSecretServiceTest test;
    const QByteArray kind = qgetenv("LOCKKEEPER_TEST_SERVICE").replace("no-daemon", "noDaemon");
    QStringList arguments = QCoreApplication::arguments();
    const qsizetype given = arguments.size();
    const QMetaObject* type = test.metaObject();
    for (int i = type->methodOffset(); i < type->methodCount(); ++i) {
        const QByteArray name = type->method(i).name();
        if (name.startsWith(kind + '_'))
            arguments.append(QString::fromLatin1(name));
    }
    if (arguments.size() == given) {
        std::fputs(
            "run this through tests/support/with-secret-service, with the kind of service in "
            "LOCKKEEPER_TEST_SERVICE\n",
            stderr);
        return 2;
    }
    return QTest::qExec(&test, arguments);
}

#include "realsecretservice.moc"
