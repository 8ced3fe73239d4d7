// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/visibletext.h"

#include <QFile>
#include <QRandomGenerator>
#include <QSet>
#include <QTest>

#include <array>
#include <ctime>

using namespace lockkeeper;

namespace {

constexpr std::array kFindingNames = {"BidiControl",    "InvisibleFormat", "TagCharacter",
                                      "Control",        "Unassigned",      "InvalidText",
                                      "LookAlikeSpace", "EdgeSpace",       "Padding",
                                      "MixedScripts",   "Punycode"};

constexpr std::array kBothRoles = {TextRole::Prose, TextRole::Identifier};

QByteArray namesOf(const QList<TextFinding>& findings)
{
    QByteArrayList names;
    for (const TextFinding finding : findings)
        names.append(kFindingNames.at(static_cast<std::size_t>(finding)));
    return names.isEmpty() ? "-" : names.join(',');
}

TextRole roleOf(const QByteArray& letter)
{
    return letter == "I" ? TextRole::Identifier : TextRole::Prose;
}

/// Unlike QString::fromUcs4 it keeps a byte order mark.
QByteArray utf8Of(char32_t c)
{
    return QStringView(QChar::fromUcs4(c)).toUtf8();
}

/// \xHH, \u{H}, \t, \n and \\ as the generators of the data write them.
QByteArray unescaped(const QByteArray& text)
{
    QByteArray out;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') {
            out += text[i];
            continue;
        }
        const char what = text.at(++i);
        if (what == 'x') {
            out += QByteArray::fromHex(text.mid(i + 1, 2));
            i += 2;
        } else if (what == 'u') {
            const qsizetype end = text.indexOf('}', i);
            const auto point =
                static_cast<char32_t>(text.mid(i + 2, end - i - 2).toUInt(nullptr, 16));
            out += utf8Of(point);
            i = end;
        } else {
            out += what == 't' ? '\t' : what == 'n' ? '\n' : what;
        }
    }
    return out;
}

QList<QByteArrayList> rowsOf(const char* name, qsizetype columns)
{
    QFile file(QStringLiteral(LOCKKEEPER_HIDDEN_TEXT "/") + QLatin1String(name));
    QList<QByteArrayList> rows;
    if (!file.open(QIODevice::ReadOnly))
        return rows;
    for (const QByteArray& line : file.readAll().split('\n')) {
        const QByteArrayList cells = line.split('\t');
        if (cells.size() == columns)
            rows.append(cells);
    }
    return rows;
}

QString marksOf(const VisibleText& text)
{
    QString marks;
    for (const VisibleSpan& span : text.spans) {
        if (span.kind == VisibleSpan::Kind::Chip || span.kind == VisibleSpan::Kind::Folded)
            marks += span.text;
    }
    return marks.isEmpty() ? QStringLiteral("-") : marks;
}

bool isForbidden(char32_t c)
{
    switch (QChar::category(c)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Other_Surrogate:
    case QChar::Other_PrivateUse:
    case QChar::Other_NotAssigned:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
        return true;
    default:
        return (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF);
    }
}

/// Whether a character that is seen only together with others may stand behind `before`.
bool mayFollow(char32_t c, char32_t before)
{
    if (c == 0x200C || c == 0x200D)
        return before >= 0x80 && before != 0x200C && before != 0x200D;
    if (c == 0xFE0E || c == 0xFE0F)
        return before == '#' || before == '*' || (before >= '0' && before <= '9') || before >= 0x80;
    if (c >= 0xE0020 && c <= 0xE007F)
        return before == 0x1F3F4 || (before >= 0xE0061 && before <= 0xE007A);
    return false;
}

QString hex(char32_t c)
{
    return QStringLiteral("U+") + QString::number(c, 16).toUpper().rightJustified(4, u'0');
}

/// Empty if a span draws nothing that it must not draw.
QString uncleanness(const VisibleSpan& span)
{
    char32_t before = 0;
    for (const uint c : span.text.toUcs4()) {
        const bool isPlain = span.kind == VisibleSpan::Kind::Plain;
        if (isForbidden(c) && !(isPlain && (c == '\n' || mayFollow(c, before))))
            return QStringLiteral("a span draws ") + hex(c);
        before = c;
    }
    return {};
}

/// Empty if the spans cover the source, byte by byte, and are drawable.
QString fault(QByteArrayView source, const VisibleText& text)
{
    qsizetype at = 0;
    for (const VisibleSpan& span : text.spans) {
        if (span.from != at || span.to <= span.from || span.to > source.size())
            return QStringLiteral("span %1..%2 does not follow %3")
                .arg(span.from)
                .arg(span.to)
                .arg(at);
        at = span.to;
        const QByteArrayView bytes = source.sliced(span.from, span.to - span.from);
        if (span.kind == VisibleSpan::Kind::Plain && span.text.toUtf8() != bytes)
            return QStringLiteral("plain span at %1 is not its bytes").arg(span.from);
        if (span.text.isEmpty())
            return QStringLiteral("span at %1 draws nothing").arg(span.from);
        const QString unclean = uncleanness(span);
        if (!unclean.isEmpty())
            return unclean;
    }
    if (at != source.size())
        return QStringLiteral("the spans end at %1 of %2").arg(at).arg(source.size());
    return {};
}

QString quoted(const QByteArray& text)
{
    return QString::fromLatin1(text.left(200).toPercentEncoding(" /."));
}

/// The first of many complaints, and how many there are.
QByteArray summary(const QStringList& complaints)
{
    return (QString::number(complaints.size()) + QStringLiteral(" wrong, such as:\n") +
            complaints.mid(0, 10).join(u'\n'))
        .toUtf8();
}

/// What random texts are made of: bytes, and characters that matter to each other.
QByteArray randomPiece(QRandomGenerator& random)
{
    static const std::array<QByteArray, 48> pieces = {
        " ",
        " ",
        "\n",
        "\t",
        "a",
        "Z",
        "7",
        "#",
        "-",
        ".",
        "xn--",
        "                    ",
        "\n\n\n\n",
        "\r\n",
        "\xC2\xA0",
        "\xE3\x80\x80",
        "\xC2\xAD",
        "\xE2\x80\x8B",
        "\xE2\x80\x8C",
        "\xE2\x80\x8D",
        "\xE2\x80\xAE",
        "\xEF\xBB\xBF",
        "\xEF\xB8\x8F",
        "\xEF\xB8\x8E",
        "\xEF\xB8\x80",
        "\xE2\x83\xA3",
        "\xF0\x9F\x98\x80",
        "\xF0\x9F\x91\xA9",
        "\xF0\x9F\x8F\xBD",
        "\xF0\x9F\x87\xA9",
        "\xF0\x9F\x8F\xB4",
        "\xF3\xA0\x81\xA7\xF3\xA0\x81\xA2",
        "\xF3\xA0\x81\xA5\xF3\xA0\x81\xAE\xF3\xA0\x81\xA7",
        "\xF3\xA0\x81\xBF",
        "\xD9\x85",
        "\xD8\xAF",
        "\xD9\x87",
        "\xD9\x8E",
        "\xD7\xA9",
        "\xE0\xA4\x95",
        "\xE0\xA5\x8D",
        "\xD0\xB0",
        "\xED\xA0\x80",
        "\xC0\x80",
        "\xE2\x82",
        "\xF0\x9F",
        "\xE2\x9F\xA6",
        "\xEE\x80\x80"};
    if (random.bounded(4) == 0)
        return {1, static_cast<char>(random.bounded(256))};
    return pieces.at(random.bounded(static_cast<quint32>(pieces.size())));
}

} // namespace

class VisibleTextTest final : public QObject
{
    Q_OBJECT

private slots:
    void corpus_everyCase_isShownAndFound_B60();
    void corpus_asAWhole_hasEveryFinding();
    void naturalTexts_ofManyScripts_areNotWarnedOf();
    void everyCodePoint_betweenLetters_isDrawnOrNamed_B60();
    void randomBytes_ofAnyKind_areCoveredAndClean();
    void largeTexts_ofEveryKind_takeTimeByTheirLength_data();
    void largeTexts_ofEveryKind_takeTimeByTheirLength();
    void spans_ofOrdinaryText_areOne();
    void spaces_inProse_areFaintAndNotWarnedOf();
    void foldedGap_inProse_leavesTheLinesAround();
    void plain_withRightToLeftLetters_isIsolated();
    void line_withLineFeeds_isOneLine();
    void line_thatIsTooLong_saysHowManyFollow();
    void line_cutInsideAnEmoji_keepsItWhole();
    void findingText_ofEachKind_isASentenceAboutTheField();
};

void VisibleTextTest::corpus_everyCase_isShownAndFound_B60()
{
    const QList<QByteArrayList> rows = rowsOf("cases.txt", 6);
    QVERIFY2(rows.size() >= 400, "the corpus has at least 400 cases");
    QStringList complaints;
    for (const QByteArrayList& row : rows) {
        const QByteArray source = unescaped(row[2]);
        const VisibleText text = visibleText(source, roleOf(row[1]));
        const QString name = QString::fromUtf8(row[0]) + QStringLiteral(": ");
        if (namesOf(text.findings) != row[3])
            complaints += name + QStringLiteral("found %1, not %2")
                                     .arg(QString::fromLatin1(namesOf(text.findings)),
                                          QString::fromLatin1(row[3]));
        if (marksOf(text).toUtf8() != row[4])
            complaints +=
                name +
                QStringLiteral("drew %1, not %2").arg(marksOf(text), QString::fromUtf8(row[4]));
        if (text.hidden != row[5].toInt())
            complaints += name + QStringLiteral("counted %1").arg(text.hidden);
        const QString wrong = fault(source, text);
        if (!wrong.isEmpty())
            complaints += name + wrong;
    }
    QVERIFY2(complaints.isEmpty(), summary(complaints).constData());
}

void VisibleTextTest::corpus_asAWhole_hasEveryFinding()
{
    QSet<QByteArray> seen;
    for (const QByteArrayList& row : rowsOf("cases.txt", 6)) {
        for (const QByteArray& finding : row[3].split(','))
            seen.insert(row[1] + finding);
    }
    for (const char* finding : kFindingNames) {
        QVERIFY2(seen.contains(QByteArray("I") + finding),
                 (QByteArray("an identifier with ") + finding).constData());
    }
    for (const char* finding : {"LookAlikeSpace", "EdgeSpace", "MixedScripts", "Punycode"})
        QVERIFY2(!seen.contains(QByteArray("P") + finding), "prose is not judged as a name");
}

void VisibleTextTest::naturalTexts_ofManyScripts_areNotWarnedOf()
{
    const QList<QByteArrayList> rows = rowsOf("natural.txt", 3);
    QVERIFY2(rows.size() >= 1000, "there are at least 1 000 natural texts");
    int warned = 0;
    QStringList complaints;
    for (const QByteArrayList& row : rows) {
        const QByteArray source = unescaped(row[2]);
        const VisibleText text = visibleText(source, roleOf(row[1]));
        const bool isWarned = !text.findings.isEmpty();
        warned += isWarned ? 1 : 0;
        if (isWarned != (row[0] == "awkward") || (!isWarned && marksOf(text) != u"-"))
            complaints += QString::fromUtf8(row[0] + ' ' + row[2] + ' ' + namesOf(text.findings)) +
                          marksOf(text);
        const QString wrong = fault(source, text);
        if (!wrong.isEmpty())
            complaints += QString::fromUtf8(row[2]) + wrong;
    }
    qInfo("%d of %lld natural texts are warned of", warned, static_cast<long long>(rows.size()));
    QVERIFY2(complaints.isEmpty(), summary(complaints).constData());
    QVERIFY2(warned * 100 <= rows.size(), "at most one in a hundred natural texts is warned of");
}

void VisibleTextTest::everyCodePoint_betweenLetters_isDrawnOrNamed_B60()
{
    QStringList complaints;
    for (char32_t c = 0; c <= 0x10FFFF; ++c) {
        if (QChar::isSurrogate(c))
            continue;
        const QByteArray source = 'a' + utf8Of(c) + 'b';
        const VisibleText text = visibleText(source, TextRole::Prose);
        const QString wrong = fault(source, text);
        const bool isNamed = marksOf(text) == u'\u27E6' + hex(c) + u'\u27E7';
        if (!wrong.isEmpty() || (isForbidden(c) && c != '\t' && c != '\n' && !isNamed))
            complaints += hex(c) + u' ' + wrong;
    }
    QVERIFY2(complaints.isEmpty(), summary(complaints).constData());
}

void VisibleTextTest::randomBytes_ofAnyKind_areCoveredAndClean()
{
    constexpr int kTexts = 200'000;
    bool isGiven = false;
    quint32 seed = qEnvironmentVariableIntValue("LOCKKEEPER_SEED", &isGiven);
    if (!isGiven)
        seed = QRandomGenerator::global()->generate() >> 1U;
    qInfo("LOCKKEEPER_SEED=%u", seed);
    QRandomGenerator random(seed);
    for (int i = 0; i < kTexts; ++i) {
        QByteArray source;
        for (int pieces = random.bounded(24); pieces > 0; --pieces)
            source += randomPiece(random);
        const VisibleText text =
            visibleText(source, kBothRoles.at(static_cast<std::size_t>(i % 2)));
        const QString wrong = fault(source, text);
        QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("seed %1, text %2 (%3): %4")
                                                 .arg(seed)
                                                 .arg(i)
                                                 .arg(quoted(source), wrong)));
        QVERIFY2(text.hidden == 0 || !text.findings.isEmpty(),
                 qPrintable(QStringLiteral("hidden and not found: ") + quoted(source)));
    }
}

void VisibleTextTest::largeTexts_ofEveryKind_takeTimeByTheirLength_data()
{
    QTest::addColumn<QByteArray>("piece");
    QTest::newRow("letters") << QByteArray("abcdefghijklmnop");
    QTest::newRow("words") << QByteArray("to be or not to be, ");
    QTest::newRow("lines") << QByteArray("int main()\n{\n    return 0;\n}\n");
    QTest::newRow("spaces") << QByteArray("        ");
    QTest::newRow("blank lines") << QByteArray("\n \n\t\n");
    QTest::newRow("Arabic") << QByteArray("\xD9\x85\xDB\x8C\xE2\x80\x8C\xD8\xAE\xD9\x88 ");
    QTest::newRow("Han") << QByteArray("\xE6\x94\xAF\xE4\xBB\x98");
    QTest::newRow("emoji") << QByteArray("\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x92\xBB");
    QTest::newRow("one hidden character") << QByteArray("\xE2\x80\x8B");
    QTest::newRow("two hidden characters") << QByteArray("\xE2\x80\x8B\xE2\x81\xA0");
    QTest::newRow("tags") << QByteArray("\xF3\xA0\x81\xA7\xF3\xA0\x81\xA2");
    QTest::newRow("strewn into spaces") << QByteArray(" \xE2\x80\x8B");
    QTest::newRow("bad bytes") << QByteArray("\xC0\x80\xFF");
    QTest::newRow("controls between letters") << QByteArray("a\x01");
}

void VisibleTextTest::largeTexts_ofEveryKind_takeTimeByTheirLength()
{
    QFETCH(const QByteArray, piece);
#ifdef NDEBUG
    constexpr qsizetype kSize = 8 * 1024 * 1024;
#else
    constexpr qsizetype kSize = 256 * 1024;
#endif
    const QByteArray source = piece.repeated(kSize / piece.size());
    for (const TextRole role : kBothRoles) {
        const std::clock_t before = std::clock();
        const VisibleText text = visibleText(source, role);
        const long elapsed = (std::clock() - before) / (CLOCKS_PER_SEC / 1000);
        qInfo("%ld ms of CPU, %lld spans", elapsed, static_cast<long long>(text.spans.size()));
        QCOMPARE(text.spans.last().to, source.size());
        // Ten times what the slowest takes; by the square it would be hours.
        QVERIFY2(elapsed < 15'000, "the time grows with the length only");
    }
}

void VisibleTextTest::spans_ofOrdinaryText_areOne()
{
    const QByteArray source = "first line, with  gaps\n\nand an \xC3\xA4 in it\n";
    const VisibleText text = visibleText(source, TextRole::Prose);
    QCOMPARE(text.spans.size(), 1);
    QCOMPARE(text.spans[0].kind, VisibleSpan::Kind::Plain);
    QCOMPARE(text.plain().toUtf8(), source);
    QVERIFY2(visibleText({}, TextRole::Prose).spans.isEmpty(), "no text has no spans");
    QCOMPARE(visibleText({}, TextRole::Identifier).plain(), QString());
}

void VisibleTextTest::spaces_inProse_areFaintAndNotWarnedOf()
{
    const VisibleText text = visibleText(" a\tb\xC2\xA0\xC2\xA0"
                                         "c ",
                                         TextRole::Prose);
    QCOMPARE(text.plain(), QStringLiteral("·a→b··c·"));
    QCOMPARE(namesOf(text.findings), "-");
    QCOMPARE(text.hidden, 0);
    QList<VisibleSpan::Kind> kinds;
    for (const VisibleSpan& span : text.spans)
        kinds.append(span.kind);
    using Kind = VisibleSpan::Kind;
    QCOMPARE(kinds, QList({Kind::Faint, Kind::Plain, Kind::Faint, Kind::Plain, Kind::Faint,
                           Kind::Plain, Kind::Faint}));
}

void VisibleTextTest::foldedGap_inProse_leavesTheLinesAround()
{
    const QByteArray source = "a:\n\n \n\n\n    b" + QByteArray(60, ' ') + "c";
    const VisibleText text = visibleText(source, TextRole::Prose);
    QCOMPARE(text.plain(), QStringLiteral("a:\n⟦4 blank lines⟧\n    b⟦60 spaces⟧c"));
    QCOMPARE(namesOf(text.findings), "Padding");
    QCOMPARE(fault(source, text), QString());
}

void VisibleTextTest::plain_withRightToLeftLetters_isIsolated()
{
    const VisibleText hebrew = visibleText("a \xD7\xA9\xD7\x9C", TextRole::Prose);
    QVERIFY2(hebrew.isRightToLeft, "Hebrew letters run from right to left");
    QCOMPARE(hebrew.plain(), QStringLiteral("\u2068a \u05E9\u05DC\u2069"));
    QCOMPARE(namesOf(hebrew.findings), "-");
    QVERIFY2(visibleText("\xD9\x85", TextRole::Prose).isRightToLeft, "so do Arabic ones");
    QVERIFY2(!visibleText("\xE2\x80\xAE"
                          "abc 12",
                          TextRole::Prose)
                  .isRightToLeft,
             "a control is no natural letter");
}

void VisibleTextTest::line_withLineFeeds_isOneLine()
{
    QCOMPARE(visibleLine("a\nb\n\n\n\n\nc\r\n", TextRole::Prose),
             QStringLiteral("a⏎b⏎⟦4 blank lines⟧⏎c⟦U+000D⟧⏎"));
    QCOMPARE(visibleLine("a\nb", TextRole::Identifier), QStringLiteral("a⟦U+000A⟧b"));
    QCOMPARE(visibleLine("", TextRole::Prose), QString());
    const QString every = visibleLine("a\x0B"
                                      "b\x0C"
                                      "c\xC2\x85"
                                      "d\xE2\x80\xA8"
                                      "e\xE2\x80\xA9",
                                      TextRole::Prose);
    QCOMPARE(every, QStringLiteral("a⟦U+000B⟧b⟦U+000C⟧c⟦U+0085⟧d⟦U+2028⟧e⟦U+2029⟧"));
}

void VisibleTextTest::line_thatIsTooLong_saysHowManyFollow()
{
    QCOMPARE(visibleLine("abcdef", TextRole::Prose, 6), QStringLiteral("abcdef"));
    QCOMPARE(visibleLine("abcdef", TextRole::Prose, 5), QStringLiteral("abcde⟦… and 1 more⟧"));
    QCOMPARE(visibleLine("äöüäöü", TextRole::Prose, 2), QStringLiteral("äö⟦… and 4 more⟧"));
    QCOMPARE(visibleLine("ab cd", TextRole::Identifier, 3), QStringLiteral("ab ⟦… and 2 more⟧"));
    QCOMPARE(visibleLine("abc", TextRole::Prose, 0), QStringLiteral("⟦… and 3 more⟧"));
    QCOMPARE(visibleLine("\xFF\xFF\xFF", TextRole::Prose, 1),
             QStringLiteral("⟦0xFF⟧⟦… and 2 more⟧"));
    QCOMPARE(visibleLine("\xD7\xA9\xD7\x9C", TextRole::Prose, 1),
             QStringLiteral("\u2068\u05E9\u2069⟦… and 1 more⟧"));
    const QString whole = visibleLine(QByteArray(400, 'x') + "y", TextRole::Prose);
    QCOMPARE(whole, QString(400, u'x') + QStringLiteral("⟦… and 1 more⟧"));
}

void VisibleTextTest::line_cutInsideAnEmoji_keepsItWhole()
{
    const QString family = QStringLiteral("👩🏽‍💻");
    for (int characters = 1; characters <= 4; ++characters)
        QCOMPARE(visibleLine((family + QStringLiteral("ab")).toUtf8(), TextRole::Prose, characters),
                 family + QStringLiteral("⟦… and 2 more⟧"));
    const QString persian = QStringLiteral("می\u200Cخواهم");
    QCOMPARE(visibleLine(persian.toUtf8(), TextRole::Prose, 2),
             u'\u2068' + persian.left(4) + u'\u2069' + QStringLiteral("⟦… and 4 more⟧"));
    QByteArray marks = "a";
    marks += QByteArray("\xCC\x81").repeated(5000);
    QVERIFY2(visibleLine(marks, TextRole::Prose, 10).size() < 100,
             "marks without an end are cut as well");
}

void VisibleTextTest::findingText_ofEachKind_isASentenceAboutTheField()
{
    QSet<QString> sentences;
    for (std::size_t i = 0; i < kFindingNames.size(); ++i) {
        const QString text = findingText(static_cast<TextFinding>(i), QStringLiteral("subject"));
        QVERIFY2(text.contains(QStringLiteral("\u2068subject\u2069")),
                 "the field is named, and isolated");
        QVERIFY2(text.endsWith(u'.') && !text.contains(u'%'), qPrintable(text));
        sentences.insert(text);
    }
    QCOMPARE(sentences.size(), static_cast<qsizetype>(kFindingNames.size()));
    QCOMPARE(findingText(TextFinding::InvisibleFormat, QStringLiteral("subject")),
             QStringLiteral("Hidden characters in \u2068subject\u2069. They are shown as boxes."));
    QCOMPARE(
        findingText(TextFinding::InvisibleFormat, QStringLiteral("a\u202E%1")),
        QStringLiteral("Hidden characters in \u2068a⟦U+202E⟧%1\u2069. They are shown as boxes."));
}

QTEST_GUILESS_MAIN(VisibleTextTest)
#include "tst_visibletext.moc"
