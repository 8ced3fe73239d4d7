// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QPlainTextEdit>

namespace lockkeeper {

/// What a call gave, or says while it runs, as plain text without any meaning of its own: hidden
/// characters stand in chips. Bounded: the first 64 KiB of a result, the newest 64 KiB of progress,
/// each with a mark that says so. Read-only, GUI thread. Object name callOutput.
class CallOutput final : public QPlainTextEdit
{
    Q_OBJECT

public:
    static constexpr qsizetype kMaximumBytes = 64 * 1024;

    explicit CallOutput(QWidget* parent = nullptr);

    void clearOutput();
    /// The result object of a tool as it came: its texts if it holds nothing else, else all of it.
    void setResult(const QByteArray& result);
    /// One more line of a running call.
    void addProgress(const QByteArray& text);

private:
    void setText(const QByteArray& text);
    void append(const QByteArray& text);
    void mark(const QString& text);

    QByteArray m_progress;
    bool m_isProgressCut = false;
};

/// The texts of a tool's result, one after another, if it holds nothing but texts; else its bytes.
[[nodiscard]] QByteArray outputOfResult(const QByteArray& result);

/// At most `bytes` of a text, not cut inside a character.
[[nodiscard]] QByteArray cutText(const QByteArray& text, qsizetype bytes);

} // namespace lockkeeper
