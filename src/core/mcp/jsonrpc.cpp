// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/jsonrpc.h"

#include "core/base/canonicaljson.h"
#include "core/mcp/framing.h"

#include <algorithm>
#include <optional>

namespace lockkeeper::mcp {

namespace {

constexpr qsizetype kMaximumIdBytes = 1024;

bool isWholeNumber(QByteArrayView raw)
{
    if (raw.startsWith('-'))
        raw = raw.sliced(1);
    return !raw.isEmpty() &&
           std::all_of(raw.begin(), raw.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool isUsableId(QByteArrayView raw)
{
    if (raw.isEmpty() || raw.size() > kMaximumIdBytes)
        return false;
    return raw.front() == '"' || isWholeNumber(raw);
}

/// Looks for the top-level "id" in text that the strict reader has refused. Tolerant on purpose
/// (it counts brackets and skips strings): its answer only says where an error is sent to.
class IdFinder
{
public:
    explicit IdFinder(QByteArrayView text)
        : m_text(text.trimmed())
    {
    }

    /// The id if the text is one balanced object with exactly one usable "id".
    [[nodiscard]] QByteArray find()
    {
        if (m_text.isEmpty() || m_text.front() != '{')
            return {};
        while (m_offset < m_text.size()) {
            if (!step())
                return {};
        }
        return m_closed && m_ids == 1 && isUsableId(m_id) ? m_id : QByteArray();
    }

private:
    bool step()
    {
        if (m_closed)
            return false;
        const char c = m_text[m_offset];
        if (c == '"') {
            const qsizetype start = m_offset;
            if (!skipString())
                return false;
            if (m_depth == 1 && m_expectName)
                m_name = m_text.sliced(start, m_offset - start);
            return true;
        }
        ++m_offset;
        if (c == '{' || c == '[') {
            ++m_depth;
            m_expectName = m_depth == 1;
        } else if (c == '}' || c == ']') {
            --m_depth;
            m_closed = m_depth == 0;
        } else if (m_depth == 1 && c == ',') {
            m_expectName = true;
        } else if (m_depth == 1 && c == ':') {
            m_expectName = false;
            if (m_name == "\"id\"")
                takeId();
        }
        return true;
    }

    void takeId()
    {
        ++m_ids;
        qsizetype start = m_offset;
        while (start < m_text.size() && (m_text[start] == ' ' || m_text[start] == '\t'))
            ++start;
        qsizetype end = start;
        if (start < m_text.size() && m_text[start] == '"') {
            m_offset = start;
            if (!skipString())
                return;
            end = m_offset;
        } else {
            while (end < m_text.size() &&
                   (m_text[end] == '-' || isWholeNumber(m_text.sliced(end, 1))))
                ++end;
            m_offset = end;
        }
        m_id = m_text.sliced(start, end - start).toByteArray();
    }

    bool skipString()
    {
        for (qsizetype at = m_offset + 1; at < m_text.size(); ++at) {
            if (m_text[at] == '\\') {
                ++at;
            } else if (m_text[at] == '"') {
                m_offset = at + 1;
                return true;
            }
        }
        m_offset = m_text.size();
        return false;
    }

    QByteArrayView m_text;
    qsizetype m_offset = 0;
    qsizetype m_depth = 0;
    bool m_closed = false;
    bool m_expectName = true;
    QByteArrayView m_name;
    QByteArray m_id;
    int m_ids = 0;
};

JsonRpcMessage invalid(qint64 code, QByteArray fault, QByteArray id = {})
{
    JsonRpcMessage message;
    message.faultCode = code;
    message.fault = std::move(fault);
    message.id = std::move(id);
    return message;
}

struct Members
{
    JsonView version, id, method, params, result, error;
};

Members membersOf(const JsonView& root)
{
    Members found;
    root.forEachMember([&found](const QByteArray& name, const JsonView& value) {
        if (name == "jsonrpc")
            found.version = value;
        else if (name == "id")
            found.id = value;
        else if (name == "method")
            found.method = value;
        else if (name == "params")
            found.params = value;
        else if (name == "result")
            found.result = value;
        else if (name == "error")
            found.error = value;
        return true;
    });
    return found;
}

JsonRpcMessage readCall(const Members& members, QByteArray id)
{
    JsonRpcMessage message;
    if (!members.method.isString())
        return invalid(rpc::kInvalidRequest, "method must be a string", std::move(id));
    if (members.result.isValid() || members.error.isValid())
        return invalid(rpc::kInvalidRequest, "a request has no result or error", std::move(id));
    if (members.id.isValid() && id.isEmpty())
        return invalid(rpc::kInvalidRequest,
                       "id must be a string or a whole number of at most 1024 bytes");
    if (members.params.isValid() && !members.params.isObject())
        return invalid(rpc::kInvalidParams, "params must be an object", std::move(id));
    message.kind =
        members.id.isValid() ? JsonRpcMessage::Kind::Request : JsonRpcMessage::Kind::Notification;
    message.method = members.method.string().value_or(QByteArray());
    message.params = members.params.raw().toByteArray();
    message.id = std::move(id);
    return message;
}

JsonRpcMessage readAnswer(const Members& members, QByteArray id)
{
    JsonRpcMessage message;
    if (members.result.isValid() == members.error.isValid())
        return invalid(rpc::kInvalidRequest, "neither a call nor one result or one error",
                       std::move(id));
    if (members.result.isValid()) {
        if (id.isEmpty())
            return invalid(rpc::kInvalidRequest, "a result needs an id");
        message.kind = JsonRpcMessage::Kind::Response;
        message.result = members.result.raw().toByteArray();
        message.id = std::move(id);
        return message;
    }
    const std::optional<qint64> code = members.error.member("code").integer();
    const std::optional<QByteArray> text = members.error.member("message").string();
    if (!members.error.isObject() || !code || !text)
        return invalid(rpc::kInvalidRequest, "error needs a whole code and a message",
                       std::move(id));
    message.kind = JsonRpcMessage::Kind::Error;
    message.errorCode = *code;
    message.errorMessage = *text;
    message.errorData = members.error.member("data").raw().toByteArray();
    message.id = id.isEmpty() ? QByteArray("null") : std::move(id);
    return message;
}

/// Checked JSON holds line ends only between tokens, so a space means the same.
void spliceOnOneLine(QByteArray& out, QByteArrayView raw)
{
    const qsizetype start = out.size();
    out.append(raw);
    if (raw.contains('\n') || raw.contains('\r')) {
        std::replace(out.begin() + start, out.end(), '\n', ' ');
        std::replace(out.begin() + start, out.end(), '\r', ' ');
    }
}

constexpr qsizetype kEnvelopeBytes = 128;

} // namespace

JsonRpcMessage parseJsonRpc(QByteArrayView line)
{
    JsonLimits limits;
    limits.maximumBytes = kMaximumLineBytes;
    if (Result<void> checked = checkJson(line, limits); !checked)
        return invalid(rpc::kParseError, checked.error().message(), IdFinder(line).find());

    const JsonView root(line);
    if (root.isArray())
        return invalid(rpc::kInvalidRequest, "batches are not part of MCP: one message a line");
    if (!root.isObject())
        return invalid(rpc::kInvalidRequest, "a message must be an object");
    const Members members = membersOf(root);
    QByteArray id;
    if (isUsableId(members.id.raw()))
        id = members.id.raw().toByteArray();
    if (members.version.string() != QByteArray("2.0"))
        return invalid(rpc::kInvalidRequest, "jsonrpc must be \"2.0\"", std::move(id));
    return members.method.isValid() ? readCall(members, std::move(id))
                                    : readAnswer(members, std::move(id));
}

QByteArray idKey(QByteArrayView raw)
{
    if (const std::optional<QByteArray> text = JsonView(raw).string())
        return '"' + *text;
    return raw.toByteArray();
}

QByteArray jsonRpcRequest(QByteArrayView id, QByteArrayView method, QByteArrayView params)
{
    QByteArray out;
    out.reserve(params.size() + id.size() + method.size() + kEnvelopeBytes);
    out.append("{\"jsonrpc\":\"2.0\",\"id\":").append(id);
    out.append(",\"method\":").append(jsonString(method));
    if (!params.isEmpty()) {
        out.append(",\"params\":");
        spliceOnOneLine(out, params);
    }
    return out.append('}');
}

QByteArray jsonRpcNotification(QByteArrayView method, QByteArrayView params)
{
    QByteArray out;
    out.reserve(params.size() + method.size() + kEnvelopeBytes);
    out.append("{\"jsonrpc\":\"2.0\",\"method\":").append(jsonString(method));
    if (!params.isEmpty()) {
        out.append(",\"params\":");
        spliceOnOneLine(out, params);
    }
    return out.append('}');
}

QByteArray jsonRpcResult(QByteArrayView id, QByteArrayView result)
{
    QByteArray out;
    out.reserve(result.size() + id.size() + kEnvelopeBytes);
    out.append("{\"jsonrpc\":\"2.0\",\"id\":").append(id).append(",\"result\":");
    spliceOnOneLine(out, result);
    return out.append('}');
}

QByteArray jsonRpcError(QByteArrayView id, qint64 code, QByteArrayView message, QByteArrayView data)
{
    QByteArray out;
    out.append("{\"jsonrpc\":\"2.0\",\"id\":").append(id.isEmpty() ? QByteArrayView("null") : id);
    out.append(",\"error\":{\"code\":").append(QByteArray::number(code));
    out.append(",\"message\":").append(jsonString(message));
    if (!data.isEmpty()) {
        out.append(",\"data\":");
        spliceOnOneLine(out, data);
    }
    return out.append("}}");
}

} // namespace lockkeeper::mcp
