// SPDX-License-Identifier: Apache-2.0
#include "app/console.h"

#include "app/application.h"
#include "app/config.h"
#include "app/demo/demoprofile.h"
#include "app/orphanreaper.h"
#include "app/orphans.h"
#include "app/profilelock.h"
#include "app/stopsignals.h"
#include "core/base/logging.h"
#include "core/base/random.h"

#include <QCoreApplication>

#include <cstdio>
#include <optional>

namespace lockkeeper {

namespace {

ExitCode fail(const QByteArray& text)
{
    std::fprintf(stderr, "lockkeeper: %s\n", text.constData());
    return ExitCode::Failed;
}

void sayReady(const QString& profile, const QString& socket)
{
    std::printf("Lockkeeper is ready (profile %s, socket %s)\n", qUtf8Printable(profile),
                qUtf8Printable(socket));
    std::fflush(stdout);
}

/// The event loop with everything in it.
ExitCode run(const ProfilePaths& paths, bool isDemo, const StopSignals& stopSignals)
{
    const CoreSettings settings = readConfiguration(paths.configFile, paths.configMustExist);
    if (!settings.configurationProblem.isEmpty())
        log::error("app", "the configuration is broken: read-only",
                   {{"why", settings.configurationProblem}});
    const OrphanReaper reaper;
    if (!reaper.isActive())
        log::warning("app", "who is below the console cannot be told for sure on this kernel", {});
    Application application(paths, settings);
    if (isDemo)
        application.useDemoAgent();
    QByteArray failure;
    QObject::connect(&application, &Application::ready, &application,
                     [&paths](const QString& socket) { sayReady(paths.profile, socket); });
    QObject::connect(&application, &Application::finished, &application,
                     [&failure](const QByteArray& why) {
                         failure = why;
                         QCoreApplication::quit();
                     });
    QObject::connect(&stopSignals, &StopSignals::requested, &application, &Application::stop);
    application.start();
    QCoreApplication::exec();
    // What the core thread left to be deleted here goes before the keychain does.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    return failure.isEmpty() ? ExitCode::Done : fail(failure);
}

} // namespace

ExitCode runHeadless(int& argc, char** argv, const CommandLine& line)
{
    const QCoreApplication application(argc, argv);
    const StopSignals stopSignals;
    if (!initialiseCrypto())
        return fail("libsodium does not work here");
    const QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    std::optional<DemoProfile> demo;
    ProfilePaths paths;
    if (line.demo) {
        Result<DemoProfile> made = DemoProfile::create(line.profile, environment);
        if (!made)
            return fail(made.error().message());
        demo.emplace(*std::move(made));
        paths = demo->paths();
    } else {
        const Result<ProfilePaths> found = profilePaths(line.profile, line.config, environment);
        if (!found)
            return fail(found.error().message());
        paths = *found;
        if (const Result<void> made = makeDirectories(paths); !made)
            return fail(made.error().message());
    }
    const Result<ProfileLock> lock = ProfileLock::acquire(paths.profile);
    if (!lock)
        return fail(lock.error().message());
    if (demo) {
        if (const Result<void> written = demo->writeConfiguration(); !written)
            return fail(written.error().message());
    }
    // Before recovery, which says that the lost calls' workers are gone.
    const Result<int> orphans = endOrphans(paths.profile);
    if (!orphans)
        return fail(orphans.error().message());
    log::initialise(paths.logs, true);
    if (*orphans > 0)
        log::warning("app", "ended what an earlier console had left running",
                     {{"processes", QByteArray::number(*orphans)}});
    return run(paths, line.demo, stopSignals);
}

} // namespace lockkeeper
