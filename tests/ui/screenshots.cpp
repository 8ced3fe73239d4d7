// SPDX-License-Identifier: Apache-2.0
// Draws every state of the window over a core that stands still, so that the pictures are the same
// each time: in both themes, at 1280 by 800 and 800 by 560, and with words 40 % longer.
//
//   lockkeeper-screenshots DIRECTORY [SCENE…]
#include "support/fakeoperatorcore.h"
#include "ui/mainwindow.h"
#include "ui/support/theme.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QDateTime>
#include <QDir>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QTextStream>
#include <QTranslator>

#include <cstdio>
#include <functional>

using namespace lockkeeper;

namespace {

constexpr int kSettleMs = 400;
constexpr int kGuardMs = 700;
constexpr QSize kSize{1280, 800};
constexpr QSize kSmallSize{800, 560};

/// Every word 40 % longer and in brackets, so that what does not fit is seen.
class LongWords final : public QTranslator
{
public:
    [[nodiscard]] QString translate(const char* context, const char* source,
                                    const char* disambiguation, int n) const override
    {
        Q_UNUSED(context);
        Q_UNUSED(disambiguation);
        QString text = QString::fromUtf8(source);
        if (n >= 0)
            text.replace(QLatin1String("%n"), QString::number(n));
        constexpr double kMore = 0.4;
        const int more = qMax(1, int(text.size() * kMore));
        return QLatin1Char('[') + text + QString(more, QChar(0x00e4)) + QLatin1Char(']');
    }
    [[nodiscard]] bool isEmpty() const override { return false; }
};

/// The window with its core, as one picture needs it.
struct Scene
{
    FakeOperatorCore core;
    QTemporaryDir directory;
    MainWindow window{directory.filePath(QStringLiteral("window.ini"))};

    void open(QSize size)
    {
        window.connectCore(core);
        window.open();
        window.resize(size);
        window.activateWindow();
        wait(kSettleMs);
    }
    /// Draws and answers for so long; the pictures are not timed, they only have to be ready.
    static void wait(int ms)
    {
        const QDeadlineTimer end(ms);
        while (!end.hasExpired())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents,
                                            10);
    }
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QWidget* focus = QApplication::focusWidget();
        QTest::keyClick(focus ? focus : &window, key, modifiers);
        wait(kSettleMs);
    }
    void type(const QString& text)
    {
        if (QWidget* focus = QApplication::focusWidget())
            QTest::keyClicks(focus, text);
        wait(kSettleMs);
    }
    void choose(int area)
    {
        QTest::keyClick(&window, Qt::Key(Qt::Key_1 + area), Qt::ControlModifier);
        wait(kSettleMs);
    }
};

void fillPending(FakeOperatorCore& core)
{
    const ActionId critical = core.add(
        RiskLevel::Critical, R"({"table":"customers","where":"region = 'eu'","limit":12})");
    core.change(critical, [](ActionCard& card) {
        card.snapshot.record.tool = {"database", "delete_rows"};
        card.snapshot.summary = "Delete 12 rows of customers";
        card.snapshot.targets = {"table:customers"};
        card.snapshot.labels.agentId = "vega";
        card.snapshot.agentReason = "The rows are duplicates, the user asked for a clean table.";
        card.snapshot.policyRule = "builtin.ask";
        card.snapshot.askedBecause = "The call may change something, and no rule allows it.";
    });
    const ActionId hidden =
        core.add(RiskLevel::High,
                 "{\"to\":[\"ana@example.org\",\"bo@partner.example\"],\"subject\":\"Q3 "
                 "numbers\xe2\x80\x8b\","
                 "\"body\":\"Dear all,\xe2\x80\xae evil \xe2\x80\xac here are the numbers.\"}");
    core.change(hidden, [](ActionCard& card) {
        card.snapshot.record.tool = {"mail", "send"};
        card.snapshot.summary = "Send 1 email to 2 people";
        card.snapshot.targets = {"host:example.org", "host:partner.example"};
    });
    for (int i = 0; i < 12; ++i) {
        const ActionId action =
            core.add(i % 3 == 0 ? RiskLevel::Low : RiskLevel::Medium,
                     R"({"path":"notes/)" + QByteArray::number(i) + R"(.txt","content":"Hello"})");
        core.change(action, [i](ActionCard& card) {
            card.snapshot.summary = "Write the file notes/" + QByteArray::number(i) + ".txt";
            card.snapshot.targets = {"file:notes/" + QByteArray::number(i) + ".txt"};
        });
    }
}

void fillUnknown(FakeOperatorCore& core)
{
    for (int i = 0; i < 4; ++i) {
        const ActionId action = core.add(
            RiskLevel::High, R"({"invoice":"88-17","amount":"1240.00","to":"Partner GmbH"})",
            ActionState::Unknown);
        core.change(action, [i](ActionCard& card) {
            ActionSnapshot& snapshot = card.snapshot;
            snapshot.record.tool = {"bank", "pay"};
            snapshot.record.attempts = 1;
            snapshot.record.effect = EffectClass::Irreversible;
            snapshot.summary = "Pay invoice 88-" + QByteArray::number(17 + i);
            snapshot.targets = {"account:bank-a"};
            const qint64 at = snapshot.record.createdAtMs;
            snapshot.evidence = {
                {at, "dispatch", "certain", "attempt 1", "start recorded"},
                {at + 13, "transport", "certain", "attempt 1", "the request left this host"},
                {at + 30'000, "transport", "certain", "attempt 1",
                 "no reply after 30 s, the connection was reset"}};
        });
    }
}

void fillHistory(FakeOperatorCore& core)
{
    fillPending(core);
    qint64 position = 0;
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    for (const char* kind :
         {"admitted", "policy_asked", "operator_approved", "hold_elapsed", "claimed", "succeeded"})
        core.entries.append({++position, now - 60'000 + position * 1000, kind,
                             core.order.constFirst(), ToolName{"database", "delete_rows"},
                             "succeeded", position == 3 ? "ana" : ""});
    core.currentStatus.journalPosition = position;
    core.currentStatus.guardPosition = position;
    core.change(core.order.constFirst(), [](ActionCard& card) {
        card.snapshot.record.state = ActionState::Succeeded;
        card.snapshot.record.attempts = 1;
        card.snapshot.record.hasOutcome = true;
        card.snapshot.record.outcome = Outcome::Succeeded;
        card.snapshot.decidedBy = "ana";
    });
}

using Play = std::function<void(Scene&)>;

struct Picture
{
    const char* name;
    Play before; ///< the window is there
    Play after;  ///< it is on the screen
};

void selectFirst(Scene& scene)
{
    scene.key(Qt::Key_J);
    Scene::wait(kGuardMs);
}

QList<Picture> pictures()
{
    const Play nothing = [](Scene&) {};
    const Play filled = [](Scene& scene) { fillPending(scene.core); };
    const Play snoozed = [](Scene& scene) {
        fillPending(scene.core);
        for (const int number : {1, 3, 4})
            scene.core.change(scene.core.order.at(number), [number](ActionCard& card) {
                card.snapshot.snooze = {QDateTime::currentMSecsSinceEpoch() + number * 900'000,
                                        "bea", "Wait for the numbers of September."};
            });
    };
    return {
        {"pending-empty", nothing, nothing},
        {"pending-list", filled, nothing},
        {"pending-card", filled, selectFirst},
        {"pending-hidden-text", filled,
         [](Scene& scene) {
             selectFirst(scene);
             scene.key(Qt::Key_J);
         }},
        {"pending-challenge", filled,
         [](Scene& scene) {
             selectFirst(scene);
             scene.key(Qt::Key_Return, Qt::ControlModifier);
         }},
        {"pending-deny", filled,
         [](Scene& scene) {
             selectFirst(scene);
             scene.key(Qt::Key_D);
         }},
        {"pending-tampered",
         [](Scene& scene) {
             fillPending(scene.core);
             scene.core.change(scene.core.order.constFirst(), [](ActionCard& card) {
                 card.snapshot.tamperedWith = "the row differs from what the journal says of it";
             });
         },
         selectFirst},
        {"pending-withdrawn", filled,
         [](Scene& scene) {
             selectFirst(scene);
             scene.core.setState(scene.core.order.constFirst(), ActionState::Cancelled);
             Scene::wait(kSettleMs);
         }},
        {"key-locked",
         [](Scene& scene) {
             fillPending(scene.core);
             scene.core.currentStatus.keyring = "locked";
             scene.core.currentStatus.readOnly = true;
         },
         selectFirst},
        {"store-tampered",
         [](Scene& scene) {
             fillPending(scene.core);
             scene.core.currentStatus.readOnly = true;
             scene.core.currentStatus.reasons = {
                 "the store was restored: the guard is 17 entries ahead of the journal"};
         },
         nothing},
        {"runs", filled,
         [](Scene& scene) {
             scene.choose(1);
             scene.key(Qt::Key_Down);
         }},
        {"unknown-list", [](Scene& scene) { fillUnknown(scene.core); },
         [](Scene& scene) {
             scene.choose(2);
             scene.key(Qt::Key_Down);
             Scene::wait(kGuardMs);
         }},
        {"unknown-determine", [](Scene& scene) { fillUnknown(scene.core); },
         [](Scene& scene) {
             scene.choose(2);
             scene.key(Qt::Key_Down);
             scene.key(Qt::Key_H, Qt::ControlModifier | Qt::ShiftModifier);
             scene.type(QStringLiteral("The bank shows it, reference 7731."));
         }},
        {"history", [](Scene& scene) { fillHistory(scene.core); },
         [](Scene& scene) {
             scene.choose(3);
             scene.key(Qt::Key_Down);
         }},
        {"console-locked", filled, [](Scene& scene) { scene.window.lock(); }},
        {"closing", filled, [](Scene& scene) { scene.window.close(); }},
        {"pending-snooze", filled,
         [](Scene& scene) {
             selectFirst(scene);
             scene.key(Qt::Key_J);
             scene.key(Qt::Key_Return); // where there is room for one pane it opens the card
             Scene::wait(kGuardMs);
             scene.key(Qt::Key_S);
             scene.type(QStringLiteral("Wait for the numbers of September."));
         }},
        {"pending-snoozed", snoozed,
         [](Scene& scene) {
             scene.window.findChild<QPushButton*>(QStringLiteral("snoozedViewButton"))->click();
             selectFirst(scene);
         }},
    };
}

bool draw(const Picture& picture, ThemeChoice theme, QSize size, const QString& path)
{
    applyTheme(*static_cast<QApplication*>(QCoreApplication::instance()), theme);
    Scene scene;
    picture.before(scene);
    scene.open(size);
    picture.after(scene);
    Scene::wait(kSettleMs);
    return scene.window.grab().save(path);
}

/// How many pictures of this scene could not be written.
int drawAll(const Picture& picture, const QDir& directory)
{
    const auto path = [&directory, &picture](const char* suffix) {
        return directory.filePath(QLatin1String(picture.name) + QLatin1String(suffix));
    };
    int missing = 0;
    missing += draw(picture, ThemeChoice::Light, kSize, path("-light.png")) ? 0 : 1;
    missing += draw(picture, ThemeChoice::Dark, kSize, path("-dark.png")) ? 0 : 1;
    missing += draw(picture, ThemeChoice::Light, kSmallSize, path("-small.png")) ? 0 : 1;
    LongWords longWords;
    QApplication::installTranslator(&longWords);
    missing += draw(picture, ThemeChoice::Light, kSize, path("-long.png")) ? 0 : 1;
    QApplication::removeTranslator(&longWords);
    return missing;
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("XDG_RUNTIME_DIR", QDir::tempPath().toUtf8());
    const QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() < 2) {
        std::fputs("usage: lockkeeper-screenshots DIRECTORY [SCENE…]\n", stderr);
        return 2;
    }
    const QDir directory(arguments.at(1));
    directory.mkpath(QStringLiteral("."));
    const QStringList wanted = arguments.mid(2);
    int missing = 0;
    int drawn = 0;
    for (const Picture& picture : pictures()) {
        if (!wanted.isEmpty() && !wanted.contains(QString::fromLatin1(picture.name)))
            continue;
        missing += drawAll(picture, directory);
        ++drawn;
    }
    std::printf("%d scenes, %d pictures could not be written\n", drawn, missing);
    return drawn > 0 && missing == 0 ? 0 : 1;
}
