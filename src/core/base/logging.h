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
/// Control characters and bytes that are not UTF-8 are escaped; the message and each value are cut
/// at 500 bytes, between characters. Category and names are literals of ours. Thread-safe.
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
