// SPDX-License-Identifier: Apache-2.0
#include "ui/arguments/argumentwarnings.h"

#include "ui/arguments/argumentsview.h"
#include "ui/arguments/jsonwalk.h"

#include <algorithm>
#include <vector>

namespace lockkeeper {

namespace {

constexpr qsizetype kIdentifierSize = 256;
constexpr qsizetype kPieceSize = 64 * 1024;
/// Pieces of a long text share this much, so that padding across a border is found.
constexpr qsizetype kOverlap = 512;

/// A container that is open, for the pointer of what is in it.
struct Step
{
    QByteArrayView rawName;
    int index = 0;
};

void add(QList<TextFinding>& findings, const QList<TextFinding>& more)
{
    for (const TextFinding finding : more) {
        if (!findings.contains(finding))
            findings.append(finding);
    }
}

/// The findings of a text between quotes.
QList<TextFinding> findingsOf(QByteArrayView inner, bool isName)
{
    if (inner.size() <= kPieceSize) {
        const QByteArray text = decodedJsonString(inner);
        return visibleText(text, isName ? TextRole::Identifier : roleOfValue(text)).findings;
    }
    QList<TextFinding> findings;
    const TextRole role = isName ? TextRole::Identifier : TextRole::Prose;
    while (!inner.isEmpty()) {
        const qsizetype cut = jsonStringCut(inner, kPieceSize);
        add(findings, visibleText(decodedJsonString(inner.first(cut)), role).findings);
        if (cut == inner.size())
            break;
        inner = inner.sliced(jsonStringCut(inner, cut - kOverlap));
    }
    return findings;
}

QByteArray tokenOf(const Step& step)
{
    if (step.rawName.size() < 2)
        return QByteArray::number(step.index);
    QByteArray name = decodedJsonString(step.rawName.sliced(1, step.rawName.size() - 2));
    name.replace('~', "~0");
    name.replace('/', "~1");
    return name;
}

QByteArray pointerOf(const std::vector<Step>& path)
{
    QByteArray pointer;
    for (std::size_t i = 1; i < path.size(); ++i) // the first is the whole value
        pointer += '/' + tokenOf(path[i]);
    return pointer;
}

QByteArrayView innerOf(QByteArrayView quoted)
{
    return quoted.size() < 2 ? QByteArrayView() : quoted.sliced(1, quoted.size() - 2);
}

void append(QList<ArgumentWarning>& warnings, const QByteArray& pointer,
            QList<TextFinding> findings)
{
    std::sort(findings.begin(), findings.end());
    for (const TextFinding finding : findings) {
        if (warnings.size() < kMaximumWarnings)
            warnings.append({pointer, finding});
    }
}

} // namespace

TextRole roleOfValue(QByteArrayView decoded)
{
    if (decoded.size() > kIdentifierSize || decoded.contains('\n'))
        return TextRole::Prose;
    return decoded.trimmed().contains(' ') ? TextRole::Prose : TextRole::Identifier;
}

QList<ArgumentWarning> argumentWarnings(QByteArrayView json)
{
    QList<ArgumentWarning> warnings;
    std::vector<Step> path;
    JsonWalk walk(json);
    while (warnings.size() < kMaximumWarnings && walk.next()) {
        if (walk.event() == JsonWalk::Event::Close) {
            path.pop_back();
            continue;
        }
        path.push_back({walk.rawName(), walk.index()});
        QList<TextFinding> findings;
        if (!walk.rawName().isEmpty())
            findings = findingsOf(innerOf(walk.rawName()), true);
        if (walk.event() == JsonWalk::Event::Scalar && walk.type() == JsonType::String) {
            const qsizetype size = walk.to() - walk.from();
            add(findings, findingsOf(innerOf(json.sliced(walk.from(), size)), false));
        }
        if (!findings.isEmpty())
            append(warnings, pointerOf(path), findings);
        if (walk.event() == JsonWalk::Event::Scalar)
            path.pop_back();
    }
    return warnings;
}

QList<ArgumentWarning> valueWarnings(QByteArrayView rawValue, const QByteArray& pointer)
{
    QList<ArgumentWarning> warnings;
    if (rawValue.startsWith('"'))
        append(warnings, pointer, findingsOf(innerOf(rawValue), false));
    return warnings;
}

} // namespace lockkeeper
