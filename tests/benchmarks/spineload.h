// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QString>

#include <memory>

namespace lockkeeper {

/// Something that takes actions through their whole life: admitted, approved and claimed, run,
/// ended.
class SpineLoad
{
public:
    virtual ~SpineLoad() = default;
    /// Opens a new store in `directory`; nothing of it is measured.
    virtual void open(const QString& directory) = 0;
    /// Takes `count` actions through their life, `inFlight` at a time, and waits for the last.
    virtual void run(int count, int inFlight) = 0;
    virtual void close() = 0;
    [[nodiscard]] virtual QString storePath() const = 0;
    /// From an approval to the start of its effect, in nanoseconds, of the last run.
    [[nodiscard]] virtual const QList<qint64>& approvalToEffect() const = 0;
};

/// Journal, store and guard alone: the commands of the executor without its work.
[[nodiscard]] std::unique_ptr<SpineLoad> makeJournalLoad();
/// The whole core behind CoreService, with a tool that does nothing inside the process.
[[nodiscard]] std::unique_ptr<SpineLoad> makeEngineLoad();

} // namespace lockkeeper
