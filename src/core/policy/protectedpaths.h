// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace lockkeeper {

/// Tells whether a text names a file inside one of our own directories, whichever way it is
/// written: absolute, with ~ or $HOME, as a URL with a path (percent-encoded or not), with "." and
/// "..", or through symbolic links. Relative paths cannot be judged here: only the tool knows
/// where it stands. Hard links, bind mounts and text that a tool puts together itself are not seen.
///
/// Reads directories, changes nothing; thread-compatible.
class ProtectedPaths
{
public:
    /// `directories` need not exist yet; relative and empty ones are ignored. `home` is what ~
    /// stands for.
    ProtectedPaths(const QStringList& directories, QString home);

    /// `text` is one decoded string of a call's arguments.
    [[nodiscard]] bool contains(const QByteArray& text) const;
    [[nodiscard]] bool isEmpty() const { return m_directories.isEmpty(); }

private:
    [[nodiscard]] QStringList readings(const QByteArray& text) const;
    [[nodiscard]] bool isInside(const QString& path) const;

    QStringList m_directories; // clean absolute paths
    QString m_home;
};

/// Where `path`, absolute, really leads: every symbolic link on the way followed, ".." taken from
/// where the links lead, what does not exist kept as it is written. Empty when links run in a
/// circle.
[[nodiscard]] QString physicalPath(const QString& path);

} // namespace lockkeeper
