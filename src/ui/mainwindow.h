// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/coreclient.h"
#include "ui/support/areaicon.h"

#include <QMainWindow>

#include <memory>

class QLabel;
class QMenu;
class QPlainTextEdit;
class QPushButton;
class QStackedWidget;

namespace lockkeeper {

class AreaWidget;
class Attention;
class ClosePane;
class LockPane;
class Rail;
class StatusStrip;

/// The console's window: rail, the areas that there are, the line of global states above them and
/// the status strip below. Everything is in the pane: it opens no other window. GUI thread.
///
/// It is made before there is a core and outlives it: connectCore() when the core is there,
/// disconnectCore() before it goes.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    /// `settingsFile` keeps geometry, splitters and text zoom.
    explicit MainWindow(QString settingsFile, QWidget* parent = nullptr);
    ~MainWindow() override;

    void connectCore(OperatorCore& core);
    /// No command goes out any more; what is shown stays, dated.
    void disconnectCore();
    /// Shows it with the geometry of last time, if there is a screen for that.
    void open();
    /// Shows it and asks the desktop to bring it to the front: only when the person asked for it.
    void bringUp();
    /// Locks the console: blank panes until the person unlocks it.
    void lock();
    [[nodiscard]] bool isLocked() const { return m_isLocked; }
    /// The stop has begun.
    void setStopping();
    /// Shows an action where it is now. False if no area has it.
    bool showAction(const ActionId& action);

signals:
    /// The person wants the console to end.
    void stopWanted();
    /// The person wants the console to go on without a window.
    void keepRunningWanted();

protected:
    void closeEvent(QCloseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void addArea(AreaWidget* area, AreaPicture picture, const QString& railName);
    void addMenus();
    QAction* addCommand(QMenu* menu, const QString& text, const QString& name,
                        const QKeySequence& keys);
    void chooseArea(int index);
    void showPage(QWidget* page);
    void showNotice();
    void fitNotice();
    void showCounts();
    void unlock();
    void leaveClosePane();
    void nextPane(int step);
    void zoom(int step);
    void applyZoom();
    void remember() const;
    void rearmAreas();

    QString m_settingsFile;
    int m_zoomPercent = 100;
    qreal m_basePointSize = 0;
    bool m_isLocked = false;
    bool m_isStopping = false;
    std::unique_ptr<CoreClient> m_client;
    std::unique_ptr<Attention> m_attention;
    Rail* m_rail = nullptr;
    QStackedWidget* m_pages = nullptr;
    QLabel* m_notice = nullptr;
    QString m_noticeText;
    QPushButton* m_noticeDetails = nullptr;
    QWidget* m_startPage = nullptr;
    QPlainTextEdit* m_statusPage = nullptr;
    LockPane* m_lockPane = nullptr;
    ClosePane* m_closePane = nullptr;
    StatusStrip* m_statusStrip = nullptr;
    QWidget* m_pageBefore = nullptr; ///< of lock and close pane
    QMenu* m_goMenu = nullptr;
    QList<AreaWidget*> m_areas;
};

} // namespace lockkeeper
