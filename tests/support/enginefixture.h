// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/coreengine.h"
#include "support/fakeclock.h"

#include <QTemporaryDir>

#include <memory>

namespace lockkeeper {

/// A tool backend inside the test: counts effects, answers as the test says, never by itself unless
/// told so. Runs on the test's thread.
class ScriptedBackend final : public ToolBackend, public BackendHub
{
public:
    struct Started
    {
        ToolCall call;
        std::shared_ptr<BackendSink> sink;
        bool redeemed = false;
    };

    explicit ScriptedBackend(FakeClock& clock)
        : m_clock(clock)
    {
    }

    // -- ToolBackend
    void start(DispatchPermit permit, ToolCall call, std::shared_ptr<BackendSink> sink) override;
    void cancel(const DispatchId& dispatch) override { cancelled.append(dispatch); }

    // -- BackendHub
    void open(ServerListener* listener) override;
    [[nodiscard]] bool isReady(const QByteArray& server) const override
    {
        return ready && server == "files";
    }
    void post(const QByteArray& server, std::function<void(ToolBackend&)> task) override;
    void close(std::function<void()> stopped) override { stopped(); }

    void answer(const DispatchId& dispatch, const QByteArray& result, bool isError = false);
    void loseContact(const DispatchId& dispatch, ContactLostCause cause);
    /// Announces the tools again (after changing `tools`).
    void announce();

    QList<DiscoveredTool> tools;
    bool ready = true;
    bool announcesAtOpen = true;
    bool answerAtOnce = true;     ///< with {"content":[]}
    qint64 delayBeforeRedeem = 0; ///< moves the clock before the permit is redeemed
    std::function<void(const ToolCall&)> beforeEffect; ///< called when the permit was good
    QList<Started> started; ///< calls whose permit was good: one effect each
    QList<DispatchId> cancelled;
    int posted = 0;

private:
    FakeClock& m_clock;
    ServerListener* m_listener = nullptr;
};

/// Answers with keys that the test holds.
class FixedKeySource final : public KeySource
{
public:
    FixedKeySource(std::optional<SeatKeys>& keys, const QByteArray& wrappedDecisionKey,
                   QByteArray& guardCopy)
        : m_keys(keys)
        , m_wrappedDecisionKey(wrappedDecisionKey)
        , m_guardCopy(guardCopy)
    {
    }
    void open(const QByteArray& storeId, const std::optional<SeatPublicKeys>& expected,
              Changed changed) override;
    /// Keeps it in the fixture, unless it is told to refuse.
    void writeGuardCopy(const QByteArray& copy, Written written) override;
    /// Tells a state later (a slow or locked keychain).
    void tell(KeyringState state);

    KeyringState firstState = KeyringState::Ready;
    Changed lastChanged;
    bool refusesCopies = false;
    int copies = 0; ///< that it was asked to keep

private:
    std::optional<SeatKeys>& m_keys;
    const QByteArray& m_wrappedDecisionKey;
    QByteArray& m_guardCopy;
};

/// The whole core on real SQLite, guard and journal in a temporary directory, with clocks and
/// timers moved by hand; can be stopped, killed and started again.
class EngineFixture
{
public:
    EngineFixture();
    ~EngineFixture();

    /// Starts the engine and waits until it is through its start-up.
    void start();
    /// The process is gone: nothing is written any more.
    void kill();
    void restart()
    {
        kill();
        start();
    }
    /// Runs everything that is due now, and then moves the clock.
    void settle();
    void advance(qint64 ms);

    /// One call of files/<tool>; gives its action.
    SubmittedAction submitOne(const QByteArray& tool, const QByteArray& arguments,
                              const QByteArray& callId = "c1");
    Result<SubmissionAnswer> submit(const QByteArray& json);
    /// Approves with the right fingerprint.
    Result<ActionRecord> approve(const SubmittedAction& action, bool now = true);
    Result<ActionRecord> deny(const ActionId& action, const QByteArray& reason);
    [[nodiscard]] ActionState state(const ActionId& action);
    [[nodiscard]] ActionRecord record(const ActionId& action);
    /// Runs SQL on the store file with the engine stopped; triggers are dropped first.
    void editByHand(const QByteArray& sql);
    /// The same while it runs.
    void editWhileRunning(const QByteArray& sql);
    /// First column of a query on the store file with the engine stopped.
    [[nodiscard]] QList<QByteArray> readByHand(const QByteArray& sql) const;

    [[nodiscard]] QString storePath() const { return m_directory.filePath("store.sqlite"); }
    [[nodiscard]] QString directory() const { return m_directory.path(); }

    FakeClock clock;
    std::unique_ptr<FakeScheduler> scheduler;
    std::optional<SeatKeys> keys;
    QByteArray guardCopy;          ///< as the keychain has it
    QByteArray wrappedDecisionKey; ///< not empty: `keys` has no decision secret, the PIN has it
    CoreSettings settings;
    ScriptedBackend* backend = nullptr;
    FixedKeySource* keySource = nullptr;
    std::unique_ptr<CoreEngine> engine;
    KeyringState firstKeyringState = KeyringState::Ready;
    bool refusesGuardCopies = false;
    bool announcesTools = true; ///< when it is started
    CredentialId agent{"crd_test"};
    int statusChanges = 0; ///< how often an engine said that its status is another one
    QList<ScriptedBackend::Started> effects;           ///< of all engines so far
    std::function<void(const ToolCall&)> beforeEffect; ///< for each engine that is started

private:
    QTemporaryDir m_directory;
};

} // namespace lockkeeper
