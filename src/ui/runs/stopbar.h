// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/runs/runstopper.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;

namespace lockkeeper {

class InputGuard;

/// Stop of a whole run: a button, and below it, once pressed, what it would do with a field for the
/// number of calls in flight; only the right number makes the second button stop them. GUI thread.
///
/// Object names: stopRunButton, stopCount, stopConfirmButton, stopKeepButton, stopVerdict.
class StopBar final : public QWidget
{
    Q_OBJECT

public:
    StopBar(CoreClient& client, InputGuard& guard, QWidget* parent = nullptr);

    /// Another run, or none; closes what is open. Calls in flight as they are now.
    void setRun(const QByteArray& key, qint64 inFlight);
    void setInFlight(qint64 inFlight);
    /// Nothing may be sent while the core does not answer.
    void setCanDecide(bool canDecide);
    /// Closes the question, whatever was typed.
    void endQuestion();

private:
    void ask();
    void confirm();
    void check();
    void showTally();

    InputGuard& m_guard;
    RunStopper m_stopper;
    QByteArray m_key;
    qint64 m_inFlight = 0;
    qint64 m_asked = 0; ///< the number to type; stays while the question is open
    bool m_canDecide = false;
    QPushButton* m_stop;
    QLabel* m_question;
    QLineEdit* m_count;
    QPushButton* m_confirm;
    QPushButton* m_keep;
    QLabel* m_verdict;
};

} // namespace lockkeeper
