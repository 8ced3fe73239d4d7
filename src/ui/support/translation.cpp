// SPDX-License-Identifier: Apache-2.0
#include "ui/support/translation.h"

#include <QCoreApplication>
#include <QTranslator>

// The macro has to stand outside every namespace.
static void initialiseTranslations()
{
    Q_INIT_RESOURCE(translations);
}

namespace lockkeeper {

void installTranslation(const QLocale& locale)
{
    initialiseTranslations();
    // The program owns it, and needs it until its end.
    auto* translator = new QTranslator(QCoreApplication::instance());
    const QString prefix = QStringLiteral(":/translations/lockkeeper");
    const bool isLoaded = translator->load(locale, prefix, QStringLiteral("_")) ||
                          translator->load(prefix + QStringLiteral("_en"));
    if (isLoaded)
        QCoreApplication::installTranslator(translator);
}

} // namespace lockkeeper
