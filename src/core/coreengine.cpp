// SPDX-License-Identifier: Apache-2.0
#include "core/coreengine.h"

#include "core/base/bytesof.h"
#include "core/base/canonicaljson.h"
#include "core/base/digest.h"
#include "core/base/logging.h"
#include "core/base/random.h"
#include "core/enginerunning.h"
#include "core/journal/actionrows.h"
#include "core/store/storefactory.h"

#include <QDir>

#include <algorithm>

#include <unistd.h>

namespace lockkeeper {

namespace {

/// A step of the wall clock against boot time that stops expiry and claims.
constexpr qint64 kClockStepMs = 5LL * 60 * 1000;
constexpr qint64 kSweepMs = 1000;
constexpr qsizetype kJournaledFindings = 100;
constexpr qint64 kStopPollMs = 50;
/// So many actions that are past their time are read and expired at once.
constexpr qint64 kPastPage = 200;
/// Old events are forgotten in steps of this many.
constexpr qint64 kTrimStep = 10'000;

QStringList protectedDirectories(const CoreSettings& settings)
{
    QStringList directories{settings.profileDirectory, settings.guardRoot};
    const QByteArray runtime = qgetenv("XDG_RUNTIME_DIR");
    if (!runtime.isEmpty())
        directories.append(QString::fromLocal8Bit(runtime) + QStringLiteral("/lockkeeper"));
    return directories;
}

} // namespace

CoreEngine::CoreEngine(std::unique_ptr<CoreParts> parts, std::function<void()> statusChanged,
                       std::function<void()> toolsChanged)
    : m_parts(std::move(parts))
    , m_statusChanged(std::move(statusChanged))
    , m_toolsChanged(std::move(toolsChanged))
    , m_ids(*m_parts->clock)
    , m_policy(protectedDirectories(m_parts->settings), QDir::homePath())
    , m_journal(*m_parts->clock)
{
}

CoreEngine::~CoreEngine()
{
    *m_alive = false;
    if (m_sweep != 0)
        m_parts->scheduler->cancel(m_sweep);
}

void CoreEngine::addReason(const QByteArray& reason)
{
    if (m_reasons.contains(reason))
        return;
    m_reasons.append(reason);
    log::error("core", "read-only", {{"why", reason}});
    if (m_running)
        m_running->context.claiming = false;
    m_statusChanged();
}

Result<void> CoreEngine::writable() const
{
    if (m_stopping)
        return Error(ErrorCode::Unavailable, "the console is stopping");
    if (!m_reasons.isEmpty())
        return Error(ErrorCode::Unavailable, "the console is read-only: " + m_reasons.first());
    if (!m_running && m_keyring == KeyringState::Ready)
        return Error(ErrorCode::Unavailable,
                     "the keychain has not taken the guard's first copy yet");
    if (!m_running)
        return Error(ErrorCode::Unavailable,
                     QByteArray("the seat's keys are not there: keychain ") +
                         keyringStateName(m_keyring));
    return {};
}

Result<CoreEngine::StoreIdentity> CoreEngine::readIdentity()
{
    StoreIdentity identity;
    StoreSession& session = m_store->session();
    LK_CHECK(session.query("meta_get", {QByteArray("store_id")},
                           [&](const StoreRow& row) -> Result<void> {
                               identity.storeId = row.bytes(0);
                               return {};
                           }));
    LK_CHECK(session.query("meta_get", {QByteArray("incarnation")},
                           [&](const StoreRow& row) -> Result<void> {
                               identity.incarnation = row.bytes(0).toLongLong();
                               return {};
                           }));
    LK_CHECK(session.query("seat_first", {}, [&](const StoreRow& row) -> Result<void> {
        identity.seat = row.bytes(0);
        identity.seatKeys = SeatPublicKeys{row.bytes(1), row.bytes(2), row.bytes(3)};
        return {};
    }));
    bool sealed = false;
    LK_CHECK(session.query("ciphertext_exists", {}, [&](const StoreRow&) -> Result<void> {
        sealed = true;
        return {};
    }));
    if (identity.storeId.isEmpty() != !identity.seatKeys || (identity.storeId.isEmpty() && sealed))
        return Error(
            ErrorCode::DataLoss,
            "the store says nothing of its seat although it is not empty: it was tampered with");
    if (identity.storeId.isEmpty()) {
        identity.isNew = true;
        identity.storeId = m_ids.next("sto_");
        identity.seat = m_ids.next("sea_");
    }
    return identity;
}

void CoreEngine::start()
{
    CoreSettings& settings = m_parts->settings;
    m_wallMinusBoot = m_parts->clock->wallMs() - m_parts->clock->bootMs();
    for (const ServerSettings& server : settings.servers) {
        ServerSnapshot snapshot;
        snapshot.name = server.name;
        snapshot.state = "stopped";
        snapshot.trusted = server.trusted;
        m_servers.insert(server.name, snapshot);
    }
    if (!settings.configurationProblem.isEmpty())
        addReason(settings.configurationProblem);
    auto store = openStore({settings.storePath, 5000, settings.createStore});
    if (!store) {
        addReason("the store cannot be opened: " + store.error().message());
        return;
    }
    m_store = std::move(*store);
    auto identity = readIdentity();
    if (!identity) {
        addReason(identity.error().message());
        return;
    }
    m_identity = *identity;
    m_parts->keys->open(m_identity.storeId, m_identity.seatKeys,
                        [this, alive = m_alive](const KeyringReport& report) {
                            if (*alive)
                                keysChanged(report);
                        });
}

void CoreEngine::keysChanged(const KeyringReport& report)
{
    m_keyring = report.state;
    m_keyringDetail = report.detail;
    if (report.state == KeyringState::Ready && report.keys && !m_waves && !m_stopping)
        open(report);
    m_statusChanged();
}

Result<QList<RememberedEntry>> CoreEngine::readGuard(const KeyringReport& keyring,
                                                     std::optional<GuardRecord>& record)
{
    const SeatPublicKeys& keys = keyring.keys->publicKeys();
    LK_TRY(record, m_guard->read(keys));
    QList<RememberedEntry> remembered;
    const auto remember = [&](const GuardRecord& one, const QByteArray& who) {
        if (one.storeId != m_identity.storeId || one.incarnation != m_identity.incarnation)
            addReason(who + " belongs to another store or incarnation");
        remembered.append(rememberedEntry(one, who));
    };
    if (record)
        remember(*record, "the guard");
    m_hasGuardCopy = !keyring.guardCopy.isEmpty();
    if (m_hasGuardCopy) {
        LK_TRY(const GuardRecord copy, decodeGuardCopy(keyring.guardCopy, keys));
        remember(copy, "the guard's copy in the keychain");
    }
#ifdef LOCKKEEPER_FAULT_RESTORE_IGNORED
    remembered.clear();
#endif
    return remembered;
}

Result<void> CoreEngine::openJournal(const KeyringReport& keyring)
{
    const SeatKeys& keys = *keyring.keys;
    auto guard = GuardFile::open(m_parts->settings.guardRoot + QLatin1Char('/') +
                                 QString::fromLatin1(m_identity.storeId));
    if (!guard)
        return Error(guard.error().code(),
                     "the guard cannot be opened: " + guard.error().message());
    m_guard = std::move(*guard);
    std::optional<GuardRecord> record;
    LK_TRY(const QList<RememberedEntry> remembered, readGuard(keyring, record));
    LK_TRY(const JournalReport report,
           m_journal.open(m_store->session(), m_identity.seat, keys.publicKeys(), remembered));
    m_journal.setKeys(keys);
    m_registry = report.registry;
    LK_CHECK(compareRegistry());
    for (const QByteArray& problem : report.problems)
        addReason(problem);
    for (const auto& [action, why] : report.tamperedActions) {
        log::error("core", "tampering", {{"action", action.value()}, {"why", why}});
        m_findings.append(why);
    }
    // A crash between the store's creation and its first guard, or that guard's first copy, leaves
    // neither of what is missing, and no action.
    const bool hasActions = !m_journal.ledger().committed().isEmpty() || report.entries > 3;
    if (!record && !m_identity.isNew && hasActions)
        addReason(
            "the guard of this store is missing: it was deleted, or the profile was copied here");
    if (!m_hasGuardCopy && !m_identity.isNew && hasActions)
        addReason("the guard's copy is missing in the keychain: it was deleted, or the keychain is "
                  "an older one");
    m_waves = std::make_unique<WaveQueue>(*m_store, m_journal, *m_parts->scheduler);
    GuardRecord base = record.value_or(GuardRecord());
    base.storeId = m_identity.storeId;
    base.incarnation = m_identity.incarnation;
    base.keyEpoch = 1;
    if (!record && !m_identity.isNew && m_reasons.isEmpty()) {
        // The crash came before the first guard: it is made up for, or its copy would wait for it.
        base.lanePosition = report.lastNumber;
        base.laneHead = report.head;
        LK_CHECK(m_guard->write(base, keys));
        record = base;
    }
    m_waves->setGuard(&*m_guard, base, keys);
    m_waves->onFailure([this](const QByteArray& why) { addReason(why); });
    m_copier = std::make_unique<GuardCopier>(*m_parts->keys, *m_parts->scheduler, keys);
    if (m_reasons.isEmpty()) {
        if (record && !m_hasGuardCopy)
            m_copier->follow(*record);
        m_waves->onGuardWritten([this](const GuardRecord& now) { m_copier->follow(now); });
    }
    return {};
}

void CoreEngine::whenCopied(std::function<void()> then)
{
    if (m_hasGuardCopy || !m_reasons.isEmpty())
        return then(); // read-only: nothing is written, this neither
    m_copier->writeFirst([this, then = std::move(then)]() {
        m_hasGuardCopy = true;
        if (!m_stopping)
            then();
        m_statusChanged();
    });
}

Result<QHash<qint64, KeyEpoch>> CoreEngine::openEpochs(const SeatKeys& keys)
{
    QHash<qint64, KeyEpoch> epochs;
    LK_CHECK(m_store->session().query(
        "key_epochs_of", {m_identity.seat}, [&](const StoreRow& row) -> Result<void> {
            if (m_registry->epochs.value(row.integer(0)) != sha256(row.bytes(1)))
                return Error(ErrorCode::DataLoss, "key epoch " +
                                                      QByteArray::number(row.integer(0)) +
                                                      " is not the one in the journal: the store "
                                                      "was tampered with");
            LK_TRY(const SecretBytes secret, keys.openWrapped(row.bytes(1)));
            LK_TRY(KeyEpoch epoch, KeyEpoch::fromSecret(row.integer(0), secret));
            epochs.insert(row.integer(0), std::move(epoch));
            return {};
        }));
    if (epochs.size() != m_registry->epochs.size() || !epochs.contains(1))
        return Error(ErrorCode::DataLoss, "the store's key epochs are missing");
    return epochs;
}

Result<void> CoreEngine::loadPins()
{
    QList<PinRecord> pins;
    for (auto it = m_registry->pins.cbegin(); it != m_registry->pins.cend(); ++it) {
        const auto state = pinStateFromName(it->state);
        if (!state)
            return Error(ErrorCode::DataLoss, "a pinned tool definition has no valid state");
        pins.append({it.key(), it->digest, *state});
    }
    m_tools.load(pins);
    return {};
}

/// The journal is believed; a row that differs has no effect, but somebody wrote it.
Result<void> CoreEngine::compareRegistry()
{
    LK_TRY(RegistryDifferences found,
           lockkeeper::compareRegistry(m_store->session(), *m_registry, [](qint64 code) {
               const auto state = pinStateFromCode(int(code));
               return state ? bytesOf(pinStateName(*state)) : QByteArray();
           }));
    for (const QByteArray& sentence : std::as_const(found.sentences))
        log::error("core", "tampering", {{"why", sentence}});
    m_findings += found.sentences;
    m_forged = std::move(found.credentials);
#ifdef LOCKKEEPER_FAULT_AGENT_ROW_BELIEVED
    m_forged.clear();
#endif
    return {};
}

void CoreEngine::open(const KeyringReport& keyring)
{
    const SeatKeys& keys = *keyring.keys;
    const QByteArray& wrappedDecisionKey = keyring.wrappedDecisionKey;
    const auto opened = openJournal(keyring);
    if (!opened) {
        addReason(opened.error().message());
        return;
    }
    if (m_identity.isNew) {
        createStore(keys, wrappedDecisionKey);
        return;
    }
    if (const auto pins = loadPins(); !pins) {
        addReason(pins.error().message());
        return;
    }
    auto epochs = openEpochs(keys);
    if (!epochs) {
        addReason(epochs.error().message());
        return;
    }
    whenCopied([this, keys, epochs = std::move(*epochs), wrappedDecisionKey]() {
        makeRunning(keys, epochs, wrappedDecisionKey);
    });
}

void CoreEngine::createStore(const SeatKeys& keys, const QByteArray& wrappedDecisionKey)
{
    const KeyEpoch epoch = KeyEpoch::generate(1);
    const SeatPublicKeys publicKeys = keys.publicKeys();
    m_waves->submit(
        "create",
        [this, epoch, publicKeys](UnitOfWork& unit) -> Result<void> {
            const qint64 now = m_parts->clock->wallMs();
            LK_TRY(qint64 rows,
                   unit.execute("meta_set", {QByteArray("store_id"), m_identity.storeId}));
            LK_TRY(rows, unit.execute("meta_set", {QByteArray("incarnation"), QByteArray("1")}));
            LK_TRY(rows, unit.execute("seat_insert", {m_identity.seat, Blob{publicKeys.recordKey},
                                                      Blob{publicKeys.decisionKey},
                                                      Blob{publicKeys.sealKey}, now}));
            const QByteArray wrapped = wrapForSeat(epoch.toSecret(), publicKeys);
            LK_TRY(rows, unit.execute("key_epoch_insert",
                                      {qint64(1), m_identity.seat, Blob{wrapped}, now}));
            Q_UNUSED(rows);
            const auto body = [](const char* name, const QByteArray& value) {
                return JsonWriter().beginObject().member(name, value).endObject().take();
            };
            LK_CHECK(m_journal.record(unit, JournalKind::StoreCreated,
                                      body("store", m_identity.storeId)));
            LK_CHECK(m_journal.record(unit, JournalKind::SeatEnrolled,
                                      JsonWriter()
                                          .beginObject()
                                          .member("decision_key", publicKeys.decisionKey.toHex())
                                          .member("record_key", publicKeys.recordKey.toHex())
                                          .member("seal_key", publicKeys.sealKey.toHex())
                                          .member("seat", m_identity.seat)
                                          .endObject()
                                          .take()));
            return m_journal.record(unit, JournalKind::EpochCreated,
                                    JournalRegistry::epochBody(1, sha256(wrapped)));
        },
        [this, keys, epoch, wrappedDecisionKey](const CommandOutcome& outcome) {
            if (!outcome.result) {
                addReason("the store cannot be set up: " + outcome.result.error().message());
                return;
            }
            m_identity.isNew = false;
            m_identity.seatKeys = keys.publicKeys();
            whenCopied([this, keys, epoch, wrappedDecisionKey]() {
                makeRunning(keys, {{1, epoch}}, wrappedDecisionKey);
            });
        });
}

void CoreEngine::makeRunning(const SeatKeys& keys, QHash<qint64, KeyEpoch> epochs,
                             const QByteArray& wrappedDecisionKey)
{
    qint64 current = 1;
    for (auto it = epochs.cbegin(); it != epochs.cend(); ++it)
        current = qMax(current, it.key());
    m_running = std::make_unique<Running>(*this, keys, std::move(epochs), current);
    EngineContext& context = m_running->context;
    context.wrappedDecisionKey = wrappedDecisionKey;
    context.storeId = StoreId(m_identity.storeId);
    context.seat = SeatId(m_identity.seat);
    context.incarnation = m_identity.incarnation;
    context.process = m_ids.next("prc_");
    const auto onChanged = [this](const ActionRecord& record) { changed(record); };
    m_running->dispatcher.onSettled(onChanged);
    m_running->decisions.onChanged(onChanged);
    m_running->determinations.onChanged(onChanged);
    m_running->admission.onChanged(onChanged);
    m_running->snoozes.onAnnounced([this]() { m_running->feed.wake(); });
    m_running->snoozes.onEnded([this](const QList<ActionId>& actions) { snoozesEnded(actions); });
    m_journal.onTampering(
        [this](const ActionId& action, const QByteArray& why) { tamperingFound(action, why); });
    m_running->dispatcher.onLive([this](const CoreEvent& event, const CredentialId& credential) {
        m_running->feed.live(event, credential);
    });
    const QList<EarlySubscriber> early = std::exchange(m_early, {});
    for (const EarlySubscriber& subscriber : early)
        m_running->feed.subscribe(subscriber.id, subscriber.from, subscriber.credential,
                                  m_journal.outboxPosition(), subscriber.deliver);
    if (!m_reasons.isEmpty()) {
        recovered(QList<QByteArray>()); // read-only: nothing is written, not even recovery
        return;
    }
    m_running->recovery.run([this](Result<QList<QByteArray>> findings) { recovered(findings); });
}

void CoreEngine::recovered(const Result<QList<QByteArray>>& findings)
{
    if (!findings)
        addReason("recovery failed: " + findings.error().message());
    else
        m_findings += *findings;
    if (m_reasons.isEmpty()) {
        journalFindings(m_findings);
        m_running->context.claiming = true;
        m_parts->backends->open(this);
        advanceAll();
        sweep();
    }
    m_running->feed.wake();
    m_statusChanged();
}

void CoreEngine::tamperingFound(const ActionId& action, const QByteArray& why)
{
    if (std::any_of(m_findings.cbegin(), m_findings.cend(),
                    [&action](const QByteArray& known) { return known.contains(action.value()); }))
        return;
    const QByteArray sentence =
        why.contains(action.value()) ? why : "action " + action.value() + ": " + why;
    log::error("core", "tampering", {{"action", action.value()}, {"why", sentence}});
#ifndef LOCKKEEPER_FAULT_TAMPERING_UNSAID
    m_findings.append(sentence);
    if (m_findings.size() <= kJournaledFindings)
        journalFindings({sentence}, action);
#endif
    m_statusChanged();
}

/// What was found stays on record, whatever becomes of the rows.
void CoreEngine::journalFindings(const QList<QByteArray>& all, const ActionId& action)
{
    if (all.isEmpty() || !m_reasons.isEmpty())
        return;
    m_waves->submit(
        "tampering",
        [this, action, findings = all.first(qMin(all.size(), kJournaledFindings))](
            UnitOfWork& unit) -> Result<void> {
            for (const QByteArray& why : findings)
                LK_CHECK(m_journal.record(
                    unit, JournalKind::Tampering,
                    JsonWriter().beginObject().member("why", why.left(500)).endObject().take()));
            if (action.isEmpty())
                return {};
            CoreEvent event;
            event.type = "tampering_found";
            event.actionId = action.value();
            return m_journal.announce(unit, std::move(event), CredentialId()); // operators only
        },
        [this](const CommandOutcome& outcome) {
            if (!outcome.result)
                log::error("core", "tampering could not be journaled",
                           {{"why", outcome.result.error().describe()}});
            m_running->feed.wake();
        });
}

void CoreEngine::stop(qint64 graceMs, std::function<void()> stopped)
{
    m_stopping = true;
    m_statusChanged();
    if (!m_running) {
        m_parts->backends->close(std::move(stopped));
        return;
    }
    m_running->context.claiming = false;
    m_running->decisions.dropAllHolds("the console stopped during the hold");
    m_running->determinations.dropAll();
    stopWhenIdle(m_parts->clock->bootMs() + graceMs, std::move(stopped));
}

void CoreEngine::stopWhenIdle(qint64 deadlineBootMs, std::function<void()> stopped)
{
    Dispatcher& dispatcher = m_running->dispatcher;
    if (!dispatcher.isIdle() && m_parts->clock->bootMs() < deadlineBootMs) {
        m_parts->scheduler->after(kStopPollMs, [this, alive = m_alive, deadlineBootMs, stopped]() {
            if (*alive)
                stopWhenIdle(deadlineBootMs, stopped);
        });
        return;
    }
    if (!dispatcher.isIdle())
        dispatcher.abandonAll();
    m_waves->flush();
    for (const Waiter& waiter : std::as_const(m_waiters))
        waiter.done(Error(ErrorCode::Unavailable, "the console is stopping"));
    m_waiters.clear();
    m_copier->finish([this, stopped = std::move(stopped)]() { m_parts->backends->close(stopped); });
}

void CoreEngine::advanceAll()
{
    const auto open = readActions(m_store->session(), "action_open_all", {});
    if (!open)
        return;
    QSet<SubmissionId> submissions;
    for (const ActionRecord& record : *open) {
        if (record.state == ActionState::Approved)
            submissions.insert(record.submission);
    }
    for (const SubmissionId& submission : std::as_const(submissions))
        advance(submission);
}

void CoreEngine::advance(const SubmissionId& submission)
{
    auto claimed = std::make_shared<QList<ClaimedAttempt>>();
    m_waves->submit(
        "claim",
        [this, claimed, submission](UnitOfWork& unit) -> Result<void> {
            claimed->clear();
            return m_running->claims.advance(unit, submission, *claimed);
        },
        [this, claimed, submission](const CommandOutcome& outcome) {
            if (!outcome.result) {
                log::warning("core", "a submission could not be advanced",
                             {{"submission", submission.value()},
                              {"why", outcome.result.error().describe()}});
                return;
            }
            m_running->dispatcher.dispatch(*claimed, outcome.guarded);
            m_running->feed.wake();
        });
}

void CoreEngine::changed(const ActionRecord& record)
{
    m_running->feed.wake();
    answerWaiters(record);
}

void CoreEngine::answerWaiters(const ActionRecord& record)
{
    // A change of one action may have skipped others of its submission in the same commit.
    QList<quint64> due;
    QHash<quint64, ActionRecord> rows;
    for (auto it = m_waiters.cbegin(); it != m_waiters.cend(); ++it) {
        if (!(it->submission == record.submission))
            continue;
        const auto row = it->action == record.id
                             ? Result<std::optional<ActionRecord>>(std::optional(record))
                             : findAction(m_store->session(), it->action);
        if (!row || !*row)
            continue;
        // An unknown is worth telling once; whoever asks about one waits for what a person says.
        const bool becameUnknown =
            (*row)->state == ActionState::Unknown && it->asked != ActionState::Unknown;
        if (isSettled((*row)->state) || becameUnknown) {
            due.append(it.key());
            rows.insert(it.key(), **row);
        }
    }
    for (const quint64 id : due) {
        const Waiter waiter = m_waiters.take(id);
        m_parts->scheduler->cancel(waiter.timer);
        waiter.done(m_running->snapshots.result(rows.value(id)));
    }
}

void CoreEngine::sweep()
{
    m_sweep = m_parts->scheduler->after(kSweepMs, [this]() { sweep(); });
    if (m_running)
        m_running->snoozes.endPast();
    if (!m_running || !writable())
        return;
    qint64 step = m_parts->clock->wallMs() - m_parts->clock->bootMs() - m_wallMinusBoot;
#ifdef LOCKKEEPER_FAULT_CLOCK_STEP_IGNORED
    step = 0;
#endif
    if (qAbs(step) > kClockStepMs) {
        addReason("the wall clock was set by more than 5 minutes: nothing expires or starts until "
                  "the console is started again");
        return;
    }
    expirePast();
    advanceWaiting();
    trimOutbox();
}

void CoreEngine::trimOutbox()
{
    const qint64 upTo = m_journal.outboxPosition() - ChangeFeed::kKept;
    if (upTo - m_trimmedUpTo < kTrimStep)
        return;
    m_trimmedUpTo = upTo;
    m_waves->submit(
        "trim",
        [upTo](UnitOfWork& unit) -> Result<void> {
            LK_TRY(const qint64 rows, unit.execute("outbox_trim", {upTo}));
            Q_UNUSED(rows);
            return {};
        },
        [](const CommandOutcome& outcome) {
            if (!outcome.result)
                log::warning("core", "old events could not be forgotten",
                             {{"why", outcome.result.error().describe()}});
        });
}

void CoreEngine::advanceWaiting()
{
    if (!m_running || !writable())
        return;
    const QSet<SubmissionId> waiting = m_running->claims.waitingSubmissions();
    for (const SubmissionId& submission : waiting)
        advance(submission);
}

/// Those that the store lists include what operators have extended and what was tampered with:
/// they are passed over, however many there are.
QList<CoreEngine::PastAction> CoreEngine::pastDeadline() const
{
    QList<PastAction> past;
    const qint64 now = m_parts->clock->wallMs();
    ActionId after;
    bool more = true;
    while (more && past.size() < kPastPage) {
        qint64 seen = 0;
        const auto read = m_store->session().query(
            "action_past_deadline", {after.value(), now, now, kPastPage},
            [&](const StoreRow& row) -> Result<void> {
                ++seen;
                after = ActionId(row.bytes(0));
                if (const auto state = statePastDeadline(after))
                    past.append({after, SubmissionId(row.bytes(1)), *state});
                return {};
            });
        more = read && seen == kPastPage;
    }
    return past;
}

void CoreEngine::expirePast()
{
    const QList<PastAction> past = pastDeadline();
    for (const auto& [action, submission, state] : past) {
        auto record = std::make_shared<ActionRecord>();
        auto claimed = std::make_shared<QList<ClaimedAttempt>>();
        m_waves->submit(
            "expire",
            [this, id = action, parent = submission, from = state, record,
             claimed](UnitOfWork& unit) -> Result<void> {
                claimed->clear();
                if (statePastDeadline(id) != from)
                    return Error(ErrorCode::FailedPrecondition, "it was changed meanwhile");
                ActionChange change;
                change.events = {ActionEvent::DeadlinePassed};
                change.actor = "clock";
                LK_TRY(*record, m_journal.apply(unit, id, change));
                return m_running->claims.advance(unit, parent, *claimed, id);
            },
            [this, record, claimed](const CommandOutcome& outcome) {
                if (!outcome.result)
                    return;
                changed(*record);
                m_running->dispatcher.dispatch(*claimed, outcome.guarded);
            });
    }
}

void CoreEngine::serverChanged(const QByteArray& server, const QByteArray& state,
                               const QByteArray& reason, const QList<QByteArray>& lastStderr)
{
    ServerSnapshot& snapshot = m_servers[server];
    snapshot.name = server;
    snapshot.state = state;
    snapshot.reason = reason;
    snapshot.lastStderr = lastStderr;
    if (state == "ready")
        advanceWaiting();
    else
        m_tools.expect(server);
    m_toolsChanged();
    m_statusChanged();
}

} // namespace lockkeeper
