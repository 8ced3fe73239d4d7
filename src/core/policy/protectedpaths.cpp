// SPDX-License-Identifier: Apache-2.0
#include "core/policy/protectedpaths.h"

#include <QDir>
#include <QFileInfo>
#include <QUrl>

#include <algorithm>

#include <unistd.h>

namespace lockkeeper {

namespace {

/// Linux takes no longer path; a longer text is judged by its spelling alone.
constexpr qsizetype kMaximumPathBytes = 4096;
constexpr int kMaximumLinks = 40;

/// The target of the symbolic link `path`, as it is written; empty if it is none.
QString linkTarget(const QString& path)
{
    QByteArray target(kMaximumPathBytes, Qt::Uninitialized);
    const ssize_t size =
        readlink(QFile::encodeName(path).constData(), target.data(), size_t(target.size()));
    return size <= 0 ? QString() : QFile::decodeName(target.first(size));
}

bool isLink(const QString& path)
{
    return QFileInfo(path).isSymLink();
}

/// The path of a URL with a path, e.g. file:///a%20b or sqlite://host/x, without the scheme; empty
/// for any other text. Addresses on the web name no file here.
QByteArray pathOfUrl(const QByteArray& text)
{
    const qsizetype colon = text.indexOf(':');
    if (colon <= 1 || colon > 32)
        return {};
    const QByteArray scheme = text.first(colon).toLower();
    const bool isScheme = std::all_of(scheme.begin(), scheme.end(), [](char byte) {
        return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') || byte == '+' ||
               byte == '-' || byte == '.';
    });
    if (!isScheme || scheme == "http" || scheme == "https")
        return {};
    QByteArray rest = text.sliced(colon + 1);
    if (rest.startsWith("//")) {
        const qsizetype slash = rest.indexOf('/', 2);
        rest = slash < 0 ? QByteArray() : rest.sliced(slash);
    }
    return rest;
}

/// `text` with each % and two digits decoded.
QByteArray decoded(const QByteArray& text)
{
    return text.contains('%') ? QByteArray::fromPercentEncoding(text) : text;
}

} // namespace

QString physicalPath(const QString& path)
{
    int links = 0;
    QString current = QStringLiteral("/");
    QStringList rest = path.split(QLatin1Char('/'), Qt::SkipEmptyParts);
    while (!rest.isEmpty()) {
        const QString part = rest.takeFirst();
        if (part == QLatin1String("."))
            continue;
        if (part == QLatin1String("..")) {
            current = QFileInfo(current).path();
            continue;
        }
        const QString next =
            current.endsWith(QLatin1Char('/')) ? current + part : current + QLatin1Char('/') + part;
        if (!isLink(next)) {
            current = next;
            continue;
        }
        if (++links > kMaximumLinks)
            return {};
        // Links of /proc say where they lead only when they are followed.
        const QString followed = QFileInfo(next).canonicalFilePath();
        const QString target = followed.isEmpty() ? linkTarget(next) : followed;
        if (target.startsWith(QLatin1Char('/')))
            current = QStringLiteral("/");
        rest = target.split(QLatin1Char('/'), Qt::SkipEmptyParts) + rest;
    }
    return current;
}

ProtectedPaths::ProtectedPaths(const QStringList& directories, QString home)
    : m_home(std::move(home))
{
    for (const QString& directory : directories) {
        if (!QDir::isAbsolutePath(directory))
            continue;
        m_directories.append(QDir::cleanPath(directory));
        if (const QString physical = physicalPath(directory); !physical.isEmpty())
            m_directories.append(physical);
    }
    m_directories.removeDuplicates();
}

/// The absolute paths that `text` may stand for.
QStringList ProtectedPaths::readings(const QByteArray& text) const
{
    const QByteArray trimmed = text.trimmed();
    QList<QByteArray> spellings = {trimmed, decoded(trimmed)};
    if (const QByteArray path = pathOfUrl(trimmed); !path.isEmpty()) {
        // With and without what some readers take for the query of the URL.
        const qsizetype query = path.indexOf('?');
        const qsizetype fragment = path.indexOf('#');
        spellings.append({decoded(path), decoded(path.left(query)), decoded(path.left(fragment))});
    }
    QStringList paths;
    for (const QByteArray& spelling : qAsConst(spellings)) {
        const QString path = QString::fromUtf8(spelling);
        if (path.startsWith(QLatin1Char('/')))
            paths.append(path);
        for (const char* prefix : {"~", "$HOME", "${HOME}", "/~"}) {
            const QString start = QLatin1String(prefix);
            if (path == start || path.startsWith(start + QLatin1Char('/')))
                paths.append(m_home + path.mid(start.size()));
        }
        const QString user = QLatin1Char('~') + QFileInfo(m_home).fileName();
        if (path == user || path.startsWith(user + QLatin1Char('/')))
            paths.append(m_home + path.mid(user.size()));
    }
    paths.removeDuplicates();
    return paths;
}

bool ProtectedPaths::isInside(const QString& path)
{
    const auto covered = [this](const QString& file) {
        return std::any_of(m_directories.begin(), m_directories.end(), [&](const QString& own) {
            return file == own || file.startsWith(own + QLatin1Char('/'));
        });
    };
    if (covered(QDir::cleanPath(path)))
        return true;
    if (path.size() > kMaximumPathBytes || ++m_lookUps > kMaximumLookUps)
        return false;
    return covered(physicalPath(path));
}

bool ProtectedPaths::contains(const QByteArray& text)
{
    const QStringList paths = readings(text);
    return std::any_of(paths.begin(), paths.end(),
                       [this](const QString& path) { return isInside(path); });
}

} // namespace lockkeeper
