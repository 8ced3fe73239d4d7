// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/actiontext.h"
#include "app/ctl/commands.h"

namespace lockkeeper::ctl {

namespace {

int usage(const CtlSession& session, const char* text)
{
    session.around().err(QByteArray("lockkeeperctl: ") + text + '\n');
    return code(ExitCode::Usage);
}

int finish(const CtlSession& session, const Result<QByteArray>& answer)
{
    if (!answer)
        return session.fail(answer.error());
    session.printLine(session.json() ? *answer : actionLine(JsonView(*answer)));
    return code(ExitCode::Done);
}

JsonWriter paramsFor(const CtlCommandLine& line)
{
    JsonWriter params;
    params.beginObject().member("action_id", line.argument(0));
    return params;
}

} // namespace

int runApprove(CtlSession& session, const CtlCommandLine& line)
{
    if (line.value("--fingerprint").isEmpty())
        return usage(session, "approve needs --fingerprint FP, as show prints it");
    JsonWriter params = paramsFor(line);
    params.member("fingerprint", line.value("--fingerprint"));
    params.memberBool("now", line.has("--now"));
    return finish(session, session.decide("actions.approve", params));
}

int runDeny(CtlSession& session, const CtlCommandLine& line)
{
    if (line.value("--reason").isEmpty())
        return usage(session, "deny needs --reason TEXT: the agent reads it");
    JsonWriter params = paramsFor(line);
    params.member("reason", line.value("--reason"));
    return finish(session, session.decide("actions.deny", params));
}

int runUndo(CtlSession& session, const CtlCommandLine& line)
{
    return finish(session, session.decide("actions.undo", paramsFor(line)));
}

int runDetermine(CtlSession& session, const CtlCommandLine& line)
{
    const QByteArray kind = line.argument(1);
    if (kind != "happened" && kind != "did_not_happen" && kind != "in_part" &&
        kind != "undetermined")
        return usage(session, "what became of it: happened, did_not_happen or undetermined");
    if (line.value("--reason").isEmpty())
        return usage(session, "determine needs --reason TEXT");
    JsonWriter params = paramsFor(line);
    params.member("kind", kind).member("reason", line.value("--reason"));
    if (line.has("--evidence"))
        params.member("evidence", line.value("--evidence"));
    params.memberBool("effect_has_stopped", line.has("--effect-has-stopped"));
    return finish(session, session.decide("unknown.determine", params));
}

} // namespace lockkeeper::ctl
