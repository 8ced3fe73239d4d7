// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/spineload.h"

#include "core/base/idgenerator.h"
#include "core/base/random.h"
#include "core/journal/journal.h"
#include "core/journal/wavequeue.h"
#include "core/store/storefactory.h"
#include "support/fakeclock.h"

#include <QElapsedTimer>

#include <optional>

namespace lockkeeper {

namespace {

constexpr int kSealedSize = 1024 + 40; // parameters of 1 KiB, sealed

template<class T>
T need(Result<T> result)
{
    if (!result)
        qFatal("%s", result.error().describe().constData());
    return std::move(*result);
}

class JournalLoad final : public SpineLoad
{
public:
    void open(const QString& directory) override
    {
        m_path = directory + QStringLiteral("/store.sqlite");
        StoreOptions options;
        options.sqlitePath = m_path;
        m_store = need(openStore(options));
        m_guard = need(GuardFile::open(directory + QStringLiteral("/state")));
        m_journal = std::make_unique<Journal>(m_clock);
        (void)need(m_journal->open(m_store->session(), "sea_1", m_keys.publicKeys(), {}));
        m_journal->setKeys(m_keys);
        m_waves = std::make_unique<WaveQueue>(*m_store, *m_journal, m_scheduler);
        GuardRecord base;
        base.storeId = "sto_1";
        m_waves->setGuard(&*m_guard, base, m_keys);
        // The first guard goes into both slots: not a part of any action.
        m_waves->submit(
            "bench",
            [this](UnitOfWork& unit) {
                return m_journal->record(unit, JournalKind::StoreCreated, "{}");
            },
            mustBeGuarded());
        m_waves->flush();
    }
    void run(int count, int inFlight) override
    {
        m_approvalToEffect.clear();
        for (int done = 0; done < count; done += inFlight)
            runTogether(std::min(inFlight, count - done));
    }
    void close() override
    {
        m_waves.reset();
        m_journal.reset();
        m_guard.reset();
        m_store.reset();
    }
    QString storePath() const override { return m_path; }
    const QList<qint64>& approvalToEffect() const override { return m_approvalToEffect; }

private:
    static WaveQueue::Done mustBeGuarded()
    {
        return [](const CommandOutcome& outcome) {
            if (!outcome.result || !outcome.guarded)
                qFatal("a command failed");
        };
    }

    void runTogether(int count)
    {
        QList<ActionId> actions;
        for (int i = 0; i < count; ++i) {
            actions.append(ActionId(m_ids.next("act_")));
            submit([this, id = actions.last()](UnitOfWork& unit) { return admit(unit, id); });
        }
        m_waves->flush();
        QElapsedTimer approval;
        approval.start();
        for (const ActionId& id : actions) {
            m_waves->submit(
                "bench",
                [this, id](UnitOfWork& unit) -> Result<void> {
                    LK_CHECK(approve(unit, id));
                    return claim(unit, id);
                },
                [this, &approval](const CommandOutcome& outcome) {
                    mustBeGuarded()(outcome);
                    m_approvalToEffect.append(approval.nsecsElapsed());
                });
        }
        m_waves->flush();
        for (const ActionId& id : actions)
            submit([this, id](UnitOfWork& unit) { return end(unit, id); });
        m_waves->flush();
    }
    void submit(WaveCommand command)
    {
        m_waves->submit("bench", std::move(command), mustBeGuarded());
    }

    static Result<void> one(Result<qint64> rows)
    {
        LK_CHECK(rows.map([](qint64) {}));
        return *rows == 1 ? Result<void>() : Result<void>(Error(ErrorCode::Internal, "no row"));
    }

    Result<void> admit(UnitOfWork& unit, const ActionId& id)
    {
        ActionRecord record;
        record.id = id;
        record.submission = SubmissionId(m_ids.next("sub_"));
        record.callId = "call";
        record.credential = CredentialId("crd_1");
        record.tool = {"files", "write"};
        record.effect = EffectClass::Idempotent;
        record.risk = RiskLevel::Medium;
        record.statementDigest = randomBytes(32);
        record.equalityKey = randomBytes(32);
        record.targetKeys = randomBytes(32);
        record.keyEpoch = 1;
        record.createdAtMs = m_clock.wallMs();
        LK_CHECK(one(unit.execute("submission_insert",
                                  {record.submission.value(), record.credential.value(), qint64(1),
                                   record.createdAtMs, record.submission.value(),
                                   record.submission.value()})));
        ActionChange change;
        change.actor = "gateway";
        change.eventType = "permission_requested";
        LK_TRY(const ActionRecord admitted,
               m_journal->admit(unit, record, ActionEvent::PolicyAsked, change));
        return one(unit.execute("sealed_part_put", {admitted.id.value(), qint64(1), qint64(0),
                                                    Blob{QByteArray(kSealedSize, 's')}}));
    }

    Result<void> approve(UnitOfWork& unit, const ActionId& id)
    {
        const DecisionId decision(m_ids.next("dec_"));
        ActionChange change;
        change.events = {ActionEvent::OperatorApproved, ActionEvent::HoldElapsed};
        change.actor = "operator";
        change.data = R"({"decision":")" + decision.value() + R"(","decision_digest":")" +
                      QByteArray(64, 'd') + R"("})";
        change.edit = [&](ActionRecord& record) {
            record.decision = decision;
            record.executeByMs = m_clock.wallMs() + 3'600'000;
        };
        LK_TRY(const ActionRecord approved, m_journal->apply(unit, id, change));
        return one(unit.execute("decision_insert",
                                {decision.value(), approved.id.value(), Blob{QByteArray(600, 'd')},
                                 Blob{QByteArray(64, 's')}, m_clock.wallMs()}));
    }

    Result<void> claim(UnitOfWork& unit, const ActionId& id)
    {
        const QByteArray dispatch = m_ids.next("dsp_");
        ActionChange change;
        change.events = {ActionEvent::Claimed};
        change.actor = "executor";
        change.data = R"({"attempt":1,"dispatch":")" + dispatch + R"("})";
        change.edit = [](ActionRecord& record) { record.attempts = 1; };
        LK_TRY(const ActionRecord claimed, m_journal->apply(unit, id, change));
        LK_CHECK(one(
            unit.execute("attempt_insert", {claimed.id.value(), qint64(1), dispatch,
                                            QByteArray("prc_1"), qint64(1), m_clock.wallMs()})));
        return one(
            unit.execute("attempt_lease_take", {claimed.id.value(), qint64(1), QByteArray("prc_1"),
                                                qint64(1), m_clock.bootMs() + 30'000}));
    }

    Result<void> end(UnitOfWork& unit, const ActionId& id)
    {
        LK_CHECK(one(unit.execute(
            "attempt_finish", {m_clock.wallMs(), qint64(2), id.value(), qint64(1), qint64(1)})));
        LK_CHECK(one(unit.execute("attempt_lease_release", {id.value(), qint64(1)})));
        ActionChange change;
        change.events = {ActionEvent::Succeeded};
        change.actor = "executor";
        change.edit = [](ActionRecord& record) {
            record.hasOutcome = true;
            record.outcome = Outcome::Succeeded;
        };
        LK_TRY(const ActionRecord ended, m_journal->apply(unit, id, change));
        return one(unit.execute("sealed_part_put", {ended.id.value(), qint64(2), qint64(1),
                                                    Blob{QByteArray(kSealedSize, 'r')}}));
    }

    SystemClock m_clock;
    FakeClock m_still;
    FakeScheduler m_scheduler{m_still}; // nothing waits for a turn: flush() is called
    IdGenerator m_ids{m_clock};
    SeatKeys m_keys = SeatKeys::generate();
    QString m_path;
    std::unique_ptr<Store> m_store;
    std::optional<GuardFile> m_guard;
    std::unique_ptr<Journal> m_journal;
    std::unique_ptr<WaveQueue> m_waves;
    QList<qint64> m_approvalToEffect;
};

} // namespace

std::unique_ptr<SpineLoad> makeJournalLoad()
{
    return std::make_unique<JournalLoad>();
}

} // namespace lockkeeper
