// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/cardwarnings.h"

#include "core/base/canonicaljson.h"
#include "ui/arguments/visibletext.h"
#include "ui/pending/decisionmatter.h"

#include <QCoreApplication>
#include <QLocale>

namespace lockkeeper {

namespace {

struct CardWarning
{
    Q_DECLARE_TR_FUNCTIONS(CardWarning)
};

constexpr qsizetype kLongDescription = 1000; ///< characters; few tools need as many

QByteArray descriptionOf(const QByteArray& definition)
{
    return JsonView(definition).member("description").string().value_or(QByteArray());
}

/// Collects what is found outside the arguments, each kind once.
class OtherTexts
{
public:
    OtherTexts(QStringList& warnings, const QList<ArgumentWarning>& arguments)
        : m_warnings(warnings)
    {
        for (const ArgumentWarning& warning : arguments)
            m_known.append(warning.finding);
    }

    void look(const QByteArray& text, TextRole role, const QString& name)
    {
        const QList<TextFinding> findings = visibleText(text, role).findings;
        for (const TextFinding finding : findings) {
            if (m_known.contains(finding))
                continue;
            m_known.append(finding);
            m_warnings.append(findingText(finding, name));
        }
    }

private:
    QStringList& m_warnings;
    QList<TextFinding> m_known;
};

void addOtherTexts(QStringList& warnings, const ActionCard& card,
                   const QList<ArgumentWarning>& arguments)
{
    const ActionSnapshot& snapshot = card.snapshot;
    OtherTexts texts(warnings, arguments);
    //: part of a request, in a sentence about what was found in it
    texts.look(snapshot.summary, TextRole::Prose, CardWarning::tr("the effect"));
    //: part of a request, in a sentence about what was found in it
    const QString targets = CardWarning::tr("the targets");
    for (const QByteArray& target : snapshot.targets)
        texts.look(target, TextRole::Identifier, targets);
    //: part of a request, in a sentence about what was found in it
    const QString tool = CardWarning::tr("the name of the tool");
    texts.look(snapshot.record.tool.tool, TextRole::Identifier, tool);
    texts.look(snapshot.record.tool.server, TextRole::Identifier, tool);
    //: part of a request, in a sentence about what was found in it
    texts.look(descriptionOf(card.toolDefinition), TextRole::Prose,
               CardWarning::tr("what the tool says of itself"));
    //: part of a request, in a sentence about what was found in it
    texts.look(snapshot.labels.agentId, TextRole::Identifier,
               CardWarning::tr("what the agent calls itself"));
    //: part of a request, in a sentence about what was found in it
    texts.look(snapshot.agentReason, TextRole::Prose, CardWarning::tr("the agent's reason"));
}

} // namespace

QStringList cardWarnings(const ActionCard& card, const QList<ArgumentWarning>& arguments)
{
    QStringList warnings;
    if (card.arguments == "{}")
        //: warning: what the tool does then, it decides by itself
        warnings.append(CardWarning::tr("The request has no arguments."));
    else if (!hasArguments(card))
        //: warning about a request that can only be denied
        warnings.append(CardWarning::tr("The arguments of the request are missing."));
    for (const ArgumentWarning& warning : arguments)
        warnings.append(
            findingText(warning.finding, visibleLine(warning.pointer, TextRole::Identifier)));
    addOtherTexts(warnings, card, arguments);
    return warnings;
}

QString toolDescriptionText(const QByteArray& definition)
{
    const QByteArray said = descriptionOf(definition);
    if (said.isEmpty())
        //: stands where the tool's description of itself would stand
        return CardWarning::tr("It says nothing.");
    const QString text = visibleText(said, TextRole::Prose).plain();
    const qsizetype characters = QString::fromUtf8(said).toUcs4().size();
    if (characters <= kLongDescription)
        return text;
    //: what a tool says of itself, which is unusually long: %1 a number, %2 the text
    return CardWarning::tr("(Long: %1 characters)\n%2").arg(QLocale().toString(characters), text);
}

} // namespace lockkeeper
