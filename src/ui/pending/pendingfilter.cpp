// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/pendingfilter.h"

#include "ui/support/riskpresentation.h"

#include <QRegularExpression>

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr auto kRiskPrefix = "risk:";

/// Levels are taken by their English names and by their words in the language of the window.
QList<RiskLevel> risksOf(const QString& list)
{
    QList<RiskLevel> risks;
    const QStringList names = list.split(QLatin1Char(','), Qt::SkipEmptyParts);
    for (const RiskLevel risk :
         {RiskLevel::Low, RiskLevel::Medium, RiskLevel::High, RiskLevel::Critical}) {
        if (names.contains(riskFilterWord(risk), Qt::CaseInsensitive) ||
            names.contains(riskWord(risk), Qt::CaseInsensitive))
            risks.append(risk);
    }
    return risks;
}

bool contains(const ActionSnapshot& snapshot, const QString& word)
{
    const auto has = [&word](const QByteArray& text) {
        return QString::fromUtf8(text).contains(word, Qt::CaseInsensitive);
    };
    const ActionRecord& record = snapshot.record;
    return has(snapshot.summary) || has(record.tool.server) || has(record.tool.tool) ||
           has(snapshot.labels.agentId) || has(record.credential.value()) ||
           std::any_of(snapshot.targets.cbegin(), snapshot.targets.cend(), has);
}

} // namespace

PendingFilter PendingFilter::fromText(const QString& text)
{
    static const QRegularExpression kSpaces(QStringLiteral("\\s+"));
    PendingFilter filter;
    for (const QString& word : text.split(kSpaces, Qt::SkipEmptyParts)) {
        QList<RiskLevel> risks;
        if (word.startsWith(QLatin1String(kRiskPrefix), Qt::CaseInsensitive))
            risks = risksOf(word.mid(qsizetype(qstrlen(kRiskPrefix))));
        if (risks.isEmpty())
            filter.m_words.append(word);
        else
            filter.m_risks.append(risks);
    }
    return filter;
}

bool PendingFilter::matches(const ActionSnapshot& snapshot) const
{
    if (!m_risks.isEmpty() && !m_risks.contains(snapshot.record.risk))
        return false;
    return std::all_of(m_words.cbegin(), m_words.cend(),
                       [&snapshot](const QString& word) { return contains(snapshot, word); });
}

} // namespace lockkeeper
