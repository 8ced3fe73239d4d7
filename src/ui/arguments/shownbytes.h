// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"
#include "ui/arguments/coverage.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

namespace lockkeeper {

/// The canonical bytes of a card as they may be shown: which values are masked, and which of those
/// are revealed just now. Places come in two kinds: an offset is one in the card's bytes, where a
/// masked value is the two bytes `""`; a position is one in the whole arguments, where it has its
/// own size. What has been seen is counted in positions. GUI thread.
class ShownBytes final : public QObject
{
    Q_OBJECT

public:
    static constexpr int kRevealMs = 10'000;
    static constexpr qsizetype kPlaceholderSize = 2;

    explicit ShownBytes(QObject* parent = nullptr);
    ~ShownBytes() override;

    /// Other bytes; what was revealed is forgotten.
    void set(const QByteArray& bytes, const QList<MaskedValue>& masked);
    void clear();
    [[nodiscard]] bool holds(const QByteArray& bytes, const QList<MaskedValue>& masked) const;

    [[nodiscard]] const QByteArray& bytes() const { return m_bytes; }
    [[nodiscard]] const QList<MaskedValue>& masked() const { return m_masked; }

    /// The size of the whole arguments. If the card contradicts itself (a masked value where there
    /// is no placeholder), it is more than can ever be seen.
    [[nodiscard]] qsizetype size() const { return m_size; }
    /// The position of the byte at this offset.
    [[nodiscard]] qsizetype positionOf(qsizetype offset) const;
    /// The positions of a masked value.
    [[nodiscard]] ByteRange rangeOf(int masked) const;
    /// The first masked value at this offset or behind it, as an index; their count if there is
    /// none.
    [[nodiscard]] int firstMaskedFrom(qsizetype offset) const;
    /// The masked value that stands exactly here, or -1.
    [[nodiscard]] int maskedAt(qsizetype offset) const;

    /// Shows the value at `offset` for kRevealMs. False if nothing masked is there.
    bool reveal(qsizetype offset, const QByteArray& bytes);
    /// The bytes of a value while it is revealed, else empty.
    [[nodiscard]] QByteArrayView revealed(int masked) const;
    /// Whether what is revealed can be the value: it has its size.
    [[nodiscard]] bool isRevealedWhole(int masked) const;

signals:
    /// A value was revealed, or is masked again.
    void revealedChanged(int masked);

private:
    void forget();
    void hide(int masked);

    QByteArray m_bytes;
    QList<MaskedValue> m_given;      ///< as the card said
    QList<MaskedValue> m_masked;     ///< those that stand where a placeholder is
    std::vector<qsizetype> m_growth; ///< positions gained up to and with each
    std::vector<QByteArray> m_shown; ///< for each; our own copies, wiped when they are masked again
    std::vector<std::unique_ptr<QTimer>> m_timers;
    qsizetype m_size = 0;
};

} // namespace lockkeeper
