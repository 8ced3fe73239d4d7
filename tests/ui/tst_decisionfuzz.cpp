// SPDX-License-Identifier: Apache-2.0
// Random input over the decision bar in a window, with cards that come and change at random times.
// An oracle of its own says of each decision whether an allowed input caused it. Environment:
//   LOCKKEEPER_FUZZ_INPUTS  how many inputs, 100 000 unless given; 1 000 000 before a release
//   LOCKKEEPER_FUZZ_SEED    the seed that an earlier run printed
#include "support/decisionoracle.h"

#include "support/decisionscene.h"

#include <QAccessible>
#include <QApplication>
#include <QDateTime>
#include <QHash>
#include <QLineEdit>
#include <QMap>
#include <QPushButton>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QStringList>
#include <QTest>
#include <QWindow>

#include <sodium.h>

#include <functional>
#include <memory>

using namespace lockkeeper;
using Kind = FuzzInput::Kind;

namespace {

constexpr qint64 kDefaultInputs = 100'000;
constexpr int kLongestRunMs = 4 * 3600 * 1000;
constexpr int kLogged = 40;
constexpr int kAnimationLimitMs = 2000;
constexpr int kWaits = 40; // for the accessible action's own 100 ms, in one run
const QStringList kValues = {QStringLiteral("a.txt"), QStringLiteral("host-7"),
                             QStringLiteral("4180.00")};

qint64 environmentNumber(const char* name, qint64 otherwise)
{
    bool isNumber = false;
    const qint64 number = qEnvironmentVariable(name).toLongLong(&isNumber);
    return isNumber && number > 0 ? number : otherwise;
}

} // namespace

/// The window, what is so in it, and the inputs.
class Fuzz final : public QObject
{
public:
    explicit Fuzz(quint32 seed)
        : m_random(seed)
    {
    }

    [[nodiscard]] bool start();
    /// One input, or one thing that happens in the world.
    void step();
    [[nodiscard]] QString failure() const { return m_failure; }
    [[nodiscard]] QString log() const { return m_log.join(QLatin1Char('\n')); }

    QMap<QString, int> approvals; ///< by cause, and by risk
    int denials = 0;
    int snoozes = 0;
    int returns = 0;
    int extensions = 0;
    int accessibleWaits = 0;
    bool mayWait = false;

private:
    using Step = std::function<void()>;

    [[nodiscard]] int below(int limit) { return int(m_random.bounded(limit)); }
    [[nodiscard]] bool chance(int percent) { return below(100) < percent; }
    [[nodiscard]] Place placeOf(QWidget* widget) const;
    [[nodiscard]] QWidget* widgetOf(Place place) const;
    [[nodiscard]] const QLineEdit* field(Place place) const
    {
        return static_cast<const QLineEdit*>(widgetOf(place));
    }
    [[nodiscard]] Place focusPlace() const;
    [[nodiscard]] FuzzView view() const;
    [[nodiscard]] QList<QRect> ground() const;
    void perform(const QString& what, FuzzInput input, const Step& act);
    void fail(const QString& why);

    void key(int code, Qt::KeyboardModifiers modifiers, bool isDown, bool isRepeat = false);
    void click(int code, Qt::KeyboardModifiers modifiers);
    void pointer(const QPoint& place, Qt::MouseButton button, bool isDown);
    void movePointer(const QPoint& place);
    void accessible(Place place, bool isDelayed);
    void focus(QWidget* widget);
    void activate(bool isActive);
    void advance(int ms);
    void setCard(const std::optional<ActionCard>& card, const QString& value);
    void setConditions(bool canDecide, bool isToolUsable, bool isSeen, int warnings, int unmasked);

    void randomStep();
    void randomKey();
    void randomPointer();
    void randomWorld();
    [[nodiscard]] QPoint randomPoint();
    [[nodiscard]] ActionCard randomCard();
    void plan();
    void planChord(Place place);
    void planDecision();
    void planSnooze();

    void approved(const ActionId& action, const QByteArray& fingerprint, const QByteArray& reason,
                  const SecretBytes& pin);
    void denied(const ActionId& action);
    void snoozed(const SnoozeRequest& request);
    void extended(const ActionId& action);

    QRandomGenerator m_random;
    DecisionScene m_scene;
    DecisionOracle m_oracle;
    FuzzFacts m_facts;
    QHash<QWidget*, Place> m_places;
    QList<QWidget*> m_widgets;
    QWidget* m_deny = nullptr;
    QWidget* m_undo = nullptr;
    QList<Step> m_plan;
    QStringList m_log;
    QString m_failure;
    Qt::MouseButtons m_down;
    QPoint m_pointer;
    int m_number = 0;
    bool m_isActive = true;
};

bool Fuzz::start()
{
    // Nobody looks: painting would be most of the time.
    m_scene.window.setUpdatesEnabled(false);
    m_scene.window.layout()->setSizeConstraint(QLayout::SetNoConstraint);
    // A context menu would take all input until somebody closes it.
    for (QLineEdit* field : m_scene.window.findChildren<QLineEdit*>())
        field->setContextMenuPolicy(Qt::NoContextMenu);
    m_widgets = m_scene.window.findChildren<QWidget*>();
    m_deny = m_scene.find("denyButton");
    m_undo = m_scene.find("undoButton");
    m_places = {{&m_scene.list, Place::List},
                {&m_scene.body, Place::Body},
                {m_scene.find("approveButton"), Place::Approve},
                {m_scene.find("sendDenialButton"), Place::SendDenial},
                {m_scene.find("snoozeButton"), Place::Snooze},
                {m_scene.find("extendButton"), Place::Extend},
                {m_scene.find("sendSnoozeButton"), Place::SendSnooze},
                {m_scene.find<QLineEdit>("snoozeReasonField"), Place::SnoozeField},
                {m_scene.find<QLineEdit>("challengeField"), Place::ChallengeField},
                {m_scene.find<QLineEdit>("reasonField"), Place::ReasonField},
                {m_scene.find<QLineEdit>("pinField"), Place::PinField},
                {m_scene.find<QLineEdit>("denyReasonField"), Place::DenyField}};
    connect(&m_scene.bar, &DecisionBar::approved, this, &Fuzz::approved);
    connect(&m_scene.bar, &DecisionBar::denied, this, &Fuzz::denied);
    connect(&m_scene.bar, &DecisionBar::snoozed, this, &Fuzz::snoozed);
    connect(&m_scene.bar, &DecisionBar::extended, this, &Fuzz::extended);
    if (!m_scene.show())
        return false;
    QCoreApplication::processEvents();
    m_oracle.change(m_scene.nowMs);
    return true;
}

Place Fuzz::placeOf(QWidget* widget) const
{
    return m_places.value(widget, Place::Elsewhere);
}

QWidget* Fuzz::widgetOf(Place place) const
{
    return m_places.key(place);
}

Place Fuzz::focusPlace() const
{
    return placeOf(m_scene.window.focusWidget());
}

FuzzView Fuzz::view() const
{
    const auto* challenge = field(Place::ChallengeField);
    return {m_isActive,
            field(Place::DenyField)->isVisible(),
            field(Place::SnoozeField)->isVisible(),
            challenge->isVisible(),
            challenge->text(),
            field(Place::ReasonField)->text(),
            field(Place::PinField)->text()};
}

/// Where the buttons are that decide; empty for those that are not there.
QList<QRect> Fuzz::ground() const
{
    QList<QRect> places;
    for (const QWidget* button :
         {widgetOf(Place::Approve), widgetOf(Place::SendDenial), m_deny, widgetOf(Place::Snooze),
          widgetOf(Place::Extend), widgetOf(Place::SendSnooze)}) {
        places.append(button->isVisible() ? QRect(button->mapToGlobal(QPoint()), button->size())
                                          : QRect());
    }
    return places;
}

void Fuzz::perform(const QString& what, FuzzInput input, const Step& act)
{
    m_log.append(
        QStringLiteral("%1 at %2, focus %3").arg(what).arg(m_scene.nowMs).arg(int(focusPlace())));
    if (m_log.size() > kLogged)
        m_log.removeFirst();
    const Place focused = focusPlace();
    const QList<QRect> before = ground();
    m_oracle.see(input, view(), m_scene.nowMs);
    act();
    m_oracle.pass(input);
    QCoreApplication::sendPostedEvents();
    if (before != ground())
        m_oracle.change(m_scene.nowMs);
    if (focused != focusPlace())
        m_oracle.focusLeft(focused);
}

void Fuzz::fail(const QString& why)
{
    if (m_failure.isEmpty())
        m_failure = why;
}

void Fuzz::key(int code, Qt::KeyboardModifiers modifiers, bool isDown, bool isRepeat)
{
    if (!m_isActive)
        return; // another program gets it
    FuzzInput input;
    input.kind = isDown ? Kind::KeyDown : Kind::KeyUp;
    input.key = code;
    input.modifiers = modifiers;
    input.isRepeat = isRepeat;
    input.place = focusPlace();
    QString text;
    if (code < 128 && (modifiers & ~Qt::ShiftModifier) == Qt::NoModifier) {
        text = QString(QChar(code));
        if (modifiers == Qt::NoModifier)
            text = text.toLower();
    }
    const QString what = QStringLiteral("key %1+%2 %3%4")
                             .arg(int(modifiers), 0, 16)
                             .arg(code, 0, 16)
                             .arg(isDown ? QLatin1String("down") : QLatin1String("up"))
                             .arg(isRepeat ? QLatin1String(", repeated") : QLatin1String());
    perform(what, input, [&]() {
        qt_handleKeyEvent(m_scene.window.windowHandle(),
                          isDown ? QEvent::KeyPress : QEvent::KeyRelease, code, modifiers, text,
                          isRepeat);
    });
}

void Fuzz::click(int code, Qt::KeyboardModifiers modifiers)
{
    m_plan.append([=, this]() { key(code, modifiers, true); });
    m_plan.append([=, this]() { key(code, modifiers, false); });
}

void Fuzz::pointer(const QPoint& place, Qt::MouseButton button, bool isDown)
{
    if (isDown == m_down.testFlag(button))
        return;
    FuzzInput input;
    if (button == Qt::LeftButton)
        input.kind = isDown ? Kind::PointerDown : Kind::PointerUp;
    input.place = placeOf(m_scene.window.childAt(place));
    m_down.setFlag(button, isDown);
    m_pointer = place;
    const QString what = QStringLiteral("button %1 %2 at %3,%4 on %5")
                             .arg(int(button))
                             .arg(isDown ? QLatin1String("down") : QLatin1String("up"))
                             .arg(place.x())
                             .arg(place.y())
                             .arg(int(input.place));
    perform(what, input, [&]() {
        qt_handleMouseEvent(m_scene.window.windowHandle(), place, m_scene.window.mapToGlobal(place),
                            m_down, button,
                            isDown ? QEvent::MouseButtonPress : QEvent::MouseButtonRelease,
                            Qt::NoModifier, int(m_scene.nowMs));
    });
}

void Fuzz::movePointer(const QPoint& place)
{
    m_pointer = place;
    perform(QStringLiteral("pointer to %1,%2").arg(place.x()).arg(place.y()), {}, [&]() {
        qt_handleMouseEvent(m_scene.window.windowHandle(), place, m_scene.window.mapToGlobal(place),
                            m_down, Qt::NoButton, QEvent::MouseMove, Qt::NoModifier,
                            int(m_scene.nowMs));
    });
}

void Fuzz::accessible(Place place, bool isDelayed)
{
    auto* button = qobject_cast<QPushButton*>(widgetOf(place));
    FuzzInput input;
    input.kind = Kind::Accessible;
    input.place = place;
    perform(QStringLiteral("accessible action on %1").arg(int(place)), input, [&]() {
        if (!isDelayed) {
            button->click();
            return;
        }
        QSignalSpy released(button, &QPushButton::released);
        QAccessible::queryAccessibleInterface(button)->actionInterface()->doAction(
            QAccessibleActionInterface::pressAction());
        // What happens before the click comes may not make it count for something else.
        if (chance(50))
            setCard(randomCard(), kValues.first());
        if (chance(50))
            advance(below(900));
        if (button->isDown())
            released.wait(kAnimationLimitMs);
    });
}

void Fuzz::focus(QWidget* widget)
{
    perform(QStringLiteral("focus to %1").arg(widget->objectName()), {},
            [&]() { widget->setFocus(); });
}

void Fuzz::activate(bool isActive)
{
    if (m_isActive == isActive)
        return;
    perform(isActive ? QStringLiteral("activate") : QStringLiteral("deactivate"), {}, [&]() {
        m_isActive = isActive;
        QApplication::setActiveWindow(isActive ? &m_scene.window : nullptr);
        isActive ? m_oracle.change(m_scene.nowMs) : m_oracle.deactivate(m_scene.nowMs);
    });
}

void Fuzz::advance(int ms)
{
    m_scene.nowMs += ms;
}

void Fuzz::setCard(const std::optional<ActionCard>& card, const QString& value)
{
    const bool isSame =
        m_facts.hasCard && card && m_facts.card.snapshot.record == card->snapshot.record;
    // The same bytes of the same action have been read, whatever its version is.
    const bool isRead = m_facts.hasCard && card &&
                        m_facts.card.snapshot.record.id == card->snapshot.record.id &&
                        m_facts.card.arguments == card->arguments;
    m_facts.hasCard = card.has_value();
    m_facts.card = card.value_or(ActionCard());
    m_facts.value = value;
    m_facts.isExpired = card && card->snapshot.decideByMs == 1;
    m_facts.isAside = card && card->snapshot.snooze.untilMs != 0 &&
                      card->snapshot.record.state == ActionState::Pending &&
                      card->snapshot.tamperedWith.isEmpty();
    if (!isSame) {
        m_facts.isDecided = false;
        m_oracle.change(m_scene.nowMs);
    }
    if (!isRead) {
        m_facts.isSeenToTheEnd = false;
        m_facts.unmasked = 0;
    }
    m_scene.bar.setCard(card);
}

void Fuzz::setConditions(bool canDecide, bool isToolUsable, bool isSeen, int warnings, int unmasked)
{
    m_facts.canDecide = canDecide;
    m_facts.isToolUsable = isToolUsable;
    m_facts.isSeenToTheEnd = isSeen;
    m_facts.openWarnings = warnings;
    m_facts.unmasked = unmasked;
    m_scene.bar.setConditions(canDecide, isToolUsable, isSeen, warnings, unmasked);
}

void Fuzz::step()
{
    advance(chance(10) ? below(700) : below(20));
    if (m_plan.isEmpty() || chance(6))
        randomStep();
    else
        m_plan.takeFirst()();
    if (m_plan.isEmpty() && chance(40))
        plan();
}

void Fuzz::randomStep()
{
    const int choice = below(100);
    if (choice < 40)
        randomKey();
    else if (choice < 70)
        randomPointer();
    else if (choice < 78)
        focus(m_widgets.at(below(int(m_widgets.size()))));
    else if (choice < 82)
        activate(!m_isActive);
    else if (choice < 86)
        accessible(chance(70) ? Place::Approve
                              : QList<Place>{Place::SendDenial, Place::Snooze, Place::Extend,
                                             Place::SendSnooze}
                                    .at(below(4)),
                   false);
    else if (choice < 88)
        QCoreApplication::processEvents();
    else
        randomWorld();
}

void Fuzz::randomKey()
{
    const QList<int> codes = {Qt::Key_Return, Qt::Key_Enter,  Qt::Key_Space,   Qt::Key_Escape,
                              Qt::Key_Tab,    Qt::Key_D,      Qt::Key_E,       Qt::Key_A,
                              Qt::Key_V,      Qt::Key_Select, Qt::Key_Control, Qt::Key_Shift,
                              Qt::Key_Down,   Qt::Key_F,      Qt::Key_Return,  Qt::Key_Space,
                              Qt::Key_S};
    const QList<Qt::KeyboardModifiers> modifiers = {
        Qt::NoModifier,      Qt::NoModifier,
        Qt::ControlModifier, Qt::ControlModifier,
        Qt::ShiftModifier,   Qt::AltModifier,
        Qt::KeypadModifier,  Qt::ControlModifier | Qt::ShiftModifier};
    key(codes.at(below(int(codes.size()))), modifiers.at(below(int(modifiers.size()))), chance(50),
        chance(25));
}

QPoint Fuzz::randomPoint()
{
    if (chance(25))
        return {below(m_scene.window.width()), below(m_scene.window.height())};
    const QList<QWidget*> buttons = {widgetOf(Place::Approve),
                                     widgetOf(Place::SendDenial),
                                     m_deny,
                                     m_undo,
                                     widgetOf(Place::Snooze),
                                     widgetOf(Place::Extend),
                                     widgetOf(Place::SendSnooze)};
    const QWidget* button = chance(60) ? buttons.first() : buttons.at(below(int(buttons.size())));
    return button->mapTo(&m_scene.window,
                         QPoint(below(button->width() + 4), below(button->height() + 4)));
}

void Fuzz::randomPointer()
{
    const Qt::MouseButton button = chance(85)   ? Qt::LeftButton
                                   : chance(50) ? Qt::RightButton
                                                : Qt::MiddleButton;
    const QPoint place = chance(60) ? randomPoint() : m_pointer;
    if (chance(20))
        movePointer(place);
    else
        pointer(place, button, !m_down.testFlag(button));
}

ActionCard Fuzz::randomCard()
{
    const QString value = kValues.at(below(int(kValues.size())));
    ActionCard card =
        DecisionScene::card(RiskLevel(1 + below(4)), "act_" + QByteArray::number(below(4)),
                            "{\"path\":\"" + value.toUtf8() + "\"}");
    card.snapshot.record.version = ++m_number;
    card.snapshot.fingerprint = QByteArray::number(m_number).rightJustified(64, 'a');
    if (chance(10))
        card.snapshot.record.state = kAllActionStates.at(below(int(kAllActionStates.size())));
    if (chance(3))
        card.snapshot.tamperedWith = "a row";
    if (chance(3))
        card.snapshot.fingerprint.clear();
    const qint64 farMs = QDateTime::currentMSecsSinceEpoch() + 10'000'000;
    if (chance(40))
        card.snapshot.decideByMs = chance(10) ? 1 : farMs;
    if (chance(8))
        card.snapshot.snooze = {farMs, "bea", "later"};
    return card;
}

void Fuzz::randomWorld()
{
    const auto happens = [this](const char* what, const Step& act) {
        perform(QLatin1String(what), {}, act);
    };
    switch (below(8)) {
    case 0:
    case 1:
        happens("another card", [this]() {
            const ActionCard card = randomCard();
            setCard(card, QString::fromUtf8(card.arguments.mid(9).chopped(2)));
        });
        break;
    case 2:
        happens("the same card", [this]() {
            if (m_facts.hasCard)
                setCard(m_facts.card, m_facts.value);
        });
        break;
    case 3:
        happens("no card", [this]() { setCard(std::nullopt, {}); });
        break;
    case 4:
        happens("conditions", [this]() {
            setConditions(chance(85), chance(90), chance(70), chance(80) ? 0 : 1,
                          chance(85) ? 0 : 1);
        });
        break;
    case 5:
        happens("a PIN, or none", [this]() {
            m_facts.isPinNeeded = chance(30);
            m_scene.bar.setPinNeeded(m_facts.isPinNeeded);
        });
        break;
    case 6:
        happens("a verdict", [this]() {
            const bool isRefusal = chance(50);
            if (isRefusal)
                m_facts.isDecided = false;
            m_scene.bar.setVerdict(QStringLiteral("A sentence from the core."), isRefusal);
        });
        break;
    default:
        happens("unlocked", [this]() {
            m_oracle.change(m_scene.nowMs);
            m_scene.bar.rearm();
        });
        break;
    }
}

/// What a person does who decides, one input after another; random ones come in between.
void Fuzz::plan()
{
    m_plan.append([this]() { activate(true); });
    m_plan.append([this]() {
        const ActionCard card = randomCard();
        perform(QStringLiteral("a card to decide"), {}, [&]() {
            setCard(card, QString::fromUtf8(card.arguments.mid(9).chopped(2)));
            m_facts.isPinNeeded = chance(10);
            m_scene.bar.setPinNeeded(m_facts.isPinNeeded);
            setConditions(true, true, true, 0, 0);
        });
    });
    m_plan.append([this]() { focus(chance(50) ? &m_scene.list : &m_scene.body); });
    m_plan.append([this]() { advance(300 + below(600)); });
    for (const int code : {Qt::Key_Return, Qt::Key_Control, Qt::Key_Space})
        m_plan.append([this, code]() { key(code, Qt::NoModifier, false); });
    m_plan.append([this]() { planDecision(); });
}

void Fuzz::planChord(Place place)
{
    m_plan.append([this, place]() { focus(widgetOf(place)); });
    m_plan.append([this]() { advance(300 + below(600)); });
    m_plan.append([this]() { key(Qt::Key_Control, Qt::ControlModifier, true); });
    // Some of the chords are almost the right ones.
    const Qt::KeyboardModifiers modifiers = chance(85) ? Qt::KeyboardModifiers(Qt::ControlModifier)
                                            : chance(50) ? Qt::KeyboardModifiers(Qt::NoModifier)
                                                         : Qt::ControlModifier | Qt::ShiftModifier;
    const bool isRepeat = chance(8);
    m_plan.append([=, this]() { key(Qt::Key_Return, modifiers, true, isRepeat); });
    m_plan.append([=, this]() { key(Qt::Key_Return, modifiers, false); });
    m_plan.append([this]() { key(Qt::Key_Control, Qt::NoModifier, false); });
}

void Fuzz::planDecision()
{
    const auto typeInto = [this](Place place, const QString& text) {
        m_plan.append([this, place]() { focus(widgetOf(place)); });
        for (const QChar letter : text)
            click(letter.toUpper().unicode(), Qt::NoModifier);
    };
    const bool isHigh = m_facts.card.snapshot.record.risk >= RiskLevel::High;
    if (m_facts.isPinNeeded)
        typeInto(Place::PinField, QStringLiteral("12"));
    if (m_facts.isAside || chance(10)) {
        planSnooze();
        return;
    }
    if (chance(20)) {
        m_plan.append([this]() { focus(&m_scene.list); });
        m_plan.append([this]() { advance(300 + below(600)); });
        click(Qt::Key_E, Qt::NoModifier);
    }
    if (chance(12)) {
        click(Qt::Key_D, chance(50) ? Qt::ShiftModifier : Qt::NoModifier);
        typeInto(Place::DenyField, QStringLiteral("no"));
        planChord(Place::DenyField);
        return;
    }
    if (isHigh) {
        planChord(chance(50) ? Place::List : Place::Body);
        typeInto(Place::ChallengeField, m_facts.value);
        if (m_facts.card.snapshot.record.risk == RiskLevel::Critical)
            typeInto(Place::ReasonField, QStringLiteral("long enough"));
    }
    const auto press = [this](bool isDown) {
        const QWidget* button = widgetOf(Place::Approve);
        pointer(button->mapTo(&m_scene.window, button->rect().center()), Qt::LeftButton, isDown);
    };
    switch (below(5)) {
    case 0:
        for (const Qt::MouseButton button : {Qt::LeftButton, Qt::RightButton, Qt::MiddleButton})
            m_plan.append([this, button]() { pointer(m_pointer, button, false); });
        m_plan.append([this]() { advance(300 + below(600)); });
        m_plan.append([press]() { press(true); });
        m_plan.append([press]() { press(false); });
        break;
    case 1:
        m_plan.append([this]() { focus(widgetOf(Place::Approve)); });
        m_plan.append([this]() { advance(300 + below(600)); });
        click(Qt::Key_Space, Qt::NoModifier);
        break;
    case 2:
        m_plan.append([this]() { advance(300 + below(600)); });
        m_plan.append([this]() {
            const bool isDelayed = mayWait && accessibleWaits < kWaits;
            accessibleWaits += isDelayed ? 1 : 0;
            mayWait = false;
            accessible(Place::Approve, isDelayed);
        });
        break;
    default:
        planChord(isHigh ? Place::ChallengeField : Place::List);
        break;
    }
}

/// Put aside or brought back; what is aside is now and then tried to be approved as well.
void Fuzz::planSnooze()
{
    m_plan.append([this]() { focus(chance(50) ? &m_scene.list : &m_scene.body); });
    m_plan.append([this]() { advance(300 + below(600)); });
    if (m_facts.isAside && chance(50)) {
        planChord(Place::List);
        return;
    }
    click(Qt::Key_S, Qt::NoModifier);
    if (m_facts.isAside)
        return;
    m_plan.append([this]() { focus(widgetOf(Place::SnoozeField)); });
    click(Qt::Key_A, Qt::NoModifier);
    if (chance(70)) {
        planChord(Place::SnoozeField);
        return;
    }
    m_plan.append([this]() { advance(300 + below(600)); });
    const auto press = [this](bool isDown) {
        const QWidget* button = widgetOf(Place::SendSnooze);
        pointer(button->mapTo(&m_scene.window, button->rect().center()), Qt::LeftButton, isDown);
    };
    m_plan.append([press]() { press(true); });
    m_plan.append([press]() { press(false); });
}

void Fuzz::snoozed(const SnoozeRequest& request)
{
    const bool isReturn = request.untilMs == 0;
    QString wrong = m_oracle.judgeSnooze(m_facts, isReturn);
    if (request.action != m_facts.card.snapshot.record.id)
        wrong = QStringLiteral("it names another card than the one that is shown");
    if (!wrong.isEmpty())
        fail(QStringLiteral("a snooze that nobody gave: ") + wrong);
    ++(isReturn ? returns : snoozes);
    m_facts.isDecided = true;
    m_oracle.decided(m_scene.nowMs);
}

void Fuzz::extended(const ActionId& action)
{
    QString wrong = m_oracle.judgeExtension(m_facts);
    if (action != m_facts.card.snapshot.record.id)
        wrong = QStringLiteral("it names another card than the one that is shown");
    if (!wrong.isEmpty())
        fail(QStringLiteral("more time that nobody asked for: ") + wrong);
    ++extensions;
    // It takes nothing away: the same card may still be decided on.
    m_oracle.decided(m_scene.nowMs);
}

void Fuzz::approved(const ActionId& action, const QByteArray& fingerprint, const QByteArray& reason,
                    const SecretBytes& pin)
{
    const ActionSnapshot& shown = m_facts.card.snapshot;
    QString wrong =
        m_oracle.judgeApproval(m_facts, QString::fromUtf8(reason), QString::fromUtf8(pin.view()));
    if (action != shown.record.id || fingerprint != shown.fingerprint)
        wrong = QStringLiteral("it names another card than the one that is shown");
    if (!wrong.isEmpty())
        fail(QStringLiteral("an approval that nobody gave: ") + wrong);
    ++approvals[QLatin1String(m_oracle.cause())];
    ++approvals[QStringLiteral("risk %1").arg(int(shown.record.risk))];
    m_facts.isDecided = true;
    m_oracle.decided(m_scene.nowMs);
}

void Fuzz::denied(const ActionId& action)
{
    QString wrong = m_oracle.judgeDenial(m_facts);
    if (action != m_facts.card.snapshot.record.id)
        wrong = QStringLiteral("it names another card than the one that is shown");
    if (!wrong.isEmpty())
        fail(QStringLiteral("a denial that nobody gave: ") + wrong);
    ++denials;
    m_facts.isDecided = true;
    m_oracle.decided(m_scene.nowMs);
}

class DecisionFuzzTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void randomInput_decidesOnlyByTheAllowedInputs_B64();
};

void DecisionFuzzTest::initTestCase()
{
    QVERIFY2(sodium_init() >= 0, "the guarded memory of a PIN needs it");
}

void DecisionFuzzTest::randomInput_decidesOnlyByTheAllowedInputs_B64()
{
    const qint64 inputs = environmentNumber("LOCKKEEPER_FUZZ_INPUTS", kDefaultInputs);
    const auto seed = quint32(
        environmentNumber("LOCKKEEPER_FUZZ_SEED", QRandomGenerator::global()->generate() | 1U));
    qInfo("seed %u, %lld inputs", seed, inputs);
    Fuzz fuzz(seed);
    QVERIFY2(fuzz.start(), "the window has to be active");
    const qint64 waitEvery = qMax<qint64>(inputs / kWaits, 1);
    for (qint64 number = 0; number < inputs; ++number) {
        if (number % waitEvery == 0)
            fuzz.mayWait = true;
        fuzz.step();
        if (!fuzz.failure().isEmpty()) {
            const QString what = QStringLiteral("input %1 of seed %2: %3\n%4")
                                     .arg(number)
                                     .arg(seed)
                                     .arg(fuzz.failure(), fuzz.log());
            QFAIL(qPrintable(what));
        }
    }
    QString counted;
    for (auto it = fuzz.approvals.cbegin(); it != fuzz.approvals.cend(); ++it)
        counted += QStringLiteral("%1: %2, ").arg(it.key()).arg(it.value());
    qInfo(
        "approvals by %sdenials: %d, snoozes: %d, returns: %d, extensions: %d, accessible actions "
        "waited for: %d",
        qPrintable(counted), fuzz.denials, fuzz.snoozes, fuzz.returns, fuzz.extensions,
        fuzz.accessibleWaits);
    if (inputs < kDefaultInputs)
        return;
    // Otherwise it would be blind: what is never approved is never approved wrongly.
    for (const char* one :
         {"chord", "pointer", "space", "accessible", "risk 1", "risk 2", "risk 3", "risk 4"})
        QVERIFY2(
            fuzz.approvals.value(QLatin1String(one)) > 0,
            qPrintable(QStringLiteral("no approval by %1: %2").arg(QLatin1String(one), counted)));
    QVERIFY2(fuzz.denials > 0, "no denial was ever allowed");
    QVERIFY2(fuzz.snoozes > 0 && fuzz.returns > 0, "nothing was ever put aside and brought back");
    QVERIFY2(fuzz.extensions > 0, "more time was never asked for");
}

int main(int argc, char* argv[])
{
    // A million inputs take longer than what QtTest gives a function.
    qputenv("QTEST_FUNCTION_TIMEOUT", QByteArray::number(kLongestRunMs));
    QApplication application(argc, argv);
    DecisionFuzzTest test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_decisionfuzz.moc"
