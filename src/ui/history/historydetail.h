// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/coreclient.h"
#include "ui/widgets/factsview.h"

#include <QScrollArea>

#include <optional>

namespace lockkeeper {

class WrappedLabel;

/// One record and, where it is about a call, what is stored of the call: what was decided, by whom,
/// what became of it, and whether what ran is what was approved. Decides nothing. GUI thread.
///
/// Object names: historyDetail, recordTitle, alarmLine, ranLine, recordFacts, callFacts.
class HistoryDetail final : public QScrollArea
{
    Q_OBJECT

public:
    explicit HistoryDetail(CoreClient& client, QWidget* parent = nullptr);

    /// nullopt: nothing is selected, or it is not here yet.
    void setEntry(const std::optional<HistoryEntry>& entry);
    /// What is stored of the call may have changed: reads it again.
    void reload();
    [[nodiscard]] bool isEntry(qint64 position) const
    {
        return m_entry && m_entry->position == position;
    }
    [[nodiscard]] ActionId action() const { return m_entry ? m_entry->action : ActionId(); }
    void setBlank(bool blank);

private:
    void showEntry();
    void showCall();
    [[nodiscard]] FactsView::Facts callFacts(const ActionSnapshot& snapshot) const;

    CoreClient& m_client;
    WrappedLabel* m_title;
    WrappedLabel* m_alarm;
    WrappedLabel* m_ran;
    FactsView* m_recordFacts;
    FactsView* m_callFacts;
    std::optional<HistoryEntry> m_entry;
    std::optional<ActionSnapshot> m_call;
    QString m_problem; ///< why there is no call to show
    bool m_isBlank = false;
    int m_reading = 0; ///< answers of an earlier reload() are dropped
};

} // namespace lockkeeper
