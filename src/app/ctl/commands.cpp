// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/commands.h"

#include "app/ctl/plaintext.h"

#include <array>

namespace lockkeeper::ctl {

namespace {

QStringList options(std::initializer_list<const char*> names)
{
    QStringList list;
    for (const char* name : names)
        list.append(QLatin1String(name));
    return list;
}

} // namespace

std::span<const CommandSpec> allCommands()
{
    static const std::array kCommands = {
        CommandSpec{"status", "", "how the console stands", 0, 0, {}, {}, runStatus},
        CommandSpec{
            "submit", "FILE|-", "propose the calls of a submission", 1, 1, {}, {}, runSubmit},
        CommandSpec{"actions",
                    "[--state S]",
                    "list actions; S is a state's name or open",
                    0,
                    0,
                    options({"--state", "--limit"}),
                    {},
                    runActions},
        CommandSpec{"show", "ID", "everything about one action", 1, 1, {}, {}, runShow},
        CommandSpec{"approve", "ID --fingerprint FP [--now]", "approve exactly what has FP", 1, 1,
                    options({"--fingerprint"}), options({"--now"}), runApprove},
        CommandSpec{"deny",
                    "ID --reason TEXT",
                    "deny; the agent reads the reason",
                    1,
                    1,
                    options({"--reason"}),
                    {},
                    runDeny},
        CommandSpec{"undo", "ID", "take back a decision while it is held", 1, 1, {}, {}, runUndo},
        CommandSpec{"cancel", "ID|HANDLE", "cancel an action", 1, 1, {}, {}, runCancel},
        CommandSpec{"result",
                    "ID|HANDLE [--wait SECONDS]",
                    "the result of a call",
                    1,
                    1,
                    options({"--wait"}),
                    {},
                    runResult},
        CommandSpec{"watch",
                    "[--from TOKEN]",
                    "events as JSON lines, until interrupted",
                    0,
                    0,
                    options({"--from"}),
                    {},
                    runWatch},
        CommandSpec{"unknown", "", "calls whose outcome nobody knows", 0, 0, {}, {}, runUnknown},
        CommandSpec{"determine", "ID happened|did_not_happen|undetermined --reason TEXT",
                    "record what became of an unknown", 2, 2, options({"--reason", "--evidence"}),
                    options({"--effect-has-stopped"}), runDetermine},
        CommandSpec{"journal verify",
                    "[--anchor FILE]",
                    "prove the journal's chain",
                    0,
                    0,
                    options({"--anchor"}),
                    {},
                    runJournalVerify},
        CommandSpec{"agents add",
                    "NAME",
                    "make a credential and print the agent's snippet",
                    1,
                    1,
                    {},
                    {},
                    runAgentsAdd},
        CommandSpec{"agents list",
                    "",
                    "all credentials, without their tokens",
                    0,
                    0,
                    {},
                    {},
                    runAgentsList},
        CommandSpec{
            "agents revoke", "NAME|CREDENTIAL", "end a credential", 1, 1, {}, {}, runAgentsRevoke},
        CommandSpec{
            "keys pin", "", "protect the decision key with a PIN", 0, 0, {}, {}, runKeysPin},
        CommandSpec{"mcp", "[--token-file FILE] [--no-start]", "serve MCP on stdio for an agent", 0,
                    0, options({"--token-file"}), options({"--no-start"}), runMcp},
        CommandSpec{"doctor",
                    "",
                    "check profile, console, socket, keychain, servers",
                    0,
                    0,
                    {},
                    {},
                    runDoctor},
    };
    return kCommands;
}

int runCtl(const QStringList& arguments, const CtlSurroundings& around)
{
    const Result<CtlCommandLine> line = parseCtlCommandLine(arguments, allCommands());
    if (!line) {
        around.err("lockkeeperctl: " + plainText(line.error().message()) +
                   "\nTry lockkeeperctl --help.\n");
        return code(ExitCode::Usage);
    }
    switch (line->task) {
    case CtlCommandLine::Task::ShowHelp:
        around.out(ctlUsage(allCommands()));
        return code(ExitCode::Done);
    case CtlCommandLine::Task::ShowVersion:
        around.out("lockkeeperctl " LOCKKEEPER_VERSION "\n");
        return code(ExitCode::Done);
    case CtlCommandLine::Task::Run:
        break;
    }
    Result<ProfilePaths> paths =
        profilePaths(line->profile, {}, QProcessEnvironment::systemEnvironment());
    if (!paths) {
        around.err("lockkeeperctl: " + plainText(paths.error().message()) + '\n');
        return code(ExitCode::Failed);
    }
    CtlSession session(around, *paths, line->json);
    return line->command->run(session, *line);
}

} // namespace lockkeeper::ctl
