// SPDX-License-Identifier: Apache-2.0
#include "app/demo/practicetools.h"

#include <QDateTime>
#include <QDir>
#include <QFile>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace lockkeeper {

namespace {

constexpr qsizetype kMaximumName = 64;
constexpr qsizetype kMaximumText = 64 * 1024;
constexpr qsizetype kMaximumNotes = 1000;

Error unavailable(const char* what)
{
    const int native = errno;
    return Error(ErrorCode::Unavailable, QByteArray(what) + ": " + std::strerror(native), native);
}

/// Names become file names: no separators, no leading dot.
bool isName(QByteArrayView name)
{
    return !name.isEmpty() && name.size() <= kMaximumName && name.front() != '.' &&
           std::all_of(name.begin(), name.end(), [](char byte) {
               return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                      (byte >= '0' && byte <= '9') || byte == '.' || byte == '-' || byte == '_';
           });
}

Result<QByteArray> nameArgument(const JsonView& arguments, const char* key)
{
    const std::optional<QByteArray> name = arguments.member(key).string();
    if (!name || !isName(*name))
        return Error(ErrorCode::InvalidArgument,
                     QByteArray(key) + " must be 1 to 64 letters, digits, '.', '-' or '_'");
    return *name;
}

Result<QByteArray> textArgument(const JsonView& arguments, const char* key)
{
    const std::optional<QByteArray> text = arguments.member(key).string();
    if (!text || text->size() > kMaximumText)
        return Error(ErrorCode::InvalidArgument,
                     QByteArray(key) + " must be a text of at most 64 KiB");
    return *text;
}

/// Writes `bytes` at the end (or in place) of a file and flushes it.
Result<void> writeFlushed(const QString& path, int flags, QByteArrayView bytes)
{
    const int descriptor = ::open(QFile::encodeName(path).constData(),
                                  O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | flags, 0600);
    if (descriptor < 0)
        return unavailable("the file cannot be opened");
    const bool isWritten =
        ::write(descriptor, bytes.data(), size_t(bytes.size())) == bytes.size() &&
        ::fsync(descriptor) == 0;
    if (!isWritten) {
        const Error failure = unavailable("the file cannot be written");
        ::close(descriptor);
        return failure;
    }
    ::close(descriptor);
    return {};
}

Result<void> makeDirectory(const QString& path)
{
    if (::mkdir(QFile::encodeName(path).constData(), 0700) != 0 && errno != EEXIST)
        return unavailable("the directory cannot be made");
    return {};
}

} // namespace

Result<PracticeTools> PracticeTools::open(const QString& directory)
{
    PracticeTools tools(directory);
    const bool isNew = !QFile::exists(tools.pathOf("notes"));
    LK_CHECK(makeDirectory(directory));
    LK_CHECK(makeDirectory(tools.pathOf("notes")));
    LK_CHECK(makeDirectory(tools.pathOf("bin")));
    if (isNew) {
        LK_CHECK(writeFlushed(tools.pathOf("notes/welcome.txt"), O_TRUNC,
                              "Everything here is for practice.\n"));
        LK_CHECK(writeFlushed(tools.pathOf("notes/old-list.txt"), O_TRUNC, "rope, lamp, oil\n"));
    }
    return tools;
}

QByteArray PracticeTools::definitions()
{
    return R"([
{"name":"look_around","title":"Look around","description":"Lists the practice notes.",
 "inputSchema":{"type":"object","properties":{},"additionalProperties":false},
 "annotations":{"readOnlyHint":true,"openWorldHint":false}},
{"name":"read_note","title":"Read a note","description":"Gives the text of one practice note.",
 "inputSchema":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"],
                "additionalProperties":false},
 "annotations":{"readOnlyHint":true,"openWorldHint":false}},
{"name":"write_note","title":"Write a note",
 "description":"Writes one practice note; one of the same name goes to the bin.",
 "inputSchema":{"type":"object","properties":{"name":{"type":"string"},"text":{"type":"string"}},
                "required":["name","text"],"additionalProperties":false},
 "annotations":{"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}},
{"name":"post_message","title":"Post a message",
 "description":"Adds a message to the practice board. It cannot be taken back.",
 "inputSchema":{"type":"object","properties":{"channel":{"type":"string"},
                "text":{"type":"string"}},"required":["channel","text"],
                "additionalProperties":false},
 "annotations":{"destructiveHint":true,"idempotentHint":false,"openWorldHint":false}},
{"name":"delete_note","title":"Delete a note",
 "description":"Moves one practice note into the bin, from where it can be fetched back.",
 "inputSchema":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"],
                "additionalProperties":false},
 "annotations":{"destructiveHint":false,"idempotentHint":false,"openWorldHint":false}},
{"name":"count_slowly","title":"Count slowly",
 "description":"Counts up to a number (at most 600), one step each tenth of a second, and tells its progress.",
 "inputSchema":{"type":"object","properties":{"to":{"type":"integer","minimum":1,"maximum":600}},
                "required":["to"],"additionalProperties":false},
 "annotations":{"readOnlyHint":true,"openWorldHint":false}}
])";
}

Result<QByteArray> PracticeTools::call(QByteArrayView name, const JsonView& arguments)
{
    if (name == "look_around")
        return lookAround();
    if (name == "read_note")
        return readNote(arguments);
    if (name == "write_note")
        return writeNote(arguments);
    if (name == "post_message")
        return postMessage(arguments);
    if (name == "delete_note")
        return deleteNote(arguments);
    return Error(ErrorCode::NotFound, "there is no such tool");
}

Result<QByteArray> PracticeTools::lookAround() const
{
    const QStringList notes =
        QDir(pathOf("notes")).entryList(QDir::Files | QDir::NoSymLinks, QDir::Name);
    QByteArray text = QByteArray::number(notes.size()) + " notes:";
    for (const QString& note : notes.first(qMin(notes.size(), kMaximumNotes)))
        text += ' ' + note.toUtf8();
    return text;
}

Result<QByteArray> PracticeTools::readNote(const JsonView& arguments) const
{
    LK_TRY(const QByteArray name, nameArgument(arguments, "name"));
    QFile file(pathOf("notes/") + QString::fromUtf8(name));
    if (!file.open(QIODevice::ReadOnly))
        return Error(ErrorCode::NotFound, "there is no note of that name");
    return file.read(kMaximumText);
}

Result<QByteArray> PracticeTools::writeNote(const JsonView& arguments)
{
    LK_TRY(const QByteArray name, nameArgument(arguments, "name"));
    LK_TRY(const QByteArray text, textArgument(arguments, "text"));
    const QString path = pathOf("notes/") + QString::fromUtf8(name);
    const QString part = pathOf("bin/") + QString::fromUtf8(name) + QStringLiteral(".part");
    LK_CHECK(writeFlushed(part, O_TRUNC, text));
    const QString old = pathOf("bin/") + QString::fromUtf8(name);
    if (::rename(QFile::encodeName(path).constData(), QFile::encodeName(old).constData()) != 0 &&
        errno != ENOENT)
        return unavailable("the earlier note cannot be put away");
    if (::rename(QFile::encodeName(part).constData(), QFile::encodeName(path).constData()) != 0)
        return unavailable("the note cannot be put in place");
    LK_CHECK(recordEffect("write_note", name));
    return "The note " + name + " has " + QByteArray::number(text.size()) + " bytes now.";
}

Result<QByteArray> PracticeTools::postMessage(const JsonView& arguments)
{
    LK_TRY(const QByteArray channel, nameArgument(arguments, "channel"));
    LK_TRY(QByteArray text, textArgument(arguments, "text"));
    text.replace('\n', ' ');
    LK_CHECK(writeFlushed(pathOf("board.txt"), O_APPEND, channel + ": " + text + '\n'));
    LK_CHECK(recordEffect("post_message", channel));
    return "The message is on the board under " + channel + '.';
}

Result<QByteArray> PracticeTools::deleteNote(const JsonView& arguments)
{
    LK_TRY(const QByteArray name, nameArgument(arguments, "name"));
    const QString from = pathOf("notes/") + QString::fromUtf8(name);
    const QString to = pathOf("bin/") + QString::fromUtf8(name);
    if (::rename(QFile::encodeName(from).constData(), QFile::encodeName(to).constData()) != 0) {
        if (errno == ENOENT)
            return Error(ErrorCode::NotFound, "there is no note of that name");
        return unavailable("the note cannot be moved");
    }
    LK_CHECK(recordEffect("delete_note", name));
    return "The note " + name + " is in the bin.";
}

Result<void> PracticeTools::recordEffect(QByteArrayView tool, QByteArrayView what)
{
    const QByteArray at = QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs).toLatin1();
    QByteArray line = at + ' ';
    line += tool;
    line += ' ';
    line += what;
    line += '\n';
    return writeFlushed(pathOf("effects.log"), O_APPEND, line);
}

QString PracticeTools::pathOf(const char* part) const
{
    return m_directory + QLatin1Char('/') + QLatin1String(part);
}

} // namespace lockkeeper
