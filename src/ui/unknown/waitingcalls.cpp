// SPDX-License-Identifier: Apache-2.0
#include "ui/unknown/waitingcalls.h"

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr qsizetype kKeyBytes = 32;

const ActionSnapshot& newest(const ActionSnapshot& known,
                             const QHash<ActionId, ActionSnapshot>& newer)
{
    const auto found = newer.constFind(known.record.id);
    if (found == newer.cend() || found->record.version < known.record.version)
        return known;
    return *found;
}

} // namespace

QList<QByteArray> targetKeysOf(const ActionRecord& record)
{
    QList<QByteArray> keys;
    for (qsizetype at = 0; at + kKeyBytes <= record.targetKeys.size(); at += kKeyBytes)
        keys.append(record.targetKeys.mid(at, kKeyBytes));
    return keys;
}

WaitingCalls waitingCalls(const QHash<ActionId, ActionSnapshot>& open,
                          const QHash<ActionId, ActionSnapshot>& newer)
{
    QHash<QByteArray, QSet<ActionId>> unknownsOn;
    for (const ActionSnapshot& snapshot : open) {
        if (snapshot.record.state != ActionState::Unknown)
            continue;
        for (const QByteArray& key : targetKeysOf(snapshot.record))
            unknownsOn[key].insert(snapshot.record.id);
    }
    WaitingCalls waiting;
    if (unknownsOn.isEmpty())
        return waiting;
    for (const ActionSnapshot& known : open) {
        const ActionSnapshot& snapshot = newest(known, newer);
        if (snapshot.record.state != ActionState::Approved)
            continue;
        QSet<ActionId> because;
        for (const QByteArray& key : targetKeysOf(snapshot.record))
            because.unite(unknownsOn.value(key));
        if (because.isEmpty())
            continue;
        if (snapshot.waitReason != WaitReason::TargetReconciliation) {
            waiting.doubtful.append(snapshot.record.id);
            continue;
        }
        for (const ActionId& unknown : std::as_const(because))
            waiting.byUnknown[unknown].append(snapshot.record.id);
        if (because.size() == 1)
            ++waiting.freed[*because.cbegin()];
    }
    for (QList<ActionId>& calls : waiting.byUnknown) {
        std::sort(calls.begin(), calls.end(), [&open](const ActionId& a, const ActionId& b) {
            const qint64 first = open.constFind(a)->record.createdAtMs;
            const qint64 second = open.constFind(b)->record.createdAtMs;
            return first != second ? first < second : a < b;
        });
    }
    return waiting;
}

} // namespace lockkeeper
