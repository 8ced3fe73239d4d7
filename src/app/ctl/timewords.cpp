// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/timewords.h"

#include <QDateTime>

namespace lockkeeper::ctl {

namespace {

constexpr qint64 kLongestMs = 365LL * 24 * 3600 * 1000;

qint64 unitMs(char unit)
{
    switch (unit) {
    case 's':
        return 1000;
    case 'm':
        return 60LL * 1000;
    case 'h':
        return 3600LL * 1000;
    case 'd':
        return 24LL * 3600 * 1000;
    default:
        return 0;
    }
}

} // namespace

Result<qint64> durationMs(const QByteArray& text)
{
    const Error wrong(ErrorCode::InvalidArgument,
                      "\"" + text + "\" is no duration: 90s, 15m, 2h or 1d");
    const qint64 unit = text.isEmpty() ? 0 : unitMs(text.back());
    const QByteArray digits = text.chopped(text.isEmpty() ? 0 : 1);
    if (unit == 0 || digits.isEmpty() || digits.size() > 9)
        return wrong;
    qint64 count = 0;
    for (const char digit : digits) {
        if (digit < '0' || digit > '9')
            return wrong;
        count = count * 10 + (digit - '0');
    }
    if (count < 1 || count > kLongestMs / unit)
        return wrong;
    return count * unit;
}

Result<qint64> timeMs(const QByteArray& text, qint64 nowMs)
{
    const QString words = QString::fromUtf8(text);
    const QTime ofDay = QTime::fromString(words, QStringLiteral("HH:mm"));
    if (ofDay.isValid()) {
        const QDateTime now = QDateTime::fromMSecsSinceEpoch(nowMs);
        QDateTime time(now.date(), ofDay);
        if (time <= now)
            time = QDateTime(now.date().addDays(1), ofDay);
        return time.toMSecsSinceEpoch();
    }
    const QDateTime time = QDateTime::fromString(words, Qt::ISODate);
    // A date alone would be taken as its midnight, which nobody means.
    if (!time.isValid() || !words.contains(QLatin1Char('T')))
        return Error(ErrorCode::InvalidArgument,
                     "\"" + text + "\" is no time: 18:30, 2026-12-01T18:30 or 2026-12-01T18:30Z");
    return time.toMSecsSinceEpoch();
}

} // namespace lockkeeper::ctl
