// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"

namespace lockkeeper {

const char* errorCodeName(ErrorCode code)
{
    switch (code) {
    case ErrorCode::InvalidArgument:
        return "InvalidArgument";
    case ErrorCode::NotFound:
        return "NotFound";
    case ErrorCode::AlreadyExists:
        return "AlreadyExists";
    case ErrorCode::FailedPrecondition:
        return "FailedPrecondition";
    case ErrorCode::Conflict:
        return "Conflict";
    case ErrorCode::Unavailable:
        return "Unavailable";
    case ErrorCode::DeadlineExceeded:
        return "DeadlineExceeded";
    case ErrorCode::Cancelled:
        return "Cancelled";
    case ErrorCode::PermissionDenied:
        return "PermissionDenied";
    case ErrorCode::ResourceExhausted:
        return "ResourceExhausted";
    case ErrorCode::DataLoss:
        return "DataLoss";
    case ErrorCode::Unimplemented:
        return "Unimplemented";
    case ErrorCode::Internal:
        return "Internal";
    case ErrorCode::OutcomeUnknown:
        return "OutcomeUnknown";
    }
    return "Internal";
}

QByteArray Error::describe() const
{
    QByteArray text = QByteArray(errorCodeName(m_code)) + ": " + m_message;
    if (m_nativeCode)
        text += " [native " + QByteArray::number(*m_nativeCode) + "]";
    return text;
}

} // namespace lockkeeper
