// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QString>

namespace lockkeeper {

/// One console per profile: an exclusive lock on <profile>/console.lock that the kernel drops when
/// the process ends, however it ends. The file stays and names the holder's pid. Any thread.
class ProfileLock
{
public:
    /// AlreadyExists: another console has the profile; the text names its pid and is for a person.
    /// Unavailable: the file cannot be opened or locked.
    [[nodiscard]] static Result<ProfileLock> acquire(const QString& profile);

    ProfileLock(ProfileLock&& other) noexcept;
    ProfileLock& operator=(ProfileLock&& other) noexcept;
    ~ProfileLock();

private:
    explicit ProfileLock(int descriptor)
        : m_descriptor(descriptor)
    {
    }

    int m_descriptor = -1;
};

} // namespace lockkeeper
