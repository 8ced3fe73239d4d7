// SPDX-License-Identifier: Apache-2.0
#include "core/base/utf8text.h"

#include <algorithm>

namespace lockkeeper {

namespace {

bool startsCharacter(char byte)
{
    return (static_cast<unsigned char>(byte) & 0xc0U) != 0x80U;
}

} // namespace

qsizetype characterCount(QByteArrayView text)
{
    return std::count_if(text.begin(), text.end(), startsCharacter);
}

QByteArray cutCharacters(QByteArrayView text, qsizetype maximum)
{
    if (text.size() <= maximum)
        return text.toByteArray();
    qsizetype characters = 0;
    qsizetype lastKept = 0; // the offset behind the first maximum - 1 characters
    for (qsizetype at = 0; at < text.size(); ++at) {
        if (!startsCharacter(text[at]))
            continue;
        if (characters == maximum - 1)
            lastKept = at;
        if (characters == maximum)
            return text.first(lastKept).toByteArray() + "…";
        ++characters;
    }
    return text.toByteArray();
}

} // namespace lockkeeper
