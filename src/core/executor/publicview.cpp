// SPDX-License-Identifier: Apache-2.0
#include "core/executor/publicview.h"

#include "core/base/utf8text.h"

#include <algorithm>

namespace lockkeeper {

namespace {

constexpr int kMaximumPlaces = 200;
constexpr qsizetype kMaximumValueCharacters = 256;

const char* typeName(JsonType type)
{
    switch (type) {
    case JsonType::Null:
        return "null";
    case JsonType::Boolean:
        return "boolean";
    case JsonType::Number:
        return "number";
    case JsonType::String:
        return "string";
    case JsonType::Array:
        return "array";
    case JsonType::Object:
        return "object";
    }
    return "unknown";
}

qint64 entryCount(const JsonView& container)
{
    qint64 count = 0;
    container.forEachMember([&count](const QByteArray&, const JsonView&) {
        ++count;
        return true;
    });
    container.forEachElement([&count](const JsonView&) {
        ++count;
        return true;
    });
    return count;
}

void writePublicValue(JsonWriter& out, const JsonView& value)
{
    if (const auto text = value.string())
        out.member("value", cutCharacters(*text, kMaximumValueCharacters));
    else if (value.raw().size() <= kMaximumValueCharacters)
        out.memberRaw("value", value.raw());
}

void writePlace(JsonWriter& out, const ArgumentPlace& place)
{
    out.beginObject();
    out.member("pointer", place.shownPointer());
    out.member("type", typeName(place.value.type()));
#ifdef LOCKKEEPER_FAULT_MASK_OFF
    const bool isMasked = false;
#else
    const bool isMasked = place.isMasked();
#endif
    if (isMasked) {
        out.memberBool("masked", true);
    } else {
        if (const auto text = place.value.string())
            out.member("size", text->size());
        else if (!place.isScalar())
            out.member("size", entryCount(place.value));
        if (place.isPublic && place.isScalar())
            writePublicValue(out, place.value);
    }
    out.endObject();
}

} // namespace

PublicView publicViewOf(const ArgumentPlaces& places, qsizetype argumentBytes)
{
    PublicView view;
    JsonWriter out;
    qint64 count = 0;
    out.beginObject();
    out.key("arguments").beginArray();
    places.forEach([&](const ArgumentPlace& place) {
        if (count++ < kMaximumPlaces)
            writePlace(out, place);
        view.hidesValues = view.hidesValues || (place.isMasked() && place.isScalar() &&
                                                place.mask != MaskReason::Operator);
    });
    out.endArray();
    out.member("bytes", qint64{argumentBytes});
    out.member("more", std::max<qint64>(0, count - kMaximumPlaces));
    out.endObject();
    view.json = out.take();
    return view;
}

} // namespace lockkeeper
