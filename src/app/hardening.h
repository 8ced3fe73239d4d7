// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockkeeper {

/// Prepares the process before anything secret is in it; call it first in main, before threads:
/// no core file and no tracing by other processes of the user (PR_SET_DUMPABLE, RLIMIT_CORE), new
/// files for the user only (umask 077), descriptors 0-2 open, every other one closed at exec,
/// SIGPIPE ignored, and the GLib event dispatcher allowed (the keychain needs it).
void hardenProcess();

} // namespace lockkeeper
