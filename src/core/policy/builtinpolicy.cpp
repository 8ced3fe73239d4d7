// SPDX-License-Identifier: Apache-2.0
#include "core/policy/builtinpolicy.h"

#include "core/base/canonicaljson.h"
#include "core/policy/protectedpaths.h"

#include <QSet>

namespace lockkeeper {

namespace {

/// Looks at every string in the arguments, member names included, each text once.
class StringSearch
{
public:
    explicit StringSearch(ProtectedPaths& paths)
        : m_paths(paths)
    {
    }
    /// The reader has limited the depth of `value` to 128.
    [[nodiscard]] bool finds(const JsonView& value)
    {
        if (value.isString())
            return isProtected(value.string().value_or(QByteArray()));
        bool found = false;
        value.forEachMember([&](const QByteArray& name, const JsonView& member) {
            found = isProtected(name) || finds(member);
            return !found;
        });
        value.forEachElement([&](const JsonView& element) {
            found = finds(element);
            return !found;
        });
        return found;
    }

private:
    bool isProtected(const QByteArray& text)
    {
        if (m_seen.contains(text))
            return false;
        if (m_paths.contains(text))
            return true;
        m_seen.insert(text);
        return false;
    }

    ProtectedPaths& m_paths;
    QSet<QByteArray> m_seen;
};

PolicyVerdict verdict(PolicyVerdict::Kind kind, const char* rule, const char* reason)
{
    PolicyVerdict result;
    result.kind = kind;
    result.rule = rule;
    result.reason = reason;
    return result;
}

const char* askReason(const PolicyInput& input)
{
    if (!input.definitionAccepted)
        return "The tool's definition is new or has changed.";
    if (input.effect == EffectClass::ReadOnly)
        return "The server is not trusted: nobody vouches that the tool only reads.";
    if (input.equalCallOpen)
        return "An equal call of this agent is still open.";
    return "The call may change something, and no rule allows it.";
}

} // namespace

PolicyVerdict BuiltinPolicy::evaluate(const PolicyInput& input) const
{
    if (!checkJson(input.arguments))
        return verdict(PolicyVerdict::Kind::Ask, kAskRule, "The arguments cannot be inspected.");
    ProtectedPaths own(m_directories, m_home);
#ifdef LOCKKEEPER_FAULT_OWN_FILES_ALLOWED
    own = ProtectedPaths({}, m_home);
#endif
    if (StringSearch(own).finds(JsonView(input.arguments)))
        return verdict(PolicyVerdict::Kind::Deny, kProtectRule,
                       "An argument points into Lockkeeper's own files.");
    if (own.isExhausted())
        return verdict(PolicyVerdict::Kind::Ask, kAskRule,
                       "The arguments name more paths than can be looked up.");
    if (input.effect == EffectClass::ReadOnly && input.serverTrusted && input.definitionAccepted)
        return verdict(PolicyVerdict::Kind::Allow, kReadRule,
                       "A read-only tool of a trusted server.");
    return verdict(PolicyVerdict::Kind::Ask, kAskRule, askReason(input));
}

} // namespace lockkeeper
