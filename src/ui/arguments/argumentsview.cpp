// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/argumentsview.h"

#include "ui/arguments/argumentstree.h"
#include "ui/arguments/argumentwarnings.h"
#include "ui/arguments/rawview.h"
#include "ui/arguments/shownbytes.h"
#include "ui/support/shortcutkey.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace lockkeeper {

namespace {

QPushButton* makeButton(const QString& text, const QString& name, QWidget* parent)
{
    auto* button = new QPushButton(text, parent);
    button->setObjectName(name);
    button->setAccessibleName(text);
    button->setAutoDefault(false);
    return button;
}

} // namespace

ArgumentsView::ArgumentsView(QWidget* parent)
    : QWidget(parent)
    , m_bytes(new ShownBytes(this))
    , m_tree(new ArgumentsTree(*m_bytes))
    , m_raw(new RawView(*m_bytes))
    , m_tabs(new QTabWidget(this))
{
    m_tabs->setObjectName(QStringLiteral("argumentsTabs"));
    //: Accessible name of the two views of a call's arguments.
    m_tabs->setAccessibleName(tr("Arguments of the call"));
    m_tabs->setDocumentMode(true);
    //: A tab: the arguments of a call, one value a row.
    m_tabs->addTab(m_tree, tr("Arguments"));
    //: A tab: the arguments of a call as the bytes that will be sent.
    m_tabs->addTab(m_raw, tr("Raw"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_tabs, 1);
    layout->addWidget(makeStrip());
    setFocusProxy(m_tree);

    m_tree->setSink([this](const QList<ByteRange>& ranges) { see(m_seenInTree, ranges); });
    m_raw->setSink([this](const QList<ByteRange>& ranges) { see(m_seenInRaw, ranges); });
    m_tell.setSingleShot(true);
    m_tell.setInterval(0);
    connect(&m_tell, &QTimer::timeout, this, &ArgumentsView::coverageChanged);
    connect(m_tabs, &QTabWidget::currentChanged, this,
            [this] { setFocusProxy(m_tabs->currentWidget()); });
    connect(m_bytes, &ShownBytes::revealedChanged, this, &ArgumentsView::onRevealedChanged);
    connect(m_tree, &ArgumentsTree::maskedEntered, this,
            [this](int masked) { setCurrentMasked(masked, false); });
    connect(m_raw, &RawView::maskedStepWanted, this, &ArgumentsView::stepMasked);
    updateStrip();
}

QWidget* ArgumentsView::makeStrip()
{
    m_strip = new QWidget(this);
    m_maskedLabel = new QLabel(m_strip);
    m_maskedLabel->setObjectName(QStringLiteral("maskedLabel"));
    m_maskedLabel->setTextFormat(Qt::PlainText);
    m_maskedLabel->setWordWrap(true);
    // Two lines from the start: what stands above does not move when the text gets longer.
    m_maskedLabel->setMinimumHeight(2 * m_maskedLabel->fontMetrics().lineSpacing());
    //: A button: goes to the secret value before this one.
    auto* previous = makeButton(tr("Previous"), QStringLiteral("previousMaskedButton"), m_strip);
    //: Accessible name of the button "Previous" beside a secret value.
    previous->setAccessibleName(tr("Previous masked value"));
    //: A button: goes to the secret value behind this one.
    auto* next = makeButton(tr("Next"), QStringLiteral("nextMaskedButton"), m_strip);
    //: Accessible name of the button "Next" beside a secret value.
    next->setAccessibleName(tr("Next masked value"));
    //: A button: shows a secret value for ten seconds, which is recorded. R is its key.
    m_revealButton = makeButton(tr("Reveal (R)"), QStringLiteral("revealButton"), m_strip);
    auto* layout = new QHBoxLayout(m_strip);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->addWidget(m_maskedLabel, 1);
    layout->addWidget(previous);
    layout->addWidget(next);
    layout->addWidget(m_revealButton);
    connect(previous, &QPushButton::clicked, this, [this] { stepMasked(-1); });
    connect(next, &QPushButton::clicked, this, [this] { stepMasked(1); });
    connect(m_revealButton, &QPushButton::clicked, this, &ArgumentsView::askReveal);
    return m_strip;
}

void ArgumentsView::setCard(const ActionCard& card)
{
    // The same bytes of another action are read anew: what is masked in them may be another secret.
    const bool isSame = m_hasCard && m_action == card.snapshot.record.id &&
                        m_fingerprint == card.snapshot.fingerprint &&
                        m_bytes->holds(card.arguments, card.masked);
    if (isSame)
        return;
    m_hasCard = true;
    m_action = card.snapshot.record.id;
    m_fingerprint = card.snapshot.fingerprint;
    m_bytes->set(card.arguments, card.masked);
    startCoverage();
}

void ArgumentsView::clear()
{
    m_hasCard = false;
    m_action = {};
    m_fingerprint.clear();
    m_bytes->clear();
    startCoverage();
}

/// The bytes are others: nothing of them has been seen.
void ArgumentsView::startCoverage()
{
    const qsizetype size = m_bytes->size();
    m_seen = Coverage(size);
    m_seenInTree = Coverage(size);
    m_seenInRaw = Coverage(size);
    m_warnings.reset();
    m_tree->reload();
    m_raw->reload();
    setCurrentMasked(m_bytes->masked().isEmpty() ? -1 : 0, false);
    m_tell.start();
}

void ArgumentsView::see(Coverage& inView, const QList<ByteRange>& ranges)
{
    bool isNew = false;
    for (const ByteRange& range : ranges) {
        inView.add(range);
        isNew = m_seen.add(range) || isNew;
    }
    if (isNew)
        m_tell.start();
}

void ArgumentsView::reveal(qsizetype offset, const QByteArray& bytes)
{
    if (!m_bytes->reveal(offset, bytes))
        return;
    const int masked = m_bytes->maskedAt(offset);
    // What was hidden twice, masked and invisible, is known from now on.
    QList<ArgumentWarning> known = warnings();
    for (const ArgumentWarning& warning : valueWarnings(bytes, m_bytes->masked()[masked].pointer)) {
        const auto isIt = [&warning](const ArgumentWarning& other) {
            return other.pointer == warning.pointer && other.finding == warning.finding;
        };
        if (known.size() < kMaximumWarnings && std::none_of(known.begin(), known.end(), isIt))
            known.append(warning);
    }
    m_warnings = known;
    m_tell.start();
}

void ArgumentsView::onRevealedChanged(int masked)
{
    Q_UNUSED(masked);
    m_tree->refresh();
    m_raw->refresh();
    updateStrip();
}

int ArgumentsView::readPercent() const
{
    return m_seen.percent();
}

QByteArray ArgumentsView::coverage() const
{
    const QByteArray percent = ' ' + QByteArray::number(m_seen.percent());
    if (m_seenInTree.seen() == m_seen.seen())
        return "tree" + percent;
    return (m_seenInRaw.seen() == m_seen.seen() ? "raw" : "tree+raw") + percent;
}

QList<ArgumentWarning> ArgumentsView::warnings() const
{
    if (!m_warnings)
        m_warnings = argumentWarnings(m_bytes->bytes());
    return *m_warnings;
}

void ArgumentsView::page(bool forward)
{
    if (m_tabs->currentWidget() == m_raw)
        m_raw->page(forward);
    else
        m_tree->page(forward);
}

void ArgumentsView::setTab(int tab)
{
    m_tabs->setCurrentIndex(tab);
}

void ArgumentsView::keyPressEvent(QKeyEvent* event)
{
    const bool isReveal = shortcutKey(*event) == Qt::Key_R && event->modifiers() == Qt::NoModifier;
    if (!isReveal || m_masked < 0) {
        event->ignore();
        return;
    }
    if (!event->isAutoRepeat())
        askReveal();
}

void ArgumentsView::setCurrentMasked(int masked, bool show)
{
    m_masked = masked;
    m_tree->setCurrentMasked(masked, show);
    m_raw->setCurrentMasked(masked, show);
    updateStrip();
}

void ArgumentsView::stepMasked(int step)
{
    const int count = static_cast<int>(m_bytes->masked().size());
    if (count > 0)
        setCurrentMasked(std::clamp(m_masked + step, 0, count - 1), true);
}

void ArgumentsView::askReveal()
{
    if (m_masked >= 0 && m_bytes->revealed(m_masked).isEmpty())
        emit revealWanted(m_bytes->masked()[m_masked].offset);
}

void ArgumentsView::updateStrip()
{
    m_strip->setVisible(m_masked >= 0);
    if (m_masked < 0) {
        m_maskedLabel->clear();
        return;
    }
    const QLocale locale;
    const QString pointer = visibleLine(m_bytes->masked()[m_masked].pointer, TextRole::Identifier);
    const QString number = locale.toString(m_masked + 1);
    const QString count = locale.toString(m_bytes->masked().size());
    const bool isRevealed = !m_bytes->revealed(m_masked).isEmpty();
    //: Beside the button Reveal: number of this secret value, how many there are, and its field.
    const QString masked = tr("Masked value %1 of %2: %3");
    //: The same while the value is shown for ten seconds.
    const QString shown = tr("Revealed for ten seconds, %1 of %2: %3");
    m_maskedLabel->setText((isRevealed ? shown : masked).arg(number, count, pointer));
    //: Accessible name of the button Reveal; %1 is the field of the secret value.
    m_revealButton->setAccessibleName(tr("Reveal masked value %1").arg(pointer));
    // Not disabled: a disabled button would drop the focus.
    m_revealButton->setText(isRevealed ? tr("Revealed") : tr("Reveal (R)"));
}

} // namespace lockkeeper
