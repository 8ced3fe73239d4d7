// SPDX-License-Identifier: Apache-2.0
#include "core/executor/snapshotreader.h"

#include "core/base/bytesof.h"
#include "core/base/canonicaljson.h"
#include "core/executor/callview.h"
#include "core/executor/evidence.h"
#include "core/executor/outcomeclassifier.h"

namespace lockkeeper {

namespace {

constexpr JsonLimits kStoredLimits{64 * 1024 * 1024, 200};

} // namespace

struct SnapshotReader::Opened
{
    SecretBytes key;
    ActionStatement statement;
    CallView view;
    SealedArguments arguments;
    QByteArray problem;
};

bool isSettled(ActionState state)
{
    return isFinal(state) || state == ActionState::Determined;
}

SnapshotReader::SnapshotReader(EngineContext& context, const Claims& claims,
                               const Dispatcher& dispatcher, const Determinations& determinations)
    : m_context(context)
    , m_claims(claims)
    , m_dispatcher(dispatcher)
    , m_determinations(determinations)
{
}

SnapshotReader::Opened SnapshotReader::open(const ActionRecord& record) const
{
    Opened opened;
    StoreSession& session = m_context.store.session();
    if (const auto fits = m_context.journal.checkRow(record); !fits)
        opened.problem = fits.error().message();
    const auto fail = [&opened](const Error& error) {
        if (opened.problem.isEmpty())
            opened.problem = error.message();
    };
    auto key = m_context.vault.openKey(session, record.id);
    if (!key) {
        fail(key.error());
        return opened;
    }
    opened.key = *key;
    if (auto statement = m_context.vault.openStatement(session, *key, record))
        opened.statement = std::move(*statement);
    else
        fail(statement.error());
    const auto viewBytes = m_context.vault.openView(session, *key, record, opened.statement);
    if (!viewBytes)
        fail(viewBytes.error());
    else if (auto view = CallView::decode(*viewBytes))
        opened.view = std::move(*view);
    if (record.state == ActionState::Invalid)
        return opened;
    if (auto arguments = m_context.vault.openArguments(session, *key, record))
        opened.arguments = std::move(*arguments);
    else
        fail(arguments.error());
    return opened;
}

QByteArray SnapshotReader::textPart(const ActionRecord& record, const SecretBytes& key,
                                    SealedKind kind, qint64 attempt, QByteArrayView member) const
{
    const auto part = m_context.vault.get(m_context.store.session(), key, record.id,
                                          {record.statementDigest, kind, attempt});
    if (!part || !*part || !checkJson(**part, kStoredLimits))
        return {};
    return JsonView(QByteArrayView(**part)).member(member).string().value_or(QByteArray());
}

void SnapshotReader::addDecision(const ActionRecord& record, const SecretBytes& key,
                                 ActionSnapshot& snapshot) const
{
    snapshot.decidedBy = textPart(record, key, SealedKind::DecisionText, 0, "by");
    snapshot.decisionReason = textPart(record, key, SealedKind::DecisionText, 0, "reason");
    if (record.state == ActionState::Determined || record.state == ActionState::Unknown) {
        const QByteArray by =
            textPart(record, key, SealedKind::DeterminationText, record.attempts, "by");
        if (!by.isEmpty()) {
            snapshot.decidedBy = by;
            snapshot.decisionReason =
                textPart(record, key, SealedKind::DeterminationText, record.attempts, "reason");
        }
    }
}

ActionSnapshot SnapshotReader::forOperator(const ActionRecord& record) const
{
    const Opened opened = open(record);
    ActionSnapshot snapshot = forAgent(record);
    snapshot.arguments = opened.arguments.arguments;
    snapshot.agentReason = opened.view.agentReason;
    snapshot.tamperedWith = opened.problem;
    snapshot.policyRule = opened.view.policyRule;
    snapshot.askedBecause = opened.view.askedBecause;
    if (!opened.key.isEmpty()) {
        const auto evidence =
            m_context.vault.get(m_context.store.session(), opened.key, record.id,
                                {record.statementDigest, SealedKind::Evidence, record.attempts});
        if (evidence && *evidence) {
            if (auto lines = decodeEvidence(**evidence))
                snapshot.evidence = std::move(*lines);
        }
    }
    if (const qint64 effective = m_determinations.effectiveAtMs(record.id); effective > 0)
        snapshot.record.holdUntilMs = effective;
    return snapshot;
}

ActionSnapshot SnapshotReader::forAgent(const ActionRecord& record) const
{
    const Opened opened = open(record);
    ActionSnapshot snapshot;
    snapshot.record = record;
    snapshot.labels = opened.statement.labels;
    snapshot.fingerprint = opened.statement.fingerprint.toHex();
    snapshot.handle = m_context.vault.handleOf(record.id);
    snapshot.summary = opened.view.summary;
    snapshot.riskReasons = opened.view.riskReasons;
    snapshot.targets = opened.view.targets;
    snapshot.waitReason =
        record.state == ActionState::Approved ? m_claims.waitReason(record.id) : WaitReason::None;
    snapshot.lastProgressAtMs = m_dispatcher.lastProgressAtMs(record.id);
    if (!opened.key.isEmpty())
        addDecision(record, opened.key, snapshot);
    snapshot.resultSummary = result(record).summary;
    return snapshot;
}

CallResult SnapshotReader::result(const ActionRecord& record) const
{
    CallResult answer;
    answer.action = record.id;
    answer.callId = record.callId;
    answer.state = record.state;
    answer.handle = m_context.vault.handleOf(record.id);
    answer.settled = isSettled(record.state);
    if (record.hasOutcome)
        answer.outcome = bytesOf(outcomeName(record.outcome));
    const Opened opened = open(record);
    if (opened.key.isEmpty()) {
        answer.reason = opened.problem;
        return answer;
    }
    answer.reason = record.state == ActionState::Invalid
                        ? opened.view.invalidReason
                        : textPart(record, opened.key, SealedKind::DecisionText, 0, "reason");
    const auto part =
        m_context.vault.get(m_context.store.session(), opened.key, record.id,
                            {record.statementDigest, SealedKind::Result, record.attempts});
    if (!part || !*part || !checkJson(**part, kStoredLimits))
        return answer;
    const JsonView stored{QByteArrayView(**part)};
    const QByteArray cause = stored.member("cause").string().value_or(QByteArray());
    const bool given =
        record.state == ActionState::Succeeded || record.state == ActionState::Failed;
    if (!cause.isEmpty())
        answer.reason = cause;
    if (given && stored.member("result").isValid()) {
        answer.result = stored.member("result").raw().toByteArray();
        answer.isError = stored.member("is_error").boolean().value_or(false);
        answer.summary = resultSummary(answer.isError ? cause : QByteArray(), answer.result);
    } else {
        answer.summary = cause.left(240);
    }
    if (record.state == ActionState::Failed)
        answer.isError = true;
    return answer;
}

} // namespace lockkeeper
