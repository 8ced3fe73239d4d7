// SPDX-License-Identifier: Apache-2.0
// What of a call's arguments may be on a screen.
#include "core/executor/maskedarguments.h"

#include <QTest>

#include <ranges>

using namespace lockkeeper;

namespace {

/// Puts the hidden values back where their placeholders stand.
QByteArray unmasked(const MaskedArguments& masked, const QByteArray& arguments)
{
    QByteArray text = masked.bytes;
    for (const auto& one : masked.hidden | std::views::reverse)
        text.replace(one.shown.offset, 2, arguments.mid(one.origin, one.shown.size));
    return text;
}

MaskingInput schemaKnown()
{
    MaskingInput input;
    input.isSchemaKnown = true;
    return input;
}

QList<QByteArray> pointersOf(const MaskedArguments& masked)
{
    QList<QByteArray> pointers;
    for (const MaskedArguments::Hidden& one : masked.hidden)
        pointers.append(one.shown.pointer);
    return pointers;
}

} // namespace

class MaskedArgumentsTest : public QObject
{
    Q_OBJECT

private slots:
    void harmlessArguments_areShownAsTheyAre();
    void maskedScalars_ofEveryType_areReplacedByPlaceholders();
    void hiddenValues_putBack_giveTheSameBytes();
    void operatorsOwnPointer_isExpected_anyOtherIsNot();
    void maskOfTheAdmission_staysWithoutTheSchema();
    void placesThatNobodyKnows_areMasked();
};

void MaskedArgumentsTest::harmlessArguments_areShownAsTheyAre()
{
    const QByteArray arguments = R"({"path":"a.txt","n":[1,2.50,null,{"x":true}],"":"é"})";
    const MaskedArguments masked = maskedArguments(arguments, schemaKnown());
    QCOMPARE(masked.bytes, arguments);
    QVERIFY2(masked.hidden.isEmpty(), "nothing of these arguments is a secret");
}

void MaskedArgumentsTest::maskedScalars_ofEveryType_areReplacedByPlaceholders()
{
    const QByteArray arguments =
        R"({"a":1,"secret":{"s":"x","n":-1.5e3,"b":false,"z":null,"e":{},"l":[7]},"b":2})";
    const MaskedArguments masked = maskedArguments(arguments, schemaKnown());
    QCOMPARE(masked.bytes,
             QByteArray(R"({"a":1,"secret":{"s":"","n":"","b":"","z":"","e":{},"l":[""]},"b":2})"));
    QCOMPARE(pointersOf(masked), (QList<QByteArray>{"/secret/s", "/secret/n", "/secret/b",
                                                    "/secret/z", "/secret/l/0"}));
    for (const MaskedArguments::Hidden& one : masked.hidden)
        QCOMPARE(masked.bytes.mid(one.shown.offset, 2), QByteArray(R"("")"));
    QCOMPARE(masked.hidden[1].shown.size, qsizetype(6));
}

void MaskedArgumentsTest::hiddenValues_putBack_giveTheSameBytes()
{
    const QByteArray arguments =
        R"({"password":"","list":[{"token":"\u00e9\"\\"},{"token":12}],"x":"ghp_0123456789abcdef01"})";
    const MaskedArguments masked = maskedArguments(arguments, schemaKnown());
    QCOMPARE(masked.hidden.size(), qsizetype(4));
    QVERIFY2(!masked.bytes.contains("ghp_"), "a token must not be in what is shown");
    QCOMPARE(unmasked(masked, arguments), arguments);
}

void MaskedArgumentsTest::operatorsOwnPointer_isExpected_anyOtherIsNot()
{
    MaskingInput input = schemaKnown();
    input.settings.secretPointers = {"/body"};
    const MaskedArguments masked = maskedArguments(R"({"body":"long","password":"x"})", input);
    QCOMPARE(masked.hidden.size(), qsizetype(2));
    QVERIFY2(masked.hidden[0].shown.isExpected, "the operator named it");
    QVERIFY2(!masked.hidden[1].shown.isExpected, "nobody named it");
}

void MaskedArgumentsTest::maskOfTheAdmission_staysWithoutTheSchema()
{
    const QByteArray arguments = R"({"note":"plain","pin":"4711"})";
    const QByteArray schema = R"({"properties":{"pin":{"type":"string","format":"password"}}})";
    MaskingInput input = schemaKnown();
    input.schema = JsonView(schema);
    const QByteArray expected = R"({"note":"plain","pin":""})";
    QCOMPARE(maskedArguments(arguments, input).bytes, expected);

    MaskingInput without;
    const QByteArray admitted =
        R"([{"pointer":"/note","size":5},{"masked":true,"pointer":"/pin"}])";
    without.admitted = JsonView(admitted);
    QCOMPARE(maskedArguments(arguments, without).bytes, expected);
}

void MaskedArgumentsTest::placesThatNobodyKnows_areMasked()
{
    MaskingInput without;
    const QByteArray admitted = R"([{"pointer":"/a"}])";
    without.admitted = JsonView(admitted);
    const QByteArray arguments = R"({"a":1,"b":2})";
    QCOMPARE(maskedArguments(arguments, without).bytes, QByteArray(R"({"a":1,"b":""})"));
    without.isSchemaKnown = true;
    QCOMPARE(maskedArguments(arguments, without).bytes, arguments);
}

QTEST_GUILESS_MAIN(MaskedArgumentsTest)
#include "tst_maskedarguments.moc"
