// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/canonicaljson.h"
#include "core/domain/toolsettings.h"

#include <QByteArray>
#include <QList>

#include <functional>

namespace lockkeeper {

/// Why a value is hidden from logs, events and agents.
enum class MaskReason {
    None,
    Operator, ///< the configuration names its pointer as secret
    Schema,   ///< the tool's own schema says password or writeOnly
    Name,     ///< its name sounds like a secret
    Pattern,  ///< it looks like a token or a private key
};

/// True for names such as password, apiKey, client_secret or access-token.
[[nodiscard]] bool isSecretName(QByteArrayView name);

/// True if `text` holds something that looks like a token or a private key.
[[nodiscard]] bool looksLikeSecret(QByteArrayView text);

/// One value of a call's arguments and what may be shown of it. Lives only during a visit: `parent`
/// points into the walk.
struct ArgumentPlace
{
    const ArgumentPlace* parent = nullptr; ///< null for the arguments themselves
    QByteArray name;                       ///< of a member; unused for an element
    qsizetype index = -1;                  ///< of an element
    JsonView value;
    JsonView schema; ///< what the tool's schema says of it; may be invalid
    MaskReason mask = MaskReason::None;
    bool isPublic = false; ///< named as public by the configuration, itself or around it

    [[nodiscard]] bool isScalar() const { return !value.isObject() && !value.isArray(); }
    [[nodiscard]] bool isMasked() const { return mask != MaskReason::None; }
    /// RFC 6901.
    [[nodiscard]] QByteArray pointer() const;
    /// The same, with long names cut and names that look like secrets replaced.
    [[nodiscard]] QByteArray shownPointer() const;
};

/// Walks through a call's arguments. Everything that hides, shows or names values asks it, so that
/// there is one answer. The views, the settings and what they stand on must outlive it.
class ArgumentPlaces
{
public:
    /// `arguments` and `schema` are of checked text; `schema` is the tool's inputSchema or invalid.
    ArgumentPlaces(const ToolSettings& settings, JsonView schema, JsonView arguments);

    /// Every place in order, containers before what is in them.
    void forEach(const std::function<void(const ArgumentPlace&)>& visit) const;
    /// The value of a member of a member …; its view is invalid if it is not there. It has no
    /// parent.
    [[nodiscard]] ArgumentPlace at(const QList<QByteArray>& path) const;

private:
    [[nodiscard]] ArgumentPlace root() const;
    /// Decides about `place`, whose parent, name or index, value and schema are set.
    void judge(ArgumentPlace& place) const;
    void walk(const ArgumentPlace& place,
              const std::function<void(const ArgumentPlace&)>& visit) const;

    const ToolSettings& m_settings;
    JsonView m_schema;
    JsonView m_arguments;
};

} // namespace lockkeeper
