// SPDX-License-Identifier: Apache-2.0
#include "ui/support/statepresentation.h"

#include <QCoreApplication>

namespace lockkeeper {

QString actionStateText(ActionState state)
{
    switch (state) {
    case ActionState::Proposed:
        return QCoreApplication::translate("ActionState", "Proposed");
    case ActionState::Pending:
        return QCoreApplication::translate("ActionState", "Waiting for you");
    case ActionState::Holding:
        return QCoreApplication::translate("ActionState", "Approved, starting soon");
    case ActionState::Approved:
        return QCoreApplication::translate("ActionState", "Approved, not started");
    case ActionState::Running:
        return QCoreApplication::translate("ActionState", "Running");
    case ActionState::Succeeded:
        return QCoreApplication::translate("ActionState", "Succeeded");
    case ActionState::Failed:
        return QCoreApplication::translate("ActionState", "Failed");
    case ActionState::Denied:
        return QCoreApplication::translate("ActionState", "Denied");
    case ActionState::Invalid:
        return QCoreApplication::translate("ActionState", "Invalid");
    case ActionState::Expired:
        return QCoreApplication::translate("ActionState", "Expired");
    case ActionState::Cancelled:
        return QCoreApplication::translate("ActionState", "Cancelled");
    case ActionState::Skipped:
        return QCoreApplication::translate("ActionState", "Skipped");
    case ActionState::Unknown:
        return QCoreApplication::translate("ActionState", "Outcome unknown");
    case ActionState::Determined:
        return QCoreApplication::translate("ActionState", "Settled by a person");
    }
    return {};
}

} // namespace lockkeeper
