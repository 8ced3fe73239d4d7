// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/profilepaths.h"
#include "core/base/result.h"

#include <QTemporaryDir>

#include <memory>

namespace lockkeeper {

/// Where the demo's tools, agent and their traces lie in a profile.
[[nodiscard]] QString practiceDirectory(const QString& profile);

/// The profile of --demo: a configuration with the practice tools, operators without proof.
/// A throw-away one, guard included, lies in a temporary directory that goes with this object.
class DemoProfile
{
public:
    /// Makes the directories. `profile` is the directory given by --profile, or empty for a
    /// throw-away one. Errors as makeDirectories().
    [[nodiscard]] static Result<DemoProfile> create(const QString& profile,
                                                    const QProcessEnvironment& environment);
    /// Under the profile's lock. FailedPrecondition: there is a configuration that no demo wrote;
    /// NotFound: the practice program is missing; Unavailable: something cannot be written.
    [[nodiscard]] Result<void> writeConfiguration() const;

    [[nodiscard]] const ProfilePaths& paths() const { return m_paths; }

private:
    std::unique_ptr<QTemporaryDir> m_temporary;
    ProfilePaths m_paths;
};

} // namespace lockkeeper
