// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLineEdit>

namespace lockkeeper {

/// A field whose text has to be typed: it takes no paste, no dropped text and no selection of the
/// pointer's middle button, and has no context menu. Input methods, dictation and screen readers
/// enter text as they do elsewhere. GUI thread.
class TypedLineEdit final : public QLineEdit
{
    Q_OBJECT

public:
    explicit TypedLineEdit(QWidget* parent = nullptr);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
};

} // namespace lockkeeper
