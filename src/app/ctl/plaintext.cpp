// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/plaintext.h"

#include <QChar>
#include <QDateTime>
#include <QString>

#include <algorithm>

namespace lockkeeper::ctl {

namespace {

/// Characters that are drawn as nothing although their category does not say so.
bool isInvisible(char32_t c)
{
    return c == 0x034F || c == 0x115F || c == 0x1160 || c == 0x17B4 || c == 0x17B5 || c == 0x2800 ||
           c == 0x3164 || c == 0xFFA0 || (c >= 0x180B && c <= 0x180F) ||
           (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0000 && c <= 0xE0FFF) ||
           (c >= 0x1BCA0 && c <= 0x1BCA3) || (c >= 0x1D173 && c <= 0x1D17A);
}

bool isShownAsCode(char32_t c)
{
    if (c == ' ')
        return false;
    switch (QChar::category(c)) {
    case QChar::Other_Control:
    case QChar::Other_Format:
    case QChar::Other_Surrogate:
    case QChar::Other_PrivateUse:
    case QChar::Other_NotAssigned:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph:
    case QChar::Separator_Space:
        return true;
    default: // letters, marks, numbers, punctuation and symbols
        return isInvisible(c);
    }
}

qsizetype width(const QByteArray& cell)
{
    return QString::fromUtf8(cell).toUcs4().size();
}

} // namespace

QByteArray plainText(QByteArrayView text)
{
    QString out;
    const QList<uint> characters = QString::fromUtf8(text).toUcs4();
    out.reserve(characters.size());
    for (const uint c : characters) {
        if (isShownAsCode(c))
            out +=
                QStringLiteral("<U+%1>").arg(QString::number(c, 16).toUpper(), 4, QLatin1Char('0'));
        else
            out += QString::fromUcs4(reinterpret_cast<const char32_t*>(&c), 1);
    }
    return out.toUtf8();
}

QByteArray alignedTable(const QList<QList<QByteArray>>& rows)
{
    QList<qsizetype> widths;
    for (const QList<QByteArray>& row : rows) {
        while (widths.size() < row.size())
            widths.append(0);
        for (qsizetype i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], width(row[i]));
    }
    QByteArray out;
    for (const QList<QByteArray>& row : rows) {
        QByteArray line;
        for (qsizetype i = 0; i < row.size(); ++i) {
            line += row[i];
            if (i + 1 < row.size())
                line += QByteArray(widths[i] - width(row[i]) + 2, ' ');
        }
        out += line + '\n';
    }
    return out;
}

QByteArray timeText(qint64 wallMs)
{
    if (wallMs == 0)
        return "-";
    return QDateTime::fromMSecsSinceEpoch(wallMs)
        .toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"))
        .toUtf8();
}

} // namespace lockkeeper::ctl
