// SPDX-License-Identifier: Apache-2.0
#include "ui/runs/calloutput.h"

#include "core/base/canonicaljson.h"
#include "ui/arguments/visibletext.h"
#include "ui/support/theme.h"

#include <QFontDatabase>
#include <QLocale>
#include <QTextCursor>

#include <optional>

namespace lockkeeper {

namespace {

constexpr JsonLimits kResultLimits{64 * 1024 * 1024, 200};
constexpr uchar kContinuationMask = 0xC0;
constexpr uchar kContinuation = 0x80;

bool isContinuation(char byte)
{
    return (static_cast<uchar>(byte) & kContinuationMask) == kContinuation;
}

/// The text of a content block that is nothing but text.
std::optional<QByteArray> textOfBlock(const JsonView& block)
{
    bool isOnlyText = block.isObject() && block.member("type").string() == QByteArray("text");
    block.forEachMember([&isOnlyText](const QByteArray& name, const JsonView&) {
        isOnlyText = isOnlyText && (name == "type" || name == "text");
        return isOnlyText;
    });
    return isOnlyText ? block.member("text").string() : std::nullopt;
}

} // namespace

QByteArray outputOfResult(const QByteArray& result)
{
    if (!checkJson(result, kResultLimits))
        return result;
    const JsonView object{QByteArrayView(result)};
    if (!object.isObject() || !object.member("content").isArray())
        return result;
    bool isOnlyTexts = true;
    object.forEachMember([&isOnlyTexts](const QByteArray& name, const JsonView&) {
        isOnlyTexts = name == "content" || name == "isError";
        return isOnlyTexts;
    });
    QByteArray all;
    object.member("content").forEachElement([&](const JsonView& block) {
        const std::optional<QByteArray> text = textOfBlock(block);
        isOnlyTexts = isOnlyTexts && text.has_value();
        if (!isOnlyTexts)
            return false;
        if (!all.isEmpty())
            all += '\n';
        all += *text;
        return true;
    });
    return isOnlyTexts ? all : result;
}

QByteArray cutText(const QByteArray& text, qsizetype bytes)
{
    if (text.size() <= bytes)
        return text;
    qsizetype end = bytes;
    while (end > 0 && isContinuation(text.at(end)))
        --end;
    return text.left(end);
}

CallOutput::CallOutput(QWidget* parent)
    : QPlainTextEdit(parent)
{
    setObjectName(QStringLiteral("callOutput"));
    //: What a screen reader calls the field with a call's output
    setAccessibleName(tr("Output of the call"));
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setTabChangesFocus(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setLineWrapMode(QPlainTextEdit::WidgetWidth);
}

void CallOutput::clearOutput()
{
    m_progress.clear();
    m_isProgressCut = false;
    clear();
}

void CallOutput::setResult(const QByteArray& result)
{
    clearOutput();
    const QByteArray output = outputOfResult(result);
    const QByteArray shown = cutText(output, kMaximumBytes);
    setText(shown);
    if (shown.size() < output.size()) {
        const QLocale locale;
        //: Stands below an output that is too long to be shown whole; %1 and %2 are sizes
        mark(tr("Only the first %1 of %2 bytes are shown.")
                 .arg(locale.toString(shown.size()), locale.toString(output.size())));
    }
}

void CallOutput::addProgress(const QByteArray& text)
{
    if (text.isEmpty())
        return;
    const QByteArray line = cutText(text, kMaximumBytes / 2);
    if (m_progress.size() + line.size() < kMaximumBytes) {
        if (!m_progress.isEmpty())
            append("\n");
        m_progress += (m_progress.isEmpty() ? QByteArray() : QByteArray("\n")) + line;
        append(line);
        return;
    }
    // The older half goes, whole lines of it.
    m_progress += '\n' + line;
    const qsizetype keepFrom = m_progress.indexOf('\n', m_progress.size() - kMaximumBytes / 2);
    m_progress = keepFrom < 0 ? line : m_progress.mid(keepFrom + 1);
    m_isProgressCut = true;
    setText(m_progress);
}

void CallOutput::setText(const QByteArray& text)
{
    clear();
    if (m_isProgressCut) {
        //: Stands above the output of a running call whose older lines are no longer kept
        mark(tr("Older lines are no longer shown."));
        append("\n");
    }
    append(text);
}

void CallOutput::append(const QByteArray& text)
{
    QTextCursor cursor(document());
    cursor.movePosition(QTextCursor::End);
    cursor.beginEditBlock();
    QTextCharFormat plain;
    QTextCharFormat chip;
    chip.setBackground(themeColor(palette(), ColorRole::ChipBackground));
    chip.setForeground(themeColor(palette(), ColorRole::ChipText));
    QTextCharFormat faint;
    faint.setForeground(themeColor(palette(), ColorRole::SecondaryText));
    const VisibleText visible = visibleText(text, TextRole::Prose);
    for (const VisibleSpan& span : visible.spans) {
        switch (span.kind) {
        case VisibleSpan::Kind::Plain:
            cursor.insertText(span.text, plain);
            break;
        case VisibleSpan::Kind::Chip:
        case VisibleSpan::Kind::Folded:
            cursor.insertText(span.text, chip);
            break;
        case VisibleSpan::Kind::Faint:
            cursor.insertText(span.text, faint);
            break;
        }
    }
    cursor.endEditBlock();
}

/// A remark of the console's own, set apart from what the tool wrote.
void CallOutput::mark(const QString& text)
{
    QTextCursor cursor(document());
    cursor.movePosition(QTextCursor::End);
    if (!document()->isEmpty())
        cursor.insertBlock();
    QTextCharFormat format;
    format.setBackground(themeColor(palette(), ColorRole::WarningBackground));
    format.setForeground(themeColor(palette(), ColorRole::Text));
    cursor.insertText(text, format);
}

} // namespace lockkeeper
