// SPDX-License-Identifier: Apache-2.0
#include "app/profilelock.h"
#include "app/profilepaths.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace lockkeeper;

namespace {

int modeOf(const QString& path)
{
    struct stat status = {};
    return stat(QFile::encodeName(path).constData(), &status) == 0 ? int(status.st_mode & 07777)
                                                                   : -1;
}

QProcessEnvironment
environmentWith(std::initializer_list<std::pair<const char*, QString>> variables)
{
    QProcessEnvironment environment;
    for (const auto& [name, value] : variables)
        environment.insert(QLatin1String(name), value);
    return environment;
}

} // namespace

class TestProfile : public QObject
{
    Q_OBJECT

private slots:
    void paths_withoutProfile_followXdg();
    void paths_relativeXdg_areIgnored();
    void paths_withProfile_keepEverythingButTheGuardInIt();
    void directories_missing_areMadeForTheUserOnly();
    void directories_guardInsideProfile_areRefused();
    void directories_guardInsideThroughLink_areRefused();
    void directories_writableByOthers_areRefused();
    void lock_free_isTakenAndReleased();
    void lock_heldByAnotherProcess_namesItsPid();
    void lock_holderKilled_isFree();
};

void TestProfile::paths_withoutProfile_followXdg()
{
    const auto full = profilePaths({}, {},
                                   environmentWith({{"XDG_CONFIG_HOME", QStringLiteral("/c")},
                                                    {"XDG_DATA_HOME", QStringLiteral("/d")},
                                                    {"XDG_STATE_HOME", QStringLiteral("/s")}}));
    QVERIFY(full);
    QCOMPARE(full->configFile, QStringLiteral("/c/lockkeeper/config.jsonc"));
    QVERIFY(!full->configMustExist);
    QCOMPARE(full->profile, QStringLiteral("/d/lockkeeper"));
    QCOMPARE(full->store, QStringLiteral("/d/lockkeeper/store.sqlite"));
    QCOMPARE(full->logs, QStringLiteral("/d/lockkeeper/logs"));
    QCOMPARE(full->guardRoot, QStringLiteral("/s/lockkeeper"));

    const auto home = profilePaths({}, {}, environmentWith({{"HOME", QStringLiteral("/h")}}));
    QVERIFY(home);
    QCOMPARE(home->configFile, QStringLiteral("/h/.config/lockkeeper/config.jsonc"));
    QCOMPARE(home->profile, QStringLiteral("/h/.local/share/lockkeeper"));
    QCOMPARE(home->guardRoot, QStringLiteral("/h/.local/state/lockkeeper"));
}

void TestProfile::paths_relativeXdg_areIgnored()
{
    const auto paths = profilePaths({}, {},
                                    environmentWith({{"HOME", QStringLiteral("/h")},
                                                     {"XDG_STATE_HOME", QStringLiteral("state")}}));
    QVERIFY(paths);
    QCOMPARE(paths->guardRoot, QStringLiteral("/h/.local/state/lockkeeper"));
}

void TestProfile::paths_withProfile_keepEverythingButTheGuardInIt()
{
    const auto paths = profilePaths(QStringLiteral("/p/q/../x"), {},
                                    environmentWith({{"XDG_STATE_HOME", QStringLiteral("/s")}}));
    QVERIFY(paths);
    QCOMPARE(paths->profile, QStringLiteral("/p/x"));
    QCOMPARE(paths->configFile, QStringLiteral("/p/x/config.jsonc"));
    QCOMPARE(paths->store, QStringLiteral("/p/x/store.sqlite"));
    QCOMPARE(paths->guardRoot, QStringLiteral("/s/lockkeeper"));
    const auto named = profilePaths(QStringLiteral("/p"), QStringLiteral("/e/my.jsonc"),
                                    environmentWith({{"HOME", QStringLiteral("/h")}}));
    QVERIFY(named);
    QCOMPARE(named->configFile, QStringLiteral("/e/my.jsonc"));
    QVERIFY(named->configMustExist);
}

void TestProfile::directories_missing_areMadeForTheUserOnly()
{
    const QTemporaryDir root;
    const auto paths =
        profilePaths(root.filePath(QStringLiteral("a/profile")), {},
                     environmentWith({{"XDG_STATE_HOME", root.filePath(QStringLiteral("s/t"))}}));
    QVERIFY(paths);
    const mode_t before = umask(0);
    const Result<void> made = makeDirectories(*paths);
    umask(before);
    QVERIFY2(made, made ? "" : made.error().message().constData());
    for (const char* directory : {"a", "a/profile", "a/profile/logs", "s", "s/t", "s/t/lockkeeper"})
        QCOMPARE(modeOf(root.filePath(QLatin1String(directory))), 0700);
    QVERIFY(makeDirectories(*paths));
}

void TestProfile::directories_guardInsideProfile_areRefused()
{
    const QTemporaryDir root;
    for (const char* state : {"profile", "profile/state"}) {
        const auto paths = profilePaths(
            root.filePath(QStringLiteral("profile")), {},
            environmentWith({{"XDG_STATE_HOME", root.filePath(QLatin1String(state))}}));
        const Result<void> made = makeDirectories(*paths);
        QVERIFY2(!made, state);
        QVERIFY(made.error().code() == ErrorCode::FailedPrecondition);
        QVERIFY2(made.error().message().contains("lies inside the profile"),
                 made.error().message().constData());
    }
}

void TestProfile::directories_guardInsideThroughLink_areRefused()
{
    const QTemporaryDir root;
    QVERIFY(QDir(root.path()).mkpath(QStringLiteral("profile/state")));
    QVERIFY(QFile::link(root.filePath(QStringLiteral("profile/state")),
                        root.filePath(QStringLiteral("state"))));
    const auto paths =
        profilePaths(root.filePath(QStringLiteral("profile")), {},
                     environmentWith({{"XDG_STATE_HOME", root.filePath(QStringLiteral("state"))}}));
    const Result<void> made = makeDirectories(*paths);
    QVERIFY(!made);
    QVERIFY2(made.error().message().contains("lies inside the profile"),
             made.error().message().constData());
}

void TestProfile::directories_writableByOthers_areRefused()
{
    const QTemporaryDir root;
    const QString profile = root.filePath(QStringLiteral("profile"));
    QVERIFY(QDir().mkpath(profile));
    QCOMPARE(chmod(QFile::encodeName(profile).constData(), 0777), 0);
    const auto paths = profilePaths(
        profile, {}, environmentWith({{"XDG_STATE_HOME", root.filePath(QStringLiteral("s"))}}));
    const Result<void> made = makeDirectories(*paths);
    QVERIFY(!made);
    QVERIFY2(made.error().message().contains("can be written by others"),
             made.error().message().constData());
    QCOMPARE(modeOf(profile), 0777);
}

void TestProfile::lock_free_isTakenAndReleased()
{
    const QTemporaryDir profile;
    {
        const Result<ProfileLock> lock = ProfileLock::acquire(profile.path());
        QVERIFY2(lock, lock ? "" : lock.error().message().constData());
        QCOMPARE(modeOf(profile.filePath(QStringLiteral("console.lock"))), 0600);
        const Result<ProfileLock> second = ProfileLock::acquire(profile.path());
        QVERIFY(!second);
    }
    QVERIFY(ProfileLock::acquire(profile.path()));
}

namespace {

/// A child that holds the lock until `end` is closed; says so by one byte on `ready`.
pid_t forkHolder(const QString& profile, int ready[2], int end[2])
{
    const pid_t child = fork();
    if (child == 0) {
        close(end[1]);
        const Result<ProfileLock> lock = ProfileLock::acquire(profile);
        char byte = lock ? 'y' : 'n';
        if (write(ready[1], &byte, 1) != 1 || read(end[0], &byte, 1) != 0)
            _exit(1);
        _exit(0);
    }
    close(end[0]);
    return child;
}

} // namespace

void TestProfile::lock_heldByAnotherProcess_namesItsPid()
{
    const QTemporaryDir profile;
    int ready[2];
    int end[2];
    QVERIFY(pipe(ready) == 0 && pipe(end) == 0);
    const pid_t child = forkHolder(profile.path(), ready, end);
    char byte = 0;
    QCOMPARE(read(ready[0], &byte, 1), 1);
    QCOMPARE(byte, 'y');
    const Result<ProfileLock> lock = ProfileLock::acquire(profile.path());
    QVERIFY(!lock);
    QVERIFY(lock.error().code() == ErrorCode::AlreadyExists);
    QCOMPARE(lock.error().message(), "another console already runs on the profile " +
                                         profile.path().toUtf8() + " (pid " +
                                         QByteArray::number(child) + ")");
    close(end[1]);
    int status = -1;
    QCOMPARE(waitpid(child, &status, 0), child);
    QCOMPARE(status, 0);
    QVERIFY(ProfileLock::acquire(profile.path()));
}

void TestProfile::lock_holderKilled_isFree()
{
    const QTemporaryDir profile;
    int ready[2];
    int end[2];
    QVERIFY(pipe(ready) == 0 && pipe(end) == 0);
    const pid_t child = forkHolder(profile.path(), ready, end);
    char byte = 0;
    QCOMPARE(read(ready[0], &byte, 1), 1);
    QVERIFY(!ProfileLock::acquire(profile.path()));
    QCOMPARE(kill(child, SIGKILL), 0);
    int status = -1;
    QCOMPARE(waitpid(child, &status, 0), child);
    QVERIFY(ProfileLock::acquire(profile.path()));
    close(end[1]);
}

QTEST_GUILESS_MAIN(TestProfile)
#include "tst_profile.moc"
