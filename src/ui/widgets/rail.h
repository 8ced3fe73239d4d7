// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/support/areaicon.h"

#include <QList>
#include <QWidget>

class QButtonGroup;
class QToolButton;
class QVBoxLayout;

namespace lockkeeper {

/// The column of areas at the leading edge: picture, word, count. GUI thread.
class Rail final : public QWidget
{
    Q_OBJECT

public:
    explicit Rail(QWidget* parent = nullptr);

    /// Adds an area below the others; `objectName` is "rail" and its English word.
    void add(AreaPicture picture, const QString& word, const QString& objectName);
    void select(int index);
    [[nodiscard]] int selected() const;
    /// `count` -1 shows none; `attention` of them need somebody soon.
    void setCount(int index, int count, int attention);

signals:
    void chosen(int index);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Entry
    {
        QToolButton* button = nullptr;
        AreaPicture picture = AreaPicture::Pending;
        QString word;
    };
    void drawIcons();

    QList<Entry> m_entries;
    QButtonGroup* m_group;
    QVBoxLayout* m_layout;
};

} // namespace lockkeeper
