// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/domain/action.h"
#include "core/store/store.h"

#include <QList>

#include <optional>

namespace lockkeeper {

/// Reads the current row of a statement that gives all action columns in table order. A row with a
/// value that no row of ours can hold (a number that is no state …) is given a version that no row
/// has, so that it never agrees with the journal and is treated as tampered with.
[[nodiscard]] ActionRecord readActionRow(const StoreRow& row);

/// One action, or nullopt.
[[nodiscard]] Result<std::optional<ActionRecord>> findAction(StoreSession& session,
                                                             const ActionId& id);
/// The actions of a submission in input order.
[[nodiscard]] Result<QList<ActionRecord>> actionsOfSubmission(StoreSession& session,
                                                              const SubmissionId& id);
/// All rows of a statement that gives all action columns.
[[nodiscard]] Result<QList<ActionRecord>> readActions(StoreSession& session,
                                                      QByteArrayView statement,
                                                      std::initializer_list<StoreValue> values);

} // namespace lockkeeper
