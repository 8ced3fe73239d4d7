// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/backends/backendhub.h"
#include "core/base/clock.h"
#include "core/base/idgenerator.h"
#include "core/base/scheduler.h"
#include "core/domain/snapshots.h"
#include "core/domain/toolsettings.h"
#include "core/executor/actionvault.h"
#include "core/executor/connectiongeneration.h"
#include "core/executor/preparation.h"
#include "core/executor/toolcatalogue.h"
#include "core/journal/journal.h"
#include "core/journal/wavequeue.h"
#include "core/keys/pinlimit.h"
#include "core/keys/seatkeys.h"
#include "core/policy/policygate.h"

#include <QSet>

namespace lockkeeper {

/// What the parts of the executor share. Owned by the engine; everything in it lives on the core
/// thread and longer than the parts.
struct EngineContext
{
    const Clock& clock;
    Scheduler& scheduler;
    IdGenerator& ids;
    Store& store;
    Journal& journal;
    WaveQueue& waves;
    ActionVault& vault;
    const PolicyGate& policy;
    const CoreSettings& settings;
    ToolCatalogue& tools;
    BackendHub& backends;
    SeatKeys keys;
    QByteArray wrappedDecisionKey; ///< not empty: the PIN protects the decision key
    StoreId storeId;
    SeatId seat;
    qint64 incarnation = 1;
    QByteArray process; ///< id of this process instance: holder of leases and holds
    /// False while nothing may be claimed (guard ahead, clock in doubt, stopping …).
    bool claiming = false;

    FileDigests files = {};
    PinLimit pinLimit = {}; ///< of this process, whoever types

    /// The connection generation of a server as it would be started now.
    [[nodiscard]] QByteArray generationOf(const ServerSettings& settingsOfServer)
    {
        return connectionGenerationOf(settingsOfServer, vault.viewKey().view(), files);
    }
    /// What a call of this tool would run on now.
    [[nodiscard]] QByteArray resolvedEffect(const ServerSettings& settingsOfServer,
                                            const ToolName& tool)
    {
        return resolvedEffectOf(tool, generationOf(settingsOfServer));
    }
    [[nodiscard]] const ServerSettings* server(const QByteArray& name) const
    {
        for (const ServerSettings& settingsOfServer : settings.servers) {
            if (settingsOfServer.name == name)
                return &settingsOfServer;
        }
        return nullptr;
    }
    [[nodiscard]] ToolSettings toolSettings(const ToolName& tool) const
    {
        const ServerSettings* found = server(tool.server);
        return found ? found->tools.value(tool.tool) : ToolSettings();
    }
};

} // namespace lockkeeper
