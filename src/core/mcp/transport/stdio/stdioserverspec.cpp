// SPDX-License-Identifier: Apache-2.0
#include "core/mcp/transport/stdio/stdioserverspec.h"

#include "core/base/consolemark.h"

#include <array>
#include <string_view>

namespace lockkeeper::mcp {

QProcessEnvironment serverEnvironment(const QProcessEnvironment& own,
                                      const QList<QPair<QByteArray, QByteArray>>& configured)
{
    static constexpr std::array<std::string_view, 8> kInherited = {
        "HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER", "LANG", "LANGUAGE"};

    QProcessEnvironment environment;
#ifdef LOCKKEEPER_FAULT_ENVIRONMENT_INHERITED
    environment = own;
#endif
    for (const std::string_view name : kInherited) {
        const QString key = QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
        if (own.contains(key))
            environment.insert(key, own.value(key));
    }
    for (const QString& key : own.keys()) {
        if (key.startsWith(QLatin1String("LC_")))
            environment.insert(key, own.value(key));
    }
    for (const auto& [name, value] : configured)
        environment.insert(QString::fromUtf8(name), QString::fromUtf8(value));
    const QString mark = QString::fromLatin1(kConsoleMark);
    if (own.contains(mark))
        environment.insert(mark, own.value(mark));
    return environment;
}

} // namespace lockkeeper::mcp
