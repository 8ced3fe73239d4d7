// SPDX-License-Identifier: Apache-2.0
#include "core/executor/recovery.h"

#include "core/base/canonicaljson.h"
#include "core/base/digest.h"
#include "core/base/logging.h"
#include "core/domain/fingerprint.h"
#include "core/executor/claims.h"
#include "core/executor/decisioncheck.h"
#include "core/executor/evidence.h"
#include "core/executor/preparation.h"
#include "core/journal/actionrows.h"

#ifdef LOCKKEEPER_FAULT_EFFECT_REPEATED_AFTER_A_KILL
#define LOCKKEEPER_FAULT_RECOVERY_TO_APPROVED
#endif

namespace lockkeeper {

namespace {

/// Whether the row of the newest attempt is there and names the journaled dispatch.
Result<bool> attemptRowFits(StoreSession& session, const ActionRecord& record,
                            const LedgerEntry& ledger)
{
    if (ledger.attempts == 0)
        return true;
    bool fits = false;
    LK_CHECK(session.query("attempt_find", {record.id.value(), qint64(ledger.attempts)},
                           [&](const StoreRow& row) -> Result<void> {
                               fits = row.bytes(0) == ledger.dispatch.value();
                               return {};
                           }));
    return fits;
}

Result<bool> leaseExists(StoreSession& session, const ActionRecord& record)
{
    bool exists = false;
    LK_CHECK(session.query("attempt_lease_find", {record.id.value()},
                           [&exists](const StoreRow&) -> Result<void> {
                               exists = true;
                               return {};
                           }));
    return exists;
}

} // namespace

QByteArray Recovery::whatDoesNotFit(const ActionRecord& record, const LedgerEntry& ledger)
{
    StoreSession& session = m_context.store.session();
    const auto key = m_context.vault.openKey(session, record.id);
    if (!key)
        return key.error().message();
    const auto statement = m_context.vault.openStatement(session, *key, record);
    if (!statement)
        return statement.error().message();
    const auto mode = modeOf(session, record.submission);
    if (!mode || *mode != statement->mode)
        return "the mode of the submission of action " + record.id.value() +
               " is not the one of its statement";
    if (const auto view = m_context.vault.openView(session, *key, record, *statement); !view)
        return view.error().message();
    const auto sealed = m_context.vault.openArguments(session, *key, record);
    if (!sealed)
        return "the sealed arguments of action " + record.id.value() + " cannot be opened";
    // Looks at the server's files: once is enough.
    const ServerSettings* server = m_context.server(record.tool.server);
    const QByteArray effect =
        server ? m_context.resolvedEffect(*server, record.tool) : QByteArray();
    if (server && sha256(effect) == statement->resolvedEffectDigest) {
        FingerprintInput input;
        input.salt = sealed->salt;
        input.tool = record.tool;
        input.definitionDigest = statement->definitionDigest;
        input.resolvedEffect = effect;
        input.arguments = sealed->arguments;
        input.sandboxProfile = statement->sandboxProfile;
        if (fingerprintOf(input) != statement->fingerprint)
            return "what would run for action " + record.id.value() + " is not its fingerprint";
    }
    if (record.state == ActionState::Approved && !ledger.decision.isEmpty()) {
        const auto decision = verifiedDecision(session, m_context, record, ledger);
        if (!decision)
            return decision.error().message();
    }
    const auto attempt = attemptRowFits(session, record, ledger);
    if (!attempt || !*attempt)
        return "the attempt row of action " + record.id.value() + " is missing or another one";
    if (record.state == ActionState::Running) {
        const auto lease = leaseExists(session, record);
        if (!lease || !*lease)
            return "the lease of running action " + record.id.value() + " is missing";
    }
    return {};
}

void Recovery::inspect(const ActionRecord& record, QList<QByteArray>& findings)
{
    const LedgerEntry* ledger = m_context.journal.ledger().find(record.id);
    if (!ledger || !ledger->tampered.isEmpty())
        return; // reported by the journal already
    QByteArray why = whatDoesNotFit(record, *ledger);
    if (why.isEmpty())
        return;
    if (!why.contains(record.id.value()))
        why = "action " + record.id.value() + ": " + why;
    findings.append(why);
    log::error("executor", "tampering", {{"action", record.id.value()}, {"why", why}});
}

Result<void> Recovery::loseRunning(UnitOfWork& unit, const ActionRecord& record)
{
    const qint64 now = m_context.clock.wallMs();
    ActionChange change;
#ifdef LOCKKEEPER_FAULT_RECOVERY_TO_APPROVED
    change.events = {ActionEvent::NotStarted};
#else
    change.events = {ActionEvent::ContactLost};
#endif
    change.actor = "recovery";
    change.data = JsonWriter()
                      .beginObject()
                      .member("cause", "worker_lost")
                      .member("outcome", "unknown")
                      .endObject()
                      .take();
    change.eventType = "outcome_unknown";
    change.edit = [](ActionRecord& edited) {
        edited.outcome = Outcome::Unknown;
        edited.hasOutcome = true;
    };
    LK_TRY(const ActionRecord lost, m_context.journal.apply(unit, record.id, change));
    // Either row may be missing (deleted by hand): the journal has said already what counts.
    LK_TRY(const qint64 ended,
           unit.execute("attempt_finish",
                        {now, static_cast<qint64>(Outcome::Unknown), record.id.value(),
                         qint64(record.attempts), qint64(record.attempts)}));
    LK_TRY(const qint64 dropped, unit.execute("attempt_lease_drop", {record.id.value()}));
    Q_UNUSED(ended);
    Q_UNUSED(dropped);
    const auto key = m_context.vault.openKey(unit, record.id);
    if (!key)
        return {}; // its key was tampered with: nothing can be sealed for it
    const QByteArray reach = "attempt " + QByteArray::number(record.attempts);
    const QList<EvidenceLine> lines = {{record.changedAtMs, "dispatch", "certain", reach,
                                        "the dispatch was recorded; what left is not known"},
                                       {now, "recovery", "certain", reach,
                                        "worker lost, proven gone: the process that ran it has "
                                        "ended, and its tool servers and what they started"}};
    return m_context.vault.put(unit, *key, record.id,
                               {lost.statementDigest, SealedKind::Evidence, record.attempts},
                               encodeEvidence(lines));
}

Result<void> Recovery::recoverOne(UnitOfWork& unit, const ActionRecord& record)
{
    if (record.state == ActionState::Running)
        return loseRunning(unit, record);
    ActionChange change;
    change.events = {ActionEvent::SeatLost};
    change.actor = "recovery";
    change.data = JsonWriter()
                      .beginObject()
                      .member("because", "the deciding process ended during the hold")
                      .endObject()
                      .take();
    change.edit = [](ActionRecord& edited) { edited.holdUntilMs = 0; };
    LK_TRY(const ActionRecord recovered, m_context.journal.apply(unit, record.id, change));
    Q_UNUSED(recovered);
    return {};
}

void Recovery::run(std::function<void(Result<QList<QByteArray>>)> done)
{
    const auto open = readActions(m_context.store.session(), "action_open_all", {});
    if (!open) {
        done(open.error());
        return;
    }
    auto findings = std::make_shared<QList<QByteArray>>();
    QList<QPair<ActionId, QByteArray>> tampered;
    for (const ActionRecord& record : *open) {
        const qsizetype before = findings->size();
        inspect(record, *findings);
        if (findings->size() > before)
            tampered.append({record.id, findings->last()});
    }
    m_context.waves.submit(
        "recovery",
        [this, records = *open](UnitOfWork& unit) -> Result<void> {
            for (const ActionRecord& record : records) {
                if (record.state != ActionState::Running && record.state != ActionState::Holding)
                    continue;
                const auto recovered = recoverOne(unit, record);
                // A row that differs from the journal is shown and left alone.
                if (!recovered && recovered.error().code() != ErrorCode::DataLoss)
                    return recovered.error();
            }
            return {};
        },
        [this, findings, tampered, done](const CommandOutcome& outcome) {
            for (const auto& [action, why] : tampered)
                m_context.journal.ledger().markTampered(action, why);
            if (!outcome.result)
                done(outcome.result.error());
            else
                done(*findings);
        });
}

} // namespace lockkeeper
