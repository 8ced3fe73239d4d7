// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QList>

namespace lockkeeper::ctl {

/// Untrusted text for a terminal: control, format, bidirectional, invisible, private and unassigned
/// characters and foreign spaces are written as <U+202E>; bytes that are no UTF-8 as U+FFFD. One
/// line, always. What is left is still untrusted, but looks like what it is.
[[nodiscard]] QByteArray plainText(QByteArrayView text);

/// Rows of cells (already plain), aligned in columns with two spaces between them; the first row
/// is the heading. Ends with a line end; empty if there are no rows.
[[nodiscard]] QByteArray alignedTable(const QList<QList<QByteArray>>& rows);

/// "2026-11-29 13:05:07" in local time; "-" for 0.
[[nodiscard]] QByteArray timeText(qint64 wallMs);

} // namespace lockkeeper::ctl
