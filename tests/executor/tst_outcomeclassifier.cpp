// SPDX-License-Identifier: Apache-2.0
#include "core/executor/outcomeclassifier.h"

#include "core/base/utf8text.h"
#include "core/domain/actiontransitions.h"

#include <QTest>

using namespace lockkeeper;

namespace {

BackendOutcome answered(const char* result, bool isError)
{
    BackendOutcome outcome;
    outcome.kind = BackendOutcome::Kind::Answered;
    outcome.result = result;
    outcome.isError = isError;
    return outcome;
}

BackendOutcome protocolError(int code)
{
    BackendOutcome outcome;
    outcome.kind = BackendOutcome::Kind::ProtocolError;
    outcome.errorCode = code;
    outcome.detail = "SENTINEL";
    return outcome;
}

BackendOutcome lost(ContactLostCause cause)
{
    BackendOutcome outcome;
    outcome.kind = BackendOutcome::Kind::ContactLost;
    outcome.cause = cause;
    return outcome;
}

BackendOutcome notStarted()
{
    BackendOutcome outcome;
    outcome.kind = BackendOutcome::Kind::NotStarted;
    return outcome;
}

/// "event/outcome" as the table below spells it.
QByteArray show(const Classification& classification)
{
    const auto event = actionEventName(classification.event);
    const auto outcome = outcomeName(classification.outcome);
    return QByteArray(event.data(), qsizetype(event.size())) + '/' +
           QByteArray(outcome.data(), qsizetype(outcome.size()));
}

struct Case
{
    const char* name;
    BackendOutcome outcome;
    const char* read;         // a read-only call
    const char* effect;       // any other, no word about its errors
    const char* withoutWord;  // any other, errorsMeanNoEffect
    const char* effectAgain;  // as `effect`, with a retry left
    const char* withoutAgain; // as `withoutWord`, with a retry left
};

QList<Case> cases()
{
    constexpr const char* kFailed = "failed_confirmed/failed_confirmed";
    constexpr const char* kUnknown = "contact_lost/unknown";
    constexpr const char* kNoEffect = "failed_no_effect/failed_no_effect";
    constexpr const char* kAgain = "no_effect_retry/failed_no_effect";
    constexpr const char* kDone = "succeeded/succeeded";
    constexpr const char* kNever = "not_started_final/not_started";
    constexpr const char* kLater = "not_started/not_started";
    QList<Case> list = {
        {"not started", notStarted(), kNever, kNever, kNever, kLater, kLater},
        {"success", answered(R"({"content":[]})", false), kDone, kDone, kDone, kDone, kDone},
        {"success says so", answered(R"({"isError":false})", false), kDone, kDone, kDone, kDone,
         kDone},
        {"error", answered(R"({"content":[],"isError":true})", true), kFailed, kUnknown, kNoEffect,
         kUnknown, kAgain},
        {"error the backend missed", answered(R"({"isError":true})", false), kFailed, kUnknown,
         kNoEffect, kUnknown, kAgain},
        {"error flag of another type", answered(R"({"isError":"true"})", false), kFailed, kUnknown,
         kUnknown, kUnknown, kUnknown},
        {"error that cannot be read", answered("", true), kFailed, kUnknown, kUnknown, kUnknown,
         kUnknown},
        {"result is no object", answered("[]", false), kFailed, kUnknown, kUnknown, kUnknown,
         kUnknown},
        {"result is cut", answered(R"({"content":)", false), kFailed, kUnknown, kUnknown, kUnknown,
         kUnknown},
        {"result has equal names", answered(R"({"a":1,"a":2})", false), kFailed, kUnknown, kUnknown,
         kUnknown, kUnknown},
        {"no kind we know",
         [] {
             BackendOutcome outcome;
             outcome.kind = static_cast<BackendOutcome::Kind>(99);
             return outcome;
         }(),
         kFailed, kUnknown, kUnknown, kUnknown, kUnknown},
    };
    for (const int code : {-32600, -32601, -32602})
        list.append(
            {"refused", protocolError(code), kFailed, kNoEffect, kNoEffect, kAgain, kAgain});
    for (const int code : {-32700, -32603, -32000, -32001, 0, 1, 32602, -32603})
        list.append(
            {"other error", protocolError(code), kFailed, kUnknown, kUnknown, kUnknown, kUnknown});
    for (int cause = 0; cause <= static_cast<int>(ContactLostCause::LeaseExpired) + 1; ++cause)
        list.append({"contact lost", lost(static_cast<ContactLostCause>(cause)), kFailed, kUnknown,
                     kUnknown, kUnknown, kUnknown});
    return list;
}

} // namespace

class TestOutcomeClassifier : public QObject
{
    Q_OBJECT

private slots:
    void everyOutcome_isClassified_asTheContractSays();
    void effectCall_isNeverTriedAgain_withoutProof();
    void causes_areSentences_withoutValues();
    void summary_isTaken_fromTheFirstThatSaysSomething_data();
    void summary_isTaken_fromTheFirstThatSaysSomething();
    void summary_isCut_betweenCharacters();
};

void TestOutcomeClassifier::everyOutcome_isClassified_asTheContractSays()
{
    const auto list = cases();
    for (const Case& one : list) {
        for (int code = 1; code <= 4; ++code) {
            const auto effect = static_cast<EffectClass>(code);
            const bool isRead = effect == EffectClass::ReadOnly;
            for (const bool word : {false, true}) {
                for (const int retries : {0, 1}) {
                    const char* again = word ? one.withoutAgain : one.effectAgain;
                    const char* once = word ? one.withoutWord : one.effect;
                    const bool startsAgain =
                        retries > 0 && one.outcome.kind == BackendOutcome::Kind::NotStarted;
                    const char* expected = isRead && !startsAgain ? one.read
                                           : retries > 0          ? again
                                                                  : once;
                    const auto actual = classifyOutcome(effect, one.outcome, word, retries);
                    const QByteArray place =
                        QByteArray(one.name) + ", effect " + QByteArray::number(code) + ", word " +
                        QByteArray::number(word) + ", retries " + QByteArray::number(retries) +
                        ": " + show(actual) + ", expected " + expected;
                    QVERIFY2(show(actual) == expected, place.constData());
                    QVERIFY2(next(ActionState::Running, actual.event), place.constData());
                }
            }
        }
    }
}

void TestOutcomeClassifier::effectCall_isNeverTriedAgain_withoutProof()
{
    const auto list = cases();
    for (const Case& one : list) {
        const auto actual = classifyOutcome(EffectClass::Irreversible, one.outcome, false, 5);
        const bool again = next(ActionState::Running, actual.event) == ActionState::Approved;
        const bool proven = one.outcome.kind == BackendOutcome::Kind::NotStarted ||
                            (one.outcome.kind == BackendOutcome::Kind::ProtocolError &&
                             one.outcome.errorCode <= -32600 && one.outcome.errorCode >= -32602);
        QVERIFY2(!again || proven, one.name);
    }
}

void TestOutcomeClassifier::causes_areSentences_withoutValues()
{
    const auto list = cases();
    for (const Case& one : list) {
        const auto actual = classifyOutcome(EffectClass::Idempotent, one.outcome, false, 0);
        if (actual.event == ActionEvent::Succeeded)
            continue;
        QVERIFY2(actual.cause.endsWith('.') && !actual.cause.contains("SENTINEL"), one.name);
    }
}

void TestOutcomeClassifier::summary_isTaken_fromTheFirstThatSaysSomething_data()
{
    QTest::addColumn<QByteArray>("error");
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<QByteArray>("summary");
    const auto row = [](const char* name, const char* error, const char* result,
                        const char* summary) {
        QTest::newRow(name) << QByteArray(error) << QByteArray(result) << QByteArray(summary);
    };
    row("error text", " broken ", R"({"summary":"s"})", "broken");
    row("error member", "", R"({"summary":"s","error":"e"})", "e");
    row("summary", "", R"({"message":"m","rendered":"r","summary":"s"})", "s");
    row("rendered", "", R"({"summary":" ","rendered":"r","stdout":"o"})", "r");
    row("stdout", "", R"({"stdout":"o\n","stderr":"e"})", "o");
    row("stderr", "", R"({"stdout":"","stderr":"e"})", "e");
    row("content", "", R"({"message":"m","content":[{"type":"text","text":"a"},
        {"type":"image","data":"x"},{"type":"text","text":"b"}]})",
        "a\nb");
    row("content as text", "", R"({"content":"c"})", "c");
    row("message", "", R"({"content":[],"message":"m"})", "m");
    row("whole", "", R"({"rows":[1,2]})", R"({"rows":[1,2]})");
    row("no text", "", R"({"summary":{"a":1}})", R"({"summary":{"a":1}})");
    row("nothing", "", "", "");
}

void TestOutcomeClassifier::summary_isTaken_fromTheFirstThatSaysSomething()
{
    QFETCH(QByteArray, error);
    QFETCH(QByteArray, result);
    QFETCH(QByteArray, summary);
    QCOMPARE(resultSummary(error, result), summary);
}

void TestOutcomeClassifier::summary_isCut_betweenCharacters()
{
    for (const char* letter : {"a", "ä", "€", "😀"}) {
        const QByteArray exact = QByteArray(letter).repeated(240);
        const QByteArray whole = resultSummary({}, "{\"stdout\":\"" + exact + "\"}");
        QCOMPARE(whole, exact);
        const QByteArray cut = resultSummary({}, "{\"stdout\":\"" + exact + letter + "\"}");
        QCOMPARE(cut, QByteArray(letter).repeated(239) + "…");
        QCOMPARE(characterCount(cut), 240);
    }
}

QTEST_GUILESS_MAIN(TestOutcomeClassifier)
#include "tst_outcomeclassifier.moc"
