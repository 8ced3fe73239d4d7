// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArrayView>

namespace lockkeeper {

/// Lets a test break a store at a chosen call, to walk through all crash points. The application
/// gives no store one. Called on the store's own thread.
class StoreFaults
{
public:
    enum class Effect {
        None,            ///< nothing: the statement runs
        Fail,            ///< the statement does not run and fails
        DropTransaction, ///< as Fail, and the database rolls the whole transaction back
        FailAfterwards,  ///< the statement runs, then its answer is lost
    };
    struct Fault
    {
        Effect effect = Effect::None;
        int nativeCode = 0; ///< the native code to report
    };

    virtual ~StoreFaults() = default;
    /// Asked before each statement of a running store: those of the catalogue and begin, savepoint,
    /// release, rollback_to, commit, rollback. Opening and migrating are not asked about.
    [[nodiscard]] virtual Fault beforeStatement(QByteArrayView name) = 0;
};

} // namespace lockkeeper
