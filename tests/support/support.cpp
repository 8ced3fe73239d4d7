// SPDX-License-Identifier: Apache-2.0
// The support library is headers so far; this file gives it something to archive.
#include "support/fakeclock.h"
