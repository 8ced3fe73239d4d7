// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"
#include "ui/runs/runitemsmodel.h"

#include <QWidget>

class QFormLayout;
class QLabel;
class QPushButton;

namespace lockkeeper {

class CallOutput;
class InputGuard;

/// One call of a run: what is known of it now, its output as plain text, and Cancel. GUI thread.
///
/// Object names: callDetail, callState, callOutput, cancelCallButton, showCallButton, callVerdict.
class CallDetail final : public QWidget
{
    Q_OBJECT

public:
    explicit CallDetail(InputGuard& guard, QWidget* parent = nullptr);

    /// Nothing is selected.
    void clear();
    /// Another call, or a newer state of this one.
    void setCall(const RunItem& item, const ActionSnapshot& snapshot);
    /// The same call with other words in its row.
    void setItem(const RunItem& item);
    void setBatch(const QByteArray& batch);
    /// The result that came for this call.
    void setResult(const CallResult& result);
    void setProgress(const QByteArray& text);
    void setVerdict(const QString& text);
    void setCanDecide(bool canDecide);
    void setNow(qint64 nowMs);

    [[nodiscard]] const ActionId& action() const { return m_item.action; }
    [[nodiscard]] CallOutput& output() { return *m_output; }

signals:
    void cancelWanted(const lockkeeper::ActionId& action);
    /// The person wants to see it where it is decided or settled.
    void actionWanted(const lockkeeper::ActionId& action);

private:
    [[nodiscard]] QLabel* addField(const QString& name, const char* objectName);
    void makeFields();
    void showFields();
    void checkButtons();

    RunItem m_item;
    qint64 m_nowMs = 0;
    bool m_canDecide = false;
    QFormLayout* m_form;
    QLabel* m_state = nullptr;
    QLabel* m_tool = nullptr;
    QLabel* m_summary = nullptr;
    QLabel* m_callId = nullptr;
    QLabel* m_batch = nullptr;
    QLabel* m_attempt = nullptr;
    QLabel* m_proposed = nullptr;
    QLabel* m_started = nullptr;
    QLabel* m_took = nullptr;
    QLabel* m_sign = nullptr;
    QLabel* m_outcome = nullptr;
    QLabel* m_verdict = nullptr;
    CallOutput* m_output;
    QPushButton* m_show;
    QPushButton* m_cancel;
};

} // namespace lockkeeper
