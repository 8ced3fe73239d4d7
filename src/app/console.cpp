// SPDX-License-Identifier: Apache-2.0
#include "app/console.h"

#include "app/application.h"
#include "app/config.h"
#include "app/demo/demoprofile.h"
#include "app/orphanreaper.h"
#include "app/orphans.h"
#include "app/profilelock.h"
#include "app/singlewindow.h"
#include "app/stopsignals.h"
#include "app/windowcore.h"
#include "core/base/logging.h"
#include "core/base/random.h"
#include "ui/mainwindow.h"
#include "ui/support/theme.h"
#include "ui/support/translation.h"
#include "ui/widgets/senteventfilter.h"

#include <QApplication>
#include <QCoreApplication>

#include <cstdio>
#include <memory>
#include <optional>

namespace lockkeeper {

namespace {

ExitCode fail(const QByteArray& text)
{
    std::fprintf(stderr, "lockkeeper: %s\n", text.constData());
    return ExitCode::Failed;
}

bool hasDisplay()
{
    return !qEnvironmentVariableIsEmpty("DISPLAY") ||
           !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") ||
           !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
}

void sayReady(const QString& profile, const QString& socket)
{
    std::printf("Lockkeeper is ready (profile %s, socket %s)\n", qUtf8Printable(profile),
                qUtf8Printable(socket));
    std::fflush(stdout);
}

/// The window over a core that comes and goes: outlives the application object.
class WindowSide final
{
public:
    explicit WindowSide(const ProfilePaths& paths)
        : m_window(paths.profile + QStringLiteral("/window.ini"))
    {
        QCoreApplication::instance()->installNativeEventFilter(&m_sentEvents);
        QApplication::setQuitOnLastWindowClosed(false);
        if (!m_single.claim(paths.profile))
            log::warning("app", "no session bus: a second start cannot show this window", {});
        QObject::connect(&m_single, &SingleWindow::showWanted, &m_window, &MainWindow::bringUp);
        QObject::connect(&m_window, &MainWindow::keepRunningWanted, &m_window, &QWidget::hide);
    }

    void attach(Application& application)
    {
        QObject::connect(&application, &Application::ready, &m_window, [this, &application]() {
            m_core = std::make_unique<WindowCore>(application.service());
            m_window.connectCore(*m_core);
        });
        QObject::connect(&application, &Application::stopping, &m_window, [this]() {
            m_window.setStopping();
            m_window.disconnectCore();
            if (m_core)
                m_core->close();
        });
        QObject::connect(&m_window, &MainWindow::stopWanted, &application, &Application::stop);
        m_window.open();
    }

private:
    SentEventFilter m_sentEvents;
    SingleWindow m_single;
    std::unique_ptr<WindowCore> m_core;
    MainWindow m_window;
};

/// The event loop with everything in it.
ExitCode run(const ProfilePaths& paths, const CommandLine& line, const StopSignals& stopSignals)
{
    const CoreSettings settings = readConfiguration(paths.configFile, paths.configMustExist);
    if (!settings.configurationProblem.isEmpty())
        log::error("app", "the configuration is broken: read-only",
                   {{"why", settings.configurationProblem}});
    const OrphanReaper reaper;
    if (!reaper.isActive())
        log::warning("app", "who is below the console cannot be told for sure on this kernel", {});
    std::optional<WindowSide> window;
    if (!line.headless)
        window.emplace(paths);
    Application application(paths, settings);
    if (line.demo)
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
    if (window)
        window->attach(application);
    application.start();
    QCoreApplication::exec();
    // What the core thread left to be deleted here goes before the keychain does.
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    return failure.isEmpty() ? ExitCode::Done : fail(failure);
}

/// Qt's own object for the process, with or without a screen.
std::unique_ptr<QCoreApplication> qtApplication(int& argc, char** argv, bool headless)
{
    if (headless)
        return std::make_unique<QCoreApplication>(argc, argv);
    auto application = std::make_unique<QApplication>(argc, argv);
    QApplication::setApplicationName(QStringLiteral("Lockkeeper"));
    QApplication::setDesktopFileName(QStringLiteral("org.lockkeeper.Lockkeeper"));
    installTranslation(QLocale::system());
    applyTheme(*application, preferredTheme());
    return application;
}

} // namespace

ExitCode runConsole(int& argc, char** argv, const CommandLine& line)
{
    if (!line.headless && !hasDisplay())
        return fail("there is no display (DISPLAY and WAYLAND_DISPLAY are empty); use --headless");
    const std::unique_ptr<QCoreApplication> application = qtApplication(argc, argv, line.headless);
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
    if (!lock) {
        const bool isTaken = lock.error().code() == ErrorCode::AlreadyExists;
        if (isTaken && !line.headless && SingleWindow::ask(paths.profile)) {
            std::puts(
                "Lockkeeper already runs on this profile; its window was asked to show itself");
            return ExitCode::Done;
        }
        return fail(lock.error().message());
    }
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
    return run(paths, line, stopSignals);
}

} // namespace lockkeeper
