// SPDX-License-Identifier: Apache-2.0
#include "ui/widgets/rail.h"

#include "ui/support/theme.h"

#include <QButtonGroup>
#include <QEvent>
#include <QLocale>
#include <QToolButton>
#include <QVBoxLayout>

namespace lockkeeper {

namespace {

constexpr int kIconSize = 24;
constexpr int kMargin = 4;

} // namespace

Rail::Rail(QWidget* parent)
    : QWidget(parent)
    , m_group(new QButtonGroup(this))
    , m_layout(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("rail"));
    setAccessibleName(tr("Areas"));
    m_layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    m_layout->addStretch(1);
    m_group->setExclusive(true);
    connect(m_group, &QButtonGroup::idClicked, this, &Rail::chosen);
}

void Rail::add(AreaPicture picture, const QString& word, const QString& objectName)
{
    auto* button = new QToolButton(this);
    button->setObjectName(objectName);
    button->setCheckable(true);
    button->setAutoRaise(true);
    button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    button->setIconSize({kIconSize, kIconSize});
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setFocusPolicy(Qt::StrongFocus);
    const int index = static_cast<int>(m_entries.size());
    m_entries.append({button, picture, word});
    m_group->addButton(button, index);
    m_layout->insertWidget(index, button);
    setCount(index, -1, 0);
    drawIcons();
}

void Rail::select(int index)
{
    if (index >= 0 && index < m_entries.size())
        m_entries.at(index).button->setChecked(true);
}

int Rail::selected() const
{
    return m_group->checkedId();
}

void Rail::setCount(int index, int count, int attention)
{
    const Entry& entry = m_entries.at(index);
    // Two lines always: the buttons below must not move when a number comes or goes.
    entry.button->setText(entry.word + QLatin1Char('\n') +
                          (count < 0 ? QString() : locale().toString(count)));
    QString name = entry.word;
    if (count >= 0 && attention > 0)
        //: %1 is the name of an area, %2 the number of items in it, %3 of those need somebody soon
        name = tr("%1, %2, %3 need attention").arg(entry.word).arg(count).arg(attention);
    else if (count >= 0)
        //: %1 is the name of an area, %2 the number of items in it
        name = tr("%1, %2").arg(entry.word).arg(count);
    entry.button->setAccessibleName(name);
    entry.button->setToolTip(name);
    QFont font = entry.button->font();
    font.setBold(attention > 0);
    entry.button->setFont(font);
}

void Rail::drawIcons()
{
    const QColor color = themeColor(palette(), ColorRole::Text);
    for (const Entry& entry : std::as_const(m_entries))
        entry.button->setIcon(areaIcon(entry.picture, color));
}

void Rail::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        drawIcons();
}

} // namespace lockkeeper
