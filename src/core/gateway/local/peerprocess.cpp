// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/local/peerprocess.h"

#include <cerrno>

#include <QFile>

#include <sys/socket.h>

namespace lockkeeper {

namespace {

constexpr int kMaximumAncestors = 4096;

/// The parent of `pid`, 0 for the first process, -1 if it cannot be read.
qint64 parentOf(qint64 pid)
{
    QFile file(QStringLiteral("/proc/%1/stat").arg(pid));
    if (!file.open(QIODevice::ReadOnly))
        return -1;
    const QByteArray stat = file.readAll();
    // The command's name stands in parentheses and may hold anything: look behind the last one.
    const qsizetype end = stat.lastIndexOf(')');
    if (end < 0)
        return -1;
    const QList<QByteArray> fields = stat.sliced(end + 1).simplified().split(' ');
    if (fields.size() < 2)
        return -1;
    bool ok = false;
    const qint64 parent = fields[1].toLongLong(&ok);
    return ok ? parent : -1;
}

PeerStanding walkOnce(qint64 pid, qint64 consolePid)
{
    qint64 at = pid;
    for (int i = 0; i < kMaximumAncestors; ++i) {
        const qint64 parent = parentOf(at);
        if (parent < 0)
            return PeerStanding::CannotTell;
        if (parent == consolePid)
            return PeerStanding::Descendant;
        if (parent == 0)
            return PeerStanding::Independent;
        at = parent;
    }
    return PeerStanding::CannotTell;
}

} // namespace

Result<PeerCredentials> peerCredentials(qintptr socket)
{
    ucred found{};
    socklen_t size = sizeof(found);
    if (::getsockopt(static_cast<int>(socket), SOL_SOCKET, SO_PEERCRED, &found, &size) != 0)
        return Error(ErrorCode::Unavailable, "the peer's credentials cannot be read", errno);
    PeerCredentials peer;
    peer.pid = found.pid;
    peer.uid = found.uid;
    return peer;
}

PeerStanding standingOf(qint64 pid, qint64 consolePid)
{
    if (pid <= 0)
        return PeerStanding::CannotTell;
    // An ancestor may end while we walk; its children then have another parent.
    constexpr int kTries = 3;
    PeerStanding found = PeerStanding::CannotTell;
    for (int i = 0; i < kTries && found == PeerStanding::CannotTell; ++i)
        found = walkOnce(pid, consolePid);
    return found;
}

} // namespace lockkeeper
