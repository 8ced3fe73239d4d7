// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/coreclient.h"
#include "ui/pending/cardwording.h"

#include <QObject>

namespace lockkeeper {

/// Gives the core what was decided on a card, and its answer back as a sentence. Nothing is said
/// before the core has answered. GUI thread; owned by the card's pane.
class CardCommands final : public QObject
{
    Q_OBJECT

public:
    /// What "extend" asks for.
    static constexpr qint64 kExtensionMs = 60LL * 60 * 1000;

    explicit CardCommands(CoreClient& client, QObject* parent = nullptr);

    void approve(const ApproveRequest& request, const SecretBytes& pin);
    void deny(const ActionId& action, const QByteArray& reason, const SecretBytes& pin);
    void undo(const ActionId& action);
    /// kExtensionMs more than it has, or than now if it has no time left.
    void extend(const ActionSnapshot& shown, const SecretBytes& pin);
    /// Puts aside or brings back.
    void snooze(const SnoozeRequest& request, const SecretBytes& pin);
    void reveal(const ActionId& action, qsizetype offset, const SecretBytes& pin);

signals:
    void accepted(lockkeeper::CardCommand command, const lockkeeper::ActionSnapshot& answer,
                  const QString& text);
    void refused(lockkeeper::CardCommand command, const lockkeeper::ActionId& action,
                 const lockkeeper::Error& error);
    void revealed(const lockkeeper::ActionId& action, qsizetype offset, const QByteArray& bytes);

private:
    [[nodiscard]] Reply<ActionSnapshot> answerTo(CardCommand command, const ActionId& action);

    CoreClient& m_client;
};

} // namespace lockkeeper
