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
/// Made for one question and then dropped, because links change. Reads directories, changes
/// nothing; thread-compatible.
class ProtectedPaths
{
public:
    /// `directories` need not exist yet; relative and empty ones are ignored. `home` is what ~
    /// stands for.
    ProtectedPaths(const QStringList& directories, QString home);

    /// `text` is one decoded string of a call's arguments.
    [[nodiscard]] bool contains(const QByteArray& text);
    /// More than kMaximumLookUps paths were asked about: links of the later ones were not followed.
    [[nodiscard]] bool isExhausted() const { return m_lookUps > kMaximumLookUps; }
    static constexpr int kMaximumLookUps = 10'000;

private:
    [[nodiscard]] QStringList readings(const QByteArray& text) const;
    [[nodiscard]] bool isInside(const QString& path);

    QStringList m_directories; // clean absolute paths, as they are spelt and where they lead
    QString m_home;
    int m_lookUps = 0;
};

/// Where `path`, absolute, really leads: every symbolic link on the way followed, ".." taken from
/// where the links lead, what does not exist kept as it is written. Empty when links run in a
/// circle.
[[nodiscard]] QString physicalPath(const QString& path);

} // namespace lockkeeper
