// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/keychainreader.h"

#include "core/keys/qtkeychainvault.h"

#include <QEventLoop>

namespace lockkeeper::ctl {

VaultAnswer readDecisionItem(const QByteArray& storeId)
{
    QtKeychainVault vault;
    QEventLoop loop;
    VaultAnswer found;
    vault.read(QStringLiteral("lockkeeper/%1/decision-key").arg(QString::fromUtf8(storeId)),
               [&](VaultAnswer answer) {
                   found = std::move(answer);
                   loop.quit();
               });
    loop.exec();
    return found;
}

} // namespace lockkeeper::ctl
