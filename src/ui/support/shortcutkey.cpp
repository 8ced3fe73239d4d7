// SPDX-License-Identifier: Apache-2.0
#include "ui/support/shortcutkey.h"

#include <QKeyEvent>

#include <array>

namespace lockkeeper {

namespace {

constexpr int kLastLatin = 0xFF;
constexpr int kFirstSpecial = 0x01000000; ///< Escape, arrows and the like, in Qt's numbers
/// What X and Wayland add to the kernel's number of a key.
constexpr quint32 kOffset = 8;

/// The three rows of letters, by the kernel's numbers: where the row begins, and its keys.
struct Row
{
    quint32 first;
    const char* keys;
};
constexpr std::array kRows = {
    Row{16, "QWERTYUIOP[]"},
    Row{30, "ASDFGHJKL;'"},
    Row{44, "ZXCVBNM,./"},
};

} // namespace

int shortcutKey(const QKeyEvent& press)
{
    const int key = press.key();
    if (key <= kLastLatin || key >= kFirstSpecial || press.nativeScanCode() < kOffset)
        return key;
    const quint32 place = press.nativeScanCode() - kOffset;
    for (const Row& row : kRows) {
        const QLatin1String keys(row.keys);
        if (place >= row.first && place - row.first < quint32(keys.size()))
            return keys.at(qsizetype(place - row.first)).unicode();
    }
    return key;
}

} // namespace lockkeeper
