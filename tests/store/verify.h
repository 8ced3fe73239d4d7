// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QTest>

#include <optional>

namespace lockkeeper {

/// A copy, so that the result may be part of a temporary.
template<class T>
std::optional<Error> errorOf(const Result<T>& result)
{
    return result ? std::nullopt : std::optional<Error>(result.error());
}

} // namespace lockkeeper

/// Fails the test with the error's description if `result` is one.
#define VERIFY_OK(result)                                                                          \
    do {                                                                                           \
        const auto lkError = lockkeeper::errorOf(result);                                          \
        QVERIFY2(!lkError, lkError ? lkError->describe().constData() : "");                        \
    } while (false)

/// Fails the test unless `result` is an error with that code.
#define VERIFY_CODE(result, expected)                                                              \
    do {                                                                                           \
        const auto lkError = lockkeeper::errorOf(result);                                          \
        QVERIFY2(lkError, "expected " #expected ", got success");                                  \
        QVERIFY2(lkError->code() == (expected),                                                    \
                 ("expected " #expected ", got " + lkError->describe()).constData());              \
    } while (false)
