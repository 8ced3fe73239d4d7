// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"

#include <tl/expected.hpp>

namespace lockkeeper {

/// A value or an Error. Dropping one is a warning (and so an error); a bare tl::expected is not.
///
/// This is the only header that names tl; return `Error(code, text)` or a value directly.
template<class T>
class [[nodiscard]] Result : public tl::expected<T, Error>
{
public:
    using Base = tl::expected<T, Error>;
    using Base::Base;
    Result(Error error) // NOLINT(google-explicit-constructor): errors are returned as they are
        : Base(tl::unexpected<Error>(std::move(error)))
    {
    }
};

template<>
class [[nodiscard]] Result<void> : public tl::expected<void, Error>
{
public:
    using Base = tl::expected<void, Error>;
    using Base::Base;
    Result() = default;
    Result(Error error) // NOLINT(google-explicit-constructor): errors are returned as they are
        : Base(tl::unexpected<Error>(std::move(error)))
    {
    }
};

} // namespace lockkeeper

#define LK_CONCAT_INNER(a, b) a##b
#define LK_CONCAT(a, b) LK_CONCAT_INNER(a, b)

/// LK_TRY(declaration, expression): declares the value of a Result, or returns its Error.
#define LK_TRY(declaration, expression)                                                            \
    auto LK_CONCAT(lkResult, __LINE__) = (expression);                                             \
    if (!LK_CONCAT(lkResult, __LINE__))                                                            \
        return std::move(LK_CONCAT(lkResult, __LINE__)).error();                                   \
    declaration = std::move(*LK_CONCAT(lkResult, __LINE__))

/// LK_CHECK(expression): for Result<void>; returns its Error if it has one.
#define LK_CHECK(expression)                                                                       \
    do {                                                                                           \
        if (auto lkCheck = (expression); !lkCheck)                                                 \
            return std::move(lkCheck).error();                                                     \
    } while (false)
