// SPDX-License-Identifier: Apache-2.0
#include "ui/runs/statechips.h"

#include "ui/widgets/chosenmark.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QLocale>
#include <QToolButton>

#include <array>

namespace lockkeeper {

namespace {

constexpr int kColumns = 4;
constexpr int kChipHeight = 28;

struct Chip
{
    const char* name;
    std::initializer_list<ActionState> states;
};

const std::array<Chip, 8>& chips()
{
    static const std::array<Chip, 8> all = {{
        {"chipAll", {}},
        {"chipWaiting", {ActionState::Pending}},
        {"chipRunning", {ActionState::Holding, ActionState::Approved, ActionState::Running}},
        {"chipUnknown", {ActionState::Unknown}},
        {"chipFailed", {ActionState::Failed}},
        {"chipDone", {ActionState::Succeeded}},
        {"chipNotRun",
         {ActionState::Denied, ActionState::Invalid, ActionState::Expired, ActionState::Cancelled,
          ActionState::Skipped}},
        {"chipSettled", {ActionState::Determined}},
    }};
    return all;
}

QString chipText(int chip, const QString& count)
{
    switch (chip) {
    case 0:
        //: Chip that shows all calls of a run; %1 is their number
        return StateChips::tr("All %1").arg(count);
    case 1:
        //: Chip that shows the calls waiting for a decision; %1 is their number
        return StateChips::tr("Waiting %1").arg(count);
    case 2:
        //: Chip that shows the calls that are approved or running; %1 is their number
        return StateChips::tr("Running or queued %1").arg(count);
    case 3:
        //: Chip that shows the calls with an unknown outcome; %1 is their number
        return StateChips::tr("Unknown %1").arg(count);
    case 4:
        //: Chip that shows the failed calls; %1 is their number
        return StateChips::tr("Failed %1").arg(count);
    case 5:
        //: Chip that shows the calls that succeeded; %1 is their number
        return StateChips::tr("Done %1").arg(count);
    case 6:
        //: Chip that shows the calls that were never run (denied, cancelled …); %1 is their number
        return StateChips::tr("Not run %1").arg(count);
    default:
        //: Chip that shows the unknown calls that a person has settled; %1 is their number
        return StateChips::tr("Settled %1").arg(count);
    }
}

} // namespace

StateChips::StateChips(QWidget* parent)
    : QWidget(parent)
{
    setObjectName(QStringLiteral("stateChips"));
    //: What a screen reader calls the row of chips
    setAccessibleName(tr("Calls shown"));
    auto* layout = new QGridLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    auto* group = new QButtonGroup(this);
    int number = 0;
    for (const Chip& chip : chips()) {
        auto* button = new QToolButton(this);
        button->setObjectName(QLatin1String(chip.name));
        button->setCheckable(true);
        button->setMinimumHeight(kChipHeight);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        group->addButton(button, number);
        layout->addWidget(button, number / kColumns, number % kColumns);
        m_chips.append(button);
        ++number;
    }
    m_chips.constFirst()->setChecked(true);
    connect(group, &QButtonGroup::idClicked, this, [this](int chip) {
        m_chosen = chip;
        showChosen();
        emit chosen();
    });
    setCounts({});
    showChosen();
}

void StateChips::setCounts(const StateCounts& counts)
{
    const QLocale locale;
    for (int chip = 0; chip < m_chips.size(); ++chip) {
        const auto& states = chips().at(size_t(chip)).states;
        const qint64 count = chip == 0 ? counts.total() : counts.of(states);
        const QString text = chipText(chip, locale.toString(count));
        m_chips.at(chip)->setText(text);
        m_chips.at(chip)->setAccessibleName(text);
    }
}

void StateChips::reset()
{
    m_chosen = 0;
    m_chips.constFirst()->setChecked(true);
    showChosen();
}

void StateChips::showChosen()
{
    for (int chip = 0; chip < m_chips.size(); ++chip)
        markChosen(*m_chips.at(chip), chip == m_chosen);
}

QList<ActionState> StateChips::states() const
{
    return chips().at(size_t(m_chosen)).states;
}

} // namespace lockkeeper
