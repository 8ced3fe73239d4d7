// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"
#include "core/executor/enginecontext.h"

#include <functional>

namespace lockkeeper {

/// What groups submissions into a run: the submission's id if no run id is claimed, else a keyed
/// digest, so that the store's plain columns do not tell what agents call their runs.
[[nodiscard]] QByteArray runKeyOf(const SecretBytes& viewKey, const CredentialId& credential,
                                  const SubmissionId& submission, const ClaimedLabels& labels);

/// Reads runs and their actions for the window. Pure reads over rows of the store, for showing
/// only: a run that a row names but the sealed statement does not is shown as tampered with. Core
/// thread only.
class RunQueries
{
public:
    /// Makes the snapshot of one action for a list, with the summary of its result or without.
    using Brief = std::function<ActionSnapshot(const ActionRecord&, bool withSummary)>;
    /// The name of a credential, or "".
    using NameOf = std::function<QByteArray(const CredentialId&)>;

    /// Most that one answer holds, in actions or runs.
    static constexpr int kMaximumPage = 1000;
    /// Places looked at for one answer when only some states are asked for.
    static constexpr qint64 kScannedPlaces = 10'000;

    /// Results up to so many sealed bytes are summarised in a page; opening 200 large ones for one
    /// page would keep everything else waiting.
    static constexpr qint64 kSummarisedBytes = 20 * 1024;

    RunQueries(EngineContext& context, Brief brief, NameOf nameOf);

    [[nodiscard]] Result<QList<RunSnapshot>> page(const RunCursor& after, int limit) const;
    [[nodiscard]] Result<QList<RunSnapshot>> ofActions(const QList<ActionId>& actions) const;
    /// NotFound: there is no action `around`. An unknown run has no actions.
    [[nodiscard]] Result<RunPage> actions(const RunActionsQuery& query) const;

private:
    struct Found;

    [[nodiscard]] Result<void> complete(QList<RunSnapshot>& runs) const;
    void addLabels(RunSnapshot& run) const;
    [[nodiscard]] Result<void> moveToAction(RunActionsQuery& query) const;
    [[nodiscard]] Result<QList<Found>> find(const RunActionsQuery& query, RunPage& page) const;
    [[nodiscard]] Result<bool> hasShortResult(const ActionRecord& record) const;
    [[nodiscard]] Result<RunAction> shown(const QByteArray& run, const Found& found) const;
    [[nodiscard]] QByteArray misplaced(const QByteArray& run, const ActionRecord& record,
                                       const ClaimedLabels& labels) const;

    EngineContext& m_context;
    Brief m_brief;
    NameOf m_nameOf;
};

} // namespace lockkeeper
