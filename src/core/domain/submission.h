// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/domain/actionstate.h"
#include "core/domain/effectclass.h"
#include "core/domain/ids.h"
#include "core/domain/toolname.h"

#include <QByteArray>
#include <QList>

namespace lockkeeper {

/// Labels that an agent gave itself: shown as claims, never identity.
struct ClaimedLabels
{
    QByteArray sessionId;
    QByteArray runId;
    QByteArray agentId;
    QByteArray threadId;
    qint64 turnIndex = 0;

    friend bool operator==(const ClaimedLabels&, const ClaimedLabels&) = default;
};

/// One proposed call as it was sent; nothing is checked yet but the frame around it.
struct CallRequest
{
    QByteArray callId;
    ToolName tool;
    QByteArray arguments;     ///< the agent's own text of the arguments value; empty = absent
    QByteArray reason;        ///< the agent's, unverified, at most 2 000 characters are kept
    QByteArray invalidReason; ///< not empty: already known to be invalid (invalid_arguments …)
};

/// What one agent turn proposes: 1 to 256 calls.
struct SubmissionRequest
{
    ClaimedLabels labels;
    QByteArray idempotencyKey;       ///< empty = none
    QByteArray idempotencyNamespace; ///< "" for the agent's own keys, "mcp" for a bridge's
    SubmissionMode mode = SubmissionMode::Independent;
    QList<CallRequest> calls;
};

inline constexpr int kMaximumCalls = 256;

/// Reads a submission as the README shows it. `json` is any text; InvalidArgument
/// names the member. Arguments stay raw; `arguments_text` is decoded. A call whose arguments
/// cannot even be taken has its invalidReason set instead, so that its siblings live.
[[nodiscard]] Result<SubmissionRequest> parseSubmission(QByteArrayView json);

/// One line of the answer to a submission.
struct SubmittedAction
{
    ActionId action;
    QByteArray callId;
    ActionState state = ActionState::Pending;
    QByteArray fingerprint; ///< lower-case hex; empty for an invalid call
    QByteArray reason;      ///< why invalid or denied
    QByteArray handle;      ///< unguessable; collects the result
    qint64 createdAtMs = 0; ///< wall clock, when it was admitted
};

struct SubmissionAnswer
{
    SubmissionId submission;
    bool existing = false; ///< the idempotency key was known: this is the earlier answer
    QList<SubmittedAction> actions;
};

/// What an agent learns of one call.
struct CallResult
{
    ActionId action;
    QByteArray callId;
    ActionState state = ActionState::Pending;
    QByteArray outcome; ///< an outcome's or determination's name, or ""
    QByteArray summary; ///< at most 240 characters
    QByteArray result;  ///< the tool's result object, exactly; empty if there is none to give
    bool isError = false;
    QByteArray reason; ///< the operator's reason, why invalid, …
    QByteArray handle;
    bool settled = false; ///< nothing more will come (final or determined)
};

} // namespace lockkeeper
