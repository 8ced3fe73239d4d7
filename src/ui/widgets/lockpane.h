// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace lockkeeper {

class CoreClient;

/// What is on screen while the console is locked: counts by risk, and nothing of any value. It
/// keeps eyes away, not hands: it says so. GUI thread; the client outlives it.
class LockPane final : public QWidget
{
    Q_OBJECT

public:
    explicit LockPane(CoreClient& client, QWidget* parent = nullptr);

signals:
    void unlockWanted();

protected:
    void showEvent(QShowEvent* event) override;

private:
    void refresh();

    CoreClient& m_client;
    QLabel* m_counts;
    QPushButton* m_unlock;
};

} // namespace lockkeeper
