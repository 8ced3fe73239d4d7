// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/executor/argumentplaces.h"

#include <QByteArray>
#include <QList>

#include <optional>

namespace lockkeeper {

/// A reviewed template of the configuration, e.g. repo:{owner|lower}/{name}. A placeholder names a
/// member ({owner}) or a member of a member ({repo.owner}) and may have normalisers behind bars:
/// lower, trim, path. A value; any thread.
class ArgumentTemplate
{
public:
    /// InvalidArgument says what is wrong with the template and where.
    [[nodiscard]] static Result<ArgumentTemplate> parse(QByteArrayView text);

    /// A target, and what may be shown of it: masked values are hidden in `shown` only.
    struct Target
    {
        QByteArray text;
        QByteArray shown;
    };
    /// With percent-encoded values; nullopt if a value is missing, empty, longer than 1 KiB, a
    /// number that is not spelt as a whole number, or no scalar at all.
    [[nodiscard]] std::optional<Target> target(const ArgumentPlaces& places) const;

    /// For people: values as they are, cut, control characters replaced, masked ones hidden.
    [[nodiscard]] QByteArray summary(const ArgumentPlaces& places) const;

private:
    enum class Normaliser { Lower, Trim, Path };
    struct Part
    {
        QByteArray literal;     ///< before the placeholder
        QList<QByteArray> path; ///< empty: only the literal
        QList<Normaliser> normalisers;
    };
    [[nodiscard]] static Result<Part> parsePlaceholder(QByteArrayView text);
    [[nodiscard]] static QByteArray normalised(QByteArray value,
                                               const QList<Normaliser>& normalisers);

    QList<Part> m_parts;
};

/// What stands where a masked value would be.
inline constexpr const char* kMaskedText = "•••";

} // namespace lockkeeper
