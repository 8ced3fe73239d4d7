// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/pinrow.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>

namespace lockkeeper {

namespace {

constexpr int kPinCharacters = 128;

} // namespace

PinRow::PinRow(QWidget* parent)
    : QWidget(parent)
    , m_field(new QLineEdit(this))
{
    setObjectName(QStringLiteral("pinRow"));
    auto* label = new QLabel(tr("PIN of your decision key"), this);
    label->setObjectName(QStringLiteral("pinAsk"));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setBuddy(m_field);
    m_field->setObjectName(QStringLiteral("pinField"));
    m_field->setAccessibleName(label->text());
    m_field->setEchoMode(QLineEdit::Password);
    m_field->setMaxLength(kPinCharacters);
    m_field->setContextMenuPolicy(Qt::PreventContextMenu);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(label);
    layout->addWidget(m_field, 1);
    hide();
}

bool PinRow::isEmpty() const
{
    return m_field->text().isEmpty();
}

SecretBytes PinRow::take()
{
    QByteArray bytes = m_field->text().toUtf8();
    clear();
    SecretBytes pin(bytes);
    wipe(bytes);
    return pin;
}

void PinRow::clear()
{
    // Unlike clear(), this leaves nothing to undo.
    m_field->setText({});
}

} // namespace lockkeeper
