// SPDX-License-Identifier: Apache-2.0
#include "support/enginetestcase.h"

#include <QTest>

namespace lockkeeper {

void EngineTestCase::init()
{
    fixture = std::make_unique<EngineFixture>();
    fixture->start();
    QVERIFY2(fixture->engine->writable().has_value(), "a new store must be writable");
}

void EngineTestCase::cleanup()
{
    fixture.reset();
}

qsizetype EngineTestCase::effects() const
{
    return fixture->backend->started.size();
}

void EngineTestCase::verifyShown(const char* what) const
{
    const StatusSnapshot status = fixture->engine->status();
    QVERIFY2(!status.reasons.isEmpty(), what);
}

void EngineTestCase::stopAndEdit(const QByteArray& sql)
{
    fixture->kill();
    fixture->editByHand(sql);
    fixture->start();
    fixture->advance(3'000);
}

} // namespace lockkeeper
