// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/store/store.h"

#include <QString>

#include <vector>

namespace lockkeeper {

/// Every statement that SQLite ran for a load, with its values, in order: what the load asks of the
/// database, and nothing else.
struct StatementTape
{
    struct Step
    {
        std::size_t statement; ///< index into `sql`
        std::vector<StoreValue> values;
    };

    std::vector<QByteArray> sql;
    std::vector<Step> steps;
};

/// From now on every connection that this process opens can be recorded. Call it once, first.
void makeConnectionsRecordable();

/// Records while it lives; one at a time, and all connections on this thread.
class TapeRecording
{
public:
    explicit TapeRecording(StatementTape& tape);
    ~TapeRecording();
    TapeRecording(const TapeRecording&) = delete;
    TapeRecording& operator=(const TapeRecording&) = delete;
};

/// Copies a database that others have open and that nobody writes just now.
void copyStore(const QString& from, const QString& to);

/// Runs the tape with the plain SQLite C API on a database with the settings of our store, and
/// writes and flushes a slot of a guard file after each commit that journaled something.
/// Gives the nanoseconds it took, opening and preparing not included.
qint64 playTape(const StatementTape& tape, const QString& database, const QString& guard);

} // namespace lockkeeper
