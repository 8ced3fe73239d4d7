// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/coreengine.h"
#include "core/executor/recovery.h"
#include "core/executor/snoozes.h"

namespace lockkeeper {

/// The parts that live only while everything they need is open; destroyed in reverse order.
struct CoreEngine::Running
{
    Running(CoreEngine& engine, const SeatKeys& keys, QHash<qint64, KeyEpoch> epochs,
            qint64 currentEpoch)
        : vault(std::move(epochs), currentEpoch)
        , context{*engine.m_parts->clock,
                  *engine.m_parts->scheduler,
                  engine.m_ids,
                  *engine.m_store,
                  engine.m_journal,
                  *engine.m_waves,
                  vault,
                  engine.m_policy,
                  engine.m_parts->settings,
                  engine.m_tools,
                  *engine.m_parts->backends,
                  keys,
                  QByteArray(),
                  StoreId(),
                  SeatId(),
                  1,
                  QByteArray(),
                  false}
        , claims(context)
        , dispatcher(context, claims)
        , decisions(context, claims, dispatcher)
        , determinations(context, claims, dispatcher)
        , admission(context, claims, dispatcher)
        , snoozes(context)
        , snapshots(context, claims, dispatcher, determinations, snoozes)
        , recovery(context)
        , feed(*engine.m_store, *engine.m_parts->scheduler, engine.m_identity.storeId,
               engine.m_identity.incarnation)
    {
    }

    ActionVault vault;
    EngineContext context;
    Claims claims;
    Dispatcher dispatcher;
    Decisions decisions;
    Determinations determinations;
    Admission admission;
    Snoozes snoozes;
    SnapshotReader snapshots;
    Recovery recovery;
    ChangeFeed feed;
};

} // namespace lockkeeper
