// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/commands.h"

#include "app/ctl/plaintext.h"

#include <array>

namespace lockkeeper::ctl {

namespace {

using Names = std::initializer_list<const char*>;

/// A command with this many arguments and no options.
CommandSpec plain(const char* name, const char* arguments, const char* summary, int count,
                  decltype(CommandSpec::run) run)
{
    return {name, arguments, summary, count, count, {}, {}, run};
}

CommandSpec with(CommandSpec spec, Names valueOptions, Names flags = {})
{
    for (const char* option : valueOptions)
        spec.valueOptions.append(QLatin1String(option));
    for (const char* flag : flags)
        spec.flags.append(QLatin1String(flag));
    return spec;
}

} // namespace

std::span<const CommandSpec> allCommands()
{
    static const std::array kCommands = {
        plain("status", "", "how the console stands", 0, runStatus),
        plain("submit", "FILE|-", "propose the calls of a submission", 1, runSubmit),
        with(plain("actions", "[--state S]", "list actions; S is a state's name or open", 0,
                   runActions),
             {"--state", "--limit"}),
        plain("show", "ID", "everything about one action", 1, runShow),
        with(plain("approve", "ID --fingerprint FP [--now]", "approve exactly what has FP", 1,
                   runApprove),
             {"--fingerprint"}, {"--now"}),
        with(plain("deny", "ID --reason TEXT", "deny; the agent reads the reason", 1, runDeny),
             {"--reason"}),
        plain("undo", "ID", "take back a decision while it is held", 1, runUndo),
        with(plain("snooze", "ID --for DURATION --reason TEXT | ID --off",
                   "put a pending call aside for 60 min at most, or bring it back", 1, runSnooze),
             {"--for", "--reason"}, {"--off"}),
        with(plain("extend", "ID --by DURATION|--until TIME",
                   "give more time to decide; 90s, 15m, 2h, 1d; 18:30 or 2026-12-01T18:30", 1,
                   runExtend),
             {"--by", "--until"}),
        plain("cancel", "ID|HANDLE", "cancel an action", 1, runCancel),
        with(plain("result", "ID|HANDLE [--wait SECONDS]", "the result of a call", 1, runResult),
             {"--wait"}),
        with(plain("watch", "[--from TOKEN]", "events as JSON lines, until interrupted", 0,
                   runWatch),
             {"--from"}),
        plain("unknown", "", "calls whose outcome nobody knows", 0, runUnknown),
        with(plain("determine", "ID happened|did_not_happen|undetermined --reason TEXT",
                   "record what became of an unknown", 2, runDetermine),
             {"--reason", "--evidence"}, {"--effect-has-stopped"}),
        with(plain("journal verify", "[--anchor FILE]", "prove the journal's chain", 0,
                   runJournalVerify),
             {"--anchor"}),
        plain("agents add", "NAME", "make a credential and print the agent's snippet", 1,
              runAgentsAdd),
        plain("agents list", "", "all credentials, without their tokens", 0, runAgentsList),
        plain("agents revoke", "NAME|CREDENTIAL", "end a credential", 1, runAgentsRevoke),
        plain("keys pin", "", "protect the decision key with a PIN", 0, runKeysPin),
        with(plain("mcp", "[--token-file FILE] [--no-start]", "serve MCP on stdio for an agent", 0,
                   runMcp),
             {"--token-file"}, {"--no-start"}),
        plain("doctor", "", "check profile, console, socket, keychain, servers", 0, runDoctor),
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
