// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/local/consolefile.h"
#include "core/gateway/local/socketpath.h"

#include <QDir>
#include <QFile>
#include <QLocalServer>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

using namespace lockkeeper;

class TestSocketPath : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_root;

    QString folder(const QString& name, mode_t mode = 0700)
    {
        const QString path = m_root.filePath(name);
        QDir().mkpath(path);
        ::chmod(QFile::encodeName(path).constData(), mode);
        return path;
    }

private slots:
    void path_withARuntimeDirectory_liesThere()
    {
        const QString profile = folder(QStringLiteral("p"));
        const QString runtime = folder(QStringLiteral("r"));
        const Result<QString> path = socketPathFor(profile, runtime);
        QVERIFY(path);
        QVERIFY2(path->startsWith(runtime + QStringLiteral("/lockkeeper/")), qPrintable(*path));
        QVERIFY(path->endsWith(QStringLiteral(".sock")));
        const Result<QString> other = socketPathFor(folder(QStringLiteral("p2")), runtime);
        QVERIFY(other);
        QVERIFY(*other != *path);
    }

    void path_withoutAUsableRuntimeDirectory_liesInTheProfile()
    {
        const QString profile = folder(QStringLiteral("p"));
        const QString open = folder(QStringLiteral("open"), 0755);
        for (const QString& runtime : {QString(), open, m_root.filePath(QStringLiteral("none"))}) {
            const Result<QString> path = socketPathFor(profile, runtime);
            QVERIFY(path);
            QCOMPARE(*path, QDir(profile).canonicalPath() + QStringLiteral("/run/console.sock"));
        }
    }

    void path_thatIsTooLong_isAClearError()
    {
        const QString profile = folder(QString(100, QLatin1Char('x')));
        const Result<QString> path = socketPathFor(profile, QString());
        QVERIFY(!path);
        QCOMPARE(path.error().code(), ErrorCode::InvalidArgument);
        QVERIFY(path.error().message().contains("107"));
    }

    void folder_thatIsOpenOrALink_isRefused()
    {
        const QString open = folder(QStringLiteral("wide"), 0777);
        QVERIFY(!prepareSocketFolder(open + QStringLiteral("/s")));
        const QString link = m_root.filePath(QStringLiteral("link"));
        QVERIFY(QFile::link(folder(QStringLiteral("target")), link));
        QVERIFY(!prepareSocketFolder(link + QStringLiteral("/s")));
        const QString fresh = m_root.filePath(QStringLiteral("fresh"));
        QVERIFY(prepareSocketFolder(fresh + QStringLiteral("/s")));
        struct stat found
        {
        };
        QCOMPARE(::stat(QFile::encodeName(fresh).constData(), &found), 0);
        QCOMPARE(found.st_mode & 0777U, 0700U);
    }

    void staleSocket_isRemoved_andALiveOneIsNot()
    {
        const QString path = folder(QStringLiteral("s")) + QStringLiteral("/a.sock");
        QVERIFY(removeStaleSocket(path));
        {
            QLocalServer server;
            server.setSocketOptions(QLocalServer::UserAccessOption);
            QVERIFY(server.listen(path));
            const Result<void> refused = removeStaleSocket(path);
            QVERIFY(!refused);
            QCOMPARE(refused.error().code(), ErrorCode::AlreadyExists);
            QVERIFY(QFile::link(path, path + QStringLiteral(".kept")));
            // What a killed process leaves: a socket file that nobody listens on.
            QVERIFY(QFile::rename(path, path + QStringLiteral(".old")));
        }
        QVERIFY(removeStaleSocket(path + QStringLiteral(".old")));
        QVERIFY(!QFile::exists(path + QStringLiteral(".old")));
    }

    void ordinaryFile_inPlaceOfTheSocket_isNotRemoved()
    {
        const QString path = folder(QStringLiteral("f")) + QStringLiteral("/a.sock");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        QVERIFY(!removeStaleSocket(path));
        QVERIFY(QFile::exists(path));
    }

    void consoleFile_isPrivateAndComesBack()
    {
        const QString profile = folder(QStringLiteral("c"));
        QVERIFY(!readConsoleFile(profile));
        QVERIFY(writeConsoleFile(profile, {QStringLiteral("/run/x.sock"), 4711, "1.0"}));
        struct stat found
        {
        };
        QCOMPARE(::stat(QFile::encodeName(consoleFilePath(profile)).constData(), &found), 0);
        QCOMPARE(found.st_mode & 0777U, 0600U);
        const Result<ConsoleFile> file = readConsoleFile(profile);
        QVERIFY(file);
        QCOMPARE(file->socketPath, QStringLiteral("/run/x.sock"));
        QCOMPARE(file->pid, qint64(4711));
        QCOMPARE(file->version, QByteArray("1.0"));
        removeConsoleFile(profile, 1); // another console's
        QVERIFY(readConsoleFile(profile));
        removeConsoleFile(profile, 4711);
        QCOMPARE(readConsoleFile(profile).error().code(), ErrorCode::NotFound);
    }

    void consoleFile_thatOthersMayWrite_isRefused()
    {
        const QString profile = folder(QStringLiteral("d"));
        QVERIFY(writeConsoleFile(profile, {QStringLiteral("/run/x.sock"), 4711, "1.0"}));
        ::chmod(QFile::encodeName(consoleFilePath(profile)).constData(), 0666);
        QCOMPARE(readConsoleFile(profile).error().code(), ErrorCode::PermissionDenied);
    }
};

QTEST_GUILESS_MAIN(TestSocketPath)
#include "tst_socketpath.moc"
