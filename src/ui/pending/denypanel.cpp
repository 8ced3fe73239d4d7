// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/denypanel.h"

#include "ui/widgets/plainlabel.h"
#include "ui/widgets/wrappingbutton.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockkeeper {

namespace {

constexpr int kReasonCharacters = 1000;
constexpr int kSpacing = 4;
constexpr int kChipColumns = 2;
constexpr int kChipHeight = 24;

} // namespace

DenyPanel::DenyPanel(QWidget* parent)
    : QWidget(parent)
    , m_ask(wrappedPlainLabel(QStringLiteral("denyAsk"), this))
    , m_chips(new QWidget(this))
    , m_reason(new QLineEdit(this))
    , m_hint(wrappedPlainLabel(QStringLiteral("denyHint"), this))
    , m_send(new WrappingButton(QStringLiteral("sendDenialButton"), this))
    , m_close(new WrappingButton(QStringLiteral("closeDenialButton"), this))
{
    setObjectName(QStringLiteral("denyPanel"));
    //: Screen readers: the part of the decision bar in which the reason of a denial is typed.
    setAccessibleName(tr("Denying"));
    m_ask->setText(tr("Why not? The agent reads what you write."));
    m_ask->setBuddy(m_reason);
    m_reason->setObjectName(QStringLiteral("denyReasonField"));
    m_reason->setAccessibleName(tr("Reason for the agent"));
    m_reason->setMaxLength(kReasonCharacters);
    m_send->setWords(tr("Send denial"));
    m_close->setWords(tr("Back"), tr("Back, without denying"));

    auto* chips = new QGridLayout(m_chips);
    chips->setContentsMargins(0, 0, 0, 0);
    chips->setSpacing(kSpacing);
    chips->setColumnStretch(kChipColumns, 1);
    //: A reason for denying that goes to the agent as it is.
    addChip(QStringLiteral("denyWrongTarget"), tr("wrong target"), 0);
    //: A reason for denying that goes to the agent as it is.
    addChip(QStringLiteral("denyWrongData"), tr("wrong data"), 1);
    //: A reason for denying that goes to the agent as it is.
    addChip(QStringLiteral("denyNotNeeded"), tr("not needed"), 2);
    //: A reason for denying that goes to the agent as it is.
    addChip(QStringLiteral("denySuspicious"), tr("suspicious"), 3);

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

    connect(m_close, &QPushButton::clicked, this, &DenyPanel::closeWanted);
}

void DenyPanel::addChip(const QString& objectName, const QString& words, int place)
{
    auto* chip = new QPushButton(words, m_chips);
    chip->setObjectName(objectName);
    //: Screen readers: a button that fills in the reason %1.
    chip->setAccessibleName(tr("Reason: %1").arg(words));
    chip->setAutoDefault(false);
    chip->setFocusPolicy(Qt::TabFocus);
    chip->setMinimumHeight(kChipHeight);
    static_cast<QGridLayout*>(m_chips->layout())
        ->addWidget(chip, place / kChipColumns, place % kChipColumns);
    connect(chip, &QPushButton::clicked, this, [this, words]() {
        // What somebody typed is kept; the chip's words go in front of nothing else.
        if (m_reason->text().trimmed().isEmpty())
            m_reason->setText(words);
        else if (!m_reason->text().contains(words))
            m_reason->setText(m_reason->text() + QLatin1String("; ") + words);
        m_reason->setFocus(Qt::OtherFocusReason);
    });
}

void DenyPanel::open()
{
    m_isOpen = true;
    m_reason->setText({});
    setHint(tr("Enter sends the denial, Esc goes back."));
    show();
    m_reason->setFocus(Qt::OtherFocusReason);
}

void DenyPanel::close()
{
    m_isOpen = false;
    m_reason->setText({});
    hide();
}

QString DenyPanel::reason() const
{
    return m_reason->text().trimmed();
}

void DenyPanel::setHint(const QString& text)
{
    m_hint->setText(text);
    m_hint->setAccessibleName(text);
}

} // namespace lockkeeper
