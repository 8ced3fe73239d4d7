// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/keys/keysource.h"

#include <QHash>
#include <QObject>

namespace lockkeeper {

/// The KeySource on a SeatKeyring that lives on the main thread with its vault.
///
/// Made, used and destroyed on the core thread; nothing waits for the other thread. After it is
/// destroyed `changed` is not called any more; the keyring goes when the main thread comes to it.
class MainThreadKeySource final : public QObject, public KeySource
{
    Q_OBJECT

public:
    /// `vault` lives on the thread of `mainContext`; both outlive the core thread, and the main
    /// thread runs its event loop (or its deferred deletions) once more before the vault goes.
    MainThreadKeySource(KeyVault& vault, QObject& mainContext);
    ~MainThreadKeySource() override;

    /// The first call of `changed` says Opening. Opening again starts anew; what the keyring before
    /// had under way is dropped.
    void open(const QByteArray& storeId, const std::optional<SeatPublicKeys>& expected,
              Changed changed) override;
    void writeGuardCopy(const QByteArray& copy, Written written) override;

private:
    class MainSide;

    MainSide* m_main;
    QMetaObject::Connection m_told; ///< of the newest open()
    quint64 m_generation = 0;
    quint64 m_nextWrite = 1;
    QHash<quint64, Written> m_writes; ///< not answered yet
};

} // namespace lockkeeper
