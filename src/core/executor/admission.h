// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/submission.h"
#include "core/executor/callview.h"
#include "core/executor/claims.h"
#include "core/executor/dispatcher.h"
#include "core/executor/enginecontext.h"
#include "core/executor/preparation.h"

#include <functional>
#include <memory>
#include <optional>

namespace lockkeeper {

/// Takes submissions in: parses strictly, prepares, asks
/// policy, seals and records everything in one transaction, and only then answers. Core thread
/// only.
class Admission
{
public:
    using Done = std::function<void(Result<SubmissionAnswer>)>;

    /// How long a repeat of a denied call is answered with that denial, in milliseconds.
    static constexpr qint64 kDeniedRepeatMs = 10LL * 60 * 1000;
    static constexpr int kMaximumReason = 2000;

    Admission(EngineContext& context, Claims& claims, Dispatcher& dispatcher);

    /// InvalidArgument: no calls; ResourceExhausted: over a quota, nothing stored; Conflict: the
    /// idempotency key was used for another request.
    void submit(const CredentialId& credential, SubmissionRequest request, Done done);
    /// The submission that this credential made under this idempotency key. NotFound if there is
    /// none; nothing is admitted.
    [[nodiscard]] Result<SubmissionAnswer> answerOfKey(const CredentialId& credential,
                                                       const QByteArray& keyNamespace,
                                                       const QByteArray& key) const;
    /// The answer to an earlier submission of this credential. NotFound otherwise.
    [[nodiscard]] Result<SubmissionAnswer> answerOf(const CredentialId& credential,
                                                    const SubmissionId& submission) const;

    void onChanged(std::function<void(const ActionRecord&)> changed)
    {
        m_changed = std::move(changed);
    }

private:
    struct Draft;
    struct Plan;

    [[nodiscard]] Draft draft(const CredentialId& credential, const CallRequest& call,
                              bool idsAreGood) const;
    [[nodiscard]] QByteArray keyDigest(const QByteArray& key) const;
    [[nodiscard]] QByteArray requestDigest(const SubmissionRequest& request) const;
    [[nodiscard]] Result<std::optional<SubmissionId>> known(UnitOfWork& unit,
                                                            const Plan& plan) const;
    [[nodiscard]] static Result<void> checkTools(const Plan& plan);
    [[nodiscard]] Result<void> checkQuota(UnitOfWork& unit, const Plan& plan) const;
    [[nodiscard]] Result<void> store(UnitOfWork& unit, Plan& plan);
    [[nodiscard]] ActionRecord recordOf(const Plan& plan, const Draft& draft,
                                        const PolicyVerdict& verdict) const;
    [[nodiscard]] static CallView viewOf(const Draft& draft, const PolicyVerdict& verdict);
    /// Without the view's digest.
    [[nodiscard]] ActionStatement statementOf(const Plan& plan, const Draft& draft,
                                              const ActionRecord& record,
                                              const PolicyVerdict& verdict) const;
    [[nodiscard]] Result<ActionRecord> admitOne(UnitOfWork& unit, const Plan& plan, Draft& draft);
    [[nodiscard]] Result<PolicyVerdict> judge(UnitOfWork& unit, const Plan& plan, Draft& draft,
                                              QByteArray& denialReason) const;
    [[nodiscard]] Result<void> sealAll(UnitOfWork& unit, const ActionRecord& record,
                                       const ActionStatement& statement, const Draft& draft,
                                       const CallView& view, const QByteArray& denialReason);
    [[nodiscard]] Result<void> announcePrediction(UnitOfWork& unit, const ActionRecord& record,
                                                  const PolicyVerdict& verdict);
    [[nodiscard]] QByteArray reasonOf(StoreSession& session, const SecretBytes& key,
                                      const ActionRecord& record) const;

    EngineContext& m_context;
    Claims& m_claims;
    Dispatcher& m_dispatcher;
    std::function<void(const ActionRecord&)> m_changed;
};

} // namespace lockkeeper
