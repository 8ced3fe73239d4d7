// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/ids.h"

#include <QByteArray>

namespace lockkeeper {

/// One tools/call of an agent that is not answered yet.
struct HeldCall
{
    QByteArray id; ///< raw, as the agent sent it
    ActionId action;
    QByteArray handle;
    bool collecting = false; ///< lockkeeper_result: the action may be another connection's
    bool cancelled = false;  ///< the agent took it back before the core had answered
    bool wantsBeats = false; ///< the agent sent a progress token
    bool hasOutputSchema = false;
    double progress = 0;        ///< last value sent; only ever grows
    QByteArray message;         ///< what the next beat says
    QByteArray progressDetails; ///< the last progress event; read when a beat says it
    bool messageIsNew = false;
    qint64 sentAtMs = 0;   ///< boot time of the last beat
    qint64 answerByMs = 0; ///< boot time: "pending, handle H" then
};

/// What a progress event of a running call says, in one sanitised line: "(3/10) text"; empty if it
/// says nothing. `details` is the event's JSON object.
[[nodiscard]] QByteArray progressText(QByteArrayView details);

} // namespace lockkeeper
