// SPDX-License-Identifier: Apache-2.0
#include "core/executor/connectiongeneration.h"

#include "core/base/digest.h"

#include <QFile>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

using namespace lockkeeper;

class TestConnectionGeneration : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void b42_everyPart_isChanged_givesAnotherGeneration();
    void programsBytes_areChanged_giveAnotherGeneration();
    void interpretersScript_isChanged_givesAnotherGeneration();
    void programInThePath_isFoundWhereTheChildLooks();
    void equalServers_giveEqualGenerations();
    void secretValue_isNotFound_byWhoeverKnowsAllButTheKey();
    void commandsThatFetchCode_areKnown_data();
    void commandsThatFetchCode_areKnown();

private:
    void write(const QString& name, const QByteArray& bytes, bool executable = true)
    {
        // A new file each time, as installers do.
        QFile::remove(path(name));
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
        file.close();
        if (executable)
            QVERIFY(file.setPermissions(file.permissions() | QFile::ExeOwner));
    }
    [[nodiscard]] QString path(const QString& name) const { return m_directory->filePath(name); }
    [[nodiscard]] ServerSettings server() const
    {
        ServerSettings settings;
        settings.name = "files";
        settings.command = path(QStringLiteral("tool"));
        settings.arguments = {QStringLiteral("--root"), QStringLiteral("/tmp")};
        settings.environment = {{"API_KEY", "one"}, {"LEVEL", "1"}};
        settings.workingDirectory = m_directory->path();
        return settings;
    }
    [[nodiscard]] QByteArray generation(const ServerSettings& settings)
    {
        return connectionGenerationOf(settings, m_key, m_files);
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    FileDigests m_files;
    QByteArray m_key = sha256("value key");
};

void TestConnectionGeneration::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
    write(QStringLiteral("tool"), "#!/bin/sh\nexit 0\n");
}

void TestConnectionGeneration::b42_everyPart_isChanged_givesAnotherGeneration()
{
    write(QStringLiteral("tool2"), "#!/bin/sh\nexit 0\n");
    const QString other = path(QStringLiteral("tool2"));
    const QList<std::function<void(ServerSettings&)>> changes = {
        [](ServerSettings& s) { s.environment[0].second = "two"; },
        [](ServerSettings& s) { s.environment[0].first = "API_KEZ"; },
        [](ServerSettings& s) { s.environment.removeLast(); },
        [](ServerSettings& s) { s.environment.emplaceBack("NEW", ""); },
        [](ServerSettings& s) {
            s.environment[0].second = "1"; // two values change places
            s.environment[1].second = "one";
        },
        [](ServerSettings& s) { s.arguments[1] = QStringLiteral("/"); },
        [](ServerSettings& s) { s.arguments = {QStringLiteral("--root /tmp")}; },
        [](ServerSettings& s) { s.arguments.append(QString()); },
        [](ServerSettings& s) { s.workingDirectory = QStringLiteral("/"); },
        [other](ServerSettings& s) { s.command = other; },
        [](ServerSettings& s) { s.command += QStringLiteral("-missing"); },
        [](ServerSettings& s) { s.name = "other"; },
    };
    QSet<QByteArray> generations = {generation(server())};
    for (const auto& change : changes) {
        ServerSettings settings = server();
        change(settings);
        generations.insert(generation(settings));
    }
    QCOMPARE(generations.size(), changes.size() + 1);
    QCOMPARE(generation(server()).size(), kDigestSize);
}

void TestConnectionGeneration::programsBytes_areChanged_giveAnotherGeneration()
{
    const QByteArray before = generation(server());
    QCOMPARE(generation(server()), before);
    write(QStringLiteral("tool"), "#!/bin/sh\nexit 1\n"); // as long as before
    const QByteArray after = generation(server());
    QVERIFY(after != before);
    QFile::remove(path(QStringLiteral("tool")));
    QVERIFY(generation(server()) != after);
    write(QStringLiteral("tool"), "#!/bin/sh\nexit 0\n");
    QCOMPARE(generation(server()), before);
}

void TestConnectionGeneration::interpretersScript_isChanged_givesAnotherGeneration()
{
    write(QStringLiteral("server.py"), "print(1)\n", false);
    ServerSettings settings = server();
    settings.command = QStringLiteral("python3");
    settings.arguments = {QStringLiteral("-u"), QStringLiteral("server.py"),
                          QStringLiteral("data.txt")};
    write(QStringLiteral("data.txt"), "1", false);
    const QByteArray before = generation(settings);
    write(QStringLiteral("data.txt"), "2", false);
    QCOMPARE(generation(settings), before); // what the script works on is not what runs
    write(QStringLiteral("server.py"), "print(2)\n", false);
    QVERIFY(generation(settings) != before);
}

void TestConnectionGeneration::programInThePath_isFoundWhereTheChildLooks()
{
    ServerSettings settings = server();
    settings.command = QStringLiteral("tool");
    const QByteArray missing = generation(settings);
    settings.environment.emplaceBack("PATH", QFile::encodeName(m_directory->path()));
    const QByteArray found = generation(settings);
    QVERIFY(found != missing);
    write(QStringLiteral("tool"), "#!/bin/sh\nexit 2\n");
    QVERIFY(generation(settings) != found);
}

void TestConnectionGeneration::equalServers_giveEqualGenerations()
{
    ServerSettings settings = server();
    std::swap(settings.environment[0], settings.environment[1]);
    settings.trusted = true;
    settings.plainNames = true;
    QCOMPARE(generation(settings), generation(server()));
    FileDigests fresh;
    QCOMPARE(connectionGenerationOf(server(), m_key, fresh), generation(server()));
}

void TestConnectionGeneration::secretValue_isNotFound_byWhoeverKnowsAllButTheKey()
{
    const QByteArray before = generation(server());
    FileDigests files;
    QVERIFY(connectionGenerationOf(server(), sha256("other key"), files) != before);
}

void TestConnectionGeneration::commandsThatFetchCode_areKnown_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<bool>("fetches");
    const auto row = [](const char* command, bool fetches) {
        QTest::newRow(command) << QString::fromLatin1(command) << fetches;
    };
    row("npx -y @modelcontextprotocol/server-filesystem /tmp", true);
    row("/usr/bin/npx x", true);
    row("npx@10 x", true);
    row("uvx mcp-server-git", true);
    row("pnpx x", true);
    row("bunx x", true);
    row("npm exec x", true);
    row("npm --yes exec x", true);
    row("uv tool run x", true);
    row("pipx run x", true);
    row("env A=1 npx x", true);
    row("timeout 10 /opt/node/bin/npx x", true);
    row("node server.js", false);
    row("npm start", false);
    row("/usr/bin/mcp-server-files /home", false);
    row("uv run server.py", false);
    row("python3 -m exec", false);
}

void TestConnectionGeneration::commandsThatFetchCode_areKnown()
{
    QFETCH(QString, command);
    QFETCH(bool, fetches);
    QStringList words = command.split(QLatin1Char(' '));
    ServerSettings settings;
    settings.command = words.takeFirst();
    settings.arguments = words;
    QCOMPARE(fetchesCodeAtStart(settings), fetches);
    settings.command = QStringLiteral("sh");
    settings.arguments = {QStringLiteral("-c"), command};
    QCOMPARE(fetchesCodeAtStart(settings), fetches);
}

QTEST_GUILESS_MAIN(TestConnectionGeneration)
#include "tst_connectiongeneration.moc"
