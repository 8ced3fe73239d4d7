// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/support/attentionpolicy.h"

#include <QObject>
#include <QSystemTrayIcon>
#include <QTimer>

#include <functional>
#include <memory>

class QMenu;

namespace lockkeeper {

class CoreClient;

/// What reaches a person outside the window: one notification of the desktop, replaced in place,
/// and a tray icon. Both open the window or lock it, neither ever decides, and no value is in them.
/// GUI thread; the client outlives it. Without a session bus or a tray it is quiet.
class Attention final : public QObject
{
    Q_OBJECT

public:
    /// `isWindowActive` is asked before each notification.
    Attention(CoreClient& client, std::function<bool()> isWindowActive, QObject* parent = nullptr);
    ~Attention() override;

signals:
    void openWanted();
    void lockWanted();
    void closeWanted();

private slots:
    void notificationChosen(uint id, const QString& key);

private:
    void look();
    void notify(const AttentionNotice& notice);
    void withdraw();
    void showTray();

    CoreClient& m_client;
    std::function<bool()> m_isWindowActive;
    AttentionPolicy m_policy;
    bool m_hasBegun = false;
    uint m_notification = 0; ///< the server's number of the one that is shown
    std::unique_ptr<QMenu> m_menu;
    QSystemTrayIcon m_tray;
    QTimer m_beat;
};

} // namespace lockkeeper
