// SPDX-License-Identifier: Apache-2.0
// Somebody writes into the store while the console runs: nothing is done with what was changed, and
// it is shown and journaled, once.
#include "support/enginetestcase.h"

#include <QtTest>

using namespace lockkeeper;

class EngineTamperingTest : public EngineTestCase
{
    Q_OBJECT

private slots:
    void edit_whileRunning_isRefusedShownAndJournaledOnce_data();
    void edit_whileRunning_isRefusedShownAndJournaledOnce();
    void editOfAWaitingApproval_whileRunning_startsNothingAndIsShown();
};

void EngineTamperingTest::edit_whileRunning_isRefusedShownAndJournaledOnce_data()
{
    QTest::addColumn<QByteArray>("sql");
    QTest::newRow("pending to approved") << QByteArray("UPDATE action SET state = 4");
    QTest::newRow("execute-by") << QByteArray("UPDATE action SET decide_by_ms = 1");
    QTest::newRow("arguments") << QByteArray(
        "UPDATE sealed_part SET sealed = zeroblob(length(sealed)) WHERE kind = 1");
    QTest::newRow("view deleted") << QByteArray("DELETE FROM sealed_part WHERE kind = 3");
    QTest::newRow("row deleted") << QByteArray("PRAGMA foreign_keys = OFF; DELETE FROM action");
}

void EngineTamperingTest::edit_whileRunning_isRefusedShownAndJournaledOnce()
{
    QFETCH(QByteArray, sql);
    const auto write = fixture->submitOne("write", R"({"path":"a"})");
    fixture->editWhileRunning(sql);
    for (int i = 0; i < 2; ++i) {
        const auto approved = fixture->approve(write);
        QVERIFY(!approved.has_value());
        QVERIFY2(approved.error().code() == ErrorCode::DataLoss ||
                     approved.error().code() == ErrorCode::NotFound,
                 approved.error().describe().constData());
        fixture->advance(3'000);
    }
    QVERIFY(fixture->backend->started.isEmpty());
    if (QByteArray(QTest::currentDataTag()) == "row deleted")
        return; // found at the next start: nothing names it now
    const QList<QByteArray> reasons = fixture->engine->status().reasons;
    QCOMPARE(reasons.size(), qsizetype(1));
    QVERIFY2(reasons.first().startsWith("tampering") &&
                 reasons.first().contains(write.action.value()),
             reasons.first().constData());
    fixture->kill();
    const QList<QByteArray> journaled =
        fixture->readByHand("SELECT CAST(body AS TEXT) FROM journal WHERE kind = 8");
    QCOMPARE(journaled.size(), qsizetype(1));
    QVERIFY(journaled.first().contains(write.action.value()));
}

void EngineTamperingTest::editOfAWaitingApproval_whileRunning_startsNothingAndIsShown()
{
    const auto write = fixture->submitOne("write", R"({"path":"a"})");
    fixture->backend->ready = false;
    QVERIFY(fixture->approve(write).has_value());
    QCOMPARE(fixture->state(write.action), ActionState::Approved);
    fixture->editWhileRunning(
        "UPDATE sealed_part SET sealed = zeroblob(length(sealed)) WHERE kind = 1");
    fixture->backend->ready = true;
    fixture->advance(5'000);
    QVERIFY2(fixture->backend->started.isEmpty(), "changed arguments must not be sent");
    const QList<QByteArray> reasons = fixture->engine->status().reasons;
    QCOMPARE(reasons.size(), qsizetype(1));
    QVERIFY2(reasons.first().contains(write.action.value()), reasons.first().constData());
}

QTEST_GUILESS_MAIN(EngineTamperingTest)
#include "tst_enginetampering.moc"
