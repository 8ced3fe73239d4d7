// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/warningslist.h"

#include "ui/widgets/wrappedlabel.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr int kMargin = 6;
constexpr int kShownLines = 4;
constexpr int kLeastTarget = 24;

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
        auto* box = new QCheckBox;
        box->setMinimumSize(kLeastTarget, kLeastTarget);
        box->setObjectName(QStringLiteral("warning%1").arg(i));
        //: accessible name of the box beside a warning; %1 is the warning
        box->setAccessibleName(tr("Seen: %1").arg(warnings.at(i)));
        auto* text = new WrappedLabel;
        text->setText(warnings.at(i));
        auto* rowLayout = new QHBoxLayout(row);
        rowLayout->setContentsMargins(0, 0, 0, 0);
        rowLayout->addWidget(box, 0, Qt::AlignTop);
        rowLayout->addWidget(text, 1);
        m_layout->addWidget(row);
        m_boxes.append(box);
        connect(box, &QCheckBox::toggled, this, &WarningsList::acknowledgedChanged);
    }
    const int line = fontMetrics().lineSpacing() + m_layout->spacing();
    const int lines = std::min(kShownLines, int(warnings.size()) + 1);
    setFixedHeight(lines * line + 2 * kMargin);
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
