// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/commands.h"
#include "app/ctl/plaintext.h"

namespace lockkeeper::ctl {

int runJournalVerify(CtlSession& session, const CtlCommandLine& line)
{
    if (!session.around().verifyJournal)
        return session.fail(Error(ErrorCode::Unimplemented, "this build cannot verify a journal"));
    std::optional<QString> anchor;
    if (line.has("--anchor"))
        anchor = line.values.value(QStringLiteral("--anchor"));
    const Result<JournalVerdict> verdict =
        session.around().verifyJournal(session.paths().store, anchor);
    if (!verdict)
        return session.fail(verdict.error());
    if (session.json()) {
        JsonWriter writer;
        writer.beginObject().memberBool("intact", verdict->intact).key("lines").beginArray();
        for (const QByteArray& text : verdict->lines)
            writer.string(text);
        session.printLine(writer.endArray().endObject().take());
    } else {
        for (const QByteArray& text : verdict->lines)
            session.printLine(plainText(text));
    }
    if (verdict->intact)
        return code(ExitCode::Done);
    session.around().err(
        "lockkeeperctl: " + plainText(verdict->lines.value(verdict->lines.size() - 1)) + "\n");
    return code(ExitCode::Failed);
}

} // namespace lockkeeper::ctl
