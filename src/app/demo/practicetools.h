// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/canonicaljson.h"
#include "core/base/result.h"

#include <QByteArray>
#include <QString>

namespace lockkeeper {

/// The practice server's tools. All they touch lies in one directory:
///
/// notes/          one file per note
/// bin/            where deleted notes go
/// board.txt       posted messages
/// effects.log     one flushed line per effect, so that everybody can count them
///
/// One process at a time, one thread. Blocks on the disk (small files).
class PracticeTools
{
public:
    /// Makes what is missing, with two notes in it. Unavailable with the native code.
    [[nodiscard]] static Result<PracticeTools> open(const QString& directory);

    /// The definitions for tools/list, a JSON array.
    [[nodiscard]] static QByteArray definitions();
    /// True for the tool that answers only after a while: the server does it step by step.
    [[nodiscard]] static bool isSlow(QByteArrayView name) { return name == "count_slowly"; }

    /// Does it and says what was done, for the model to read. NotFound: no such tool or note;
    /// InvalidArgument: an argument is missing or wrong. After any other error nobody knows
    /// whether it happened.
    [[nodiscard]] Result<QByteArray> call(QByteArrayView name, const JsonView& arguments);

private:
    explicit PracticeTools(QString directory)
        : m_directory(std::move(directory))
    {
    }

    Result<QByteArray> lookAround() const;
    Result<QByteArray> readNote(const JsonView& arguments) const;
    Result<QByteArray> writeNote(const JsonView& arguments);
    Result<QByteArray> postMessage(const JsonView& arguments);
    Result<QByteArray> deleteNote(const JsonView& arguments);
    /// Appends one line and flushes it.
    Result<void> recordEffect(QByteArrayView tool, QByteArrayView what);
    [[nodiscard]] QString pathOf(const char* part) const;

    QString m_directory;
};

} // namespace lockkeeper
