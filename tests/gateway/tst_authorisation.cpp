// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/authorisation.h"

#include "core/base/logging.h"
#include "core/base/random.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace lockkeeper;

/// Cases B55: nobody but an operator with proof decides, whatever is presented.
class TestAuthorisation : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_logs;

    static std::shared_ptr<const AgentPrincipal> agent()
    {
        AgentPrincipal principal;
        principal.credential = CredentialId("crd_agent");
        principal.name = "atlas";
        return std::make_shared<const AgentPrincipal>(principal);
    }
    /// A caller that may decide when `unprotected` is on: everything is as it should be.
    static Caller provenOperator()
    {
        Caller caller;
        caller.standing = PeerStanding::Independent;
        caller.nonceAnswered = true;
        caller.accountName = "ada";
        return caller;
    }
    static QByteArray nameOf(const MethodRule& rule)
    {
        return {rule.name.data(), static_cast<qsizetype>(rule.name.size())};
    }
    qsizetype refusalsLogged() const
    {
        QFile file(m_logs.filePath(QStringLiteral("lockkeeper.log")));
        return file.open(QIODevice::ReadOnly) ? file.readAll().count("call refused") : -1;
    }

private slots:
    void initTestCase()
    {
        QVERIFY(initialiseCrypto());
        QVERIFY(m_logs.isValid());
        log::initialise(m_logs.path(), false);
    }

    void everyDecidingMethod_withoutProof_isRefusedAndLogged_B55_data()
    {
        QTest::addColumn<QByteArray>("method");
        QTest::addColumn<QByteArray>("params");
        QTest::addColumn<int>("who");
        QTest::addColumn<bool>("unprotected");
        enum { Credential, NoCredential, NoProof, Descendant, CannotTell };
        struct Case
        {
            const char* name;
            QByteArray params;
            int who;
            bool unprotected;
        };
        const QByteArray pin = R"("pin":"12345678")";
        const QList<Case> cases = {
            {"agent credential", "", Credential, false},
            {"agent credential, unprotected", "", Credential, true},
            {"agent credential with a PIN", pin, Credential, false},
            {"agent credential with a PIN, unprotected", pin, Credential, true},
            {"no credential", "", NoCredential, false},
            {"unproved, unprotected", "", NoProof, true},
            {"empty PIN", R"("pin":"")", NoProof, true},
            {"PIN of another type", R"("pin":12345678)", NoProof, true},
            {"proved but protected", "", NoCredential, false},
            {"descendant with a PIN", pin, Descendant, false},
            {"descendant that proved, unprotected", "", Descendant, true},
            {"unplaceable with a PIN", pin, CannotTell, true},
        };
        for (const MethodRule& rule : methodRules()) {
            if (rule.asOperator != Access::Decide && rule.plain != Access::Decide)
                continue;
            for (const Case& one : cases) {
                QByteArray params = rule.plain ? R"("scope":"operator")" : "";
                if (!one.params.isEmpty())
                    params += (params.isEmpty() ? "" : ",") + one.params;
                QTest::addRow("%s: %s", nameOf(rule).constData(), one.name)
                    << nameOf(rule) << QByteArray('{' + params + '}') << one.who << one.unprotected;
            }
        }
    }

    void everyDecidingMethod_withoutProof_isRefusedAndLogged_B55()
    {
        QFETCH(QByteArray, method);
        QFETCH(QByteArray, params);
        QFETCH(int, who);
        QFETCH(bool, unprotected);
        Caller caller = provenOperator();
        if (who == 0) {
            caller.agent = agent();
            caller.hasCredential = true;
        } else if (who == 2) {
            caller.nonceAnswered = false;
        } else if (who == 3) {
            caller.standing = PeerStanding::Descendant;
        } else if (who == 4) {
            caller.standing = PeerStanding::CannotTell;
        }
        const MethodRule* rule = methodRule(method);
        QVERIFY(rule);
        const qsizetype before = refusalsLogged();
        const Result<Authorised> answer = authorise(*rule, JsonView(params), caller, unprotected);
        QVERIFY2(!answer, "the call was let through");
        QCOMPARE(answer.error().code(), ErrorCode::PermissionDenied);
        QCOMPARE(refusalsLogged(), before + 1);
    }

    void everyViewingMethod_withoutProof_isRefused_data()
    {
        QTest::addColumn<QByteArray>("method");
        for (const MethodRule& rule : methodRules()) {
            if (rule.asOperator == Access::View)
                QTest::addRow("%s", nameOf(rule).constData()) << nameOf(rule);
        }
    }

    void everyViewingMethod_withoutProof_isRefused()
    {
        QFETCH(QByteArray, method);
        const MethodRule* rule = methodRule(method);
        const JsonView params(R"({"scope":"operator"})");
        Caller caller = provenOperator();
        QVERIFY(authorise(*rule, params, caller, true));
        caller.nonceAnswered = false;
        QVERIFY(!authorise(*rule, params, caller, true));
        caller = provenOperator();
        caller.hasCredential = true;
        QVERIFY(!authorise(*rule, params, caller, true));
        caller = provenOperator();
        caller.standing = PeerStanding::Descendant;
        QVERIFY(!authorise(*rule, params, caller, true));
    }

    void operatorWithPin_mayDecide_andThePinGoesToTheCore()
    {
        Caller caller = provenOperator();
        caller.nonceAnswered = false;
        const Result<Authorised> answer =
            authorise(*methodRule("actions.approve"), JsonView("{\"pin\":\"0\\u00311-22-33\"}"),
                      caller, false);
        QVERIFY(answer);
        QCOMPARE(answer->access, Access::Decide);
        QCOMPARE(answer->by.proof, QByteArray("pin"));
        QCOMPARE(answer->by.name, QByteArray("ada"));
        QCOMPARE(answer->by.pin.view().toByteArray(), QByteArray("011-22-33"));
    }

    void unprotected_withAnsweredNonce_mayDecideAndIsMarked()
    {
        const Result<Authorised> answer =
            authorise(*methodRule("actions.deny"), JsonView("{}"), provenOperator(), true);
        QVERIFY(answer);
        QCOMPARE(answer->by.proof, QByteArray("unprotected"));
    }

    void agentMethods_needAPrincipal()
    {
        Caller caller;
        const MethodRule& create = *methodRule("submissions.create");
        QVERIFY(!authorise(create, JsonView("{}"), caller, false));
        caller.agent = agent();
        QVERIFY(authorise(create, JsonView("{}"), caller, false));
        QVERIFY(authorise(*methodRule("status"), JsonView("{}"), Caller(), false));
    }

    void scope_thatIsUnknownOrNotThere_isInvalid()
    {
        const Caller caller = provenOperator();
        for (const char* params : {R"({"scope":"root"})", R"({"scope":1})"}) {
            const Result<Authorised> answer =
                authorise(*methodRule("status"), JsonView(params), caller, true);
            QVERIFY(!answer);
            QCOMPARE(answer.error().code(), ErrorCode::InvalidArgument);
        }
        const Result<Authorised> none = authorise(
            *methodRule("submissions.create"), JsonView(R"({"scope":"operator"})"), caller, true);
        QVERIFY(!none);
        QCOMPARE(none.error().code(), ErrorCode::InvalidArgument);
    }

    void refusal_neverLogsThePin()
    {
        Caller caller = provenOperator();
        caller.hasCredential = true;
        QVERIFY(!authorise(*methodRule("actions.approve"),
                           JsonView(R"({"pin":"sentinel-pin-4711"})"), caller, true));
        QFile file(m_logs.filePath(QStringLiteral("lockkeeper.log")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(!file.readAll().contains("sentinel-pin-4711"));
    }
};

QTEST_GUILESS_MAIN(TestAuthorisation)
#include "tst_authorisation.moc"
