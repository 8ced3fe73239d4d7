// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/ctlcommandline.h"
#include "app/ctl/ctlsession.h"

#include <span>

namespace lockkeeper::ctl {

/// All commands, in the order of --help.
[[nodiscard]] std::span<const CommandSpec> allCommands();

// One function for each command; they return the exit code.
int runStatus(CtlSession& session, const CtlCommandLine& line);
int runDoctor(CtlSession& session, const CtlCommandLine& line);
int runSubmit(CtlSession& session, const CtlCommandLine& line);
int runActions(CtlSession& session, const CtlCommandLine& line);
int runShow(CtlSession& session, const CtlCommandLine& line);
int runResult(CtlSession& session, const CtlCommandLine& line);
int runCancel(CtlSession& session, const CtlCommandLine& line);
int runApprove(CtlSession& session, const CtlCommandLine& line);
int runDeny(CtlSession& session, const CtlCommandLine& line);
int runUndo(CtlSession& session, const CtlCommandLine& line);
int runSnooze(CtlSession& session, const CtlCommandLine& line);
int runExtend(CtlSession& session, const CtlCommandLine& line);
int runUnknown(CtlSession& session, const CtlCommandLine& line);
int runDetermine(CtlSession& session, const CtlCommandLine& line);
int runWatch(CtlSession& session, const CtlCommandLine& line);
int runJournalVerify(CtlSession& session, const CtlCommandLine& line);
int runAgentsAdd(CtlSession& session, const CtlCommandLine& line);
int runAgentsList(CtlSession& session, const CtlCommandLine& line);
int runAgentsRevoke(CtlSession& session, const CtlCommandLine& line);
int runKeysPin(CtlSession& session, const CtlCommandLine& line);
int runMcp(CtlSession& session, const CtlCommandLine& line);

/// Runs what `arguments` (behind the program's name) say and returns the exit code.
[[nodiscard]] int runCtl(const QStringList& arguments, const CtlSurroundings& around);

} // namespace lockkeeper::ctl
