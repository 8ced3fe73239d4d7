// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/coreclient.h"
#include "ui/widgets/areawidget.h"
#include "ui/widgets/inputguard.h"

#include <QTimer>

class QLabel;
class QSplitter;
class QStackedWidget;

namespace lockkeeper {

class CardDetail;
class PendingListPane;

/// The Pending area: what waits for a decision beside the request that is open. In a window that
/// is narrower than kStackedBelow the list is above the card, below kSingleBelow (or where it
/// is not high enough for both) one of them is shown. Keys of list and card pass here. GUI thread;
/// the main window owns it.
///
/// Object names: pendingArea, pendingEmpty, connectHint, pendingBlank, pendingSplitter, and those
/// of its parts.
class PendingWidget final : public AreaWidget
{
    Q_OBJECT

public:
    static constexpr int kStackedBelow = 1100;
    static constexpr int kSingleBelow = 820;
    /// The list is not above the card in a window that is less high.
    static constexpr int kSingleBelowHeight = 720;

    /// `clock` is the input guard's, for tests.
    explicit PendingWidget(CoreClient& client, QWidget* parent = nullptr,
                           InputGuard::Clock clock = {});

    [[nodiscard]] QString title() const override;
    [[nodiscard]] int count() const override;
    [[nodiscard]] int attention() const override;
    [[nodiscard]] QList<QWidget*> panes() const override;
    [[nodiscard]] QWidget* home() const override;
    bool select(const ActionId& action) override;
    void setBlank(bool blank) override;
    void rearm() override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    enum class Arrangement { Beside, Stacked, Single };

    [[nodiscard]] QWidget* makeEmptyPage();
    [[nodiscard]] QWidget* makeBlankPage();
    void connectParts();
    void synchronise();
    void take(const QList<ActionSnapshot>& changes);
    void refreshStatus();
    void refreshPage();
    [[nodiscard]] bool isNothingThere() const;
    void refreshCounts();
    void arrange();
    void setCardOpen(bool open);
    void goOn(const ActionId& decided, const QString& verdict);
    void goBack();
    /// Keys of list and card count there, and nowhere where a person writes.
    [[nodiscard]] bool isDeciding(const QWidget* widget) const;

    CoreClient& m_client;
    QStackedWidget* m_pages = nullptr;
    QSplitter* m_splitter = nullptr;
    PendingListPane* m_list = nullptr;
    CardDetail* m_detail = nullptr;
    QWidget* m_empty = nullptr;
    QWidget* m_blank = nullptr;
    QLabel* m_blankCounts = nullptr;
    QTimer m_tick;
    Arrangement m_arrangement = Arrangement::Beside;
    bool m_isCardOpen = false; ///< where there is room for one pane
    bool m_isBlank = false;
    ActionId m_beforeBlank;
};

} // namespace lockkeeper
