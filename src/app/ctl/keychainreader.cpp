// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/keychainreader.h"

#include "core/keys/qtkeychainvault.h"

#include <QEventLoop>

namespace lockkeeper::ctl {

namespace {

QString itemName(const QByteArray& storeId)
{
    return QStringLiteral("lockkeeper/%1/decision-key").arg(QString::fromUtf8(storeId));
}

/// Runs one job of a vault and waits for its answer in the main thread's loop.
template<class Job>
VaultAnswer waitFor(Job&& job)
{
    QtKeychainVault vault;
    QEventLoop loop;
    VaultAnswer found;
    job(vault, [&](VaultAnswer answer) {
        found = std::move(answer);
        loop.quit();
    });
    loop.exec();
    return found;
}

} // namespace

VaultAnswer readDecisionItem(const QByteArray& storeId)
{
    return waitFor([&storeId](QtKeychainVault& vault, const KeyVault::Callback& answer) {
        vault.read(itemName(storeId), answer);
    });
}

VaultAnswer writeDecisionItem(const QByteArray& storeId, const SecretBytes& item)
{
    return waitFor([&](QtKeychainVault& vault, const KeyVault::Callback& answer) {
        vault.write(itemName(storeId), item, answer);
    });
}

} // namespace lockkeeper::ctl
