// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QList>
#include <QWidget>

class QPushButton;
class QScrollArea;

namespace lockkeeper {

class WrappedLabel;

/// One thing that a person should know now.
struct Notice
{
    QByteArray key;     ///< names it for actionTriggered()
    QString text;       ///< plain, already made visible
    QString actionText; ///< of its button; empty = none

    friend bool operator==(const Notice&, const Notice&) = default;
};

/// A strip for notices whose place and size never depend on what it says: two lines of text are
/// reserved, so that nothing below it ever moves. It shows one notice; a button goes through the
/// others. Text that needs more than two lines scrolls inside the strip. GUI thread.
///
/// Object names: noticeStrip, noticeText, noticeAction, noticeMore.
class NoticeStrip final : public QWidget
{
    Q_OBJECT

public:
    explicit NoticeStrip(QWidget* parent = nullptr);

    /// The most important first. The one that is shown stays shown if it is still among them.
    void setNotices(const QList<Notice>& notices);
    [[nodiscard]] const QList<Notice>& notices() const { return m_notices; }

signals:
    void actionTriggered(const QByteArray& key);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void showCurrent();
    void reserveHeight();

    QList<Notice> m_notices;
    qsizetype m_current = 0;
    QScrollArea* m_scroll = nullptr;
    WrappedLabel* m_text = nullptr;
    QPushButton* m_action = nullptr;
    QPushButton* m_more = nullptr;
};

} // namespace lockkeeper
