// SPDX-License-Identifier: Apache-2.0
// Every state of the window: what is done to get there.
#include "screenshotscene.h"
#include "ui/coreclient.h"

#include <QAbstractButton>
#include <QDateTime>

namespace lockkeeper {

namespace {

const ScreenshotStep kNothing = [](ScreenshotScene&) {};
const ScreenshotStep kPending = [](ScreenshotScene& scene) { fillPending(scene.core); };
const ScreenshotStep kRuns = [](ScreenshotScene& scene) { fillRuns(scene.core); };
const ScreenshotStep kUnknown = [](ScreenshotScene& scene) { fillUnknown(scene.core); };
const ScreenshotStep kHistory = [](ScreenshotScene& scene) { fillHistory(scene.core); };
constexpr int kSettleMs = 250;

ScreenshotStep card(int number)
{
    return [number](ScreenshotScene& scene) { scene.openCard(number); };
}

/// An open card to which something happens.
ScreenshotStep cardThat(int number, const std::function<void(ActionCard&)>& change)
{
    return [number, change](ScreenshotScene& scene) {
        scene.openCard(number);
        scene.core.change(scene.core.order.at(number), change);
        ScreenshotScene::wait(kSettleMs);
    };
}

ScreenshotStep cardIn(int number, ActionState state, const QByteArray& by = {})
{
    return cardThat(number, [state, by](ActionCard& card) {
        card.snapshot.record.state = state;
        card.snapshot.decidedBy = by;
    });
}

/// Pending calls in a console of this state.
ScreenshotStep statusWith(const QByteArray& keyring, const QList<QByteArray>& reasons)
{
    return [keyring, reasons](ScreenshotScene& scene) {
        fillPending(scene.core);
        scene.core.currentStatus.keyring = keyring;
        scene.core.currentStatus.readOnly = true;
        scene.core.currentStatus.reasons = reasons;
    };
}

void openChallenge(ScreenshotScene& scene, int number)
{
    scene.openCard(number);
    scene.read();
    scene.key(Qt::Key_Return, Qt::ControlModifier);
}

void openRun(ScreenshotScene& scene, int call)
{
    scene.choose(1);
    scene.selectRow("runsTable", 0);
    ScreenshotScene::wait(kSettleMs);
    scene.selectRow("runItemsTable", call);
    ScreenshotScene::wait(kSettleMs);
}

void openUnknown(ScreenshotScene& scene)
{
    scene.choose(2);
    scene.selectRow("unknownTable", 0);
    ScreenshotScene::wait(kSettleMs);
}

QList<Screenshot> pendingScreenshots()
{
    return {
        {"pending-empty", kNothing, kNothing},
        {"pending-list", kPending, kNothing},
        {"pending-filter", kPending,
         [](ScreenshotScene& scene) {
             scene.key(Qt::Key_F6, Qt::ShiftModifier);
             scene.type(QStringLiteral("risk:low"));
         }},
        {"pending-new-rows", kPending,
         [](ScreenshotScene& scene) {
             scene.openCard(kFirstPlainExample);
             for (int i = 0; i < 5; ++i)
                 scene.core.add(i == 0 ? RiskLevel::Critical : RiskLevel::Medium);
             ScreenshotScene::wait(kSettleMs);
         }},
        {"pending-low", kPending, card(kFirstPlainExample)},
        {"pending-medium", kPending, card(kFirstPlainExample + 1)},
        {"pending-unread",
         [](ScreenshotScene& scene) {
             fillPending(scene.core);
             scene.core.change(scene.core.order.at(kFirstPlainExample + 1), [](ActionCard& card) {
                 card.arguments = "{\"content\":\"" +
                                  QByteArray("One more line of it.\\n").repeated(200) +
                                  "\",\"path\":\"notes/1.txt\"}";
             });
         },
         card(kFirstPlainExample + 1)},
        {"pending-card", kPending, card(kCriticalExample)},
        {"pending-high", kPending,
         [](ScreenshotScene& scene) {
             openChallenge(scene, kHighExample);
             scene.type(QStringLiteral("1240.00"));
         }},
        {"pending-critical", kPending,
         [](ScreenshotScene& scene) {
             openChallenge(scene, kCriticalExample);
             scene.type(QStringLiteral("table:customers"));
             scene.key(Qt::Key_Tab);
             scene.type(QStringLiteral("Asked for in ticket 4711."));
         }},
        {"pending-hidden-text", kPending, card(kHiddenExample)},
        {"pending-masked", kPending, card(kMaskedExample)},
        {"pending-revealed", kPending,
         [](ScreenshotScene& scene) {
             scene.openCard(kMaskedExample);
             scene.click("revealButton");
         }},
        {"pending-deny", kPending,
         [](ScreenshotScene& scene) {
             scene.openCard(kHighExample);
             scene.key(Qt::Key_D);
             scene.type(QStringLiteral("The amount is not the one on the invoice."));
         }},
        {"pending-snooze", kPending,
         [](ScreenshotScene& scene) {
             scene.openCard(kHighExample);
             scene.key(Qt::Key_S);
             scene.type(QStringLiteral("Wait for the numbers of September."));
         }},
        {"pending-snoozed",
         [](ScreenshotScene& scene) {
             fillPending(scene.core);
             for (const int number : {kHighExample, kFirstPlainExample})
                 scene.core.change(scene.core.order.at(number), [number](ActionCard& card) {
                     constexpr qint64 kApartMs = 900'000;
                     card.snapshot.snooze = {QDateTime::currentMSecsSinceEpoch() +
                                                 (number + 1) * kApartMs,
                                             "bea", "Wait for the numbers of September."};
                 });
         },
         [](ScreenshotScene& scene) {
             scene.click("snoozedViewButton");
             scene.openCard(kHighExample);
         }},
    };
}

QList<Screenshot> pendingStateScreenshots()
{
    return {
        {"pending-hold", kPending,
         cardThat(kFirstPlainExample,
                  [](ActionCard& card) {
                      card.snapshot.record.state = ActionState::Holding;
                      card.snapshot.record.holdUntilMs = QDateTime::currentMSecsSinceEpoch() + 5000;
                  })},
        {"pending-changed", kPending,
         cardThat(kHighExample,
                  [](ActionCard& card) {
                      card.arguments =
                          R"({"amount":"9240.00","invoice":"88-17","to":"Partner GmbH"})";
                      card.snapshot.fingerprint = QByteArray(64, 'c');
                  })},
        {"pending-withdrawn", kPending, cardIn(kHighExample, ActionState::Cancelled)},
        {"pending-expired", kPending, cardIn(kHighExample, ActionState::Expired)},
        {"pending-decided-elsewhere", kPending, cardIn(kHighExample, ActionState::Denied, "bea")},
        {"pending-tampered",
         [](ScreenshotScene& scene) {
             fillPending(scene.core);
             scene.core.change(scene.core.order.at(kHighExample), [](ActionCard& card) {
                 card.snapshot.tamperedWith = "the row differs from what the journal says of it";
             });
         },
         card(kHighExample)},
        {"pending-other-tool",
         [](ScreenshotScene& scene) {
             fillPending(scene.core);
             scene.core.change(scene.core.order.at(kHighExample),
                               [](ActionCard& card) { card.toolDefinition.clear(); });
         },
         card(kHighExample)},
        {"pending-no-arguments",
         [](ScreenshotScene& scene) {
             fillPending(scene.core);
             scene.core.change(scene.core.order.at(kHighExample),
                               [](ActionCard& card) { card.arguments.clear(); });
         },
         card(kHighExample)},
        {"pending-refused", kPending,
         [](ScreenshotScene& scene) {
             scene.openCard(kFirstPlainExample);
             scene.core.refusesWith = Error(ErrorCode::Conflict, "the fingerprint is another one");
             scene.key(Qt::Key_Return, Qt::ControlModifier);
         }},
    };
}

QList<Screenshot> otherAreaScreenshots()
{
    constexpr int kRunning = 24;
    return {
        {"runs", kRuns, [](ScreenshotScene& scene) { openRun(scene, kRunning); }},
        {"runs-output", kRuns, [](ScreenshotScene& scene) { openRun(scene, 0); }},
        {"runs-stop", kRuns,
         [](ScreenshotScene& scene) {
             openRun(scene, kRunning);
             ScreenshotScene::wait(600);
             scene.click("stopRunButton");
             scene.type(QStringLiteral("6"));
         }},
        {"runs-cancelled", kRuns,
         [](ScreenshotScene& scene) {
             scene.choose(1);
             scene.selectRow("runsTable", 2);
             ScreenshotScene::wait(kSettleMs);
             scene.selectRow("runItemsTable", 3);
         }},
        {"unknown-list", kUnknown, openUnknown},
        {"unknown-determine", kUnknown,
         [](ScreenshotScene& scene) {
             openUnknown(scene);
             scene.key(Qt::Key_H, Qt::ControlModifier | Qt::ShiftModifier);
             scene.type(QStringLiteral("The bank shows it, reference 7731."));
         }},
        {"unknown-hold", kUnknown,
         [](ScreenshotScene& scene) {
             openUnknown(scene);
             scene.core.change(scene.core.order.constFirst(), [](ActionCard& card) {
                 card.snapshot.record.holdUntilMs = QDateTime::currentMSecsSinceEpoch() + 10'000;
             });
             ScreenshotScene::wait(kSettleMs);
         }},
        {"history", kHistory,
         [](ScreenshotScene& scene) {
             scene.choose(3);
             scene.selectRow("historyTable", 0);
         }},
        {"history-tampered",
         [](ScreenshotScene& scene) {
             fillHistory(scene.core);
             scene.core.currentStatus.reasons = {
                 "tampering: the row of act_00000001 differs from the journal"};
             scene.core.change(scene.core.order.constFirst(), [](ActionCard& card) {
                 card.snapshot.tamperedWith = "the row differs from what the journal says of it";
             });
         },
         [](ScreenshotScene& scene) {
             scene.choose(3);
             scene.selectRow("historyTable", 0);
         }},
    };
}

QList<Screenshot> globalScreenshots()
{
    return {
        {"key-locked", statusWith("locked", {"the keychain is locked"}), card(kFirstPlainExample)},
        {"key-missing", statusWith("missing", {"the keychain is missing"}),
         card(kFirstPlainExample)},
        {"key-slow", statusWith("opening", {"the keychain is opening"}), card(kFirstPlainExample)},
        {"store-restored",
         statusWith("ready", {"the store was restored: the guard is 17 entries ahead of the "
                              "journal; nothing runs and nothing is decided until it is known "
                              "what happened in between"}),
         card(kFirstPlainExample)},
        {"store-tampered",
         statusWith("ready", {"tampering: the row of act_00000002 differs from the journal",
                              "tampering: entry 12 does not follow entry 11"}),
         kNothing},
        {"policy-broken",
         statusWith("ready", {"config.jsonc: line 12: \"alow\" is no decision of a rule"}),
         kNothing},
        {"disk-full",
         statusWith("ready", {"the journal cannot be written: no space left on "
                              "device"}),
         card(kFirstPlainExample)},
        {"no-answer", kPending,
         [](ScreenshotScene& scene) {
             scene.openCard(kFirstPlainExample);
             scene.core.isSilent = true;
             ScreenshotScene::wait(CoreClient::kSilenceMs + CoreClient::kBeatMs + kSettleMs);
         }},
        {"status-page",
         [](ScreenshotScene& scene) {
             ServerSnapshot files{"files", "ready", {}, {}, true, 4};
             ServerSnapshot bank{
                 "bank", "failed", "it ended with code 1", {"cannot read the certificate"},
                 false,  0};
             scene.core.currentStatus.servers = {files, bank};
             scene.core.currentStatus.journalPosition = 8412;
             scene.core.currentStatus.guardPosition = 8412;
         },
         [](ScreenshotScene& scene) { scene.click("noticeDetailsButton"); }},
        {"console-locked", kPending,
         [](ScreenshotScene& scene) {
             scene.openCard(kCriticalExample);
             scene.window.lock();
         }},
        {"closing", kRuns, [](ScreenshotScene& scene) { scene.window.close(); }},
        {"stopping", kRuns,
         [](ScreenshotScene& scene) {
             scene.window.close();
             scene.window.setStopping();
         }},
    };
}

} // namespace

QList<Screenshot> screenshots()
{
    return pendingScreenshots() + pendingStateScreenshots() + otherAreaScreenshots() +
           globalScreenshots();
}

} // namespace lockkeeper
