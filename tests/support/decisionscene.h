// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/pending/decisionbar.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QVBoxLayout>
#include <QWidget>

#include <optional>

namespace lockkeeper {

/// A key goes down, and nothing else: QtTest sends the modifiers' own keys besides.
inline void pressKey(QWidget* target, int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier,
                     bool isRepeat = false)
{
    QKeyEvent down(QEvent::KeyPress, key, modifiers, QString(), isRepeat);
    QApplication::sendEvent(target, &down);
}

/// What stands for the list or the card's body in tests of the decision bar: it takes the focus and
/// offers its keys to the bar, as the real ones do.
class KeyPane final : public QWidget
{
public:
    KeyPane(DecisionBar* bar, QWidget* parent)
        : QWidget(parent)
        , m_bar(bar)
    {
        setFocusPolicy(Qt::StrongFocus);
        setMinimumSize(200, 60);
    }

protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        if (!m_bar->takeKey(*event))
            event->ignore();
    }

private:
    DecisionBar* m_bar;
};

/// A window with a list, a card's body and the bar pinned below, and a clock moved by hand.
class DecisionScene final
{
public:
    qint64 nowMs = 1'000'000;
    QWidget window;
    DecisionBar bar{&window, [this]() { return nowMs; }};
    KeyPane list{&bar, &window};
    KeyPane body{&bar, &window};

    DecisionScene()
    {
        auto* layout = new QVBoxLayout(&window);
        layout->addWidget(&list, 1);
        layout->addWidget(&body, 1);
        layout->addWidget(&bar);
        window.resize(640, 480);
    }

    /// Shows the window and waits until it is the active one; the list has the focus.
    [[nodiscard]] bool show()
    {
        window.show();
        QApplication::setActiveWindow(&window);
        const bool isActive = QTest::qWaitForWindowActive(&window);
        list.setFocus();
        return isActive && list.hasFocus();
    }

    static ActionCard card(RiskLevel risk, const QByteArray& id = "act_1",
                           const QByteArray& arguments = R"({"path":"notes.txt"})")
    {
        ActionCard made;
        ActionSnapshot& snapshot = made.snapshot;
        snapshot.record.id = ActionId(id);
        snapshot.record.state = ActionState::Pending;
        snapshot.record.version = 1;
        snapshot.record.risk = risk;
        snapshot.record.tool = {"files", "write"};
        snapshot.fingerprint = "7f3a91c2" + QByteArray(56, 'e');
        snapshot.summary = "Write 1 file";
        snapshot.targets = {"tool:files/write"};
        made.arguments = arguments;
        made.toolDefinition = R"({"name":"write"})";
        return made;
    }

    /// This card, read to the end, nothing in the way; the guard's time has passed.
    void decide(const ActionCard& card)
    {
        bar.setCard(card);
        bar.setReadPercent(100);
        bar.setConditions(true, true, true, 0, 0);
        settle();
    }

    /// Lets what was posted happen (layouts above all), then the guard's time.
    void settle()
    {
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents();
        nowMs += InputGuard::kGuardMs;
    }

    template<class T = QPushButton>
    [[nodiscard]] T* find(const char* objectName) const
    {
        return window.findChild<T*>(QLatin1String(objectName));
    }
};

} // namespace lockkeeper
