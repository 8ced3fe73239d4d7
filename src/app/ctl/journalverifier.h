// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/ctlsession.h"

namespace lockkeeper::ctl {

/// Verifies the journal of a store's file; `anchorPath` names an exported anchor. Needs nothing but
/// the two files. An Error if one of them cannot be read.
[[nodiscard]] Result<JournalVerdict> verifyStoreJournal(const QString& storePath,
                                                        const std::optional<QString>& anchorPath);

} // namespace lockkeeper::ctl
