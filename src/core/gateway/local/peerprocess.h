// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/gateway/authorisation.h"

#include <QByteArray>

namespace lockkeeper {

/// Who is at the other end of a connected local socket, as the kernel says (SO_PEERCRED).
struct PeerCredentials
{
    qint64 pid = 0; ///< 0 if the peer is not visible in our process namespace
    quint32 uid = 0;
};

/// Fails with Unavailable and the native code if the kernel does not tell.
[[nodiscard]] Result<PeerCredentials> peerCredentials(qintptr socket);

/// Walks the parents of `pid` in /proc up to the first process. The console itself is no
/// descendant of its own. Reads a few small files; any thread.
[[nodiscard]] PeerStanding standingOf(qint64 pid, qint64 consolePid);

} // namespace lockkeeper
