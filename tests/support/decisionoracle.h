// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/snapshots.h"

#include <QList>
#include <QSet>
#include <QString>

#include <algorithm>

namespace lockkeeper {

/// Where in the window an input goes: only as exactly as the rules need it.
enum class Place {
    Elsewhere,
    List,
    Body,
    Approve,
    SendDenial,
    ChallengeField,
    ReasonField,
    PinField,
    DenyField,
    Snooze,
    Extend,
    SendSnooze,
    SnoozeField,
};

/// One thing that happened to the window, as the fuzz did it.
struct FuzzInput
{
    enum class Kind { World, KeyDown, KeyUp, PointerDown, PointerUp, Accessible };
    Kind kind = Kind::World;
    int key = 0;
    Qt::KeyboardModifiers modifiers;
    bool isRepeat = false;
    Place place = Place::Elsewhere; ///< focus or pointer, before it happened
};

/// What stands in the window when an input comes.
struct FuzzView
{
    bool isActive = false;
    bool isDenialOpen = false;
    bool isSnoozeOpen = false;
    bool isChallengeOpen = false;
    QString challenge;
    QString reason;
    QString pin;
};

/// What is so of the card, as the fuzz made it.
struct FuzzFacts
{
    bool hasCard = false;
    ActionCard card;
    QString value; ///< what the challenge asks for
    bool isExpired = false;
    bool isAside = false; ///< put aside by an operator
    bool canDecide = false;
    bool isToolUsable = false;
    bool isSeenToTheEnd = false;
    int openWarnings = 0;
    int unmasked = 0;
    bool isPinNeeded = false;
    bool isDecided = false; ///< and neither refused nor replaced since
};

/// Says of every decision whether an allowed input caused it. Written from the README's rules, and
/// from nothing of the window's code: it knows times, keys and places only.
class DecisionOracle
{
public:
    static constexpr qint64 kGuardMs = 500;

    /// Something that is decided on, or where, has changed.
    void change(qint64 nowMs)
    {
        m_changedAtMs = nowMs;
        m_pointer = m_space = m_accessible = Place::Elsewhere;
    }
    void deactivate(qint64 nowMs)
    {
        m_held.clear();
        m_waits = false;
        change(nowMs);
    }
    void focusLeft(Place place)
    {
        if (m_space == place)
            m_space = Place::Elsewhere;
    }
    [[nodiscard]] bool isOpen(qint64 nowMs) const
    {
        return !m_waits && nowMs - m_changedAtMs >= kGuardMs;
    }

    /// Before the window gets it.
    void see(const FuzzInput& input, const FuzzView& view, qint64 nowMs)
    {
        m_input = input;
        m_view = view;
        m_wasOpen = isOpen(nowMs) && view.isActive;
        using Kind = FuzzInput::Kind;
        if (input.kind == Kind::KeyDown) {
            m_held.insert(input.key);
            if (input.key == Qt::Key_Space && !input.isRepeat)
                m_space =
                    m_wasOpen && input.modifiers == Qt::NoModifier ? input.place : Place::Elsewhere;
        } else if (input.kind == Kind::PointerDown) {
            m_pointer = m_wasOpen ? input.place : Place::Elsewhere;
        } else if (input.kind == Kind::Accessible) {
            m_accessible = isOpen(nowMs) ? input.place : Place::Elsewhere;
        }
    }
    /// After the window had it.
    void pass(const FuzzInput& input)
    {
        if (input.kind == FuzzInput::Kind::PointerUp)
            m_pointer = Place::Elsewhere;
        if (input.kind != FuzzInput::Kind::KeyUp || input.isRepeat)
            return;
        if (input.key == Qt::Key_Space)
            m_space = Place::Elsewhere;
        m_held.remove(input.key);
        if (m_held.isEmpty())
            m_waits = false;
    }
    void decided(qint64 nowMs)
    {
        change(nowMs);
        m_waits = !m_held.isEmpty();
    }

    /// Empty if the approval that came just now is allowed, else what is wrong with it.
    [[nodiscard]] QString judgeApproval(const FuzzFacts& facts, const QString& reason,
                                        const QString& pin) const
    {
        const QString matter = judgeMatter(facts);
        if (!matter.isEmpty())
            return matter;
        const RiskLevel risk = facts.unmasked > 0
                                   ? std::max(facts.card.snapshot.record.risk, RiskLevel::High)
                                   : facts.card.snapshot.record.risk;
        if (!facts.isToolUsable || facts.card.snapshot.fingerprint.isEmpty())
            return QStringLiteral("the card can only be denied");
        if (risk >= RiskLevel::Medium && !facts.isSeenToTheEnd)
            return QStringLiteral("it was not read to the end");
        if (risk >= RiskLevel::High && facts.openWarnings > 0)
            return QStringLiteral("warnings are open");
        if (risk >= RiskLevel::High && (!m_view.isChallengeOpen || m_view.challenge != facts.value))
            return QStringLiteral("the challenge is not met");
        if (risk >= RiskLevel::Critical && m_view.reason.trimmed().size() < 10)
            return QStringLiteral("the reason is too short");
        if (facts.isAside)
            return QStringLiteral("it is put aside");
        if (m_view.isDenialOpen || m_view.isSnoozeOpen)
            return QStringLiteral("another panel is open");
        if (pin != (facts.isPinNeeded ? m_view.pin : QString()) ||
            (facts.isPinNeeded && pin.isEmpty()))
            return QStringLiteral("the PIN is not the typed one");
        if (reason != m_view.reason.trimmed())
            return QStringLiteral("the reason is not the typed one");
        return judgeCause(Place::Approve);
    }

    [[nodiscard]] QString judgeDenial(const FuzzFacts& facts) const
    {
        if (facts.isAside)
            return QStringLiteral("it is put aside");
        const QString matter = judgeMatter(facts);
        return matter.isEmpty() ? judgeCause(Place::SendDenial) : matter;
    }

    /// Of putting aside, or of bringing back.
    [[nodiscard]] QString judgeSnooze(const FuzzFacts& facts, bool isReturn) const
    {
        const QString matter = judgeMatter(facts);
        if (!matter.isEmpty())
            return matter;
        if (isReturn != facts.isAside)
            return QStringLiteral("it is not where it is taken from");
        if (isReturn)
            return judgeCause(Place::Snooze);
        if (facts.card.snapshot.record.risk == RiskLevel::Critical)
            return QStringLiteral("nobody puts a critical call aside alone");
        return judgeCause(Place::SendSnooze);
    }

    [[nodiscard]] QString judgeExtension(const FuzzFacts& facts) const
    {
        if (facts.isAside)
            return QStringLiteral("it is put aside");
        const QString matter = judgeMatter(facts);
        return matter.isEmpty() ? judgeCause(Place::Extend) : matter;
    }

    /// "chord", "pointer", "space" or "accessible" of the last decision that was allowed.
    [[nodiscard]] const char* cause() const { return m_cause; }

private:
    [[nodiscard]] QString judgeMatter(const FuzzFacts& facts) const
    {
        if (!facts.hasCard || facts.card.snapshot.record.state != ActionState::Pending)
            return QStringLiteral("nothing is pending");
        if (!facts.card.snapshot.tamperedWith.isEmpty())
            return QStringLiteral("the card does not agree with the record");
        if (facts.isExpired)
            return QStringLiteral("the time to decide is over");
        if (!facts.canDecide)
            return QStringLiteral("the console decides nothing");
        if (facts.isDecided)
            return QStringLiteral("it was decided before");
        return {};
    }

    [[nodiscard]] bool isChord(Place target) const
    {
        const FuzzInput& in = m_input;
        const Place at = in.place;
        const bool isEnter = in.key == Qt::Key_Return || in.key == Qt::Key_Enter;
        const Qt::KeyboardModifiers modifiers = in.modifiers & ~Qt::KeypadModifier;
        const bool isInPane = at == Place::List || at == Place::Body;
        if (target == Place::Approve) {
            return isEnter && modifiers == Qt::ControlModifier &&
                   (isInPane || at == Place::ChallengeField || at == Place::ReasonField ||
                    at == Place::PinField);
        }
        const bool isSend =
            isEnter && (modifiers == Qt::ControlModifier || modifiers == Qt::NoModifier);
        const bool isPlain = in.modifiers == Qt::NoModifier && isInPane;
        if (target == Place::Snooze)
            return isPlain && in.key == Qt::Key_S;
        if (target == Place::Extend)
            return isPlain && in.key == Qt::Key_E;
        if (target == Place::SendSnooze)
            return isSend && m_view.isSnoozeOpen &&
                   (at == Place::SnoozeField || at == Place::PinField);
        if (in.key == Qt::Key_D && in.modifiers == Qt::ShiftModifier && isInPane)
            return true;
        return isSend && m_view.isDenialOpen && (at == Place::DenyField || at == Place::PinField);
    }

    [[nodiscard]] QString judgeCause(Place target) const
    {
        using Kind = FuzzInput::Kind;
        if (m_input.kind == Kind::KeyDown && isChord(target)) {
            m_cause = "chord";
            if (m_input.isRepeat)
                return QStringLiteral("the key repeated");
            return m_wasOpen ? QString() : QStringLiteral("the key went down inside the guard");
        }
        if (m_accessible == target) {
            m_cause = "accessible";
            return {};
        }
        if (m_input.kind == Kind::PointerUp && m_input.place == target) {
            m_cause = "pointer";
            return m_pointer == target ? QString()
                                       : QStringLiteral("the press began elsewhere or too early");
        }
        if (m_input.kind == Kind::KeyUp && m_input.key == Qt::Key_Space &&
            m_input.place == target && !m_input.isRepeat) {
            m_cause = "space";
            return m_space == target ? QString()
                                     : QStringLiteral("Space went down elsewhere or too early");
        }
        return QStringLiteral("no input of those that may decide caused it");
    }

    qint64 m_changedAtMs = 0;
    bool m_waits = false; ///< for all keys to be up
    QSet<int> m_held;
    Place m_pointer = Place::Elsewhere;    ///< where an accepted press began
    Place m_space = Place::Elsewhere;      ///< the same of Space
    Place m_accessible = Place::Elsewhere; ///< what was pressed by the accessible action
    bool m_wasOpen = false;
    FuzzInput m_input;
    FuzzView m_view;
    mutable const char* m_cause = "";
};

} // namespace lockkeeper
