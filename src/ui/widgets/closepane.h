// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace lockkeeper {

class CoreClient;

/// The question when the window is closed, in the pane and not in a window of its own: go on
/// without a window, stop, or back. GUI thread; the client outlives it.
class ClosePane final : public QWidget
{
    Q_OBJECT

public:
    explicit ClosePane(CoreClient& client, QWidget* parent = nullptr);

    /// The stop has begun: says so, and takes no more answers.
    void setStopping();

signals:
    void keepRunningWanted();
    void stopWanted();
    void backWanted();

protected:
    void showEvent(QShowEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QPushButton* addButton(const QString& text, const char* name);

    CoreClient& m_client;
    QLabel* m_question;
    QLabel* m_words;
    QPushButton* m_back;
    QPushButton* m_keep;
    QPushButton* m_stop;
};

} // namespace lockkeeper
