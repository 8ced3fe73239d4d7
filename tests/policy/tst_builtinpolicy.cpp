// SPDX-License-Identifier: Apache-2.0
#include "core/policy/builtinpolicy.h"

#include "core/base/canonicaljson.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lockkeeper;

namespace {

PolicyInput readOfTrustedServer(const QByteArray& arguments = "{}")
{
    PolicyInput input;
    input.credential = CredentialId("crd_1");
    input.tool = {"files", "read_file"};
    input.effect = EffectClass::ReadOnly;
    input.risk = RiskLevel::Low;
    input.serverTrusted = true;
    input.definitionAccepted = true;
    input.arguments = arguments;
    return input;
}

QByteArray kindName(PolicyVerdict::Kind kind)
{
    const char* names[] = {"allow", "ask", "deny"};
    return names[static_cast<int>(kind)];
}

} // namespace

class TestBuiltinPolicy : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void b50_b52_everyCombination_isJudged_denyWins();
    void b45_otherArguments_areAskedAgain();
    void ownFiles_namedInAnyWay_areDenied_data();
    void ownFiles_namedInAnyWay_areDenied();
    void otherFiles_areNotDenied_data();
    void otherFiles_areNotDenied();
    void ownFiles_throughLinks_areDenied();
    void ownFiles_anywhereInTheArguments_areDenied();
    void protectedDirectory_reachedByALinkItself_isDeniedBothWays();
    void unreadableArguments_areAsked();
    void latestDecideBy_is7DaysAfterTheAdmission();
    void tooManyPaths_areAsked_spellingIsStillJudged();

private:
    [[nodiscard]] PolicyVerdict judge(const QByteArray& path) const
    {
        return BuiltinPolicy({m_profile}, m_home)
            .evaluate(readOfTrustedServer("{\"path\":" + jsonString(path) + "}"));
    }
    [[nodiscard]] QByteArray filled(QByteArray text) const
    {
        return text.replace("PROFILE", QFile::encodeName(m_profile))
            .replace("HOME_NAME", QFile::encodeName(QFileInfo(m_home).fileName()))
            .replace("HOME_DIR", QFile::encodeName(m_home));
    }

    std::unique_ptr<QTemporaryDir> m_directory;
    QString m_home;
    QString m_profile;
};

void TestBuiltinPolicy::init()
{
    m_directory = std::make_unique<QTemporaryDir>();
    m_home = QFileInfo(m_directory->path()).canonicalFilePath() + QStringLiteral("/anna");
    m_profile = m_home + QStringLiteral("/.local/share/lockkeeper");
    QVERIFY(QDir().mkpath(m_profile + QStringLiteral("/logs")));
    QVERIFY(QDir().mkpath(m_home + QStringLiteral("/papers")));
}

void TestBuiltinPolicy::b50_b52_everyCombination_isJudged_denyWins()
{
    const BuiltinPolicy policy({m_profile}, m_home);
    const QByteArray own = "{\"path\":" + jsonString(QFile::encodeName(m_profile)) + "}";
    for (int bits = 0; bits < 64; ++bits) {
        PolicyInput input = readOfTrustedServer((bits & 1) ? own : QByteArray("{\"a\":1}"));
        input.serverTrusted = (bits & 2) != 0;
        input.definitionAccepted = (bits & 4) != 0;
        input.equalCallOpen = (bits & 8) != 0;
        input.effect = static_cast<EffectClass>(1 + (bits >> 4));
        const bool isTrustedRead = input.effect == EffectClass::ReadOnly && input.serverTrusted &&
                                   input.definitionAccepted;
        const char* expected = (bits & 1) ? "deny" : (isTrustedRead ? "allow" : "ask");
        const char* rule = (bits & 1)
                               ? "builtin.protect-own-files"
                               : (isTrustedRead ? "builtin.allow-trusted-reads" : "builtin.ask");
        const PolicyVerdict verdict = policy.evaluate(input);
        QVERIFY2(kindName(verdict.kind) == expected, QByteArray::number(bits).constData());
        QCOMPARE(verdict.rule, QByteArray(rule));
        QVERIFY2(verdict.reason.endsWith('.'), verdict.reason.constData());
    }
}

void TestBuiltinPolicy::b45_otherArguments_areAskedAgain()
{
    const BuiltinPolicy policy({m_profile}, m_home);
    for (const char* arguments : {R"({"to":"a"})", R"({"to":"b"})"}) {
        PolicyInput input = readOfTrustedServer(arguments);
        input.effect = EffectClass::Irreversible;
        QCOMPARE(kindName(policy.evaluate(input).kind), QByteArray("ask"));
    }
}

void TestBuiltinPolicy::ownFiles_namedInAnyWay_areDenied_data()
{
    QTest::addColumn<QByteArray>("path");
    const char* paths[] = {
        "PROFILE",
        "PROFILE/",
        "PROFILE/config.jsonc",
        "  PROFILE/config.jsonc\n",
        "PROFILE/not/there/yet",
        "PROFILE/logs/../config.jsonc",
        "HOME_DIR/papers/../.local/share/./lockkeeper//store.sqlite",
        "/../..//HOME_DIR/.local/share/lockkeeper/x",
        "~/.local/share/lockkeeper/store.sqlite",
        "~HOME_NAME/.local/share/lockkeeper",
        "$HOME/.local/share/lockkeeper",
        "${HOME}/.local/share/lockkeeper",
        "~/papers/../.local/share/lockkeeper",
        "file://PROFILE/config.jsonc",
        "FILE:PROFILE/config.jsonc",
        "file://localhostPROFILE/config.jsonc",
        "file://HOME_DIR/%2elocal/share/%6Cockkeeper/config.jsonc",
        "file://PROFILE/config.jsonc?x#y",
        "file:///~/.local/share/lockkeeper",
        "sqlite://PROFILE/store.sqlite",
        "HOME_DIR/%2elocal/share/lockkeeper/config.jsonc",
        "/proc/self/rootHOME_DIR/.local/share/lockkeeper/config.jsonc",
    };
    for (const char* path : paths)
        QTest::newRow(path) << QByteArray(path);
}

void TestBuiltinPolicy::ownFiles_namedInAnyWay_areDenied()
{
    QFETCH(QByteArray, path);
    const PolicyVerdict verdict = judge(filled(path));
    QVERIFY2(verdict.kind == PolicyVerdict::Kind::Deny, filled(path).constData());
    QVERIFY(!verdict.reason.contains("lockkeeper/"));
}

void TestBuiltinPolicy::otherFiles_areNotDenied_data()
{
    QTest::addColumn<QByteArray>("path");
    const char* paths[] = {
        "HOME_DIR",
        "HOME_DIR/papers/a.txt",
        "PROFILE2/config.jsonc",
        "PROFILE-copy",
        "PROFILE/../other",
        "~/.local/share",
        "https://example.org/HOME_DIR/.local/share/lockkeeper",
        "I have read PROFILE and liked it",
        "lockkeeper",
        "",
    };
    for (const char* path : paths)
        QTest::newRow(*path ? path : "empty") << QByteArray(path);
}

void TestBuiltinPolicy::otherFiles_areNotDenied()
{
    QFETCH(QByteArray, path);
    QVERIFY2(judge(filled(path)).kind == PolicyVerdict::Kind::Allow, filled(path).constData());
}

void TestBuiltinPolicy::ownFiles_throughLinks_areDenied()
{
    const QString link = m_home + QStringLiteral("/papers/link");
    QVERIFY(QFile::link(m_profile, link));
    const QString chain = m_home + QStringLiteral("/papers/chain");
    QVERIFY(QFile::link(QStringLiteral("link/logs"), chain));
    const QString dangling = m_home + QStringLiteral("/papers/dangling");
    QVERIFY(QFile::link(m_profile + QStringLiteral("/new-file"), dangling));
    const QString circle = m_home + QStringLiteral("/papers/circle");
    QVERIFY(QFile::link(circle, circle));
    const QByteArray work = QFile::encodeName(m_home) + "/papers/";
    for (const char* path :
         {"link", "link/store.sqlite", "chain/a.log", "chain/../config.jsonc", "dangling"})
        QVERIFY2(judge(work + path).kind == PolicyVerdict::Kind::Deny, path);
    // Spelt, this is the work directory; physically it is the profile's parent.
    QVERIFY(judge(work + "link/../a").kind == PolicyVerdict::Kind::Allow);
    QVERIFY(judge(work + "link/../lockkeeper/a").kind == PolicyVerdict::Kind::Deny);
    QVERIFY(judge(work + "circle/a").kind == PolicyVerdict::Kind::Allow);
}

void TestBuiltinPolicy::ownFiles_anywhereInTheArguments_areDenied()
{
    const BuiltinPolicy policy({QStringLiteral("/nowhere"), m_profile}, m_home);
    const QByteArray path = jsonString(QFile::encodeName(m_profile) + "/x");
    QByteArray escaped = path;
    escaped.replace("/", "\\/").replace("l", "\\u006c");
    for (const QByteArray& arguments :
         {"{\"a\":[1,{\"b\":[null," + path + "]}]}", "{\"moves\":{" + path + ":1}}",
          "{\"a\":\"/tmp\",\"path\":" + escaped + "}"}) {
        const auto canonical = canonicalObject(arguments);
        QVERIFY2(canonical, arguments.constData());
        QVERIFY2(policy.evaluate(readOfTrustedServer(*canonical)).kind == PolicyVerdict::Kind::Deny,
                 arguments.constData());
    }
}

void TestBuiltinPolicy::protectedDirectory_reachedByALinkItself_isDeniedBothWays()
{
    const QString link = m_home + QStringLiteral("/profile-link");
    QVERIFY(QFile::link(m_profile, link));
    const BuiltinPolicy policy({link}, m_home);
    for (const QString& path : {link, m_profile}) {
        const QByteArray text = QFile::encodeName(path) + "/config.jsonc";
        const auto verdict =
            policy.evaluate(readOfTrustedServer("{\"p\":" + jsonString(text) + "}"));
        QVERIFY2(verdict.kind == PolicyVerdict::Kind::Deny, text.constData());
    }
}

void TestBuiltinPolicy::unreadableArguments_areAsked()
{
    const BuiltinPolicy policy({m_profile}, m_home);
    for (const char* arguments : {"", "{", "{\"a\":1,\"a\":2}"}) {
        const auto verdict = policy.evaluate(readOfTrustedServer(arguments));
        QVERIFY2(verdict.kind == PolicyVerdict::Kind::Ask, arguments);
    }
}

void TestBuiltinPolicy::tooManyPaths_areAsked_spellingIsStillJudged()
{
    const BuiltinPolicy policy({m_profile}, m_home);
    QList<QByteArray> paths;
    for (int i = 0; i <= 10'000; ++i)
        paths.append("\"/x" + QByteArray::number(i) + "\"");
    QCOMPARE(
        kindName(policy.evaluate(readOfTrustedServer("{\"p\":[" + paths.join(',') + "]}")).kind),
        QByteArray("ask"));
    paths.append(jsonString(QFile::encodeName(m_profile)));
    QCOMPARE(
        kindName(policy.evaluate(readOfTrustedServer("{\"p\":[" + paths.join(',') + "]}")).kind),
        QByteArray("deny"));
    paths = paths.mid(0, 9'000);
    QCOMPARE(
        kindName(policy.evaluate(readOfTrustedServer("{\"p\":[" + paths.join(',') + "]}")).kind),
        QByteArray("allow"));
}

void TestBuiltinPolicy::latestDecideBy_is7DaysAfterTheAdmission()
{
    const BuiltinPolicy policy({m_profile}, m_home);
    for (const qint64 created : {qint64(1), qint64(1'800'000'000'000)})
        QCOMPARE(policy.latestDecideByMs(created), created + 604'800'000);
}

QTEST_GUILESS_MAIN(TestBuiltinPolicy)
#include "tst_builtinpolicy.moc"
