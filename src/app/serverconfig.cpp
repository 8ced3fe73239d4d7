// SPDX-License-Identifier: Apache-2.0
#include "app/serverconfig.h"

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr qsizetype kMaximumText = 64 * 1024;
constexpr qsizetype kMaximumArguments = 1024;
constexpr qsizetype kMaximumTemplate = 1024;
constexpr qsizetype kMaximumList = 64;
constexpr qint64 kMaximumTimeoutSeconds = 24 * 3600;

/// Braces pair up, are not nested and have something between them.
bool isTemplate(QByteArrayView text)
{
    qsizetype open = -1;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == '{') {
            if (open >= 0)
                return false;
            open = i;
        } else if (text[i] == '}') {
            if (open < 0 || i == open + 1)
                return false;
            open = -1;
        }
    }
    return open < 0;
}

/// RFC 6901: "" or "/…", and every ~ is followed by 0 or 1.
bool isPointer(QByteArrayView text)
{
    if (!text.isEmpty() && text.front() != '/')
        return false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == '~' && (i + 1 == text.size() || (text[i + 1] != '0' && text[i + 1] != '1')))
            return false;
    }
    return true;
}

Result<QByteArray> readTemplate(const ConfigNode& node)
{
    LK_TRY(QByteArray text, node.string(kMaximumTemplate));
    if (!isTemplate(text))
        return node.wrong("each { needs its } with an argument's name between them");
    return text;
}

Result<void> readTargets(const ConfigNode& node, QList<QByteArray>& targets)
{
    if (node.isString()) {
        LK_TRY(const QByteArray target, readTemplate(node));
        targets = {target};
        return {};
    }
    if (!node.isArray())
        return node.wrong("must be a string or an array of strings");
    targets.clear();
    const Result<void> read =
        node.array(kMaximumList, [&targets](const ConfigNode& element) -> Result<void> {
            LK_TRY(const QByteArray target, readTemplate(element));
            if (target == "none")
                return element.wrong("\"none\" stands alone: write \"target\": \"none\"");
            targets.append(target);
            return {};
        });
    LK_CHECK(read);
    if (targets.isEmpty())
        return node.wrong("must not be empty; \"none\" says that there is no target");
    return {};
}

ConfigNode::Read readPointers(QList<QByteArray>& pointers)
{
    return [&pointers](const ConfigNode& node) {
        return node.array(kMaximumList, [&pointers](const ConfigNode& element) -> Result<void> {
            LK_TRY(const QByteArray pointer, element.string(kMaximumTemplate, true));
            if (!isPointer(pointer))
                return element.wrong("must be a JSON Pointer such as \"/path\"");
            pointers.append(pointer);
            return {};
        });
    };
}

ConfigNode::Read readSeconds(qint64& milliseconds)
{
    return [&milliseconds](const ConfigNode& node) -> Result<void> {
        LK_TRY(const qint64 seconds, node.integer(1, kMaximumTimeoutSeconds));
        milliseconds = seconds * 1000;
        return {};
    };
}

ConfigNode::Read readFlag(bool& flag)
{
    return [&flag](const ConfigNode& node) -> Result<void> {
        LK_TRY(flag, node.boolean());
        return {};
    };
}

Result<ToolSettings> readTool(const ConfigNode& node)
{
    ToolSettings tool;
    const Result<void> read = node.object({
        {"effect",
         [&tool](const ConfigNode& value) -> Result<void> {
             LK_TRY(const QByteArray name,
                    value.word({"read_only", "idempotent", "compensatable", "irreversible"}));
             tool.effect =
                 effectClassFromName(std::string_view(name.constData(), size_t(name.size())));
             return {};
         }},
        {"target", [&tool](const ConfigNode& value) { return readTargets(value, tool.targets); }},
        // Accepted so that one file serves this version and the next; nothing is probed yet.
        {"probe",
         [](const ConfigNode& value) {
             return value.namedMembers(
                 [](const QByteArray&, const ConfigNode&) -> Result<void> { return {}; });
         }},
        {"timeoutSeconds", readSeconds(tool.timeoutMs)},
        {"idleTimeoutSeconds", readSeconds(tool.idleTimeoutMs)},
        // Likewise: every call has the key in its _meta, none has it in an argument yet.
        {"idempotencyArgument",
         [&tool](const ConfigNode& value) -> Result<void> {
             LK_TRY(tool.idempotencyArgument, value.string(128));
             return {};
         }},
        {"errorsMeanNoEffect", readFlag(tool.errorsMeanNoEffect)},
        {"summary",
         [&tool](const ConfigNode& value) -> Result<void> {
             LK_TRY(tool.summary, readTemplate(value));
             return {};
         }},
        {"public", readPointers(tool.publicPointers)},
        {"secret", readPointers(tool.secretPointers)},
    });
    LK_CHECK(read);
    return tool;
}

Result<void> readOwnKeys(const ConfigNode& node, ServerSettings& server)
{
    return node.object({
        {"trusted", readFlag(server.trusted)},
        {"names",
         [&server](const ConfigNode& value) -> Result<void> {
             LK_TRY(const QByteArray names, value.word({"prefixed", "plain"}));
             server.plainNames = names == "plain";
             return {};
         }},
        {"tools",
         [&server](const ConfigNode& value) {
             return value.namedMembers(
                 [&server](const QByteArray& name, const ConfigNode& tool) -> Result<void> {
                     LK_TRY(const ToolSettings settings, readTool(tool));
                     server.tools.insert(name, settings);
                     return {};
                 });
         }},
    });
}

/// The first reason wins: it is the one to mend first.
void skip(ServerSettings& server, const ConfigNode& node, QByteArrayView what)
{
    if (server.skippedBecause.isEmpty())
        server.skippedBecause = node.wrong(what).message();
}

Result<void> readEnvironment(const ConfigNode& node, ServerSettings& server)
{
    return node.namedMembers(
        [&server](const QByteArray& name, const ConfigNode& value) -> Result<void> {
            if (name.contains('='))
                return value.wrong("the name of an environment variable cannot contain =");
            LK_TRY(const QByteArray text, value.string(kMaximumText, true));
            if (text.contains("${keychain:"))
                skip(server, value, "values from the keychain come later; this server is skipped");
            server.environment.append({name, text});
            return {};
        });
}

Result<void> readArguments(const ConfigNode& node, ServerSettings& server)
{
    return node.array(kMaximumArguments, [&server](const ConfigNode& element) -> Result<void> {
        LK_TRY(const QByteArray argument, element.string(kMaximumText, true));
        server.arguments.append(QString::fromUtf8(argument));
        return {};
    });
}

ConfigNode::Read readPath(QString& path)
{
    return [&path](const ConfigNode& node) -> Result<void> {
        LK_TRY(const QByteArray text, node.string(4096));
        if (!path.isEmpty())
            return node.wrong("the directory is given twice; keep one of cwd and directory");
        path = QString::fromUtf8(text);
        return {};
    };
}

/// An address in place of a command: read, so that mistakes in it are named, and skipped.
ConfigNode::Read readAddress(ServerSettings& server, bool& isAddress)
{
    return [&server, &isAddress](const ConfigNode& node) -> Result<void> {
        LK_CHECK(node.string(kMaximumText));
        isAddress = true;
        skip(server, node, "servers with a url are not supported yet; this server is skipped");
        return {};
    };
}

Result<void> readHeaders(const ConfigNode& node)
{
    return node.namedMembers([](const QByteArray&, const ConfigNode& value) -> Result<void> {
        LK_CHECK(value.string(kMaximumText, true));
        return {};
    });
}

Result<void> readBlock(const ConfigNode& node, ServerSettings& server)
{
    bool isAddress = false;
    bool isDisabled = false;
    QByteArray type;
    const Result<void> read = node.object({
        {"command",
         [&server](const ConfigNode& value) -> Result<void> {
             LK_TRY(const QByteArray command, value.string(4096));
             server.command = QString::fromUtf8(command);
             return {};
         }},
        {"args", [&server](const ConfigNode& value) { return readArguments(value, server); }},
        {"env", [&server](const ConfigNode& value) { return readEnvironment(value, server); }},
        {"cwd", readPath(server.workingDirectory)},
        {"directory", readPath(server.workingDirectory)},
        {"url", readAddress(server, isAddress)},
        {"headers", readHeaders},
        {"type",
         [&type](const ConfigNode& value) -> Result<void> {
             LK_TRY(type, value.word({"stdio", "http", "streamable-http", "sse"}));
             return {};
         }},
        {"disabled", readFlag(isDisabled)},
        {"lockkeeper", [&server](const ConfigNode& value) { return readOwnKeys(value, server); }},
    });
    LK_CHECK(read);
    if (isAddress && !server.command.isEmpty())
        return node.wrong("has both command and url; keep one of them");
    if (!isAddress && server.command.isEmpty())
        return node.wrong("needs a command (the program that is the tool server)");
    if (!type.isEmpty() && (type == "stdio") == isAddress)
        return node.wrong("type does not fit: stdio goes with command, the others with url");
    if (isDisabled)
        skip(server, node, "the server is disabled");
    return {};
}

} // namespace

Result<ServerSettings> readServer(const QByteArray& name, const ConfigNode& node)
{
    ServerSettings server;
    server.name = name;
    if (name.contains('/'))
        skip(server, node,
             "a name with / cannot be told from server/tool; rename the server, it "
             "is skipped");
    LK_CHECK(readBlock(node, server));
    return server;
}

} // namespace lockkeeper
