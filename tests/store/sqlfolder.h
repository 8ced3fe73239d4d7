// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace lockkeeper {

/// A folder of SQL files that a test may change, by default a copy of tests/store/data.
class SqlFolder
{
public:
    explicit SqlFolder(bool empty = false)
    {
        QDir(m_folder.path()).mkpath(QStringLiteral("statements"));
        QDir(m_folder.path()).mkpath(QStringLiteral("sqlite/statements"));
        QDir(m_folder.path()).mkpath(QStringLiteral("sqlite/migrations"));
        if (empty)
            return;
        const QString data = dataFolder();
        for (const char* file : {"statements/item.sql", "sqlite/statements/item.sql",
                                 "sqlite/migrations/0001_items.sql"}) {
            const QString name = QLatin1String(file);
            if (!QFile::copy(data + QLatin1Char('/') + name, path(file)))
                qFatal("cannot copy %s", file);
        }
    }

    [[nodiscard]] static QString dataFolder() { return QStringLiteral(LOCKKEEPER_STORE_TEST_DATA); }
    [[nodiscard]] QString path() const { return m_folder.path(); }
    [[nodiscard]] QString path(const char* file) const
    {
        return m_folder.filePath(QLatin1String(file));
    }
    /// Writes (or replaces) a file.
    void write(const char* file, const QByteArray& text) const
    {
        QFile target(path(file));
        if (!target.open(QIODevice::WriteOnly) || target.write(text) != text.size())
            qFatal("cannot write %s", file);
    }
    /// Adds a statement in a file of its own under statements/.
    void addStatement(const char* name, const QByteArray& sql) const
    {
        write((QByteArray("statements/") + name + ".sql").constData(), block(name, sql));
    }
    [[nodiscard]] static QByteArray block(const QByteArray& name, const QByteArray& sql)
    {
        return "-- name: " + name + "\n-- purpose: p\n-- parameters: x\n-- rows: r\n" + sql + "\n";
    }

private:
    QTemporaryDir m_folder;
};

} // namespace lockkeeper
