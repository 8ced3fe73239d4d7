// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/approvalladder.h"

#include <QTest>

#include <array>

using namespace lockkeeper;
using Step = ApprovalLadder::Step;

namespace {

constexpr std::array kLevels = {RiskLevel::Low, RiskLevel::Medium, RiskLevel::High,
                                RiskLevel::Critical};

ActionCard cardOf(const QByteArray& arguments, const QList<QByteArray>& targets = {})
{
    ActionCard card;
    card.snapshot.targets = targets;
    card.arguments = arguments;
    return card;
}

/// A card of this risk for which nothing is missing.
ApprovalLadder met(RiskLevel risk)
{
    ApprovalLadder ladder;
    ladder.risk = risk;
    ladder.isPending = true;
    ladder.canDecide = true;
    ladder.isSeenToTheEnd = true;
    ladder.isChallengeMet = true;
    ladder.reasonCharacters = ApprovalLadder::kReasonCharacters;
    return ladder;
}

/// The rules of the README as a person would check them off, one sentence after another.
bool mayApprove(const ApprovalLadder& ladder, bool isChallengeOpen)
{
    if (ladder.isTampered || !ladder.isPending || !ladder.canDecide || !ladder.isToolUsable)
        return false;
    const bool isHigh =
        ladder.risk == RiskLevel::High || ladder.risk == RiskLevel::Critical || ladder.unmasked > 0;
    const bool isMedium = isHigh || ladder.risk == RiskLevel::Medium;
    if (isMedium && !ladder.isSeenToTheEnd)
        return false;
    if (isHigh && (ladder.openWarnings > 0 || !isChallengeOpen || !ladder.isChallengeMet))
        return false;
    return ladder.risk != RiskLevel::Critical || ladder.reasonCharacters >= 10;
}

/// Calls visit(ladder, isChallengeOpen) for every combination of everything.
template<class Visitor>
void forEachCombination(Visitor&& visit)
{
    constexpr int kFlags = 7;
    for (const RiskLevel risk : kLevels) {
        for (int bits = 0; bits < (1 << kFlags); ++bits) {
            for (const int warnings : {0, 1, 7}) {
                for (const int unmasked : {0, 1, 5}) {
                    for (const qsizetype reason : {0, 9, 10, 400}) {
                        const auto has = [bits](int bit) { return (bits & (1 << bit)) != 0; };
                        ApprovalLadder ladder;
                        ladder.risk = risk;
                        ladder.isPending = has(0);
                        ladder.isTampered = has(1);
                        ladder.isToolUsable = has(2);
                        ladder.canDecide = has(3);
                        ladder.isSeenToTheEnd = has(4);
                        ladder.isChallengeMet = has(5);
                        ladder.openWarnings = warnings;
                        ladder.unmasked = unmasked;
                        ladder.reasonCharacters = reason;
                        visit(ladder, has(6));
                    }
                }
            }
        }
    }
}

} // namespace

class ApprovalLadderTest : public QObject
{
    Q_OBJECT

private slots:
    void ladder_inEveryCombination_isReadyExactlyByTheRules();
    void ladder_ofADefaultCard_isNotDecidable();
    void ladder_saysTheFirstThingThatIsMissing_data();
    void ladder_saysTheFirstThingThatIsMissing();
    void highCard_withoutTheChallenge_isNotReady();
    void maskedValues_raiseTheRisk();
    void challenge_isTheValueOfTheCall_data();
    void challenge_isTheValueOfTheCall();
    void challenge_neverHoldsAnythingHidden_data();
    void challenge_neverHoldsAnythingHidden();
    void challenge_neverIsAMaskedValue();
    void challenge_isComparedExactly();
    void challenge_ofHostileArguments_endsSoon();
};

void ApprovalLadderTest::ladder_inEveryCombination_isReadyExactlyByTheRules()
{
    int ready = 0;
    int combinations = 0;
    forEachCombination([&](const ApprovalLadder& ladder, bool isOpen) {
        ++combinations;
        const bool isReady = ladder.next(isOpen) == Step::Ready;
        ready += isReady ? 1 : 0;
        if (isReady == mayApprove(ladder, isOpen))
            return;
        const QString what =
            QStringLiteral("risk %1, pending %2, tampered %3, tool %4, decides %5, seen %6, met %7,"
                           " warnings %8, unmasked %9")
                .arg(int(ladder.risk))
                .arg(ladder.isPending)
                .arg(ladder.isTampered)
                .arg(ladder.isToolUsable)
                .arg(ladder.canDecide)
                .arg(ladder.isSeenToTheEnd)
                .arg(ladder.isChallengeMet)
                .arg(ladder.openWarnings)
                .arg(ladder.unmasked);
        QFAIL(qPrintable(what + QStringLiteral(", reason %1, open %2: ready is %3")
                                    .arg(ladder.reasonCharacters)
                                    .arg(isOpen)
                                    .arg(isReady)));
    });
    QCOMPARE(combinations, 4 * 128 * 3 * 3 * 4);
    QVERIFY2(ready > 0, "some combinations have to be ready");
}

void ApprovalLadderTest::ladder_ofADefaultCard_isNotDecidable()
{
    QVERIFY2(ApprovalLadder().next(false) == Step::NotNow, "nothing said: nothing decided");
    QVERIFY2(ApprovalLadder().next(true) == Step::NotNow, "nothing said: nothing decided");
}

void ApprovalLadderTest::ladder_saysTheFirstThingThatIsMissing_data()
{
    QTest::addColumn<ApprovalLadder>("ladder");
    QTest::addColumn<bool>("isOpen");
    QTest::addColumn<int>("step");
    const auto row = [](const char* name, RiskLevel risk, bool isOpen, Step step,
                        const std::function<void(ApprovalLadder&)>& edit) {
        ApprovalLadder ladder = met(risk);
        edit(ladder);
        QTest::newRow(name) << ladder << isOpen << int(step);
    };
    const auto nothing = [](ApprovalLadder&) {};
    row("low", RiskLevel::Low, false, Step::Ready, nothing);
    row("low, unread", RiskLevel::Low, false, Step::Ready,
        [](ApprovalLadder& one) { one.isSeenToTheEnd = false; });
    row("medium", RiskLevel::Medium, false, Step::Ready, nothing);
    row("medium, unread", RiskLevel::Medium, false, Step::Read,
        [](ApprovalLadder& one) { one.isSeenToTheEnd = false; });
    row("high", RiskLevel::High, false, Step::OpenChallenge, nothing);
    row("high, open", RiskLevel::High, true, Step::Ready, nothing);
    row("high, unread", RiskLevel::High, true, Step::Read, [](ApprovalLadder& one) {
        one.isSeenToTheEnd = false;
        one.openWarnings = 1;
    });
    row("high, warnings", RiskLevel::High, true, Step::Warnings,
        [](ApprovalLadder& one) { one.openWarnings = 1; });
    row("high, other value", RiskLevel::High, true, Step::Challenge,
        [](ApprovalLadder& one) { one.isChallengeMet = false; });
    row("critical", RiskLevel::Critical, false, Step::OpenChallenge, nothing);
    row("critical, no reason", RiskLevel::Critical, true, Step::Reason,
        [](ApprovalLadder& one) { one.reasonCharacters = 9; });
    row("critical, neither", RiskLevel::Critical, true, Step::Challenge, [](ApprovalLadder& one) {
        one.reasonCharacters = 0;
        one.isChallengeMet = false;
    });
    row("critical, all", RiskLevel::Critical, true, Step::Ready, nothing);
    row("low, masked", RiskLevel::Low, false, Step::OpenChallenge,
        [](ApprovalLadder& one) { one.unmasked = 1; });
    row("tampered", RiskLevel::Low, false, Step::NotDecidable, [](ApprovalLadder& one) {
        one.isTampered = true;
        one.isPending = false;
    });
    row("other tool", RiskLevel::Low, false, Step::NotDecidable,
        [](ApprovalLadder& one) { one.isToolUsable = false; });
    row("not pending", RiskLevel::Low, false, Step::NotNow,
        [](ApprovalLadder& one) { one.isPending = false; });
    row("read-only", RiskLevel::Low, false, Step::NotNow,
        [](ApprovalLadder& one) { one.canDecide = false; });
}

void ApprovalLadderTest::ladder_saysTheFirstThingThatIsMissing()
{
    QFETCH(ApprovalLadder, ladder);
    QFETCH(bool, isOpen);
    QFETCH(int, step);
    QCOMPARE(int(ladder.next(isOpen)), step);
}

void ApprovalLadderTest::highCard_withoutTheChallenge_isNotReady()
{
    for (const RiskLevel risk : {RiskLevel::High, RiskLevel::Critical}) {
        ApprovalLadder ladder = met(risk);
        ladder.isChallengeMet = false;
        QVERIFY2(ladder.next(false) == Step::OpenChallenge, "the challenge has to be opened");
        QVERIFY2(ladder.next(true) == Step::Challenge, "the value has to be typed");
    }
}

void ApprovalLadderTest::maskedValues_raiseTheRisk()
{
    ApprovalLadder ladder = met(RiskLevel::Low);
    QCOMPARE(int(ladder.effectiveRisk()), int(RiskLevel::Low));
    QVERIFY(!ladder.needsChallenge());
    ladder.unmasked = 1;
    QCOMPARE(int(ladder.effectiveRisk()), int(RiskLevel::High));
    QVERIFY(ladder.needsChallenge());
    ladder.risk = RiskLevel::Critical;
    QVERIFY2(ladder.effectiveRisk() == RiskLevel::Critical, "it raises, it never lowers");
}

void ApprovalLadderTest::challenge_isTheValueOfTheCall_data()
{
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<QList<QByteArray>>("targets");
    QTest::addColumn<QString>("value");
    const auto row = [](const char* name, const QByteArray& arguments,
                        const QList<QByteArray>& targets, const QString& value) {
        QTest::newRow(name) << arguments << targets << value;
    };
    row("target", R"({"path":"a.txt"})", {"repo:octo/cat"}, "repo:octo/cat");
    row("target of the whole tool", R"({"path":"a.txt"})", {"tool:files/write"}, "a.txt");
    row("masked target", R"({"path":"a.txt"})", {"db:•••"}, "a.txt");
    row("long target", R"({"path":"a.txt"})", {"host:a-name-of-many-characters.example"}, "a.txt");
    row("first string", R"({"a":"xy","b":true,"c":"three","d":"four"})", {}, "three");
    row("number", R"({"a":12,"b":4180.00})", {}, "4180.00");
    row("nested", R"({"a":{"b":["x",{"c":"deep value"}]}})", {}, "deep value");
    row("20 characters", R"({"a":"12345678901234567890","b":"other"})", {}, "12345678901234567890");
    row("21 characters", R"({"a":"123456789012345678901","b":"other"})", {}, "other");
    row("escapes", R"({"a":"na\u00efve"})", {}, QStringLiteral("na\u00efve"));
    row("one form", R"({"a":"nai\u0308ve"})", {}, QStringLiteral("na\u00efve"));
    row("part of a path", R"({"p":"/a/long/path/to/some/where/report.pdf"})", {}, "report.pdf");
    row("string before a path", R"({"p":"/a/long/path/to/some/where/report.pdf","q":"small"})", {},
        "small");
    row("size", R"({"a":true,"b":null,"c":[1,2]})", {}, "29");
    row("nothing", "", {}, "0");
}

void ApprovalLadderTest::challenge_isTheValueOfTheCall()
{
    QFETCH(QByteArray, arguments);
    QFETCH(QList<QByteArray>, targets);
    QFETCH(QString, value);
    const Challenge challenge = challengeOf(cardOf(arguments, targets));
    QCOMPARE(challenge.value, value);
    QVERIFY2(!challenge.field.isEmpty(), "the person has to know where it stands");
    QVERIFY2(challenge.isMetBy(value), "the value itself meets it");
}

void ApprovalLadderTest::challenge_neverHoldsAnythingHidden_data()
{
    QTest::addColumn<QString>("value");
    const auto row = [](const char* name, const QString& value) { QTest::newRow(name) << value; };
    row("override", QStringLiteral("abc\u202Edef"));
    row("isolate", QStringLiteral("abc\u2066def"));
    row("mark", QStringLiteral("abc\u200Edef"));
    row("zero width space", QStringLiteral("abc\u200Bdef"));
    row("zero width joiner", QStringLiteral("abc\u200Ddef"));
    row("word joiner", QStringLiteral("abc\u2060def"));
    row("byte order mark", QStringLiteral("\uFEFFabcdef"));
    row("soft hyphen", QStringLiteral("abc\u00ADdef"));
    row("variation selector", QStringLiteral("abc\uFE0Fdef"));
    row("grapheme joiner", QStringLiteral("abc\u034Fdef"));
    row("tag", QStringLiteral("abc\U000E0041def"));
    row("filler", QStringLiteral("abc\u3164def"));
    row("braille blank", QStringLiteral("abc\u2800def"));
    row("control", QStringLiteral("abc\u0001def"));
    row("line feed", QStringLiteral("abc\ndef"));
    row("tab", QStringLiteral("abc\tdef"));
    row("no-break space", QStringLiteral("abc\u00A0def"));
    row("wide space", QStringLiteral("abc\u3000def"));
    row("line separator", QStringLiteral("abc\u2028def"));
    row("private use", QStringLiteral("abc\uE000def"));
    row("noncharacter", QStringLiteral("abc\uFDD0def"));
    row("replacement", QStringLiteral("abc\uFFFDdef"));
    row("leading space", QStringLiteral(" abcdef"));
    row("trailing space", QStringLiteral("abcdef "));
    row("two spaces", QStringLiteral("abc  def"));
    row("leading mark", QStringLiteral("\u0301abc"));
    row("Cyrillic a", QStringLiteral("p\u0430ypal"));
}

void ApprovalLadderTest::challenge_neverHoldsAnythingHidden()
{
    QFETCH(QString, value);
    QVERIFY2(!isPlainToSee(value), "this text is not what it looks like");
    const QByteArray text = value.toUtf8();
    const QByteArray arguments =
        "{\"a\":" +
        QByteArray(value.contains('\n') || value.contains('\t') || value.contains(QChar(1))
                       ? "\"abc\\u0001def\""
                       : "\"" + text + "\"") +
        ",\"b\":\"plain value\"}";
    QCOMPARE(challengeOf(cardOf(arguments)).value, QStringLiteral("plain value"));
    QCOMPARE(challengeOf(cardOf(arguments, {text})).value, QStringLiteral("plain value"));
    const QByteArray path = "{\"a\":\"/a/very/long/way/to/go/before/" + text.simplified() + "\"}";
    if (text.simplified() == text)
        QVERIFY2(challengeOf(cardOf(path)).value == QString::number(path.size()),
                 "nor is it the last part of a path");
}

void ApprovalLadderTest::challenge_neverIsAMaskedValue()
{
    ActionCard card = cardOf(R"({"token":"","name":"visible"})");
    card.masked = {{"/token", 9, 40, false}};
    QCOMPARE(challengeOf(card).value, QStringLiteral("visible"));
    card = cardOf(R"({"token":"secret","name":"visible"})");
    card.masked = {{"/token", 9, 8, false}};
    QVERIFY2(challengeOf(card).value == QLatin1String("visible"),
             "what is named as masked is passed over, whatever stands there");
}

void ApprovalLadderTest::challenge_isComparedExactly()
{
    const Challenge challenge{QStringLiteral("name"), QStringLiteral("na\u00efve Name")};
    QVERIFY(challenge.isMetBy(QStringLiteral("na\u00efve Name")));
    QVERIFY2(challenge.isMetBy(QStringLiteral("nai\u0308ve Name")), "the same in another form");
    for (const QString& other :
         {QString(), QStringLiteral("naive Name"), QStringLiteral("na\u00efve name"),
          QStringLiteral(" na\u00efve Name"), QStringLiteral("na\u00efve Name "),
          QStringLiteral("na\u00efve\u00A0Name"), QStringLiteral("na\u00efve Nam")})
        QVERIFY2(!challenge.isMetBy(other), qPrintable(other + " is not the value"));
    QVERIFY2(!Challenge().isMetBy(QString()), "an empty challenge is met by nothing");
}

void ApprovalLadderTest::challenge_ofHostileArguments_endsSoon()
{
    // Deep, and wide with nothing to ask for.
    const int depth = 120;
    QByteArray deep =
        QByteArray("{\"a\":").repeated(depth) + "\"deepest\"" + QByteArray(depth, '}');
    QCOMPARE(challengeOf(cardOf(deep)).value, QString::number(deep.size()));
    QByteArray wide = "[" + QByteArray("true,").repeated(1'000'000) + "\"last one\"]";
    QCOMPARE(challengeOf(cardOf(wide)).value, QString::number(wide.size()));
}

QTEST_GUILESS_MAIN(ApprovalLadderTest)
#include "tst_approvalladder.moc"
