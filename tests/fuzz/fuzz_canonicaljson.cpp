// SPDX-License-Identifier: Apache-2.0
// Any bytes: the strict reader, the views and the comment remover keep their promises.
#include "core/base/assert.h"
#include "core/base/canonicaljson.h"

#include <vector>

namespace {

using namespace lockkeeper;

/// Reaches every value without recursion. Every view lies inside the text, so the count is bounded.
void walk(QByteArrayView text)
{
    std::vector<JsonView> open = {JsonView(text)};
    qsizetype count = 0;
    while (!open.empty()) {
        const JsonView view = open.back();
        open.pop_back();
        LK_ASSERT(++count <= text.size() + 1);
        static_cast<void>(view.string());
        static_cast<void>(view.integer());
        static_cast<void>(view.boolean());
        static_cast<void>(view.at("/0/a"));
        view.forEachMember([&open](const QByteArray&, const JsonView& value) {
            open.push_back(value);
            return true;
        });
        view.forEachElement([&open](const JsonView& value) {
            open.push_back(value);
            return true;
        });
    }
}

/// In an accepted text every member is found by its own name, unless that has a lone surrogate.
void findMembers(const JsonView& view)
{
    int count = 0;
    view.forEachMember([&](const QByteArray& name, const JsonView& value) {
        const JsonView found = view.member(name);
        LK_ASSERT(name.contains("\xef\xbf\xbd") || found.raw().data() == value.raw().data());
        return ++count < 32;
    });
}

void checkAccepted(const QByteArray& canonical)
{
    const Result<QByteArray> again = canonicalJson(canonical);
    LK_ASSERT(again && *again == canonical);
    const Result<QByteArray> sorted = sortedJson(canonical);
    LK_ASSERT(sorted && sorted->size() == canonical.size());
    const Result<QByteArray> sortedAgain = sortedJson(*sorted);
    LK_ASSERT(sortedAgain && *sortedAgain == *sorted);
    LK_ASSERT(JsonView(canonical).isValid());
    LK_ASSERT(bool(canonicalObject(canonical)) == JsonView(canonical).isObject());
    findMembers(JsonView(canonical));
    if (const auto string = JsonView(canonical).string())
        LK_ASSERT(JsonView(jsonString(*string)).string() == string);
}

void checkRefused(QByteArrayView text, const Error& error)
{
    LK_ASSERT(!sortedJson(text) && !canonicalObject(text));
    LK_ASSERT(error.message().size() < 2000);
    for (const char byte : error.message())
        LK_ASSERT(byte >= 0x20 && byte < 0x7f);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const QByteArrayView text(data, static_cast<qsizetype>(size));
    const Result<QByteArray> canonical = canonicalJson(text);
    LK_ASSERT(bool(checkJson(text)) == bool(canonical));
    if (canonical)
        checkAccepted(*canonical);
    else
        checkRefused(text, canonical.error());
    walk(text);
    if (const Result<QByteArray> blanked = blankComments(text)) {
        LK_ASSERT(blanked->size() == text.size());
        LK_ASSERT(!canonical || *blanked == text); // nothing to blank in JSON
        static_cast<void>(checkJson(*blanked));
    } else {
        LK_ASSERT(!canonical);
    }
    LK_ASSERT(bool(checkJson(jsonString(text))));
    return 0;
}
