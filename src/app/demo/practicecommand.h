// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockkeeper {

/// The program lockkeeper-practice:
///
/// lockkeeper-practice server --dir DIR                     the practice tools on stdin and stdout
/// lockkeeper-practice agent --profile DIR [--token-file F] the scripted agent
///
/// Exit codes as lockkeeper's: 0 done, 1 failed with the reason on stderr, 2 usage.
int runPractice(int argc, char** argv);

} // namespace lockkeeper
