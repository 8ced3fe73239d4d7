// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/enginefixture.h"

#include <QObject>

#include <memory>

namespace lockkeeper {

/// What the test classes over the whole core share: a new, writable store for each test function.
/// A class with an init() of its own calls EngineTestCase::init() first.
class EngineTestCase : public QObject
{
    Q_OBJECT

protected slots:
    void init();
    void cleanup();

protected:
    /// Calls that the engine which runs now has started.
    [[nodiscard]] qsizetype effects() const;
    /// The status says why something stands still, or what was tampered with.
    void verifyShown(const char* what) const;
    /// Runs SQL on the store with the engine stopped, and starts it again.
    void stopAndEdit(const QByteArray& sql);

    std::unique_ptr<EngineFixture> fixture;
};

} // namespace lockkeeper
