// SPDX-License-Identifier: Apache-2.0
#include "ui/runs/progresstext.h"

#include "ui/arguments/visibletext.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>
#include <optional>

namespace lockkeeper {

namespace {

std::optional<double> numberOf(const JsonView& value)
{
    if (!value.isValid() || value.type() != JsonType::Number)
        return std::nullopt;
    bool isGood = false;
    const double number = value.raw().toByteArray().toDouble(&isGood);
    return isGood && std::isfinite(number) ? std::optional<double>(number) : std::nullopt;
}

QString numberText(double number)
{
    constexpr double kExactWhole = 9007199254740992.0; // 2^53
    constexpr int kDigits = 6;
    const bool isWhole = std::abs(number) < kExactWhole && number == std::floor(number);
    return isWhole ? QLocale().toString(static_cast<qint64>(number))
                   : QLocale().toString(number, 'g', kDigits);
}

QString numbersText(const JsonView& details)
{
    const std::optional<double> current = numberOf(details.member("current"));
    if (!current)
        return {};
    const std::optional<double> total = numberOf(details.member("total"));
    if (!total)
        return numberText(*current);
    if (*total <= 0 || *current < 0 || *current > *total) {
        //: Progress of a running call: %1 so far, of %2 in all
        return QCoreApplication::translate("Runs", "%1 of %2")
            .arg(numberText(*current), numberText(*total));
    }
    constexpr double kHundred = 100.0;
    const auto percent = static_cast<qint64>(std::floor(*current / *total * kHundred));
    //: Progress of a running call: %1 so far, of %2 in all; %3 is the share, as in "30 %"
    return QCoreApplication::translate("Runs", "%1 of %2 (%3 %)")
        .arg(numberText(*current), numberText(*total), QLocale().toString(percent));
}

} // namespace

QString progressText(const JsonView& details, int maximum)
{
    const QByteArray said = details.member("text").string().value_or(QByteArray());
    const QString words = said.isEmpty() ? QString() : visibleLine(said, TextRole::Prose, maximum);
    const QString numbers = numbersText(details);
    if (numbers.isEmpty() || words.isEmpty())
        return numbers.isEmpty() ? words : numbers;
    //: Progress of a running call: %1 numbers such as "3 of 10 (30 %)", %2 the tool's own words
    return QCoreApplication::translate("Runs", "%1: %2").arg(numbers, words);
}

} // namespace lockkeeper
