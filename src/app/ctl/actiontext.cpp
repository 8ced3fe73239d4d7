// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/actiontext.h"

#include "app/ctl/ctlsession.h"
#include "app/ctl/plaintext.h"

#include <array>

namespace lockkeeper::ctl {

namespace {

struct Member
{
    const char* name;
    const char* label;
};

constexpr std::array kTexts = {
    Member{"tool", "tool"},
    Member{"summary", "summary"},
    Member{"credential", "credential"},
    Member{"submission_id", "submission"},
    Member{"call_id", "call"},
    Member{"effect", "effect"},
    Member{"risk", "risk"},
    Member{"fingerprint", "fingerprint"},
    Member{"agent_reason", "agent says"},
    Member{"policy_rule", "rule"},
    Member{"asked_because", "asked because"},
    Member{"wait_reason", "waits for"},
    Member{"outcome", "outcome"},
    Member{"decided_by", "decided by"},
    Member{"decision_reason", "decision says"},
    Member{"result_summary", "result"},
    Member{"follows", "follows"},
    Member{"tampered_with", "TAMPERED WITH"},
};

constexpr std::array kTimes = {
    Member{"created_at_ms", "created"},         Member{"decide_by_ms", "decide by"},
    Member{"first_shown_at_ms", "first shown"}, Member{"execute_by_ms", "execute by"},
    Member{"hold_until_ms", "held until"},      Member{"finished_at_ms", "finished"},
};

/// "pending", or "pending, snoozed" while it is put aside.
QByteArray stateText(const JsonView& action)
{
    const QByteArray state = plainText(textOf(action, "state"));
    return action.member("snooze").isValid() ? state + ", snoozed" : state;
}

/// What operators did about its time, and that nobody saw it where that has to be said.
void addTerms(const JsonView& action, QList<QList<QByteArray>>& rows)
{
    const JsonView snooze = action.member("snooze");
    if (snooze.isValid())
        rows.append({"snoozed until", timeText(numberOf(snooze, "until_ms")) + " by " +
                                          plainText(textOf(snooze, "by")) + ": " +
                                          plainText(textOf(snooze, "reason"))});
    if (textOf(action, "state") == "expired" && numberOf(action, "first_shown_at_ms") == 0)
        rows.append(QList<QByteArray>{"first shown", "never"});
}

QByteArray joined(const JsonView& list)
{
    QByteArray out;
    list.forEachElement([&out](const JsonView& element) {
        if (!out.isEmpty())
            out += "; ";
        out += plainText(element.string().value_or(QByteArray()));
        return true;
    });
    return out;
}

} // namespace

QByteArray actionsTable(const JsonView& answer)
{
    QList<QList<QByteArray>> rows = {
        {"ACTION", "STATE", "TOOL", "RISK", "CREATED", "FINGERPRINT", "SUMMARY"}};
    answer.member("actions").forEachElement([&rows](const JsonView& action) {
        rows.append({plainText(textOf(action, "action_id")), stateText(action),
                     plainText(textOf(action, "tool")), plainText(textOf(action, "risk")),
                     timeText(numberOf(action, "created_at_ms")),
                     plainText(textOf(action, "fingerprint")),
                     plainText(textOf(action, "summary"))});
        return true;
    });
    if (rows.size() == 1)
        return "none\n";
    return alignedTable(rows);
}

QByteArray actionText(const JsonView& action)
{
    QList<QList<QByteArray>> rows;
    rows.append({"action", plainText(textOf(action, "action_id"))});
    rows.append({"state", stateText(action)});
    for (const Member& member : kTexts) {
        const QByteArray text = textOf(action, member.name);
        if (!text.isEmpty())
            rows.append({member.label, plainText(text)});
    }
    if (const QByteArray why = joined(action.member("risk_reasons")); !why.isEmpty())
        rows.append({"risk because", why});
    if (const QByteArray targets = joined(action.member("targets")); !targets.isEmpty())
        rows.append({"targets", targets});
    for (const Member& member : kTimes) {
        if (numberOf(action, member.name) != 0)
            rows.append({member.label, timeText(numberOf(action, member.name))});
    }
    addTerms(action, rows);
    if (action.member("caller_gone").boolean().value_or(false))
        rows.append(QList<QByteArray>{"caller", "gone"});
    const JsonView labels = action.member("labels");
    labels.forEachMember([&rows](const QByteArray& name, const JsonView& value) {
        rows.append({"claims " + plainText(name),
                     plainText(value.string().value_or(value.raw().toByteArray()))});
        return true;
    });
    if (action.member("arguments").isValid())
        rows.append({"arguments", plainText(action.member("arguments").raw())});
    action.member("evidence").forEachElement([&rows](const JsonView& line) {
        rows.append({"evidence", timeText(numberOf(line, "at_ms")) + "  " +
                                     plainText(textOf(line, "source")) + " (" +
                                     plainText(textOf(line, "strength")) +
                                     "): " + plainText(textOf(line, "text"))});
        return true;
    });
    return alignedTable(rows);
}

QByteArray actionLine(const JsonView& action)
{
    return plainText(textOf(action, "action_id")) + " is " + plainText(textOf(action, "state"));
}

} // namespace lockkeeper::ctl
