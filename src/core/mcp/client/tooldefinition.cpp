// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/client/tooldefinition.h"

#include "core/base/canonicaljson.h"
#include "core/mcp/framing.h"

#include <QString>

#include <optional>

namespace lockkeeper::mcp {

namespace {

constexpr qsizetype kLongestName = 256;
constexpr QByteArrayView kReplacementCharacter = "\xef\xbf\xbd";

bool isUsableName(const QByteArray& name, const Revision& revision)
{
    if (name.isEmpty() || name.size() > kLongestName)
        return false;
    // A lone surrogate cannot be sent back exactly, so the tool could not be called by its name.
    if (name.contains(kReplacementCharacter))
        return false;
    return revision.maximumToolNameLength == 0 ||
           QString::fromUtf8(name).size() <= revision.maximumToolNameLength;
}

ToolAnnotations readAnnotations(const JsonView& view)
{
    ToolAnnotations hints;
    hints.readOnlyHint = view.member("readOnlyHint").boolean().value_or(hints.readOnlyHint);
    hints.destructiveHint =
        view.member("destructiveHint").boolean().value_or(hints.destructiveHint);
    hints.idempotentHint = view.member("idempotentHint").boolean().value_or(hints.idempotentHint);
    hints.openWorldHint = view.member("openWorldHint").boolean().value_or(hints.openWorldHint);
    return hints;
}

std::optional<ToolDefinition> readDefinition(const JsonView& view, const Revision& revision)
{
    const std::optional<QByteArray> name = view.member("name").string();
    if (!name || !isUsableName(*name, revision) || !view.member("inputSchema").isObject())
        return std::nullopt;
    JsonLimits limits;
    limits.maximumBytes = kMaximumLineBytes;
    Result<QByteArray> canonical = canonicalObject(view.raw(), limits);
    if (!canonical)
        return std::nullopt;
    return ToolDefinition{*name, *std::move(canonical),
                          readAnnotations(view.member("annotations"))};
}

} // namespace

Result<ToolPage> readToolPage(QByteArrayView result, const Revision& revision)
{
    const JsonView root(result);
    const JsonView tools = root.member("tools");
    if (!tools.isArray())
        return Error(ErrorCode::InvalidArgument, "the result of tools/list has no array of tools");
    const JsonView cursor = root.member("nextCursor");
    if (cursor.isValid() && !cursor.isString() && !cursor.isNull())
        return Error(ErrorCode::InvalidArgument, "nextCursor of tools/list is no string");

    ToolPage page;
    if (cursor.isString())
        page.nextCursor = cursor.raw().toByteArray();
    tools.forEachElement([&page, &revision](const JsonView& entry) {
        if (std::optional<ToolDefinition> tool = readDefinition(entry, revision))
            page.tools.append(*std::move(tool));
        else
            ++page.unusable;
        return true;
    });
    return page;
}

} // namespace lockkeeper::mcp
