// SPDX-License-Identifier: Apache-2.0
#include "ui/support/timetext.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QTimeZone>

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr qint64 kSecondMs = 1000;
constexpr qint64 kMinuteMs = 60 * kSecondMs;
constexpr qint64 kHourMs = 60 * kMinuteMs;
constexpr qint64 kDayMs = 24 * kHourMs;
constexpr qint64 kTwice = 2; ///< a unit is taken from twice its length on: "90 min", not "1 h"

} // namespace

QString localTimeText(qint64 wallMs)
{
    if (wallMs == 0)
        return {};
    const QDateTime local = QDateTime::fromMSecsSinceEpoch(wallMs);
    const QDateTime withOffset =
        QDateTime::fromMSecsSinceEpoch(wallMs, Qt::OffsetFromUTC, local.offsetFromUtc());
    const QString offset = withOffset.toString(Qt::ISODate).mid(19);
    //: A moment: %1 local date and time, %2 its offset from UTC such as +02:00, or Z.
    return QCoreApplication::translate("TimeText", "%1 %2")
        .arg(local.toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")),
             offset.isEmpty() || offset == QLatin1String("Z") ? QStringLiteral("+00:00") : offset);
}

QString utcTimeText(qint64 wallMs)
{
    return wallMs == 0
               ? QString()
               : QDateTime::fromMSecsSinceEpoch(wallMs, Qt::UTC).toString(Qt::ISODateWithMs);
}

QString ageText(qint64 ageMs)
{
    const qint64 age = std::max<qint64>(0, ageMs);
    if (age < kTwice * kMinuteMs)
        //: An age in seconds.
        return QCoreApplication::translate("TimeText", "%1 s").arg(age / kSecondMs);
    if (age < kTwice * kHourMs)
        //: An age in minutes.
        return QCoreApplication::translate("TimeText", "%1 min").arg(age / kMinuteMs);
    if (age < kTwice * kDayMs)
        //: An age in hours.
        return QCoreApplication::translate("TimeText", "%1 h").arg(age / kHourMs);
    //: An age in days.
    return QCoreApplication::translate("TimeText", "%1 d").arg(age / kDayMs);
}

} // namespace lockkeeper
