// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/backends/toolbackend.h"

#include <QList>

namespace lockkeeper {

/// Keeps what a backend reports.
class RecordingSink final : public BackendSink
{
public:
    void started(const DispatchId& dispatch) override { starts.append(dispatch); }
    void progressed(const DispatchId&, const BackendProgress& report) override
    {
        progress.append(report);
    }
    void finished(const DispatchId&, const BackendOutcome& outcome) override
    {
        outcomes.append(outcome);
    }
    void lateAnswer(const DispatchId&, const BackendOutcome& outcome) override
    {
        late.append(outcome);
    }

    [[nodiscard]] BackendOutcome only() const
    {
        return outcomes.size() == 1 ? outcomes.first() : BackendOutcome();
    }

    QList<DispatchId> starts;
    QList<BackendProgress> progress;
    QList<BackendOutcome> outcomes;
    QList<BackendOutcome> late;
};

} // namespace lockkeeper
