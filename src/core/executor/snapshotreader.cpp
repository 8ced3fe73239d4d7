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

/// Why nothing came of an expired call. An approval, and nothing else, gives a time to execute by.
QByteArray expiryReason(const ActionRecord& record)
{
    if (record.executeByMs > 0)
        return "it was approved, but could not be started in time";
    return record.firstShownAtMs > 0 ? "nobody decided in time; it had been shown to an operator"
                                     : "nobody decided in time; it was never shown to an operator";
}

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
                               const Dispatcher& dispatcher, const Determinations& determinations,
                               const Snoozes& snoozes)
    : m_context(context)
    , m_claims(claims)
    , m_dispatcher(dispatcher)
    , m_determinations(determinations)
    , m_snoozes(snoozes)
{
}

SnapshotReader::Opened SnapshotReader::openShown(const ActionRecord& record) const
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
    return opened;
}

SnapshotReader::Opened SnapshotReader::open(const ActionRecord& record) const
{
    Opened opened = openShown(record);
    if (opened.key.isEmpty() || record.state == ActionState::Invalid)
        return opened;
    auto arguments = m_context.vault.openArguments(m_context.store.session(), opened.key, record);
    if (arguments)
        opened.arguments = std::move(*arguments);
    else if (opened.problem.isEmpty())
        opened.problem = arguments.error().message();
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
    // Why something was denied is said to the agent; why it was approved is the operators' own.
    if (record.state == ActionState::Denied)
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

ActionSnapshot SnapshotReader::shown(const ActionRecord& record, const Opened& opened) const
{
    ActionSnapshot snapshot;
    snapshot.record = record;
    snapshot.decideByMs = m_context.journal.decideByMs(record);
    snapshot.labels = opened.statement.labels;
    snapshot.fingerprint = opened.statement.fingerprint.toHex();
    snapshot.handle = m_context.vault.handleOf(record.id);
    snapshot.summary = opened.view.summary;
    snapshot.riskReasons = opened.view.riskReasons;
    snapshot.targets = opened.view.targets;
    snapshot.waitReason =
        record.state == ActionState::Approved ? m_claims.waitReason(record.id) : WaitReason::None;
    snapshot.lastProgressAtMs = m_dispatcher.lastProgressAtMs(record.id);
    return snapshot;
}

void SnapshotReader::addForOperators(const Opened& opened, ActionSnapshot& snapshot) const
{
    snapshot.agentReason = opened.view.agentReason;
    snapshot.tamperedWith = opened.problem;
    snapshot.policyRule = opened.view.policyRule;
    snapshot.askedBecause = opened.view.askedBecause;
    if (const qint64 effective = m_determinations.effectiveAtMs(snapshot.record.id); effective > 0)
        snapshot.record.holdUntilMs = effective;
    // The row learns it with the next change; whether somebody looks just now is the operators'
    // own.
    const LedgerEntry* known = m_context.journal.ledger().find(snapshot.record.id);
    if (known && snapshot.record.firstShownAtMs == 0)
        snapshot.record.firstShownAtMs = known->firstShownAtMs;
    if (opened.problem.isEmpty())
        snapshot.snooze = m_snoozes.of(snapshot.record.id);
}

void SnapshotReader::addEvidence(const Opened& opened, ActionSnapshot& snapshot) const
{
    if (opened.key.isEmpty())
        return;
    const ActionRecord& record = snapshot.record;
    const auto evidence =
        m_context.vault.get(m_context.store.session(), opened.key, record.id,
                            {record.statementDigest, SealedKind::Evidence, record.attempts});
    if (!evidence || !*evidence)
        return;
    if (auto lines = decodeEvidence(**evidence))
        snapshot.evidence = std::move(*lines);
}

ActionSnapshot SnapshotReader::forAgent(const ActionRecord& record) const
{
    const Opened opened = openShown(record);
    ActionSnapshot snapshot = shown(record, opened);
    if (!opened.key.isEmpty())
        addDecision(record, opened.key, snapshot);
    snapshot.resultSummary = result(record, opened).summary;
    return snapshot;
}

void SnapshotReader::addDecisionForOperators(const ActionRecord& record, const SecretBytes& key,
                                             ActionSnapshot& snapshot) const
{
    addDecision(record, key, snapshot);
    if (snapshot.decisionReason.isEmpty())
        snapshot.decisionReason = textPart(record, key, SealedKind::DecisionText, 0, "reason");
}

ActionSnapshot SnapshotReader::forOperator(const ActionRecord& record) const
{
    const Opened opened = open(record);
    ActionSnapshot snapshot = shown(record, opened);
    if (!opened.key.isEmpty())
        addDecisionForOperators(record, opened.key, snapshot);
    snapshot.resultSummary = result(record, opened).summary;
    snapshot.arguments = opened.arguments.arguments;
    addForOperators(opened, snapshot);
    addEvidence(opened, snapshot);
    return snapshot;
}

ActionSnapshot SnapshotReader::brief(const ActionRecord& record) const
{
    const Opened opened = openShown(record);
    ActionSnapshot snapshot = shown(record, opened);
    const bool saysWho =
        record.state == ActionState::Denied || record.state == ActionState::Determined;
    if (saysWho && !opened.key.isEmpty())
        addDecision(record, opened.key, snapshot);
    addForOperators(opened, snapshot);
    return snapshot;
}

std::optional<CataloguedTool> SnapshotReader::toolOf(const Opened& opened) const
{
    std::optional<CataloguedTool> tool = m_context.tools.find(opened.statement.tool);
    if (tool && tool->digest != opened.statement.definitionDigest)
        tool.reset();
    return tool;
}

MaskedArguments SnapshotReader::masked(const ActionRecord& record, const Opened& opened,
                                       const std::optional<CataloguedTool>& tool) const
{
    const QByteArray& arguments = opened.arguments.arguments;
    if (!checkJson(arguments, kStoredLimits))
        return {}; // none, as of an invalid call
    MaskingInput input;
    input.settings = m_context.toolSettings(record.tool);
    input.isSchemaKnown = tool.has_value();
    const JsonView definition =
        tool && checkJson(tool->definition) ? JsonView(tool->definition) : JsonView();
    if (definition.isObject())
        input.schema = definition.member("inputSchema");
    const JsonView admitted(opened.view.publicView);
    if (admitted.isObject())
        input.admitted = admitted.member("arguments");
    return maskedArguments(arguments, input);
}

ActionCard SnapshotReader::card(const ActionRecord& record) const
{
    const Opened opened = open(record);
    ActionCard card;
    card.snapshot = shown(record, opened);
    if (!opened.key.isEmpty())
        addDecisionForOperators(record, opened.key, card.snapshot);
    card.snapshot.resultSummary = result(record, opened).summary;
    addForOperators(opened, card.snapshot);
    addEvidence(opened, card.snapshot);
    card.equalTo = ActionId(opened.view.equalTo);
    const std::optional<CataloguedTool> tool = toolOf(opened);
    if (tool)
        card.toolDefinition = tool->definition;
    MaskedArguments arguments = masked(record, opened, tool);
    card.arguments = std::move(arguments.bytes);
    for (const MaskedArguments::Hidden& hidden : std::as_const(arguments.hidden))
        card.masked.append(hidden.shown);
    return card;
}

Result<SnapshotReader::Hidden> SnapshotReader::hidden(const ActionRecord& record,
                                                      qsizetype offset) const
{
    const Opened opened = open(record);
    if (!opened.problem.isEmpty())
        return Error(ErrorCode::DataLoss, opened.problem);
    const MaskedArguments arguments = masked(record, opened, toolOf(opened));
    for (const MaskedArguments::Hidden& one : arguments.hidden) {
        if (one.shown.offset == offset)
            return Hidden{one.shown.pointer,
                          opened.arguments.arguments.mid(one.origin, one.shown.size)};
    }
    return Error(ErrorCode::NotFound, "there is no masked value at this place of the arguments");
}

CallResult SnapshotReader::result(const ActionRecord& record) const
{
    return result(record, openShown(record));
}

CallResult SnapshotReader::result(const ActionRecord& record, const Opened& opened) const
{
    CallResult answer;
    answer.action = record.id;
    answer.callId = record.callId;
    answer.state = record.state;
    answer.handle = m_context.vault.handleOf(record.id);
    answer.settled = isSettled(record.state);
    if (record.hasOutcome)
        answer.outcome = bytesOf(outcomeName(record.outcome));
    if (opened.key.isEmpty()) {
        answer.reason = opened.problem;
        return answer;
    }
    if (record.state == ActionState::Invalid)
        answer.reason = opened.view.invalidReason;
    else if (record.state == ActionState::Denied)
        answer.reason = textPart(record, opened.key, SealedKind::DecisionText, 0, "reason");
    else if (record.state == ActionState::Expired)
        answer.reason = expiryReason(record);
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
