// SPDX-License-Identifier: Apache-2.0
#include "core/keys/mainthreadkeysource.h"

#include <QMetaObject>

#include <memory>
#include <utility>

namespace lockkeeper {

/// What lives on the main thread. It is reached only by queued calls, the last of which deletes it.
class MainThreadKeySource::MainSide : public QObject
{
    Q_OBJECT

public:
    explicit MainSide(KeyVault& vault)
        : m_vault(vault)
    {
    }

    void open(quint64 generation, const QByteArray& storeId,
              const std::optional<SeatPublicKeys>& expected)
    {
        m_keyring = std::make_unique<SeatKeyring>(
            m_vault, QStringLiteral("lockkeeper/%1/").arg(QString::fromUtf8(storeId)));
        connect(m_keyring.get(), &SeatKeyring::changed, this, [this, generation]() {
            emit told(generation, {m_keyring->state(), m_keyring->keys(), m_keyring->detail(),
                                   m_keyring->wrappedDecisionKey(), m_keyring->guardCopy()});
        });
        m_keyring->open(expected);
    }

    void writeGuardCopy(quint64 write, const QByteArray& copy)
    {
        if (!m_keyring) {
            emit copied(write, false, "no keyring was opened");
            return;
        }
        m_keyring->writeGuardCopy(copy, [this, write](bool kept, const QByteArray& detail) {
            emit copied(write, kept, detail);
        });
    }

signals:
    void told(quint64 generation, const lockkeeper::KeyringReport& report);
    void copied(quint64 write, bool kept, const QByteArray& detail);

private:
    KeyVault& m_vault;
    std::unique_ptr<SeatKeyring> m_keyring;
};

MainThreadKeySource::MainThreadKeySource(KeyVault& vault, QObject& mainContext)
    : m_main(new MainSide(vault))
{
    m_main->moveToThread(mainContext.thread());
    connect(
        m_main, &MainSide::copied, this,
        [this](quint64 write, bool kept, const QByteArray& detail) {
            const Written written = m_writes.take(write);
            if (written)
                written(kept ? Result<void>() : Error(ErrorCode::Unavailable, detail));
        },
        Qt::QueuedConnection);
}

MainThreadKeySource::~MainThreadKeySource()
{
    m_main->deleteLater();
}

void MainThreadKeySource::open(const QByteArray& storeId,
                               const std::optional<SeatPublicKeys>& expected, Changed changed)
{
    const quint64 generation = ++m_generation;
    disconnect(m_told);
    // What the keyring before was asked to write is not answered by it any more.
    const QHash<quint64, Written> dropped = std::exchange(m_writes, {});
    for (const Written& written : dropped)
        written(Error(ErrorCode::Unavailable, "the keyring was opened again"));
    m_told = connect(
        m_main, &MainSide::told, this,
        [this, generation, changed](quint64 told, const KeyringReport& report) {
            if (told == generation && generation == m_generation)
                changed(report);
        },
        Qt::QueuedConnection);
    QMetaObject::invokeMethod(
        this,
        [this, generation, changed]() {
            if (generation == m_generation)
                changed(KeyringReport());
        },
        Qt::QueuedConnection);
    QMetaObject::invokeMethod(
        m_main,
        [main = m_main, generation, storeId, expected]() {
            main->open(generation, storeId, expected);
        },
        Qt::QueuedConnection);
}

void MainThreadKeySource::writeGuardCopy(const QByteArray& copy, Written written)
{
    const quint64 write = m_nextWrite++;
    m_writes.insert(write, std::move(written));
    QMetaObject::invokeMethod(
        m_main, [main = m_main, write, copy]() { main->writeGuardCopy(write, copy); },
        Qt::QueuedConnection);
}

} // namespace lockkeeper

#include "mainthreadkeysource.moc"
