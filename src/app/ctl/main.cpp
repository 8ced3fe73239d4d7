// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/commands.h"
#include "app/ctl/journalverifier.h"
#include "app/ctl/keychainreader.h"
#include "app/ctl/terminal.h"
#include "app/hardening.h"
#include "core/base/random.h"

#include <QCoreApplication>

#include <unistd.h>

int main(int argc, char** argv)
{
    using namespace lockkeeper;
    hardenProcess();
    if (!initialiseCrypto()) {
        ctl::writeAll(STDERR_FILENO, "lockkeeperctl: libsodium cannot work here\n");
        return ctl::code(ctl::ExitCode::Failed);
    }
    const QCoreApplication application(argc, argv);
    ctl::CtlSurroundings around;
    around.out = [](QByteArrayView text) { ctl::writeAll(STDOUT_FILENO, text); };
    around.err = [](QByteArrayView text) { ctl::writeAll(STDERR_FILENO, text); };
    around.readInput = ctl::readInputFile;
    around.readDecisionItem = ctl::readDecisionItem;
    around.writeDecisionItem = ctl::writeDecisionItem;
    around.verifyJournal = ctl::verifyStoreJournal;
    around.askPin = ctl::askPinOnTerminal;
    around.programPath = QCoreApplication::applicationFilePath();
    return ctl::runCtl(QCoreApplication::arguments().sliced(1), around);
}
