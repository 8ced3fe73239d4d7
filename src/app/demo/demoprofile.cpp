// SPDX-License-Identifier: Apache-2.0
#include "app/demo/demoprofile.h"

#include "app/demo/programs.h"
#include "core/base/canonicaljson.h"

#include <QDir>
#include <QFile>
#include <QSaveFile>

namespace lockkeeper {

namespace {

constexpr char kMark[] = "// Written by lockkeeper --demo; it is written anew at each start.\n";

struct DemoTool
{
    const char* name;
    const char* effect;
    const char* target;
    const char* summary;
};

constexpr DemoTool kTools[] = {
    {"look_around", "read_only", "none", "Look at the practice notes"},
    {"read_note", "read_only", "none", "Read the note {name}"},
    {"count_slowly", "read_only", "none", "Count up to {to}"},
    {"write_note", "idempotent", "note:{name}", "Write the note {name}"},
    {"delete_note", "compensatable", "note:{name}", "Move the note {name} into the bin"},
    {"post_message", "irreversible", "channel:{channel}", "Post a message to {channel}"},
};

QByteArray configuration(const QString& practice, const QString& server)
{
    JsonWriter json;
    json.beginObject();
    json.key("mcpServers").beginObject().key("practice").beginObject();
    json.member("command", server.toUtf8());
    json.key("args").beginArray();
    json.string("server").string("--dir").string(practice.toUtf8()).endArray();
    json.key("lockkeeper").beginObject().memberBool("trusted", true);
    json.key("tools").beginObject();
    for (const DemoTool& tool : kTools) {
        json.key(tool.name).beginObject();
        json.member("effect", tool.effect);
        json.member("target", tool.target);
        json.member("summary", tool.summary);
        json.endObject();
    }
    json.endObject().endObject().endObject().endObject();
    json.key("lockkeeper").beginObject().member("operatorCli", "unprotected").endObject();
    json.endObject();
    return kMark + json.take() + '\n';
}

Result<void> replaceOwnFile(const QString& path, const QByteArray& text)
{
    QFile old(path);
    if (old.exists() && (!old.open(QIODevice::ReadOnly) || old.readLine() != kMark))
        return Error(ErrorCode::FailedPrecondition,
                     path.toUtf8() + " was not written by a demo; give --demo another profile");
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) ||
        !file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner) ||
        file.write(text) != text.size() || !file.commit())
        return Error(ErrorCode::Unavailable, path.toUtf8() + " cannot be written");
    return {};
}

} // namespace

QString practiceDirectory(const QString& profile)
{
    return profile + QStringLiteral("/practice");
}

Result<DemoProfile> DemoProfile::create(const QString& profile,
                                        const QProcessEnvironment& environment)
{
    DemoProfile demo;
    if (profile.isEmpty()) {
        demo.m_temporary = std::make_unique<QTemporaryDir>(
            QDir::tempPath() + QStringLiteral("/lockkeeper-demo.XXXXXX"));
        if (!demo.m_temporary->isValid())
            return Error(ErrorCode::Unavailable, "there is no room for a temporary directory");
        const QString root = demo.m_temporary->path();
        LK_TRY(demo.m_paths, profilePaths(root + QStringLiteral("/profile"), {}, environment));
        demo.m_paths.guardRoot = root + QStringLiteral("/guard");
    } else {
        LK_TRY(demo.m_paths, profilePaths(profile, {}, environment));
    }
    demo.m_paths.configMustExist = true;
    LK_CHECK(makeDirectories(demo.m_paths));
    return demo;
}

Result<void> DemoProfile::writeConfiguration() const
{
    const QString server = programPath(Program::Practice);
    if (server.isEmpty())
        return Error(ErrorCode::NotFound, "lockkeeper-practice is not where it was installed");
    const QString practice = practiceDirectory(m_paths.profile);
    if (!QDir(practice).exists() && !QDir().mkpath(practice))
        return Error(ErrorCode::Unavailable, practice.toUtf8() + " cannot be made");
    return replaceOwnFile(m_paths.configFile, configuration(practice, server));
}

} // namespace lockkeeper
