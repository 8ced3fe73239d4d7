// SPDX-License-Identifier: Apache-2.0
#include "ui/unknown/determinationpanel.h"

#include "ui/unknown/unknowntext.h"
#include "ui/widgets/wrappedlabel.h"
#include "ui/widgets/wrappingbutton.h"

#include <QCheckBox>
#include <QFormLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QResizeEvent>
#include <QScrollArea>
#include <QVBoxLayout>

namespace lockkeeper {

namespace {

constexpr int kReasonLines = 3;
constexpr int kLongestEvidence = 2000;
constexpr int kFramePadding = 10;
constexpr int kGapBetweenButtons = 48;

/// As high as what is in it, where there is room; it scrolls where there is none.
class FieldsArea final : public QScrollArea
{
public:
    explicit FieldsArea(QWidget* parent)
        : QScrollArea(parent)
    {
        setFrameShape(QFrame::NoFrame);
        setWidgetResizable(true);
        setFocusPolicy(Qt::NoFocus);
    }

    [[nodiscard]] QSize sizeHint() const override
    {
        const QSize hint = widget()->sizeHint();
        const QLayout* fields = widget()->layout();
        return {hint.width(), fields->hasHeightForWidth()
                                  ? fields->totalHeightForWidth(viewport()->width())
                                  : hint.height()};
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (watched == widget() && event->type() == QEvent::LayoutRequest)
            updateGeometry();
        return QScrollArea::eventFilter(watched, event);
    }
    void resizeEvent(QResizeEvent* event) override
    {
        QScrollArea::resizeEvent(event);
        if (event->size().width() != event->oldSize().width())
            updateGeometry();
    }
};

bool isEnter(const QKeyEvent& press)
{
    return press.key() == Qt::Key_Return || press.key() == Qt::Key_Enter;
}

bool isRecordKey(const QKeyEvent& press)
{
#ifdef LOCKKEEPER_FAULT_ENTER_DETERMINES
    return isEnter(press);
#else
    return isEnter(press) &&
           (press.modifiers() & ~Qt::KeypadModifier) == Qt::KeyboardModifiers(Qt::ControlModifier);
#endif
}

} // namespace

DeterminationPanel::DeterminationPanel(InputGuard& guard, QWidget* parent)
    : QWidget(parent)
    , m_guard(guard)
{
    setObjectName(QStringLiteral("determinePanel"));
    //: The panel in which an unknown outcome is settled.
    setAccessibleName(tr("Record what happened"));
    build();
    setVisible(false);
}

void DeterminationPanel::buildFields(QWidget& parent)
{
    auto* form = new QFormLayout(&parent);
    form->setRowWrapPolicy(QFormLayout::WrapAllRows);
    form->setContentsMargins(0, 0, 0, 0);
    m_consequence = new WrappedLabel(&parent);
    m_consequence->setObjectName(QStringLiteral("consequenceText"));
    form->addRow(m_consequence);

    m_reason = new QPlainTextEdit(&parent);
    m_reason->setObjectName(QStringLiteral("determineReason"));
    //: Field: why the person records this.
    m_reason->setAccessibleName(tr("Reason"));
    m_reason->setTabChangesFocus(true);
    m_reason->setFixedHeight(m_reason->fontMetrics().lineSpacing() * kReasonLines + kFramePadding);
    connect(m_reason, &QPlainTextEdit::textChanged, this, &DeterminationPanel::showMissing);
    //: Field: why the person records this.
    auto* reasonLabel = new QLabel(tr("&Reason"), &parent);
    reasonLabel->setTextFormat(Qt::PlainText);
    reasonLabel->setBuddy(m_reason);
    form->addRow(reasonLabel, m_reason);

    m_evidence = new QLineEdit(&parent);
    m_evidence->setObjectName(QStringLiteral("determineEvidence"));
    m_evidence->setMaxLength(kLongestEvidence);
    //: Field: where one can look it up, for instance a booking number; need not be filled in.
    m_evidence->setAccessibleName(tr("Evidence or reference, optional"));
    //: Field: where one can look it up; need not be filled in.
    auto* evidenceLabel = new QLabel(tr("Evi&dence or reference (optional)"), &parent);
    evidenceLabel->setTextFormat(Qt::PlainText);
    evidenceLabel->setBuddy(m_evidence);
    form->addRow(evidenceLabel, m_evidence);

    //: Check box: the person knows that the call cannot take effect any more.
    m_stopped = new QCheckBox(tr("The effect has certainly stopped"), &parent);
    m_stopped->setObjectName(QStringLiteral("effectStopped"));
    m_stopped->setAccessibleName(m_stopped->text());
    form->addRow(m_stopped);

    m_pin = new QLineEdit(&parent);
    m_pin->setObjectName(QStringLiteral("determinePin"));
    m_pin->setEchoMode(QLineEdit::Password);
    //: Field: the PIN that protects the decision key.
    m_pin->setAccessibleName(tr("PIN"));
    connect(m_pin, &QLineEdit::textChanged, this, &DeterminationPanel::showMissing);
    //: Field: the PIN that protects the decision key.
    m_pinLabel = new QLabel(tr("&PIN"), &parent);
    m_pinLabel->setTextFormat(Qt::PlainText);
    m_pinLabel->setBuddy(m_pin);
    form->addRow(m_pinLabel, m_pin);
}

void DeterminationPanel::build()
{
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    m_scroll = new FieldsArea(this);
    auto* fields = new QWidget(m_scroll);
    buildFields(*fields);
    m_scroll->setWidget(fields);
    rows->addWidget(m_scroll, 1);

    m_missing = new WrappedLabel(this);
    m_missing->setObjectName(QStringLiteral("determineMissing"));
    rows->addWidget(m_missing);

    auto* buttons = new QHBoxLayout;
    m_back = new WrappingButton(QStringLiteral("backButton"), this);
    //: Button: closes the panel, nothing is recorded.
    m_back->setWords(tr("Back"));
    m_record = new WrappingButton(QStringLiteral("recordButton"), this);
    m_guard.protect(*m_record);
    connect(&m_guard, &InputGuard::openChanged, this,
            [this](bool isOpen) { m_record->setGuarded(!isOpen); });
    connect(m_back, &WrappingButton::clicked, this, &DeterminationPanel::left);
    connect(m_record, &WrappingButton::clicked, this, &DeterminationPanel::record);
    buttons->addWidget(m_back);
    buttons->addSpacing(kGapBetweenButtons);
    buttons->addStretch(1);
    buttons->addWidget(m_record);
    rows->addLayout(buttons);
}

void DeterminationPanel::open(DeterminationKind kind)
{
    m_kind = kind;
    m_isOpen = true;
    m_reason->clear();
    m_evidence->clear();
    m_pin->clear();
    m_stopped->setChecked(false);
    m_stopped->setVisible(kind == DeterminationKind::DidNotHappen);
    m_record->setWords(UnknownText::record(kind));
    showTexts();
    setVisible(true);
    m_reason->setFocus(Qt::OtherFocusReason);
    m_guard.restart();
    // Where there is little room, the field is what has to be seen; once the layout is done.
    QMetaObject::invokeMethod(
        this, [this]() { m_scroll->ensureWidgetVisible(m_reason); }, Qt::QueuedConnection);
}

void DeterminationPanel::close()
{
    m_isOpen = false;
    m_reason->clear();
    m_evidence->clear();
    m_pin->clear();
    m_consequence->clear();
    setVisible(false);
}

void DeterminationPanel::setWaiting(qsizetype freed, qsizetype held)
{
    m_freed = freed;
    m_held = held;
    showTexts();
}

void DeterminationPanel::setPinNeeded(bool needed)
{
    m_isPinNeeded = needed;
    m_pin->setVisible(needed);
    m_pinLabel->setVisible(needed);
    showMissing();
}

void DeterminationPanel::setObstacle(const QString& sentence)
{
    m_obstacle = sentence;
    showMissing();
}

SecretBytes DeterminationPanel::pin() const
{
    QByteArray typed = m_pin->text().toUtf8();
    const SecretBytes secret = typed.isEmpty() ? SecretBytes() : SecretBytes(typed);
    wipe(typed);
    return secret;
}

void DeterminationPanel::showTexts()
{
    if (!m_isOpen)
        return;
    m_consequence->setText(UnknownText::consequence(m_kind, m_freed, m_held));
    showMissing();
}

QString DeterminationPanel::missing() const
{
    if (!m_obstacle.isEmpty())
        return m_obstacle;
    const qsizetype needed =
        m_kind == DeterminationKind::Undetermined ? kReasonOfClosing : kReasonCharacters;
    const qsizetype there = m_reason->toPlainText().trimmed().size();
    if (there == 0)
        //: What is still missing before it can be recorded.
        return tr("A reason is needed.");
    if (there < needed)
        //: What is still missing; %1 characters are there, %2 are needed.
        return tr("The reason is too short: %1 of %2 characters.").arg(there).arg(needed);
    if (m_isPinNeeded && m_pin->text().isEmpty())
        //: What is still missing before it can be recorded.
        return tr("The PIN is needed.");
    return {};
}

void DeterminationPanel::showMissing()
{
    const QString sentence = missing();
    m_record->setEnabled(sentence.isEmpty());
    //: How it is recorded by keyboard.
    m_missing->setText(sentence.isEmpty() ? tr("Press Ctrl+Enter to record it.") : sentence);
}

void DeterminationPanel::record()
{
    if (!m_isOpen || !missing().isEmpty())
        return;
    DetermineRequest request;
    request.kind = m_kind;
    request.reason = m_reason->toPlainText().trimmed().toUtf8();
    request.evidence = m_evidence->text().trimmed().toUtf8();
    request.effectHasStopped = m_kind == DeterminationKind::DidNotHappen && m_stopped->isChecked();
    const SecretBytes secret = m_isPinNeeded ? pin() : SecretBytes();
    m_pin->clear();
    m_guard.decisionMade();
    emit recorded(request, secret);
}

bool DeterminationPanel::takeKey(QKeyEvent& press)
{
    if (!m_isOpen)
        return false;
    if (press.key() == Qt::Key_Escape) {
        emit left();
        return true;
    }
    if (isRecordKey(press)) {
        if (m_guard.takesKey(press))
            record();
        return true;
    }
    return isEnter(press);
}

} // namespace lockkeeper
