// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/coreclient.h"
#include "ui/unknown/unknownmodel.h"
#include "ui/widgets/areawidget.h"
#include "ui/widgets/inputguard.h"

#include <QTimer>

class QLabel;
class QPushButton;
class QSplitter;

namespace lockkeeper {

class FlatTable;
class UnknownDetail;

/// The area of outcomes that nobody knows: what they block, what is known, and what a person
/// records. Nothing leaves it by age. GUI thread.
///
/// Object names: unknownTable, sortAgainButton, unknownEmpty, and those of its detail.
class UnknownWidget final : public AreaWidget
{
    Q_OBJECT

public:
    explicit UnknownWidget(CoreClient& client, QWidget* parent = nullptr,
                           InputGuard::Clock clock = {});

    [[nodiscard]] QString title() const override;
    [[nodiscard]] int count() const override;
    [[nodiscard]] int attention() const override;
    [[nodiscard]] QList<QWidget*> panes() const override;
    bool select(const ActionId& action) override;
    void setBlank(bool blank) override;
    void rearm() override;

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build(InputGuard::Clock clock);
    void takeAll();
    void takeChanged(const QList<ActionSnapshot>& changed);
    void askDoubtful();
    void askUnread();
    void sortAgain();
    void afterChange();
    void showSelected();
    void tick();

    CoreClient& m_client;
    UnknownModel m_model;
    QSplitter* m_splitter = nullptr;
    FlatTable* m_table = nullptr;
    QPushButton* m_sortAgain = nullptr;
    QLabel* m_empty = nullptr;
    UnknownDetail* m_detail = nullptr;
    QTimer m_tick;
    bool m_isAsking = false;  ///< for wait reasons
    bool m_isReading = false; ///< a card, for the list
    int m_firstVisible = 0;
    int m_lastVisible = -1;
    bool m_isBlank = false;
};

} // namespace lockkeeper
