// SPDX-License-Identifier: Apache-2.0
#include "core/store/sqlresources.h"

#include <QDir>
#include <QFile>

// The macro has to stand outside every namespace.
static void initialiseSqlResources()
{
    Q_INIT_RESOURCE(sql);
}

namespace lockkeeper {
namespace {

constexpr qint64 kMaximumFileBytes = 1024 * 1024;

} // namespace

void registerSqlResources()
{
    static const bool done = [] {
        initialiseSqlResources();
        return true;
    }();
    Q_UNUSED(done);
}

Result<QByteArray> readSqlFile(const QString& path)
{
    registerSqlResources();
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return Error(ErrorCode::Internal, "cannot read the SQL file " + path.toUtf8());
    QByteArray text = file.read(kMaximumFileBytes + 1);
    if (file.error() != QFile::NoError || text.size() > kMaximumFileBytes) {
        return Error(ErrorCode::Internal,
                     "the SQL file " + path.toUtf8() + " cannot be read or is over 1 MiB");
    }
    return text;
}

QStringList sqlFilesIn(const QString& directory)
{
    registerSqlResources();
    QStringList paths;
    const QDir folder(directory);
    for (const QString& name : folder.entryList({QStringLiteral("*.sql")}, QDir::Files, QDir::Name))
        paths.append(folder.filePath(name));
    return paths;
}

} // namespace lockkeeper
