// SPDX-License-Identifier: Apache-2.0
#include "core/base/logging.h"

#include <spdlog/sinks/rotating_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <string>

namespace lockkeeper::log {

namespace {

constexpr int kMaximumValue = 500;
constexpr std::size_t kFileSize = 5UL * 1024 * 1024;
constexpr std::size_t kFileCount = 5;

void appendEscaped(std::string& line, QByteArrayView text)
{
    const qsizetype end = qMin<qsizetype>(text.size(), kMaximumValue);
    for (qsizetype i = 0; i < end; ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte < 0x20 || byte == 0x7f) {
            constexpr char kHex[] = "0123456789abcdef";
            line += "\\x";
            line += kHex[byte >> 4];
            line += kHex[byte & 15];
        } else {
            line += static_cast<char>(byte);
        }
    }
    if (end < text.size())
        line += "…";
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
