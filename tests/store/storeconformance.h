// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "store/waverecorder.h"
#include "support/scriptedfaults.h"

#include <QObject>

#include <memory>

namespace lockkeeper {

/// What every store has to do, whatever the database. A dialect's test derives from it and says
/// how a store on the schema of tests/store/data is opened and which native codes mean what.
class StoreConformance : public QObject
{
    Q_OBJECT

public:
    /// Native codes of the dialect for the faults that are planted.
    struct NativeCodes
    {
        int full = 0;        ///< no room; certainly undone
        int inputOutput = 0; ///< proves nothing about a commit
        int busy = 0;
    };

protected:
    /// A new, empty database; the one before is gone.
    virtual void makeDatabase() = 0;
    /// Opens the database of makeDatabase(), as often as wanted.
    virtual Result<std::unique_ptr<Store>> open(StoreFaults* faults, int busyTimeoutMs) = 0;
    [[nodiscard]] virtual NativeCodes nativeCodes() const = 0;

private slots:
    void init();
    void cleanup();

    void wave_ofOne_commits();
    void wave_of32_commitsOnce();
    void wave_ofNone_doesNothing();
    void wave_withoutParticipant_commits();
    void failingCommand_rollsBackOnlyItself();
    void failedStatement_rollsBackItsCommand_evenIfThatSucceeds();
    void allCommandsFailing_commitNothing();
    void beforeCommit_writesIntoTheWave();
    void beforeCommitError_rollsBackAll();
    void realDroppedTransaction_runsEachAlone();
    void droppedTransaction_atEveryStatement_runsEachAlone();
    void brokenStatement_everywhere_keepsWhatWasTold_data();
    void brokenStatement_everywhere_keepsWhatWasTold();
    void commitOfUnknownFate_isUndecided_untilReopened_data();
    void commitOfUnknownFate_isUndecided_untilReopened();
    void commitWithoutRoom_runsEachAlone();
    void commitBusy_isUnavailableForAll();
    void deferredConstraint_spoilsOnlyItsCommand();
    void secondWriter_waitsThenIsUnavailable();
    void secondWriter_goesOn_whenTheFirstIsDone();
    void reader_seesCommittedOnly_onItsOwnThread();
    void reader_andSession_refuseToWrite();
    void values_comeBackExactly_data();
    void values_comeBackExactly();
    void text_thatIsNoUtf8_isRefused();
    void changedRows_areCounted();
    void visitorError_endsTheQuery_butSpoilsNothing();
    void rowsOfAWrite_areVisited();
    void wrongUse_isInternal_andDoesNotRun();
    void conflict_namesStatementAndCode_notValues();

private:
    WaveCommand insert(qint64 id, WaveRecorder* recorder = nullptr);
    Result<QSet<qint64>> storedIds();
    QSet<qint64> storedIdsAfterReopening();

    ScriptedFaults m_faults;
    std::unique_ptr<Store> m_store;
};

} // namespace lockkeeper
