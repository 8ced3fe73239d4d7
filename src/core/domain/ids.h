// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/strongid.h"

namespace lockkeeper {

using StoreId = StrongId<struct StoreIdTag>;           ///< sto_… : one store, whatever its copies
using SeatId = StrongId<struct SeatIdTag>;             ///< sea_… : one console installation
using CredentialId = StrongId<struct CredentialIdTag>; ///< crd_… or local/<n>: the principal
using SubmissionId = StrongId<struct SubmissionIdTag>; ///< sub_…
using ActionId = StrongId<struct ActionIdTag>;         ///< act_…
using DispatchId = StrongId<struct DispatchIdTag>;     ///< dsp_… : one attempt's start, journaled
using DecisionId = StrongId<struct DecisionIdTag>;     ///< dec_…
using DeterminationId = StrongId<struct DeterminationIdTag>; ///< det_…
using BatchId = StrongId<struct BatchIdTag>;                 ///< tb_ and 12 hexadecimal digits

} // namespace lockkeeper
