// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lockkeeper {

/// Names the calling thread (at most 15 characters), so that tools and crash reports show it.
void nameCurrentThread(const char* name);

} // namespace lockkeeper
