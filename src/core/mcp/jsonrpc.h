// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>

namespace lockkeeper::mcp {

/// The error codes of JSON-RPC 2.0.
namespace rpc {
inline constexpr qint64 kParseError = -32700;
inline constexpr qint64 kInvalidRequest = -32600;
inline constexpr qint64 kMethodNotFound = -32601;
inline constexpr qint64 kInvalidParams = -32602;
inline constexpr qint64 kInternalError = -32603;
} // namespace rpc

/// One JSON-RPC message. Values are the message's own bytes, never printed anew; an empty array
/// means that the member is absent.
struct JsonRpcMessage
{
    enum class Kind { Request, Notification, Response, Error, Invalid };

    Kind kind = Kind::Invalid;
    /// Raw id with its quotes, if any: the JSON type is part of an id and is echoed exactly.
    /// A string or a whole number; "null" only in an Error whose sender could not tell.
    QByteArray id;
    QByteArray method; ///< decoded; requests and notifications
    QByteArray params; ///< raw object; requests and notifications
    QByteArray result; ///< raw; responses
    qint64 errorCode = 0;
    QByteArray errorMessage; ///< decoded; untrusted text
    QByteArray errorData;    ///< raw

    /// Only for Invalid: the code to answer with, and a text that names the fault and its place
    /// but no value. `id` is then the id to answer to, or empty for null.
    qint64 faultCode = 0;
    QByteArray fault;
};

/// Reads one line. Never fails: what is no message comes back as Invalid.
///
/// The line is checked by the strict reader (UTF-8, duplicate names, depth, 16 MiB). Batches are
/// refused (MCP has none). Ids are strings or whole numbers of at most 1 024 bytes; `params` must
/// be an object. If the strict reader refuses a line that is still one whole object, the id for
/// the answer is taken from it: for addressing the error only.
[[nodiscard]] JsonRpcMessage parseJsonRpc(QByteArrayView line);

/// A key that is equal for ids that are the same JSON value: `"a"` and `"\u0061"` are, `1` and
/// `"1"` are not. `raw` is an id that parseJsonRpc has accepted.
[[nodiscard]] QByteArray idKey(QByteArrayView raw);

/// The builders splice raw JSON into a message of one line: line ends between its tokens become
/// spaces, all else stays as it is. Raw parameters must be checked JSON; `params` may be empty.
[[nodiscard]] QByteArray jsonRpcRequest(QByteArrayView id, QByteArrayView method,
                                        QByteArrayView params);
[[nodiscard]] QByteArray jsonRpcNotification(QByteArrayView method, QByteArrayView params);
[[nodiscard]] QByteArray jsonRpcResult(QByteArrayView id, QByteArrayView result);
/// `message` is text; an empty `id` is written as null; `data` is raw and may be empty.
[[nodiscard]] QByteArray jsonRpcError(QByteArrayView id, qint64 code, QByteArrayView message,
                                      QByteArrayView data = {});

} // namespace lockkeeper::mcp
