// SPDX-License-Identifier: Apache-2.0
#include "core/base/logging.h"

#include "core/base/jsontext.h"

#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <string>

namespace lockkeeper::log {

namespace {

constexpr int kMaximumValue = 500;
constexpr std::size_t kFileSize = 5UL * 1024 * 1024;
constexpr std::size_t kFileCount = 5;

void appendHex(std::string& line, unsigned char byte)
{
    constexpr char kHex[] = "0123456789abcdef";
    line += "\\x";
    line += kHex[byte >> 4];
    line += kHex[byte & 15];
}

/// Control characters (C0, DEL, C1) and bytes that are not UTF-8 become \x and two digits.
void appendEscaped(std::string& line, QByteArrayView text)
{
    qsizetype at = 0;
    while (at < text.size()) {
        const int length = jsontext::utf8Length(text, at);
        if (at + qMax(1, length) > kMaximumValue) {
            line += "…";
            return;
        }
        const auto byte = static_cast<unsigned char>(text[at]);
        const bool isC1 =
            length == 2 && byte == 0xc2 && static_cast<unsigned char>(text[at + 1]) < 0xa0;
        if (length == 0 || isC1 || byte < 0x20 || byte == 0x7f) {
            for (int i = 0; i < qMax(1, length); ++i)
                appendHex(line, static_cast<unsigned char>(text[at + i]));
        } else {
            line.append(text.data() + at, static_cast<std::size_t>(length));
        }
        at += qMax(1, length);
    }
}

spdlog::level::level_enum spdlogLevel(Level level)
{
    switch (level) {
    case Level::Debug:
        return spdlog::level::debug;
    case Level::Info:
        return spdlog::level::info;
    case Level::Warning:
        return spdlog::level::warn;
    case Level::Error:
        return spdlog::level::err;
    }
    return spdlog::level::err;
}

std::shared_ptr<spdlog::logger>& logger()
{
    static std::shared_ptr<spdlog::logger> instance = std::make_shared<spdlog::logger>(
        "lockkeeper", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    return instance;
}

} // namespace

void initialise(const QString& directory, bool toStderr)
{
    try {
        std::vector<spdlog::sink_ptr> sinks;
        sinks.push_back(std::make_shared<spdlog::sinks::rotating_file_sink_mt>(
            (directory + QStringLiteral("/lockkeeper.log")).toStdString(), kFileSize, kFileCount));
        if (toStderr)
            sinks.push_back(std::make_shared<spdlog::sinks::stderr_sink_mt>());
        auto made = std::make_shared<spdlog::logger>("lockkeeper", sinks.begin(), sinks.end());
        made->set_level(spdlog::level::info);
        made->flush_on(spdlog::level::info);
        logger() = std::move(made);
    } catch (const spdlog::spdlog_ex& failure) {
        write(Level::Error, "base", "the log file cannot be opened", {{"why", failure.what()}});
    }
}

void write(Level level, const char* category, QByteArrayView message,
           std::initializer_list<Field> fields)
{
    try {
        std::string line = "[";
        line += category;
        line += "] ";
        appendEscaped(line, message);
        for (const auto& [name, value] : fields) {
            line += ' ';
            line += name;
            line += '=';
            appendEscaped(line, value);
        }
        logger()->log(spdlogLevel(level), spdlog::string_view_t(line));
    } catch (...) {
        // A log line that cannot be written must not stop anything.
    }
}

} // namespace lockkeeper::log
