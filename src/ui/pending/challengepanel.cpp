// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/challengepanel.h"

#include "ui/widgets/plainlabel.h"
#include "ui/widgets/typedlineedit.h"

#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

namespace lockkeeper {

namespace {

constexpr int kChallengeCharacters = 64;
constexpr int kReasonCharacters = 1000;
constexpr int kSpacing = 4;

} // namespace

ChallengePanel::ChallengePanel(QWidget* parent)
    : QWidget(parent)
    , m_ask(wrappedPlainLabel(QStringLiteral("challengeAsk"), this))
    , m_field(new TypedLineEdit(this))
    , m_reasonAsk(wrappedPlainLabel(QStringLiteral("reasonAsk"), this))
    , m_reason(new QLineEdit(this))
    , m_hint(wrappedPlainLabel(QStringLiteral("challengeHint"), this))
{
    setObjectName(QStringLiteral("challengePanel"));
    //: Screen readers: the part of the decision bar in which a value is typed to approve.
    setAccessibleName(tr("Before approving"));
    m_field->setObjectName(QStringLiteral("challengeField"));
    m_field->setMaxLength(kChallengeCharacters);
    m_reason->setObjectName(QStringLiteral("reasonField"));
    m_reason->setMaxLength(kReasonCharacters);
    m_reasonAsk->setText(tr("Say why, in at least %n character(s). It goes into the record.",
                            nullptr, int(ApprovalLadder::kReasonCharacters)));
    m_reason->setAccessibleName(m_reasonAsk->text());
    m_reasonAsk->setBuddy(m_reason);

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kSpacing);
    for (QWidget* part :
         std::initializer_list<QWidget*>{m_ask, m_field, m_reasonAsk, m_reason, m_hint})
        layout->addWidget(part);
    hide();

    connect(m_field, &QLineEdit::textChanged, this, &ChallengePanel::edited);
    connect(m_reason, &QLineEdit::textChanged, this, &ChallengePanel::edited);
}

void ChallengePanel::open(const Challenge& challenge, bool needsReason)
{
    m_challenge = challenge;
    m_isOpen = true;
    m_field->clear();
    m_reason->clear();
    //: %1 is the name of an argument of the call, as in "type the path of this call".
    m_ask->setText(tr("To approve, type the %1 of this call.").arg(challenge.field));
    m_field->setAccessibleName(m_ask->text());
    m_reasonAsk->setVisible(needsReason);
    m_reason->setVisible(needsReason);
    setHint(tr("Press Ctrl+Enter to approve."));
    show();
    m_field->setFocus(Qt::OtherFocusReason);
}

void ChallengePanel::close()
{
    m_isOpen = false;
    m_challenge = {};
    m_field->setText({});
    m_reason->setText({});
    hide();
}

bool ChallengePanel::isMet() const
{
    return m_isOpen && m_challenge.isMetBy(m_field->text());
}

QString ChallengePanel::reason() const
{
    return m_reason->text().trimmed();
}

qsizetype ChallengePanel::reasonCharacters() const
{
    return reason().toUcs4().size();
}

void ChallengePanel::setHint(const QString& text)
{
    m_hint->setText(text);
    m_hint->setAccessibleName(text);
}

} // namespace lockkeeper
