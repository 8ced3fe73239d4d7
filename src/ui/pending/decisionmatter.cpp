// SPDX-License-Identifier: Apache-2.0
#include "ui/pending/decisionmatter.h"

#include <algorithm>

namespace lockkeeper {

namespace {

bool isSameMask(const MaskedValue& a, const MaskedValue& b)
{
    return a.offset == b.offset && a.size == b.size && a.isExpected == b.isExpected;
}

} // namespace

bool isSameMatter(const std::optional<ActionCard>& a, const std::optional<ActionCard>& b)
{
    if (!a || !b)
        return a.has_value() == b.has_value();
    const ActionSnapshot& x = a->snapshot;
    const ActionSnapshot& y = b->snapshot;
    return x.record.id == y.record.id && x.record.version == y.record.version &&
           x.record.state == y.record.state && x.record.risk == y.record.risk &&
           x.record.effect == y.record.effect && x.record.tool == y.record.tool &&
           x.decideByMs == y.decideByMs && x.snooze.untilMs == y.snooze.untilMs &&
           x.fingerprint == y.fingerprint && x.summary == y.summary && x.targets == y.targets &&
           x.tamperedWith == y.tamperedWith && a->equalTo == b->equalTo &&
           a->arguments == b->arguments && a->toolDefinition == b->toolDefinition &&
           std::equal(a->masked.begin(), a->masked.end(), b->masked.begin(), b->masked.end(),
                      isSameMask);
}

bool isSameReading(const std::optional<ActionCard>& a, const std::optional<ActionCard>& b)
{
    return a && b && a->snapshot.record.id == b->snapshot.record.id && a->arguments == b->arguments;
}

bool hasArguments(const ActionCard& card)
{
#ifdef LOCKKEEPER_FAULT_ARGUMENTS_NOT_ASKED
    return !card.snapshot.fingerprint.isEmpty();
#else
    return card.arguments.startsWith('{');
#endif
}

int unexpectedMasks(const ActionCard& card)
{
    return static_cast<int>(std::count_if(card.masked.begin(), card.masked.end(),
                                          [](const MaskedValue& one) { return !one.isExpected; }));
}

} // namespace lockkeeper
