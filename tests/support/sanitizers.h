// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QtGlobal>

namespace lockkeeper {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kAddressSanitizer = true;
#elif defined(__has_feature)
inline constexpr bool kAddressSanitizer = __has_feature(address_sanitizer);
#else
inline constexpr bool kAddressSanitizer = false;
#endif

/// How much a process may grow in a test of bounded memory, in KiB. The address sanitizer keeps
/// what was freed for a while (256 MiB), so that there the bound is a loose one.
inline constexpr qint64 kAllowedGrowthKib = kAddressSanitizer ? 400 * 1024 : 20 * 1024;

} // namespace lockkeeper
