// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/warningslist.h"

#include "ui/support/theme.h"
#include "ui/widgets/focusring.h"
#include "ui/widgets/wrappedlabel.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QPainter>
#include <QStyleOptionButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr int kMargin = 6;
constexpr int kShownRows = 3;
constexpr int kLeastTarget = 24;

/// A box whose frame is seen in the dark too.
class SeenBox final : public QCheckBox
{
protected:
    void paintEvent(QPaintEvent* event) override
    {
        QCheckBox::paintEvent(event);
        QStyleOptionButton option;
        initStyleOption(&option);
        QPainter painter(this);
        painter.setPen(themeColor(palette(), ColorRole::Line));
        painter.drawRect(style()
                             ->subElementRect(QStyle::SE_CheckBoxIndicator, &option, this)
                             .adjusted(0, 0, -1, -1));
        if (hasFocus())
            paintFocusRing(*this);
    }
};

} // namespace

WarningsList::WarningsList(QWidget* parent)
    : QScrollArea(parent)
    , m_content(new QWidget)
    , m_layout(new QVBoxLayout(m_content))
{
    setObjectName(QStringLiteral("warningsList"));
    //: accessible name of the list of warnings about a request
    setAccessibleName(tr("Warnings"));
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    m_layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    setWidget(m_content);
    hide();
}

void WarningsList::setWarnings(const QStringList& warnings)
{
    if (warnings == m_texts)
        return;
    m_texts = warnings;
    m_boxes.clear();
    while (QLayoutItem* item = m_layout->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (qsizetype i = 0; i < warnings.size(); ++i) {
        auto* row = new QWidget;
        auto* box = new SeenBox;
        box->setMinimumSize(kLeastTarget, kLeastTarget);
        box->setObjectName(QStringLiteral("warning%1").arg(i));
        //: accessible name of the box beside a warning; %1 is the warning
        box->setAccessibleName(tr("Seen: %1").arg(warnings.at(i)));
        auto* text = new WrappedLabel;
        text->setText(warnings.at(i));
        auto* rowLayout = new QHBoxLayout(row);
        rowLayout->setContentsMargins(0, 0, 0, 0);
        rowLayout->addWidget(box, 0, Qt::AlignTop);
        auto* textColumn = new QVBoxLayout;
        textColumn->setContentsMargins(0, std::max(0, kLeastTarget - fontMetrics().height()) / 2, 0,
                                       0);
        textColumn->addWidget(text);
        rowLayout->addLayout(textColumn, 1);
        m_layout->addWidget(row);
        m_boxes.append(box);
        connect(box, &QCheckBox::toggled, this, &WarningsList::acknowledgedChanged);
    }
    // Up to so many rows, and half a row that shows that there is more.
    const int row = std::max(kLeastTarget, fontMetrics().lineSpacing()) + m_layout->spacing();
    const int rows = std::min(kShownRows, int(warnings.size()));
    const bool hasMore = warnings.size() > kShownRows;
    setFixedHeight(rows * row + (hasMore ? row / 2 : 0) + 2 * kMargin);
    setVisible(!warnings.isEmpty());
}

int WarningsList::openCount() const
{
    return int(std::count_if(m_boxes.cbegin(), m_boxes.cend(),
                             [](const QCheckBox* box) { return !box->isChecked(); }));
}

void WarningsList::focusNext(bool forward)
{
    if (m_boxes.isEmpty())
        return;
    const auto focused = std::find_if(m_boxes.cbegin(), m_boxes.cend(),
                                      [](const QCheckBox* box) { return box->hasFocus(); });
    const qsizetype count = m_boxes.size();
    qsizetype next = forward ? 0 : count - 1;
    if (focused != m_boxes.cend())
        next = ((focused - m_boxes.cbegin()) + (forward ? 1 : count - 1)) % count;
    m_boxes.at(next)->setFocus(Qt::ShortcutFocusReason);
    ensureWidgetVisible(m_boxes.at(next)->parentWidget());
}

bool WarningsList::acknowledgeFocused()
{
    for (QCheckBox* box : std::as_const(m_boxes)) {
        if (!box->hasFocus())
            continue;
        box->setChecked(true);
        return true;
    }
    return false;
}

} // namespace lockkeeper
