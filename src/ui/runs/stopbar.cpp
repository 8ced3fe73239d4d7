// SPDX-License-Identifier: Apache-2.0
#include "ui/runs/stopbar.h"

#include "ui/arguments/visibletext.h"
#include "ui/widgets/inputguard.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QVBoxLayout>

namespace lockkeeper {

namespace {

constexpr int kButtonHeight = 36;

QLabel* makeLabel(const char* name, QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setObjectName(QLatin1String(name));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

QPushButton* makeButton(const char* name, const QString& text, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setObjectName(QLatin1String(name));
    button->setAccessibleName(text);
    button->setAutoDefault(false);
    button->setMinimumHeight(kButtonHeight);
    return button;
}

} // namespace

StopBar::StopBar(CoreClient& client, InputGuard& guard, QWidget* parent)
    : QWidget(parent)
    , m_guard(guard)
    , m_stopper(client)
    //: Button; asks first how many calls are in flight
    , m_stop(makeButton("stopRunButton", tr("Stop run…"), this))
    , m_question(makeLabel("stopQuestion", this))
    , m_count(new QLineEdit(this))
    //: Button; cancels every call of the run that has not been started
    , m_confirm(makeButton("stopConfirmButton", tr("Stop this run"), this))
    //: Button; closes the question whether to stop the run
    , m_keep(makeButton("stopKeepButton", tr("Let it go on"), this))
    , m_verdict(makeLabel("stopVerdict", this))
{
    m_count->setObjectName(QStringLiteral("stopCount"));
    //: What a screen reader calls the field in which the number of calls in flight is typed
    m_count->setAccessibleName(tr("Number of calls in flight"));
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_count);
    buttons->addWidget(m_keep);
    buttons->addStretch();
    buttons->addWidget(m_confirm);
    auto* first = new QHBoxLayout;
    first->addWidget(m_stop);
    first->addWidget(m_verdict, 1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(first);
    layout->addWidget(m_question);
    layout->addLayout(buttons);
    m_guard.protect(*m_stop);
    m_guard.protect(*m_confirm);
    connect(m_stop, &QPushButton::clicked, this, &StopBar::ask);
    connect(m_keep, &QPushButton::clicked, this, &StopBar::endQuestion);
    connect(m_confirm, &QPushButton::clicked, this, &StopBar::confirm);
    connect(m_count, &QLineEdit::textChanged, this, &StopBar::check);
    connect(&m_stopper, &RunStopper::progressed, this, &StopBar::showTally);
    connect(&m_stopper, &RunStopper::finished, this, [this](const QByteArray& error) {
        showTally();
        if (!error.isEmpty() && m_stopper.run() == m_key) {
            //: The run could not be stopped as a whole; %1 is the reason
            m_verdict->setText(
                tr("Not all calls were reached: %1").arg(visibleLine(error, TextRole::Prose)));
        }
    });
    endQuestion();
}

void StopBar::setRun(const QByteArray& key, qint64 inFlight)
{
    if (key != m_key) {
        m_key = key;
        m_verdict->clear();
        endQuestion();
    }
    setInFlight(inFlight);
}

void StopBar::setInFlight(qint64 inFlight)
{
    m_inFlight = inFlight;
    check();
}

void StopBar::setCanDecide(bool canDecide)
{
    m_canDecide = canDecide;
    check();
}

void StopBar::ask()
{
    if (m_inFlight == 0 || m_stopper.isAtWork())
        return;
    m_asked = m_inFlight;
    m_verdict->clear();
    //: Asks before a run is stopped; %Ln is the number of calls that are not over
    m_question->setText(tr("%Ln call(s) of this run in flight. Stopping cancels what has not been "
                           "started; what has been started goes on, and more calls of the agent "
                           "are not held back. To stop, type the number of calls in flight.",
                           nullptr, int(m_asked)));
    for (QWidget* widget : {static_cast<QWidget*>(m_question), static_cast<QWidget*>(m_count),
                            static_cast<QWidget*>(m_confirm), static_cast<QWidget*>(m_keep)})
        widget->show();
    m_count->setFocus();
    m_guard.restart(); // the layout has moved
    check();
}

void StopBar::endQuestion()
{
    m_asked = 0;
    const bool hadFocus = m_count->hasFocus() || m_confirm->hasFocus() || m_keep->hasFocus();
    m_count->clear();
    for (QWidget* widget : {static_cast<QWidget*>(m_question), static_cast<QWidget*>(m_count),
                            static_cast<QWidget*>(m_confirm), static_cast<QWidget*>(m_keep)})
        widget->hide();
    m_guard.restart();
    check();
    if (hadFocus)
        m_stop->setFocus();
}

void StopBar::check()
{
    bool isNumber = false;
    QString typed = m_count->text();
    typed.remove(QLocale().groupSeparator()).remove(QLatin1Char(' '));
    const qint64 number = typed.toLongLong(&isNumber);
    const bool isRight = isNumber && m_asked > 0 && number == m_asked;
#ifdef LOCKKEEPER_FAULT_STOP_WITHOUT_NUMBER
    const bool isMeant = m_asked > 0;
    Q_UNUSED(isRight);
#else
    const bool isMeant = isRight;
#endif
    m_confirm->setEnabled(isMeant && m_canDecide && !m_stopper.isAtWork());
    m_stop->setEnabled(m_inFlight > 0 && m_canDecide && !m_stopper.isAtWork());
}

void StopBar::confirm()
{
    if (!m_confirm->isEnabled())
        return;
    m_stopper.stop(m_key);
    m_guard.decisionMade();
    endQuestion();
    showTally();
}

void StopBar::showTally()
{
    check();
    if (m_stopper.run() != m_key)
        return;
    const RunStopper::Tally& tally = m_stopper.tally();
    const QLocale locale;
    const QString numbers =
        //: What stopping a run did; numbers of calls: %1 cancelled, %2 started meanwhile, %3
        //: refused
        tr("%1 cancelled, %2 had started meanwhile and were asked to stop, %3 refused.")
            .arg(locale.toString(tally.cancelled), locale.toString(tally.started),
                 locale.toString(tally.refused));
    //: Stopping a run has not come to its end; %1 says what it did so far
    m_verdict->setText(m_stopper.isAtWork() ? tr("Stopping: %1").arg(numbers) : numbers);
}

} // namespace lockkeeper
