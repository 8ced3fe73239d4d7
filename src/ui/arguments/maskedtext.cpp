// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/maskedtext.h"

#include "ui/arguments/shownbytes.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <climits>

namespace lockkeeper {

namespace {

int numberOf(qsizetype bytes)
{
    return static_cast<int>(std::min<qsizetype>(bytes, INT_MAX));
}

} // namespace

QString bytesText(qsizetype bytes)
{
    if (bytes == 1)
        //: The size of a value.
        return QCoreApplication::translate("ArgumentsView", "1 byte");
    //: The size of a value.
    return QCoreApplication::translate("ArgumentsView", "%Ln bytes", nullptr, numberOf(bytes));
}

TextRun maskedRun(const ShownBytes& bytes, int masked, bool isCurrent)
{
    TextRun run;
    //: Stands for a secret value that is not shown; %1 is its size ("28 bytes").
    run.text = QCoreApplication::translate("ArgumentsView", "•••• %1")
                   .arg(bytesText(bytes.masked()[masked].size));
    run.style = isCurrent ? RunStyle::CurrentChip : RunStyle::Chip;
    const ByteRange range = bytes.rangeOf(masked);
    run.from = range.from;
#ifdef LOCKKEEPER_FAULT_MASKED_CALLED_READ
    run.to = range.to;
#else
    run.to = bytes.masked()[masked].isExpected ? range.to : range.from;
#endif
    return run;
}

TextRun cutRun(qsizetype shown, qsizetype size)
{
    TextRun run;
    //: Behind a text that is shown in part; both are numbers of bytes.
    run.text = QCoreApplication::translate("ArgumentsView", " … %1 of %2 bytes are shown")
                   .arg(QLocale().toString(shown), QLocale().toString(size));
    run.style = RunStyle::Note;
    return run;
}

} // namespace lockkeeper
