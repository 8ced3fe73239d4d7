// SPDX-License-Identifier: Apache-2.0
#include "ui/mainwindow.h"

#include "ui/attention.h"
#include "ui/history/historywidget.h"
#include "ui/pending/pendingwidget.h"
#include "ui/runs/runswidget.h"
#include "ui/support/plaintooltip.h"
#include "ui/support/statuspresentation.h"
#include "ui/support/theme.h"
#include "ui/unknown/unknownwidget.h"
#include "ui/widgets/areawidget.h"
#include "ui/widgets/closepane.h"
#include "ui/widgets/lockpane.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/rail.h"
#include "ui/widgets/statusstrip.h"

#include <QAction>
#include <QApplication>
#include <QCloseEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>
#include <QSettings>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr QSize kDefaultSize{1280, 800};
constexpr QSize kMinimumSize{800, 560};
constexpr int kMinimumZoom = 80;
constexpr int kMaximumZoom = 200;
constexpr int kZoomStep = 10;
constexpr int kNoticePadding = 6;

} // namespace

MainWindow::MainWindow(QString settingsFile, QWidget* parent)
    : QMainWindow(parent)
    , m_settingsFile(std::move(settingsFile))
    , m_basePointSize(QApplication::font().pointSizeF())
    , m_rail(new Rail(this))
    , m_pages(new QStackedWidget(this))
{
    setObjectName(QStringLiteral("mainWindow"));
    //: title of the window; a name, not translated
    setWindowTitle(tr("Lockkeeper"));
    setWindowIcon(areaIcon(AreaPicture::Console, themeColor(palette(), ColorRole::Text)));
    setMinimumSize(kMinimumSize);

    auto* central = new QWidget(this);
    auto* rows = new QVBoxLayout(central);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    auto* noticeRow = new QHBoxLayout;
    noticeRow->setContentsMargins(kNoticePadding, 0, kNoticePadding, 0);
    m_notice = plainLabel(QStringLiteral("globalNotice"), central);
    m_notice->setAccessibleName(tr("State of the console"));
    // Reserved: nothing below moves when a notice comes or goes. It may take what is wide.
    m_notice->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_notice->setWordWrap(true);
    m_noticeDetails = new QPushButton(tr("Details"), central);
    m_noticeDetails->setObjectName(QStringLiteral("noticeDetailsButton"));
    m_noticeDetails->setAccessibleName(tr("Everything about the state of the console"));
    m_noticeDetails->setAutoDefault(false);
    noticeRow->addWidget(m_notice, 1);
    noticeRow->addWidget(m_noticeDetails);
    auto* columns = new QHBoxLayout;
    columns->setContentsMargins(0, 0, 0, 0);
    columns->setSpacing(0);
    columns->addWidget(m_rail);
    columns->addWidget(m_pages, 1);
    rows->addLayout(noticeRow);
    rows->addLayout(columns, 1);
    setCentralWidget(central);

    QLabel* connecting = plainLabel(QStringLiteral("startPage"), m_pages);
    connecting->setText(tr("Connecting…"));
    connecting->setAlignment(Qt::AlignCenter);
    m_startPage = connecting;
    m_statusPage = new QPlainTextEdit(m_pages);
    m_statusPage->setObjectName(QStringLiteral("statusPage"));
    m_statusPage->setAccessibleName(tr("State of the console in detail"));
    m_statusPage->setReadOnly(true);
    m_pages->addWidget(m_startPage);
    m_pages->addWidget(m_statusPage);
    connect(m_noticeDetails, &QPushButton::clicked, this, [this]() { showPage(m_statusPage); });
    connect(m_rail, &Rail::chosen, this, &MainWindow::chooseArea);
    addMenus();
    m_zoomPercent =
        std::clamp(QSettings(m_settingsFile, QSettings::IniFormat).value("zoom", 100).toInt(),
                   kMinimumZoom, kMaximumZoom);
    applyZoom();
}

MainWindow::~MainWindow() = default;

QAction* MainWindow::addCommand(QMenu* menu, const QString& text, const QString& name,
                                const QKeySequence& keys)
{
    QAction* command = menu->addAction(text);
    command->setObjectName(name);
    command->setShortcut(keys);
    // Held keys never repeat a command.
    command->setAutoRepeat(false);
    return command;
}

void MainWindow::addMenus()
{
    QMenu* file = menuBar()->addMenu(tr("&File"));
    connect(addCommand(file, tr("&Lock console"), QStringLiteral("lockCommand"),
                       QKeySequence(Qt::CTRL | Qt::Key_L)),
            &QAction::triggered, this, &MainWindow::lock);
    connect(addCommand(file, tr("&Close window…"), QStringLiteral("closeCommand"),
                       QKeySequence(Qt::CTRL | Qt::Key_Q)),
            &QAction::triggered, this, &MainWindow::close);
    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    connect(addCommand(edit, tr("&Undo the newest decision that is held"),
                       QStringLiteral("undoCommand"), QKeySequence::Undo),
            &QAction::triggered, this, [this]() {
                if (m_statusStrip && !m_isLocked)
                    m_statusStrip->undoNewest();
            });
    QMenu* view = menuBar()->addMenu(tr("&View"));
    connect(
        addCommand(view, tr("&Larger text"), QStringLiteral("zoomInCommand"), QKeySequence::ZoomIn),
        &QAction::triggered, this, [this]() { zoom(kZoomStep); });
    connect(addCommand(view, tr("&Smaller text"), QStringLiteral("zoomOutCommand"),
                       QKeySequence::ZoomOut),
            &QAction::triggered, this, [this]() { zoom(-kZoomStep); });
    connect(addCommand(view, tr("Next &pane"), QStringLiteral("nextPaneCommand"),
                       QKeySequence(Qt::Key_F6)),
            &QAction::triggered, this, [this]() { nextPane(1); });
    connect(addCommand(view, tr("P&revious pane"), QStringLiteral("previousPaneCommand"),
                       QKeySequence(Qt::SHIFT | Qt::Key_F6)),
            &QAction::triggered, this, [this]() { nextPane(-1); });
    m_goMenu = menuBar()->addMenu(tr("&Go"));
    QMenu* help = menuBar()->addMenu(tr("&Help"));
    connect(addCommand(help, tr("&State of the console"), QStringLiteral("statusCommand"), {}),
            &QAction::triggered, this, [this]() { showPage(m_statusPage); });
}

void MainWindow::connectCore(OperatorCore& core)
{
    m_client = std::make_unique<CoreClient>(core);
    CoreClient& client = *m_client;
    m_lockPane = new LockPane(client, m_pages);
    m_closePane = new ClosePane(client, m_pages);
    m_statusStrip = new StatusStrip(client, this);
    m_pages->addWidget(m_lockPane);
    m_pages->addWidget(m_closePane);
    centralWidget()->layout()->addWidget(m_statusStrip);
    connect(m_lockPane, &LockPane::unlockWanted, this, &MainWindow::unlock);
    connect(m_closePane, &ClosePane::backWanted, this, &MainWindow::leaveClosePane);
    connect(m_closePane, &ClosePane::stopWanted, this, &MainWindow::stopWanted);
    connect(m_closePane, &ClosePane::keepRunningWanted, this, [this]() {
        leaveClosePane();
        emit keepRunningWanted();
    });
    connect(&client, &CoreClient::statusChanged, this, &MainWindow::showNotice);
    connect(&client, &CoreClient::connectionChanged, this, &MainWindow::showNotice);
    addArea(new PendingWidget(client, m_pages), AreaPicture::Pending,
            QStringLiteral("railPending"));
    addArea(new RunsWidget(client, m_pages), AreaPicture::Runs, QStringLiteral("railRuns"));
    addArea(new UnknownWidget(client, m_pages), AreaPicture::Unknown,
            QStringLiteral("railUnknown"));
    addArea(new HistoryWidget(client, m_pages), AreaPicture::History,
            QStringLiteral("railHistory"));
    m_attention = std::make_unique<Attention>(client, [this]() { return isActiveWindow(); });
    connect(m_attention.get(), &Attention::openWanted, this, &MainWindow::bringUp);
    connect(m_attention.get(), &Attention::lockWanted, this, &MainWindow::lock);
    connect(m_attention.get(), &Attention::closeWanted, this, [this]() {
        bringUp();
        close();
    });
    if (!m_areas.isEmpty())
        chooseArea(0);
    showNotice();
    client.start();
}

void MainWindow::disconnectCore()
{
    if (m_client)
        m_client->stop();
}

void MainWindow::addArea(AreaWidget* area, AreaPicture picture, const QString& railName)
{
    const int index = static_cast<int>(m_areas.size());
    m_areas.append(area);
    m_pages->addWidget(area);
    m_rail->add(picture, area->title(), railName);
    QAction* go = addCommand(m_goMenu, area->title(), railName + QStringLiteral("Command"),
                             QKeySequence(Qt::CTRL | (Qt::Key_1 + index)));
    connect(go, &QAction::triggered, this, [this, index]() { chooseArea(index); });
    connect(area, &AreaWidget::countChanged, this, &MainWindow::showCounts);
    connect(area, &AreaWidget::actionWanted, this, &MainWindow::showAction);
}

void MainWindow::chooseArea(int index)
{
    if (m_isLocked || m_isStopping || index < 0 || index >= m_areas.size())
        return;
    m_rail->select(index);
    AreaWidget* area = m_areas.at(index);
    m_pages->setCurrentWidget(area);
    area->rearm();
    if (QWidget* home = area->home())
        home->setFocus(Qt::OtherFocusReason);
}

void MainWindow::showPage(QWidget* page)
{
    if (m_isLocked || m_isStopping)
        return;
    m_pages->setCurrentWidget(page);
    page->setFocus(Qt::OtherFocusReason);
}

bool MainWindow::showAction(const ActionId& action)
{
    for (int index = 0; index < m_areas.size(); ++index) {
        if (m_areas.at(index)->select(action)) {
            chooseArea(index);
            return true;
        }
    }
    return false;
}

void MainWindow::showNotice()
{
    const GlobalNotice notice =
        globalNotice(m_client->connection(), m_client->asOfMs(), m_client->status());
    QString text = notice.text;
    if (notice.more > 0)
        //: %1 a sentence, %2 how many further ones there are
        text = tr("%1 (%2 more)").arg(text).arg(notice.more);
    m_noticeText = text;
    m_notice->setToolTip(plainToolTip(text));
    m_notice->setAccessibleDescription(text);
    QPalette colors = palette();
    switch (notice.level) {
    case GlobalNotice::Level::Quiet:
        break;
    case GlobalNotice::Level::Warning:
        colors.setColor(QPalette::Window, themeColor(palette(), ColorRole::WarningBackground));
        break;
    case GlobalNotice::Level::Alarm:
        colors.setColor(QPalette::WindowText, themeColor(palette(), ColorRole::Critical));
        break;
    }
    m_notice->setAutoFillBackground(notice.level == GlobalNotice::Level::Warning);
    m_notice->setPalette(colors);
    QFont font = m_noticeDetails->font();
    font.setBold(notice.level == GlobalNotice::Level::Alarm);
    m_notice->setFont(font);
    fitNotice();
    const QString page = statusPage(m_client->connection(), m_client->status());
    if (m_statusPage->toPlainText() != page)
        m_statusPage->setPlainText(page);
}

/// Two lines are kept for it; what does not fit has a mark, and is in the tool tip and on the page.
void MainWindow::fitNotice()
{
    constexpr int kLines = 2;
    constexpr double kUsed = 0.9; // lines end between words
    const QFontMetrics metrics(m_notice->font());
    m_notice->setFixedHeight(kLines * metrics.lineSpacing());
    m_notice->setText(
        metrics.elidedText(m_noticeText, Qt::ElideRight, int(kLines * kUsed * m_notice->width())));
}

void MainWindow::showCounts()
{
    for (int index = 0; index < m_areas.size(); ++index)
        m_rail->setCount(index, m_areas.at(index)->count(), m_areas.at(index)->attention());
}

void MainWindow::lock()
{
    if (m_isLocked || !m_lockPane || m_isStopping)
        return;
    m_isLocked = true;
    m_pageBefore = m_pages->currentWidget();
    for (AreaWidget* area : std::as_const(m_areas))
        area->setBlank(true);
    m_pages->setCurrentWidget(m_lockPane);
}

void MainWindow::unlock()
{
    m_isLocked = false;
    for (AreaWidget* area : std::as_const(m_areas)) {
        area->setBlank(false);
        area->rearm();
    }
    m_pages->setCurrentWidget(m_pageBefore == m_closePane ? m_startPage : m_pageBefore);
    chooseArea(std::max(0, m_rail->selected()));
}

void MainWindow::leaveClosePane()
{
    if (m_isLocked)
        return m_pages->setCurrentWidget(m_lockPane);
    chooseArea(std::max(0, m_rail->selected()));
}

void MainWindow::setStopping()
{
    m_isStopping = true;
    if (!m_closePane)
        return;
    m_closePane->setStopping();
    m_pages->setCurrentWidget(m_closePane);
    m_closePane->setStopping();
}

void MainWindow::nextPane(int step)
{
    if (m_isLocked)
        return;
    QList<QWidget*> panes = {m_rail};
    if (auto* area = qobject_cast<AreaWidget*>(m_pages->currentWidget()))
        panes += area->panes();
    else
        panes += m_pages->currentWidget();
    if (m_statusStrip)
        panes += m_statusStrip->undoButton();
    const auto hasFocus = [](const QWidget* pane) {
        const QWidget* focus = QApplication::focusWidget();
        return focus && (focus == pane || pane->isAncestorOf(focus));
    };
    const auto count = static_cast<int>(panes.size());
    const auto now = std::find_if(panes.cbegin(), panes.cend(), hasFocus);
    int index = now == panes.cend() ? 0 : static_cast<int>(now - panes.cbegin());
    for (int tries = 0; tries < count; ++tries) {
        index = (index + step + count) % count;
        QWidget* pane = panes.at(index);
        if (!pane->isVisibleTo(this) || !pane->isEnabled())
            continue;
        pane->setFocus(Qt::ShortcutFocusReason);
        // A pane that takes no focus itself gives it to its first part that does.
        for (QWidget* part = pane->nextInFocusChain();
             !hasFocus(pane) && part && pane->isAncestorOf(part); part = part->nextInFocusChain())
            if (part->focusPolicy() & Qt::TabFocus && part->isVisibleTo(this))
                part->setFocus(Qt::ShortcutFocusReason);
        if (hasFocus(pane))
            return;
    }
}

void MainWindow::zoom(int step)
{
    m_zoomPercent = std::clamp(m_zoomPercent + step, kMinimumZoom, kMaximumZoom);
    applyZoom();
    rearmAreas();
}

void MainWindow::applyZoom()
{
    QFont font = QApplication::font();
    font.setPointSizeF(m_basePointSize * m_zoomPercent / 100);
    QApplication::setFont(font);
}

void MainWindow::open()
{
    const QSettings settings(m_settingsFile, QSettings::IniFormat);
    const QRect kept = settings.value("geometry").toRect();
    const QList<QScreen*> screens = QApplication::screens();
    const bool isOnScreen =
        std::any_of(screens.cbegin(), screens.cend(), [&kept](const QScreen* screen) {
            return screen->availableGeometry().contains(kept.center());
        });
    if (kept.isValid() && isOnScreen) {
        setGeometry(kept);
    } else {
        const QRect space = QApplication::primaryScreen()->availableGeometry();
        resize(kDefaultSize.boundedTo(space.size()).expandedTo(kMinimumSize));
    }
    show();
}

void MainWindow::bringUp()
{
    setWindowState(windowState() & ~Qt::WindowMinimized);
    show();
    activateWindow();
    raise();
}

void MainWindow::remember() const
{
    QSettings settings(m_settingsFile, QSettings::IniFormat);
    settings.setValue("geometry", geometry());
    settings.setValue("zoom", m_zoomPercent);
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    remember();
    if (!m_closePane || m_isStopping) {
        // There is nothing yet, or no longer, that a question could be about.
        event->accept();
        if (!m_isStopping)
            emit stopWanted();
        return;
    }
    event->ignore();
    m_pages->setCurrentWidget(m_closePane);
}

void MainWindow::changeEvent(QEvent* event)
{
    QMainWindow::changeEvent(event);
    if (event->type() == QEvent::ActivationChange)
        rearmAreas();
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    fitNotice();
    rearmAreas();
}

void MainWindow::rearmAreas()
{
    for (AreaWidget* area : std::as_const(m_areas))
        area->rearm();
}

} // namespace lockkeeper
