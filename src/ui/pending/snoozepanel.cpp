// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/snoozepanel.h"

#include "ui/widgets/chosenmark.h"
#include "ui/widgets/plainlabel.h"
#include "ui/widgets/wrappingbutton.h"

#include <QButtonGroup>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockkeeper {

namespace {

constexpr int kReasonCharacters = 500;
constexpr int kSpacing = 4;
constexpr int kChipColumns = 3;
constexpr int kChipHeight = 24;

} // namespace

SnoozePanel::SnoozePanel(QWidget* parent)
    : QWidget(parent)
    , m_ask(wrappedPlainLabel(QStringLiteral("snoozeAsk"), this))
    , m_chips(new QWidget(this))
    , m_reason(new QLineEdit(this))
    , m_hint(wrappedPlainLabel(QStringLiteral("snoozeHint"), this))
    , m_send(new WrappingButton(QStringLiteral("sendSnoozeButton"), this))
    , m_close(new WrappingButton(QStringLiteral("closeSnoozeButton"), this))
{
    setObjectName(QStringLiteral("snoozePanel"));
    //: Screen readers: the part of the decision bar in which a request is put aside for a while.
    setAccessibleName(tr("Snoozing"));
    m_ask->setText(tr("For how long, and why? Only operators read what you write."));
    m_ask->setBuddy(m_reason);
    m_reason->setObjectName(QStringLiteral("snoozeReasonField"));
    m_reason->setAccessibleName(tr("Reason for operators"));
    m_reason->setMaxLength(kReasonCharacters);
    //: The button that puts a request aside for a while.
    m_send->setWords(tr("Snooze"), tr("Snooze for the chosen time"));
    m_close->setWords(tr("Back"), tr("Back, without snoozing"));

    auto* chips = new QGridLayout(m_chips);
    chips->setContentsMargins(0, 0, 0, 0);
    chips->setSpacing(kSpacing);
    chips->setColumnStretch(kChipColumns, 1);
    //: Chip: how long a request is put aside.
    addChip(SnoozeChoice::FiveMinutes, QStringLiteral("snoozeFor5"), tr("5 min"));
    //: Chip: how long a request is put aside.
    addChip(SnoozeChoice::FifteenMinutes, QStringLiteral("snoozeFor15"), tr("15 min"));
    //: Chip: how long a request is put aside.
    addChip(SnoozeChoice::SixtyMinutes, QStringLiteral("snoozeFor60"), tr("60 min"));
    //: Chip: how long a request is put aside.
    addChip(SnoozeChoice::BeforeExpiry, QStringLiteral("snoozeUntilExpiry"),
            tr("Until 10 min before it expires"));
    auto* group = new QButtonGroup(this);
    for (QPushButton* chip : std::as_const(m_buttons))
        group->addButton(chip);

    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_send);
    buttons->addWidget(m_close);
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kSpacing);
    layout->addWidget(m_ask);
    layout->addWidget(m_chips);
    layout->addWidget(m_reason);
    layout->addWidget(m_hint);
    layout->addLayout(buttons);
    hide();

    connect(m_close, &QPushButton::clicked, this, &SnoozePanel::closeWanted);
}

void SnoozePanel::addChip(SnoozeChoice choice, const QString& objectName, const QString& words)
{
    auto* chip = new QPushButton(words, m_chips);
    chip->setObjectName(objectName);
    //: Screen readers: a button that chooses for how long a request is put aside; %1 is its text.
    chip->setAccessibleName(tr("For how long: %1").arg(words));
    chip->setCheckable(true);
    chip->setAutoDefault(false);
    chip->setFocusPolicy(Qt::TabFocus);
    chip->setMinimumHeight(kChipHeight);
    // The last one has a line of its own.
    const int place = int(m_buttons.size());
    static_cast<QGridLayout*>(m_chips->layout())
        ->addWidget(chip, place / kChipColumns, place % kChipColumns, 1,
                    place < kChipColumns ? 1 : kChipColumns);
    m_buttons.append(chip);
    connect(chip, &QPushButton::toggled, this, [this, choice, chip](bool isChecked) {
        markChosen(*chip, isChecked);
        if (isChecked)
            m_choice = choice;
    });
}

void SnoozePanel::open(const QList<SnoozeChoice>& allowed)
{
    m_isOpen = true;
    m_reason->setText({});
    choose(allowed.value(0, SnoozeChoice::FiveMinutes));
    setAllowed(allowed);
    setHint(tr("Enter puts it aside, Esc goes back."));
    show();
    m_reason->setFocus(Qt::OtherFocusReason);
}

void SnoozePanel::close()
{
    m_isOpen = false;
    m_reason->setText({});
    hide();
}

void SnoozePanel::setAllowed(const QList<SnoozeChoice>& allowed)
{
    for (qsizetype place = 0; place < m_buttons.size(); ++place) {
        const SnoozeChoice one = kAllSnoozeChoices.at(size_t(place));
        m_buttons.at(place)->setVisible(one == m_choice || allowed.contains(one));
    }
}

void SnoozePanel::choose(SnoozeChoice choice)
{
    m_choice = choice;
    for (qsizetype place = 0; place < m_buttons.size(); ++place)
        m_buttons.at(place)->setChecked(kAllSnoozeChoices.at(size_t(place)) == choice);
}

QString SnoozePanel::reason() const
{
    return m_reason->text().trimmed();
}

void SnoozePanel::setHint(const QString& text)
{
    m_hint->setText(text);
    m_hint->setAccessibleName(text);
}

} // namespace lockkeeper
