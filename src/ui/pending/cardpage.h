// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/widgets/inputguard.h"

#include <QWidget>

class QKeyEvent;

namespace lockkeeper {

class ArgumentsView;
class CardHeader;
class DecisionBar;
class NoticeStrip;
class WarningsList;

/// The parts of an open request, one below the other: header, notices, arguments, warnings, and
/// the bar that decides, which never scrolls away. It knows where they are and which key goes to
/// which of them; what they show is CardDetail's. GUI thread.
class CardPage final : public QWidget
{
    Q_OBJECT

public:
    explicit CardPage(QWidget* parent = nullptr, InputGuard::Clock clock = {});

    [[nodiscard]] CardHeader& header() const { return *m_header; }
    [[nodiscard]] NoticeStrip& notice() const { return *m_notice; }
    [[nodiscard]] ArgumentsView& arguments() const { return *m_arguments; }
    [[nodiscard]] WarningsList& warnings() const { return *m_warnings; }
    [[nodiscard]] DecisionBar& bar() const { return *m_bar; }

    /// A key-down that is for the card, where \p focused has the focus; true if it is used up.
    bool takeKey(QKeyEvent& press, QWidget* focused);
    /// The header gets what it needs, up to its share of the height.
    void fitHeader();
    /// A field of the bar is in use: a person is about to decide.
    [[nodiscard]] bool isArmed() const;
    /// In reading order.
    [[nodiscard]] QList<QWidget*> panes() const;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    CardHeader* m_header = nullptr;
    NoticeStrip* m_notice = nullptr;
    ArgumentsView* m_arguments = nullptr;
    WarningsList* m_warnings = nullptr;
    DecisionBar* m_bar = nullptr;
};

} // namespace lockkeeper
