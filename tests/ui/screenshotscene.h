// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/fakeoperatorcore.h"
#include "ui/mainwindow.h"

#include <QList>
#include <QTemporaryDir>

#include <functional>

namespace lockkeeper {

/// The window with its core, as one picture needs it.
struct ScreenshotScene
{
    FakeOperatorCore core;
    QTemporaryDir directory;
    MainWindow window{directory.filePath(QStringLiteral("window.ini"))};

    void open(QSize size);
    /// Draws and answers for so long; the pictures are not timed, they only have to be ready.
    static void wait(int ms);
    void key(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
    void type(const QString& text);
    void click(const char* button);
    void choose(int area);
    /// Makes this row of the table current.
    void selectRow(const char* table, int row);
    /// Opens the card of this action, over the list, and waits until it can be decided on.
    void openCard(int number);
    /// Until what decides takes input.
    void waitForGuard();
    /// Pages to the end of the arguments.
    void read();
};

using ScreenshotStep = std::function<void(ScreenshotScene&)>;

struct Screenshot
{
    const char* name;
    ScreenshotStep before; ///< the window is there
    ScreenshotStep after;  ///< it is on the screen
};

/// A picture of every state that the window has.
[[nodiscard]] QList<Screenshot> screenshots();

/// In the order of FakeOperatorCore::order: what each of them is.
enum PendingExample {
    kCriticalExample,
    kHighExample,
    kHiddenExample,
    kMaskedExample,
    kFirstPlainExample
};
void fillPending(FakeOperatorCore& core);
void fillRuns(FakeOperatorCore& core);
void fillUnknown(FakeOperatorCore& core);
void fillHistory(FakeOperatorCore& core);

} // namespace lockkeeper
