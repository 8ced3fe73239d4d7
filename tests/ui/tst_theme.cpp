// SPDX-License-Identifier: Apache-2.0
#include "ui/support/theme.h"

#include <QTest>

#include <algorithm>

using namespace lockkeeper;

namespace {

constexpr double kTextRatio = 4.5;
constexpr double kShapeRatio = 3.0;

struct Pair
{
    const char* name;
    ColorRole front;
    ColorRole back;
    double atLeast;
};

/// Whatever is drawn on whatever: text, and shapes that say something.
const QList<Pair> kPairs = {
    {"text on base", ColorRole::Text, ColorRole::Base, kTextRatio},
    {"text on window", ColorRole::Text, ColorRole::Window, kTextRatio},
    {"secondary on base", ColorRole::SecondaryText, ColorRole::Base, kTextRatio},
    {"secondary on window", ColorRole::SecondaryText, ColorRole::Window, kTextRatio},
    {"selected text", ColorRole::SelectionText, ColorRole::Selection, kTextRatio},
    {"selection beside base", ColorRole::Selection, ColorRole::Base, kShapeRatio},
    {"line on base", ColorRole::Line, ColorRole::Base, kShapeRatio},
    {"line on window", ColorRole::Line, ColorRole::Window, kShapeRatio},
    {"focus on base", ColorRole::Focus, ColorRole::Base, kShapeRatio},
    {"focus on window", ColorRole::Focus, ColorRole::Window, kShapeRatio},
    {"low on base", ColorRole::Low, ColorRole::Base, kTextRatio},
    {"low on window", ColorRole::Low, ColorRole::Window, kTextRatio},
    {"medium on base", ColorRole::Medium, ColorRole::Base, kTextRatio},
    {"medium on window", ColorRole::Medium, ColorRole::Window, kTextRatio},
    {"high on base", ColorRole::High, ColorRole::Base, kTextRatio},
    {"high on window", ColorRole::High, ColorRole::Window, kTextRatio},
    {"critical on base", ColorRole::Critical, ColorRole::Base, kTextRatio},
    {"critical on window", ColorRole::Critical, ColorRole::Window, kTextRatio},
    {"unknown on base", ColorRole::Unknown, ColorRole::Base, kTextRatio},
    {"unknown on window", ColorRole::Unknown, ColorRole::Window, kTextRatio},
    {"verified on base", ColorRole::Verified, ColorRole::Base, kTextRatio},
    {"verified on window", ColorRole::Verified, ColorRole::Window, kTextRatio},
    {"text in a warning", ColorRole::Text, ColorRole::WarningBackground, kTextRatio},
    {"mark of a warning", ColorRole::High, ColorRole::WarningBackground, kShapeRatio},
    {"focus in a warning", ColorRole::Focus, ColorRole::WarningBackground, kShapeRatio},
    {"focus on a selection", ColorRole::SelectionText, ColorRole::Selection, kShapeRatio},
    {"chip", ColorRole::ChipText, ColorRole::ChipBackground, kTextRatio},
};

} // namespace

/// The colours are read by people: every pair that text or a shape is drawn in is computed anew.
class ThemeTest final : public QObject
{
    Q_OBJECT

private slots:
    void contrast_blackOnWhite_is21();
    void pairs_nameEveryColour();
    void contrast_ofEveryPair_isEnough_data();
    void contrast_ofEveryPair_isEnough();
    void palette_itsTexts_areReadable_data();
    void palette_itsTexts_areReadable();
    void palette_tellsItsTheme();
};

void ThemeTest::contrast_blackOnWhite_is21()
{
    QCOMPARE(qRound(contrastRatio(Qt::black, Qt::white) * 10), 210);
    QCOMPARE(qRound(contrastRatio(Qt::white, Qt::white) * 10), 10);
}

void ThemeTest::pairs_nameEveryColour()
{
    for (int role = int(ColorRole::Base); role <= int(ColorRole::ChipText); ++role) {
        const bool isNamed = std::any_of(kPairs.begin(), kPairs.end(), [role](const Pair& pair) {
            return int(pair.front) == role || int(pair.back) == role;
        });
        QVERIFY2(isNamed, qPrintable(QStringLiteral("expected a pair with colour %1").arg(role)));
    }
}

void ThemeTest::contrast_ofEveryPair_isEnough_data()
{
    QTest::addColumn<ThemeChoice>("theme");
    QTest::addColumn<ColorRole>("front");
    QTest::addColumn<ColorRole>("back");
    QTest::addColumn<double>("atLeast");
    for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark}) {
        for (const Pair& pair : kPairs)
            QTest::addRow("%s, %s", pair.name, theme == ThemeChoice::Dark ? "dark" : "light")
                << theme << pair.front << pair.back << pair.atLeast;
    }
}

void ThemeTest::contrast_ofEveryPair_isEnough()
{
    QFETCH(ThemeChoice, theme);
    QFETCH(ColorRole, front);
    QFETCH(ColorRole, back);
    QFETCH(double, atLeast);
    // The published table rounds to one digit, so a hundredth short is not short.
    constexpr double kRounding = 0.05;
    const double ratio = contrastRatio(themeColor(theme, front), themeColor(theme, back));
    QVERIFY2(ratio + kRounding >= atLeast,
             qPrintable(QStringLiteral("expected at least %1, got %2").arg(atLeast).arg(ratio)));
}

void ThemeTest::palette_itsTexts_areReadable_data()
{
    QTest::addColumn<ThemeChoice>("theme");
    QTest::newRow("light") << ThemeChoice::Light;
    QTest::newRow("dark") << ThemeChoice::Dark;
}

void ThemeTest::palette_itsTexts_areReadable()
{
    QFETCH(ThemeChoice, theme);
    const QPalette palette = themePalette(theme);
    const QList<std::pair<QPalette::ColorRole, QPalette::ColorRole>> pairs = {
        {QPalette::WindowText, QPalette::Window},
        {QPalette::Text, QPalette::Base},
        {QPalette::Text, QPalette::AlternateBase},
        {QPalette::WindowText, QPalette::Base},
        {QPalette::ButtonText, QPalette::Window},
        {QPalette::BrightText, QPalette::Window},
        {QPalette::PlaceholderText, QPalette::Base},
        {QPalette::ButtonText, QPalette::Button},
        {QPalette::HighlightedText, QPalette::Highlight},
        {QPalette::ToolTipText, QPalette::ToolTipBase},
        {QPalette::Link, QPalette::Base},
    };
    for (const QPalette::ColorGroup group :
         {QPalette::Active, QPalette::Inactive, QPalette::Disabled}) {
        for (const auto& [front, back] : pairs) {
            if (group == QPalette::Disabled && front == QPalette::HighlightedText)
                continue;
            const double ratio =
                contrastRatio(palette.color(group, front), palette.color(group, back));
            QVERIFY2(ratio + 0.05 >= kTextRatio,
                     qPrintable(QStringLiteral("expected role %1 of group %2 to be readable, "
                                               "got %3")
                                    .arg(front)
                                    .arg(group)
                                    .arg(ratio)));
        }
    }
}

void ThemeTest::palette_tellsItsTheme()
{
    for (const ThemeChoice theme : {ThemeChoice::Light, ThemeChoice::Dark})
        QCOMPARE(themeColor(themePalette(theme), ColorRole::Critical),
                 themeColor(theme, ColorRole::Critical));
}

QTEST_MAIN(ThemeTest)
#include "tst_theme.moc"
