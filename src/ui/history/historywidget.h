// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/coreclient.h"
#include "ui/history/historymodel.h"
#include "ui/widgets/areawidget.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QSplitter;

namespace lockkeeper {

class FlatTable;
class HistoryDetail;
class WrappedLabel;

/// The area of everything that was recorded, newest first, and of how far it is proven. It offers
/// no decision. GUI thread.
///
/// Object names: historyTable, historyDetail, chainLine, chainReasons, newRecordsStrip,
/// goToRecord, historyEmpty.
class HistoryWidget final : public AreaWidget
{
    Q_OBJECT

public:
    explicit HistoryWidget(CoreClient& client, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QList<QWidget*> panes() const override;
    [[nodiscard]] QWidget* home() const override;
    /// Finds an action only among the records that are loaded.
    bool select(const ActionId& action) override;
    void setBlank(bool blank) override;
    void rearm() override {}

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void build();
    void buildList(QWidget& list);
    void showChain();
    void showStrip();
    void showCurrent();
    void showNewest();
    void goToRecord();

    CoreClient& m_client;
    HistoryModel m_model;
    WrappedLabel* m_chain = nullptr;
    WrappedLabel* m_reasons = nullptr;
    QSplitter* m_splitter = nullptr;
    QPushButton* m_strip = nullptr;
    QLineEdit* m_goTo = nullptr;
    QLabel* m_empty = nullptr;
    FlatTable* m_table = nullptr;
    HistoryDetail* m_detail = nullptr;
    bool m_isBlank = false;
};

} // namespace lockkeeper
