// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"
#include "ui/arguments/coverage.h"
#include "ui/arguments/visibletext.h"

#include <QTimer>
#include <QWidget>

#include <optional>

class QLabel;
class QPushButton;
class QTabWidget;

namespace lockkeeper {

class ArgumentsTree;
class RawView;
class ShownBytes;

/// A warning about the arguments: what was found, and in which field.
struct ArgumentWarning
{
    QByteArray pointer; ///< RFC 6901
    TextFinding finding = TextFinding::Control;
};

/// The arguments of a card in two tabs: a tree of members and the raw canonical bytes. Knows how
/// much of it has been on screen: coverage counts across both tabs, and is whole once every byte
/// has been painted inside the visible viewport of an active window in one of them. GUI thread.
///
/// Object names: argumentsTabs, argumentsTree, rawView; and while there are masked values
/// maskedLabel, previousMaskedButton, nextMaskedButton, revealButton (also the key R).
class ArgumentsView final : public QWidget
{
    Q_OBJECT

public:
    explicit ArgumentsView(QWidget* parent = nullptr);

    /// Shows these bytes; coverage starts anew if they differ from what is shown.
    void setCard(const ActionCard& card);
    void clear();
    /// The bytes of the masked value at `offset`, for 10 s; then it is masked again.
    void reveal(qsizetype offset, const QByteArray& bytes);

    [[nodiscard]] int readPercent() const;
    [[nodiscard]] bool isSeenToTheEnd() const { return readPercent() == 100; }
    /// "tree" or "raw", or "tree+raw" if it took both, and the percentage: "raw 62"; for the record
    /// of a decision.
    [[nodiscard]] QByteArray coverage() const;
    [[nodiscard]] QList<ArgumentWarning> warnings() const;
    /// Pages on or back by a screen (Space, Shift+Space).
    void page(bool forward);
    void setTab(int tab);

signals:
    void coverageChanged();
    void revealWanted(qsizetype offset);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* makeStrip();
    void startCoverage();
    void see(Coverage& inView, const QList<ByteRange>& ranges);
    void onRevealedChanged(int masked);
    void setCurrentMasked(int masked, bool show);
    void stepMasked(int step);
    void askReveal();
    void updateStrip();

    ShownBytes* m_bytes;
    ArgumentsTree* m_tree;
    RawView* m_raw;
    QTabWidget* m_tabs;
    QWidget* m_strip = nullptr;
    QLabel* m_maskedLabel = nullptr;
    QPushButton* m_revealButton = nullptr;
    bool m_hasCard = false;
    ActionId m_action;
    QByteArray m_fingerprint;
    Coverage m_seen; ///< in either view
    Coverage m_seenInTree;
    Coverage m_seenInRaw;
    int m_masked = -1; ///< the one that a reveal is for
    QTimer m_tell;     ///< coverageChanged, once for all that was painted
    mutable std::optional<QList<ArgumentWarning>> m_warnings; ///< made when asked for
};

} // namespace lockkeeper
