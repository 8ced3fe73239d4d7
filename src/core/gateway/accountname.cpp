// SPDX-License-Identifier: Apache-2.0
#include "core/gateway/accountname.h"

#include <array>

#include <pwd.h>

namespace lockkeeper {

QByteArray accountName(quint32 uid)
{
    passwd entry{};
    passwd* found = nullptr;
    std::array<char, 4096> buffer{};
    if (::getpwuid_r(uid, &entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr)
        return QByteArray(found->pw_name);
    return QByteArray::number(uid);
}

} // namespace lockkeeper
