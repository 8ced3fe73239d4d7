// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTimer>
#include <QWidget>

class QLabel;
class QPushButton;

namespace lockkeeper {

class CoreClient;

/// The line at the bottom: connection and time, key, holds with Undo. GUI thread; the client
/// outlives it.
class StatusStrip final : public QWidget
{
    Q_OBJECT

public:
    explicit StatusStrip(CoreClient& client, QWidget* parent = nullptr);

    [[nodiscard]] QWidget* undoButton() const;
    /// Takes back the newest decision that is being held; nothing if there is none.
    void undoNewest();

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void refresh();

    CoreClient& m_client;
    QLabel* m_connection;
    QLabel* m_key;
    QLabel* m_holds;
    QPushButton* m_undo;
    QTimer m_tick;
};

} // namespace lockkeeper
