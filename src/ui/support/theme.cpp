// SPDX-License-Identifier: Apache-2.0
#include "ui/support/theme.h"

#include <QApplication>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QStyleFactory>

#include <algorithm>
#include <cmath>

namespace lockkeeper {

namespace {

constexpr int kMiddle = 128;

struct Shades
{
    QRgb light;
    QRgb dark;
};

Shades shadesOf(ColorRole role)
{
    switch (role) {
    case ColorRole::Base:
        return {0xfffcfcfb, 0xff26292d};
    case ColorRole::Window:
        return {0xfff3f3f1, 0xff202326};
    case ColorRole::Text:
        return {0xff1b1d1f, 0xffe8e9ea};
    case ColorRole::SecondaryText:
        return {0xff565b61, 0xffaeb4ba};
    case ColorRole::Line:
        return {0xff85898f, 0xff7b828a};
    case ColorRole::Selection:
        return {0xff1f5fa8, 0xff3679be};
    case ColorRole::SelectionText:
        return {0xffffffff, 0xffffffff};
    case ColorRole::Focus:
        return {0xff1f5fa8, 0xff7fb4f0};
    case ColorRole::Low:
        return {0xff4a5158, 0xffb4bbc2};
    case ColorRole::Medium:
        return {0xff1f5fa8, 0xff7fb4f0};
    case ColorRole::High:
        return {0xff8a5a00, 0xffe5b454};
    case ColorRole::Critical:
        return {0xffb3261e, 0xffff8a80};
    case ColorRole::Unknown:
        return {0xff6a3fa0, 0xffc7a6f2};
    case ColorRole::Verified:
        return {0xff2b6a3c, 0xff86c995};
    case ColorRole::WarningBackground:
        return {0xfffff0cf, 0xff453a20};
    case ColorRole::ChipBackground:
        return {0xffe7ddf4, 0xff43355a};
    case ColorRole::ChipText:
        return {0xff3d2466, 0xffe6d8fb};
    }
    return {0xff000000, 0xffffffff};
}

double linear(double channel)
{
    constexpr double kKnee = 0.03928;
    return channel <= kKnee ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color)
{
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) +
           0.0722 * linear(color.blueF());
}

} // namespace

QColor themeColor(ThemeChoice theme, ColorRole role)
{
    const Shades shades = shadesOf(role);
    return QColor(theme == ThemeChoice::Dark ? shades.dark : shades.light);
}

QColor themeColor(const QPalette& palette, ColorRole role)
{
    const bool isDark = palette.color(QPalette::Window).lightness() < kMiddle;
    return themeColor(isDark ? ThemeChoice::Dark : ThemeChoice::Light, role);
}

QPalette themePalette(ThemeChoice theme)
{
    const auto color = [theme](ColorRole role) { return themeColor(theme, role); };
    QPalette palette;
    palette.setColor(QPalette::Window, color(ColorRole::Window));
    palette.setColor(QPalette::WindowText, color(ColorRole::Text));
    palette.setColor(QPalette::Base, color(ColorRole::Base));
    palette.setColor(QPalette::AlternateBase, color(ColorRole::Base));
    palette.setColor(QPalette::Text, color(ColorRole::Text));
    palette.setColor(QPalette::PlaceholderText, color(ColorRole::SecondaryText));
    palette.setColor(QPalette::Button, color(ColorRole::Window));
    palette.setColor(QPalette::ButtonText, color(ColorRole::Text));
    palette.setColor(QPalette::BrightText, color(ColorRole::Critical));
    palette.setColor(QPalette::ToolTipBase, color(ColorRole::Base));
    palette.setColor(QPalette::ToolTipText, color(ColorRole::Text));
    palette.setColor(QPalette::Link, color(ColorRole::Medium));
    palette.setColor(QPalette::Highlight, color(ColorRole::Selection));
    palette.setColor(QPalette::HighlightedText, color(ColorRole::SelectionText));
    // Fusion draws frames from these; in the dark they must not vanish.
    const QColor line = color(ColorRole::Line);
    palette.setColor(QPalette::Light, theme == ThemeChoice::Dark ? line : QColor(Qt::white));
    palette.setColor(QPalette::Midlight, line.lighter(130));
    palette.setColor(QPalette::Mid, line);
    palette.setColor(QPalette::Dark, line);
    palette.setColor(QPalette::Shadow, line.darker(150));
    for (const QPalette::ColorRole role :
         {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText})
        palette.setColor(QPalette::Disabled, role, color(ColorRole::SecondaryText));
    return palette;
}

void applyTheme(QApplication& application, ThemeChoice theme)
{
    application.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    application.setPalette(themePalette(theme));
}

ThemeChoice preferredTheme()
{
    const QByteArray asked = qgetenv("LOCKKEEPER_THEME");
    if (asked == "dark" || asked == "light")
        return asked == "dark" ? ThemeChoice::Dark : ThemeChoice::Light;
    constexpr int kAnswerMs = 500;
    constexpr uint kPrefersDark = 1;
    QDBusMessage question = QDBusMessage::createMethodCall(
        QStringLiteral("org.freedesktop.portal.Desktop"),
        QStringLiteral("/org/freedesktop/portal/desktop"),
        QStringLiteral("org.freedesktop.portal.Settings"), QStringLiteral("Read"));
    question.setArguments(
        {QStringLiteral("org.freedesktop.appearance"), QStringLiteral("color-scheme")});
    // Nobody is started for a colour.
    question.setAutoStartService(false);
    const QDBusMessage answer =
        QDBusConnection::sessionBus().call(question, QDBus::Block, kAnswerMs);
    if (answer.type() != QDBusMessage::ReplyMessage || answer.arguments().isEmpty())
        return ThemeChoice::Light;
    QVariant value = answer.arguments().constFirst();
    while (value.canConvert<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    return value.toUInt() == kPrefersDark ? ThemeChoice::Dark : ThemeChoice::Light;
}

double contrastRatio(const QColor& a, const QColor& b)
{
    const double first = luminance(a);
    const double second = luminance(b);
    constexpr double kFlare = 0.05;
    return (std::max(first, second) + kFlare) / (std::min(first, second) + kFlare);
}

} // namespace lockkeeper
