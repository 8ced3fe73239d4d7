// SPDX-License-Identifier: Apache-2.0
#include "core/keys/mainthreadkeysource.h"

#include <QMetaObject>

#include <memory>

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
            emit told(generation, int(m_keyring->state()), m_keyring->keys(), m_keyring->detail(),
                      m_keyring->wrappedDecisionKey());
        });
        m_keyring->open(expected);
    }

signals:
    void told(quint64 generation, int state, const std::optional<lockkeeper::SeatKeys>& keys,
              const QByteArray& detail, const QByteArray& wrappedDecisionKey);

private:
    KeyVault& m_vault;
    std::unique_ptr<SeatKeyring> m_keyring;
};

MainThreadKeySource::MainThreadKeySource(KeyVault& vault, QObject& mainContext)
    : m_main(new MainSide(vault))
{
    m_main->moveToThread(mainContext.thread());
}

MainThreadKeySource::~MainThreadKeySource()
{
    m_main->deleteLater();
}

void MainThreadKeySource::open(const QByteArray& storeId,
                               const std::optional<SeatPublicKeys>& expected, Changed changed)
{
    const quint64 generation = ++m_generation;
    disconnect(m_main, nullptr, this, nullptr);
    connect(
        m_main, &MainSide::told, this,
        [this, generation, changed](quint64 told, int state, const std::optional<SeatKeys>& keys,
                                    const QByteArray& detail, const QByteArray& wrapped) {
            if (told == generation && generation == m_generation)
                changed(KeyringState(state), keys, detail, wrapped);
        },
        Qt::QueuedConnection);
    QMetaObject::invokeMethod(
        this,
        [this, generation, changed]() {
            if (generation == m_generation)
                changed(KeyringState::Opening, std::nullopt, {}, {});
        },
        Qt::QueuedConnection);
    QMetaObject::invokeMethod(
        m_main,
        [main = m_main, generation, storeId, expected]() {
            main->open(generation, storeId, expected);
        },
        Qt::QueuedConnection);
}

} // namespace lockkeeper

#include "mainthreadkeysource.moc"
