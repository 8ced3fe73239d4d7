// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArrayView>
#include <QString>

#include <initializer_list>
#include <utility>

namespace lockkeeper::log {

enum class Level { Debug, Info, Warning, Error };

/// A name and its value. Values are names, states, counts, codes and digests: never arguments,
/// results, environment values, headers or anything else an agent or a server has sent as content.
using Field = std::pair<const char*, QByteArrayView>;

/// Opens rotating log files (5 × 5 MiB) under `directory` and, if `toStderr`, stderr as well.
/// Call once from main; before it, and after a failure, messages go to stderr only.
void initialise(const QString& directory, bool toStderr);

/// One line: time, level, category (the folder's name, e.g. "executor"), message, fields.
/// Control characters are escaped and each value is cut at 500 characters. Thread-safe.
void write(Level level, const char* category, QByteArrayView message,
           std::initializer_list<Field> fields = {});

inline void debug(const char* category, QByteArrayView message,
                  std::initializer_list<Field> fields = {})
{
    write(Level::Debug, category, message, fields);
}
inline void info(const char* category, QByteArrayView message,
                 std::initializer_list<Field> fields = {})
{
    write(Level::Info, category, message, fields);
}
inline void warning(const char* category, QByteArrayView message,
                    std::initializer_list<Field> fields = {})
{
    write(Level::Warning, category, message, fields);
}
inline void error(const char* category, QByteArrayView message,
                  std::initializer_list<Field> fields = {})
{
    write(Level::Error, category, message, fields);
}

} // namespace lockkeeper::log
