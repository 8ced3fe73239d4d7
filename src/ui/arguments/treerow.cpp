// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/treerow.h"

#include "ui/arguments/argumentsmodel.h"
#include "ui/arguments/argumentwarnings.h"
#include "ui/arguments/jsonwalk.h"
#include "ui/arguments/maskedtext.h"
#include "ui/arguments/shownbytes.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace lockkeeper {

namespace {

QString text(const char* source, int number = -1)
{
    return QCoreApplication::translate("ArgumentsView", source, nullptr, number);
}

/// A decoded text as runs that stand for `range`, each character for its share of it. The bytes of
/// a text are never fewer than those of its decoded form, so that no two characters share a byte.
QList<TextRun> decodedRuns(const QByteArray& decoded, TextRole role, RunStyle style,
                           ByteRange range)
{
    QList<TextRun> runs;
    const qsizetype size = decoded.size();
    appendRuns(runs, visibleText(decoded, role), style, [range, size](qsizetype offset) {
        return range.from + (range.to - range.from) * offset / size;
    });
    return runs;
}

QByteArrayView withoutQuotes(QByteArrayView quoted)
{
    return quoted.size() < 2 ? QByteArrayView() : quoted.sliced(1, quoted.size() - 2);
}

} // namespace

TreeRowText::TreeRowText(const ShownBytes& bytes, const ArgumentsModel& model)
    : m_bytes(bytes)
    , m_model(model)
{
}

bool TreeRowText::isContainer(const ArgumentsModel& model, int node)
{
    const JsonType type = model.node(node).type;
    return type == JsonType::Object || type == JsonType::Array;
}

TextRun TreeRowText::note(const QString& text, ByteRange range)
{
    return {text, RunStyle::Note, range.from, range.to};
}

QString TreeRowText::typeText(int node) const
{
    const ArgumentNode& value = m_model.node(node);
    const int masked = m_bytes.maskedAt(value.from);
    if (masked >= 0)
        //: Instead of the type of a value: it is a secret.
        return text(QT_TRANSLATE_NOOP("ArgumentsView", "secret value"));
    switch (value.type) {
    case JsonType::Null:
        //: A type of JSON value. It is the word of the format itself.
        return text(QT_TRANSLATE_NOOP("ArgumentsView", "null"));
    case JsonType::Boolean:
        //: A type of JSON value: true or false.
        return text(QT_TRANSLATE_NOOP("ArgumentsView", "boolean"));
    case JsonType::Number:
        //: A type of JSON value.
        return text(QT_TRANSLATE_NOOP("ArgumentsView", "number"));
    case JsonType::String:
        //: A type of JSON value: text.
        return text(QT_TRANSLATE_NOOP("ArgumentsView", "string"));
    case JsonType::Array:
        //: A type of JSON value: a list of values.
        return text(QT_TRANSLATE_NOOP("ArgumentsView", "array"));
    case JsonType::Object:
        //: A type of JSON value: members with names.
        return text(QT_TRANSLATE_NOOP("ArgumentsView", "object"));
    }
    return {};
}

QList<TextRun> TreeRowText::name(const TreeRow& row, bool canOpen, bool isOpen) const
{
    QList<TextRun> runs;
    if (row.kind != TreeRow::Kind::Value)
        return runs;
    const ArgumentNode& node = m_model.node(row.node);
    if (canOpen)
        runs.append(note(isOpen ? QStringLiteral("\u25BE ") : QStringLiteral("\u25B8 ")));
    appendName(runs, row.node);
    const qsizetype size = m_bytes.positionOf(node.to) - m_bytes.positionOf(node.from);
    //: Behind the name of a value: its type, and its size ("12 bytes").
    runs.append(note(text(QT_TRANSLATE_NOOP("ArgumentsView", "  %1, %2"))
                         .arg(typeText(row.node), bytesText(size))));
    if (node.depth > kDeepestIndent)
        //: How deep inside of other values a value stands.
        runs.append(note(text(QT_TRANSLATE_NOOP("ArgumentsView", ", level %1"))
                             .arg(QLocale().toString(node.depth))));
    return runs;
}

void TreeRowText::appendName(QList<TextRun>& runs, int node) const
{
    const ArgumentNode& value = m_model.node(node);
    const qsizetype from = m_bytes.positionOf(value.itemFrom);
    const ByteRange whole{from, m_bytes.positionOf(value.from)};
    if (value.depth == 0) {
        //: The row of the whole arguments of a call.
        runs.append(note(text(QT_TRANSLATE_NOOP("ArgumentsView", "All arguments"))));
        return;
    }
    if (value.nameSize == 0) {
        runs.append(note(QStringLiteral("[%1]").arg(value.index)));
        return;
    }
    const QByteArrayView inner = withoutQuotes(m_model.rawName(node));
    if (inner.isEmpty()) {
        //: Instead of the name of a member that has the name "".
        runs.append(note(text(QT_TRANSLATE_NOOP("ArgumentsView", "(empty name)")), whole));
        return;
    }
    const qsizetype cut = jsonStringCut(inner, ArgumentsModel::kOpenSize);
    const ByteRange range = cut == inner.size() ? whole : ByteRange{from, from + 1 + cut};
    runs.append(decodedRuns(decodedJsonString(inner.first(cut)), TextRole::Identifier,
                            RunStyle::Name, range));
    if (cut < inner.size())
        runs.append(cutRun(cut, inner.size()));
}

QList<TextRun> TreeRowText::value(const TreeRow& row, bool isOpen, bool isCurrent) const
{
    switch (row.kind) {
    case TreeRow::Kind::Missing:
        //: The last row of a long tree. Raw is the name of the other tab.
        return {
            note(text(QT_TRANSLATE_NOOP("ArgumentsView",
                                        "More values that are not shown here: %1. Raw has them."))
                     .arg(QLocale().toString(m_model.notShown())))};
    case TreeRow::Kind::More:
        //: Behind the beginning of a long text; both are numbers of bytes. Enter is the key.
        return {note(text(QT_TRANSLATE_NOOP("ArgumentsView",
                                            "The first %1 of %2 bytes. Enter shows the rest."))
                         .arg(QLocale().toString(row.from - m_model.node(row.node).from),
                              QLocale().toString(m_model.rawValue(row.node).size())))};
    case TreeRow::Kind::Value:
    case TreeRow::Kind::Part:
        break;
    }
    if (isContainer(m_model, row.node))
        return {container(row.node, isOpen)};
    const int index = m_bytes.maskedAt(m_model.node(row.node).from);
    return index >= 0 ? masked(row, index, isCurrent) : scalar(row);
}

TextRun TreeRowText::container(int node, bool isOpen) const
{
    const ArgumentNode& value = m_model.node(node);
    const ByteRange range{m_bytes.positionOf(value.from), m_bytes.positionOf(value.end)};
    const bool isObject = value.type == JsonType::Object;
    const QString children = QLocale().toString(value.children);
    if (value.children == 0)
        //: Instead of a value: an object or a list without anything in it.
        return note(text(QT_TRANSLATE_NOOP("ArgumentsView", "empty")), range);
    if (isOpen)
        //: Beside an object or a list; its members or values stand below.
        return note(isObject ? text(QT_TRANSLATE_NOOP("ArgumentsView", "Members: %1")).arg(children)
                             : text(QT_TRANSLATE_NOOP("ArgumentsView", "Values: %1")).arg(children),
                    range);
    //: Beside an object or a list whose contents are not shown until it is opened.
    return note(
        isObject ? text(QT_TRANSLATE_NOOP("ArgumentsView", "Members: %1, not shown. Enter opens."))
                       .arg(children)
                 : text(QT_TRANSLATE_NOOP("ArgumentsView", "Values: %1, not shown. Enter opens."))
                       .arg(children),
        range);
}

QList<TextRun> TreeRowText::scalar(const TreeRow& row) const
{
    const ArgumentNode& node = m_model.node(row.node);
    const qsizetype end = row.to == node.to ? node.end : row.to;
    const ByteRange range{m_bytes.positionOf(row.from), m_bytes.positionOf(end)};
    const QByteArrayView raw = m_model.rawValue(row.node);
    QByteArrayView part = raw.sliced(row.from - node.from, row.to - row.from);
    if (node.type != JsonType::String) {
        QList<TextRun> runs =
            decodedRuns(part.toByteArray(), TextRole::Identifier, RunStyle::Plain, range);
        if (row.to == node.to && m_model.isBeyondExact(row.node))
            //: Behind a whole number that is larger than programs can hold as floating point.
            runs.append(note(
                text(QT_TRANSLATE_NOOP("ArgumentsView", "  beyond 2^53: some programs round it"))));
        return runs;
    }
    if (row.from == node.from)
        part = part.sliced(1);
    if (row.to == node.to)
        part.chop(1);
    if (part.isEmpty())
        //: Instead of a text that has no characters.
        return {note(text(QT_TRANSLATE_NOOP("ArgumentsView", "empty text")), range)};
    const bool isShort = raw.size() <= ArgumentsModel::kOpenSize;
    const QByteArray decoded = decodedJsonString(part);
    return decodedRuns(decoded, isShort ? roleOfValue(decoded) : TextRole::Prose, RunStyle::Plain,
                       range);
}

QList<TextRun> TreeRowText::masked(const TreeRow& row, int masked, bool isCurrent) const
{
    const ArgumentNode& node = m_model.node(row.node);
    const ByteRange value = m_bytes.rangeOf(masked);
    const ByteRange behind{value.to, m_bytes.positionOf(node.end)};
    const QByteArrayView bytes = m_bytes.revealed(masked);
    if (bytes.isEmpty()) {
        TextRun chip = maskedRun(m_bytes, masked, isCurrent);
        // The comma or bracket behind it has been seen with it; the value only if that may be.
        chip.from = chip.from == chip.to ? behind.from : chip.from;
        chip.to = behind.to;
        return {chip};
    }
    const bool isText = bytes.startsWith('"');
    const QByteArrayView inner = isText ? withoutQuotes(bytes) : bytes;
    if (inner.isEmpty())
        return {
            note(text(QT_TRANSLATE_NOOP("ArgumentsView", "empty text")), {value.from, behind.to})};
    const qsizetype cut = jsonStringCut(inner, ArgumentsModel::kOpenSize);
    const bool isWhole = cut == inner.size() && m_bytes.isRevealedWhole(masked);
    const QByteArrayView shown = inner.first(cut);
    const QByteArray decoded = isText ? decodedJsonString(shown) : shown.toByteArray();
    QList<TextRun> runs =
        decodedRuns(decoded, roleOfValue(decoded), RunStyle::Revealed,
                    isWhole ? ByteRange{value.from, behind.to} : ByteRange{behind.from, behind.to});
    if (cut < inner.size())
        runs.append(cutRun(cut, inner.size()));
    return runs;
}

} // namespace lockkeeper
