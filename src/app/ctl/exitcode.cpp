// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/exitcode.h"

#include <array>

namespace lockkeeper::ctl {

ExitCode exitCodeOf(const Error& error)
{
    if (error.nativeCode() == kNotReachable)
        return ExitCode::NotReachable;
    switch (error.code()) {
    case ErrorCode::NotFound:
        return ExitCode::NotFound;
    case ErrorCode::Conflict:
    case ErrorCode::FailedPrecondition:
    case ErrorCode::AlreadyExists:
        return ExitCode::Stale;
    case ErrorCode::InvalidArgument:
    case ErrorCode::Unavailable:
    case ErrorCode::DeadlineExceeded:
    case ErrorCode::Cancelled:
    case ErrorCode::PermissionDenied:
    case ErrorCode::ResourceExhausted:
    case ErrorCode::DataLoss:
    case ErrorCode::Unimplemented:
    case ErrorCode::Internal:
    case ErrorCode::OutcomeUnknown:
        return ExitCode::Failed;
    }
    return ExitCode::Failed;
}

ErrorCode errorCodeNamed(const QByteArray& name)
{
    constexpr std::array kCodes = {
        ErrorCode::InvalidArgument,    ErrorCode::NotFound,       ErrorCode::AlreadyExists,
        ErrorCode::FailedPrecondition, ErrorCode::Conflict,       ErrorCode::Unavailable,
        ErrorCode::DeadlineExceeded,   ErrorCode::Cancelled,      ErrorCode::PermissionDenied,
        ErrorCode::ResourceExhausted,  ErrorCode::DataLoss,       ErrorCode::Unimplemented,
        ErrorCode::Internal,           ErrorCode::OutcomeUnknown,
    };
    for (const ErrorCode code : kCodes) {
        if (name == errorCodeName(code))
            return code;
    }
    return ErrorCode::Internal;
}

} // namespace lockkeeper::ctl
