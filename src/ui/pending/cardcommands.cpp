// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/cardcommands.h"

#include <QDateTime>

#include <algorithm>

namespace lockkeeper {

CardCommands::CardCommands(CoreClient& client, QObject* parent)
    : QObject(parent)
    , m_client(client)
{
}

Reply<ActionSnapshot> CardCommands::answerTo(CardCommand command, const ActionId& action)
{
    return m_client.reply<ActionSnapshot>(
        this, [this, command, action](Result<ActionSnapshot> answer) {
            if (!answer) {
                emit refused(command, action, answer.error());
                return;
            }
            emit accepted(command, *answer,
                          acceptedText(command, *answer, QDateTime::currentMSecsSinceEpoch()));
        });
}

void CardCommands::approve(const ApproveRequest& request, const SecretBytes& pin)
{
    m_client.core().approve(request, pin, answerTo(CardCommand::Approve, request.action));
}

void CardCommands::deny(const ActionId& action, const QByteArray& reason, const SecretBytes& pin)
{
    m_client.core().deny(action, reason, pin, answerTo(CardCommand::Deny, action));
}

void CardCommands::undo(const ActionId& action)
{
    m_client.core().undo(action, answerTo(CardCommand::Undo, action));
}

void CardCommands::extend(const ActionSnapshot& shown, const SecretBytes& pin)
{
    const ActionId& action = shown.record.id;
    const qint64 from = std::max(shown.decideByMs, QDateTime::currentMSecsSinceEpoch());
    m_client.core().extend(action, from + kExtensionMs, pin, answerTo(CardCommand::Extend, action));
}

void CardCommands::snooze(const SnoozeRequest& request, const SecretBytes& pin)
{
    const CardCommand command = request.untilMs == 0 ? CardCommand::BringBack : CardCommand::Snooze;
    m_client.core().snooze(request, pin, answerTo(command, request.action));
}

void CardCommands::reveal(const ActionId& action, qsizetype offset, const SecretBytes& pin)
{
    m_client.core().reveal(
        action, offset, pin,
        m_client.reply<QByteArray>(this, [this, action, offset](Result<QByteArray> bytes) {
            if (bytes)
                emit revealed(action, offset, *bytes);
            else
                emit refused(CardCommand::Reveal, action, bytes.error());
        }));
}

} // namespace lockkeeper
