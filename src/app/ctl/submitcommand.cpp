// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/commands.h"
#include "app/ctl/plaintext.h"
#include "core/mcp/framing.h"

namespace lockkeeper::ctl {

int runSubmit(CtlSession& session, const CtlCommandLine& line)
{
    const Result<QByteArray> text = session.around().readInput(line.arguments.constFirst());
    if (!text)
        return session.fail(text.error());
    JsonLimits limits;
    limits.maximumBytes = mcp::kMaximumLineBytes;
    // Only the white space between tokens goes: one message is one line.
    const Result<QByteArray> submission = canonicalObject(*text, limits);
    if (!submission)
        return session.fail(submission.error());
    const Result<QByteArray> answer = session.call("submissions.create", *submission);
    if (!answer)
        return session.fail(answer.error());

    const JsonView root(*answer);
    if (session.json())
        session.printLine(*answer);
    QList<QList<QByteArray>> rows = {{"ACTION", "CALL", "STATE", "HANDLE", "FINGERPRINT"}};
    QByteArray refused;
    root.member("actions").forEachElement([&rows, &refused](const JsonView& action) {
        const QByteArray state = textOf(action, "state");
        rows.append({plainText(textOf(action, "action_id")), plainText(textOf(action, "call_id")),
                     plainText(state), plainText(textOf(action, "handle")),
                     plainText(textOf(action, "fingerprint"))});
        if (state == "invalid" || state == "denied")
            refused += "lockkeeperctl: call " + plainText(textOf(action, "call_id")) + " is " +
                       state + ": " + plainText(textOf(action, "reason")) + '\n';
        return true;
    });
    if (!session.json())
        session.print(alignedTable(rows));
    if (refused.isEmpty())
        return code(ExitCode::Done);
    session.around().err(refused);
    return code(ExitCode::Failed);
}

} // namespace lockkeeper::ctl
