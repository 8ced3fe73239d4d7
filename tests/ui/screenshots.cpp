// SPDX-License-Identifier: Apache-2.0
// Draws every state of the window over a core that stands still, so that the pictures are the same
// each time: in both themes at 1280 by 800, and at 800 by 560, also with words 40 % longer.
//
//   lockkeeper-screenshots [--quick] DIRECTORY [SCENE…]
//
//   --quick   only light at 1280 by 800 and the long words: whether every scene can be drawn
#include "screenshotscene.h"
#include "ui/pending/decisionbar.h"
#include "ui/support/theme.h"
#include "ui/support/translation.h"

#include <QAbstractButton>
#include <QAbstractItemModel>
#include <QAbstractItemView>
#include <QApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <QTextStream>
#include <QTranslator>

#include <cstdio>

using namespace lockkeeper;

namespace {

constexpr int kSettleMs = 250;
constexpr int kKeyMs = 100;
constexpr int kGuardLimitMs = 5000;
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

} // namespace

namespace lockkeeper {

void ScreenshotScene::open(QSize size)
{
    window.connectCore(core);
    window.open();
    window.resize(size);
    window.activateWindow();
    wait(kSettleMs);
}

void ScreenshotScene::wait(int ms)
{
    const QDeadlineTimer end(ms);
    while (!end.hasExpired())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents, 10);
}

void ScreenshotScene::key(Qt::Key key, Qt::KeyboardModifiers modifiers)
{
    QWidget* focus = QApplication::focusWidget();
    QTest::keyClick(focus ? focus : &window, key, modifiers);
    wait(kKeyMs);
}

void ScreenshotScene::type(const QString& text)
{
    if (QWidget* focus = QApplication::focusWidget())
        QTest::keyClicks(focus, text);
    wait(kKeyMs);
}

void ScreenshotScene::click(const char* button)
{
    // Areas may have parts of the same name: the one that is seen is meant.
    for (QAbstractButton* found : window.findChildren<QAbstractButton*>(QLatin1String(button))) {
        if (found->isVisible())
            found->click();
    }
    wait(kKeyMs);
}

void ScreenshotScene::choose(int area)
{
    QTest::keyClick(&window, Qt::Key(Qt::Key_1 + area), Qt::ControlModifier);
    wait(kKeyMs);
}

void ScreenshotScene::selectRow(const char* table, int row)
{
    auto* view = window.findChild<QAbstractItemView*>(QLatin1String(table));
    if (view && view->model())
        view->setCurrentIndex(view->model()->index(row, 0));
    wait(kKeyMs);
}

void ScreenshotScene::openCard(int number)
{
    window.showAction(core.order.at(number));
    wait(kSettleMs);
    waitForGuard();
}

void ScreenshotScene::waitForGuard()
{
    const QDeadlineTimer end(kGuardLimitMs);
    const auto isShut = [this]() {
        auto* bar = window.findChild<DecisionBar*>();
        return bar && bar->isVisible() && !bar->guard().isOpen();
    };
    while (isShut() && !end.hasExpired())
        wait(kKeyMs);
    wait(kKeyMs);
}

void ScreenshotScene::read()
{
    constexpr int kPages = 5;
    for (int page = 0; page < kPages; ++page)
        key(Qt::Key_Space);
}

} // namespace lockkeeper

namespace {

bool draw(const Screenshot& picture, ThemeChoice theme, QSize size, const QString& path)
{
    applyTheme(*static_cast<QApplication*>(QCoreApplication::instance()), theme);
    ScreenshotScene scene;
    picture.before(scene);
    scene.open(size);
    picture.after(scene);
    ScreenshotScene::wait(kSettleMs);
    scene.waitForGuard();
    return scene.window.grab().save(path);
}

/// How many pictures of this scene could not be written.
int drawAll(const Screenshot& picture, const QDir& directory, bool isQuick)
{
    const auto path = [&directory, &picture](const char* suffix) {
        return directory.filePath(QLatin1String(picture.name) + QLatin1String(suffix));
    };
    int missing = 0;
    missing += draw(picture, ThemeChoice::Light, kSize, path("-light.png")) ? 0 : 1;
    if (!isQuick) {
        missing += draw(picture, ThemeChoice::Dark, kSize, path("-dark.png")) ? 0 : 1;
        missing += draw(picture, ThemeChoice::Light, kSmallSize, path("-small.png")) ? 0 : 1;
    }
    LongWords longWords;
    QApplication::installTranslator(&longWords);
    missing += draw(picture, ThemeChoice::Light, kSmallSize, path("-long.png")) ? 0 : 1;
    QApplication::removeTranslator(&longWords);
    return missing;
}

} // namespace

int main(int argc, char** argv)
{
    qputenv("XDG_RUNTIME_DIR", QDir::tempPath().toUtf8());
    const QApplication application(argc, argv);
    installTranslation(QLocale(QLocale::English));
    QStringList arguments = QApplication::arguments();
    const bool isQuick = arguments.removeAll(QStringLiteral("--quick")) > 0;
    if (arguments.size() < 2) {
        std::fputs("usage: lockkeeper-screenshots [--quick] DIRECTORY [SCENE…]\n", stderr);
        return 2;
    }
    const QDir directory(arguments.at(1));
    directory.mkpath(QStringLiteral("."));
    const QStringList wanted = arguments.mid(2);
    int missing = 0;
    int drawn = 0;
    for (const Screenshot& picture : screenshots()) {
        if (!wanted.isEmpty() && !wanted.contains(QString::fromLatin1(picture.name)))
            continue;
        missing += drawAll(picture, directory, isQuick);
        ++drawn;
    }
    std::printf("%d scenes, %d pictures could not be written\n", drawn, missing);
    return drawn > 0 && missing == 0 ? 0 : 1;
}
