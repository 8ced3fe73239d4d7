// SPDX-License-Identifier: Apache-2.0
#include "permits.h"

#include <QtTest>

using namespace lockkeeper;

class DispatchPermitTest : public QObject
{
    Q_OBJECT

private slots:
    void permit_beforeItsEnd_isGoodOnce();
    void permit_atItsEnd_isGoodNoMore();
    void permit_movedAway_isGoodForNothing();
};

void DispatchPermitTest::permit_beforeItsEnd_isGoodOnce()
{
    DispatchPermit permit = PermitMint::forTest(DispatchId("dsp_1"), 5'000);
    QVERIFY(permit.redeem(4'999));
    QVERIFY2(!permit.redeem(4'999), "a permit is used up by its first use");
}

void DispatchPermitTest::permit_atItsEnd_isGoodNoMore()
{
    DispatchPermit permit = PermitMint::forTest(DispatchId("dsp_1"), 5'000);
    QVERIFY2(!permit.redeem(5'000), "a permit ends at its end");
    QVERIFY2(!permit.redeem(4'999), "a late try uses it up all the same");
}

void DispatchPermitTest::permit_movedAway_isGoodForNothing()
{
    DispatchPermit permit = PermitMint::forTest(DispatchId("dsp_1"), 5'000);
    DispatchPermit taken = std::move(permit);
    QVERIFY(!permit.redeem(0)); // NOLINT(bugprone-use-after-move): that is the question
    QVERIFY(taken.redeem(0));
}

QTEST_GUILESS_MAIN(DispatchPermitTest)
#include "tst_dispatchpermit.moc"
