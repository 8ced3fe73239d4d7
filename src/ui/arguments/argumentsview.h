// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"
#include "ui/arguments/visibletext.h"

#include <QWidget>

namespace lockkeeper {

/// A warning about the arguments: what was found, and in which field.
struct ArgumentWarning
{
    QByteArray pointer; ///< RFC 6901
    TextFinding finding = TextFinding::Control;
};

/// The arguments of a card in two tabs: a tree of members and the raw canonical bytes. Knows how
/// much of it has been on screen: coverage counts across both tabs, and is whole once the last line
/// of one of them has been painted inside the visible viewport of an active window, all lines
/// before it having been passed. GUI thread.
///
/// Object names: argumentsTabs, argumentsTree, rawView.
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
    /// "tree" or "raw" and the percentage, for the record of a decision.
    [[nodiscard]] QByteArray coverage() const;
    [[nodiscard]] QList<ArgumentWarning> warnings() const;
    /// Pages on or back by a screen (Space, Shift+Space).
    void page(bool forward);
    void setTab(int tab);

signals:
    void coverageChanged();
    void revealWanted(qsizetype offset);
};

} // namespace lockkeeper
