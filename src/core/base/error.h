// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>

#include <optional>
#include <utility>

namespace lockkeeper {

/// What went wrong, in terms of what the caller should do about it.
enum class ErrorCode {
    InvalidArgument,    ///< The request itself is wrong: correct it; the same request never works.
    NotFound,           ///< The named thing does not exist (or is not the caller's to see).
    AlreadyExists,      ///< It is there already: use the existing one.
    FailedPrecondition, ///< The state does not allow it now: read the state again, then decide.
    Conflict,           ///< Somebody else changed it meanwhile: retry the whole transaction.
    Unavailable,        ///< A needed part does not answer: retry the same call later.
    DeadlineExceeded,   ///< The limit passed first; whether it happened is not said here.
    Cancelled,          ///< The caller took it back.
    PermissionDenied,   ///< This principal may not: do not retry with the same credential.
    ResourceExhausted,  ///< A stated limit is reached: wait or ask for less.
    DataLoss,           ///< Stored bytes are missing, damaged or tampered with: stop and show it.
    Unimplemented,      ///< Not built in this version.
    Internal,           ///< A bug of ours or an unexpected answer of a library: report it.
    OutcomeUnknown, ///< An effect may or may not have happened: never repeat, let a person settle.
};

/// The enumerator's own name ("InvalidArgument"), for logs and the wire (data.code).
[[nodiscard]] const char* errorCodeName(ErrorCode code);

/// A place in our sources. As a default argument, current() is the place of the call.
/// (Clang 14, which runs the sanitizers and fuzzers, has no std::source_location.)
struct CodePlace
{
    const char* file = "";
    int line = 0;

    [[nodiscard]] static constexpr CodePlace current(const char* file = __builtin_FILE(),
                                                     int line = __builtin_LINE())
    {
        return {file, line};
    }
};

/// A failure as a value: code, developer text, optional native code, and where it was made.
///
/// The text is for developers and logs: names, places and limits, never argument or secret values.
class Error
{
public:
    Error(ErrorCode code, QByteArray message, std::optional<int> nativeCode = std::nullopt,
          CodePlace where = CodePlace::current())
        : m_code(code)
        , m_message(std::move(message))
        , m_nativeCode(nativeCode)
        , m_where(where)
    {
    }

    [[nodiscard]] ErrorCode code() const { return m_code; }
    [[nodiscard]] const QByteArray& message() const { return m_message; }
    [[nodiscard]] std::optional<int> nativeCode() const { return m_nativeCode; }
    [[nodiscard]] const CodePlace& where() const { return m_where; }
    /// "InvalidArgument: text [native 5]", for logs and test output.
    [[nodiscard]] QByteArray describe() const;

private:
    ErrorCode m_code;
    QByteArray m_message;
    std::optional<int> m_nativeCode;
    CodePlace m_where;
};

} // namespace lockkeeper
