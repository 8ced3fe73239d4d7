// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/actiontext.h"
#include "app/ctl/commands.h"
#include "app/ctl/plaintext.h"
#include "app/ctl/timewords.h"
#include "core/base/clock.h"

namespace lockkeeper::ctl {

namespace {

int usage(const CtlSession& session, const QByteArray& text)
{
    session.around().err("lockkeeperctl: " + plainText(text) + '\n');
    return code(ExitCode::Usage);
}

/// "act_1 is pending, <label> 2026-12-01 18:30:00"; the time is left out where it is 0.
int finish(const CtlSession& session, const QByteArray& answer, const char* label, qint64 atMs)
{
    if (session.json()) {
        session.printLine(answer);
        return code(ExitCode::Done);
    }
    QByteArray line = actionLine(JsonView(answer));
    if (atMs != 0)
        line += QByteArray(", ") + label + ' ' + timeText(atMs);
    session.printLine(line);
    return code(ExitCode::Done);
}

} // namespace

int runExtend(CtlSession& session, const CtlCommandLine& line)
{
    if (line.has("--by") == line.has("--until"))
        return usage(session, "extend needs --by DURATION or --until TIME");
    const bool isLonger = line.has("--by");
    const Result<qint64> typed = isLonger ? durationMs(line.value("--by"))
                                          : timeMs(line.value("--until"), SystemClock().wallMs());
    if (!typed)
        return usage(session, typed.error().message());
    qint64 until = *typed;
    JsonWriter params;
    params.beginObject().member("action_id", line.argument(0));
    if (isLonger) { // than it has now
        const Result<QByteArray> now = session.view("actions.get", params);
        if (!now)
            return session.fail(now.error());
        until += numberOf(JsonView(*now), "decide_by_ms");
    }
    params.member("decide_by_ms", until);
    const Result<QByteArray> answer = session.decide("actions.extend", params);
    if (!answer)
        return session.fail(answer.error());
    return finish(session, *answer, "decide by", numberOf(JsonView(*answer), "decide_by_ms"));
}

int runSnooze(CtlSession& session, const CtlCommandLine& line)
{
    const bool isOff = line.has("--off");
    if (isOff == line.has("--for"))
        return usage(session, "snooze needs --for DURATION, or --off to bring it back");
    if (!isOff && line.value("--reason").isEmpty())
        return usage(session, "snooze needs --reason TEXT: other operators read it");
    JsonWriter params;
    params.beginObject().member("action_id", line.argument(0));
    if (isOff) {
        params.member("until_ms", qint64(0));
    } else {
        const Result<qint64> length = durationMs(line.value("--for"));
        if (!length)
            return usage(session, length.error().message());
        params.member("reason", line.value("--reason"));
        params.member("until_ms", SystemClock().wallMs() + *length);
    }
    const Result<QByteArray> answer = session.decide("actions.snooze", params);
    if (!answer)
        return session.fail(answer.error());
    return finish(session, *answer, "snoozed until",
                  numberOf(JsonView(*answer).member("snooze"), "until_ms"));
}

} // namespace lockkeeper::ctl
