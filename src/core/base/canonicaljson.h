// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <QByteArray>
#include <QByteArrayView>

#include <optional>
#include <utility>

namespace lockkeeper {

/// Limits of the strict reader.
struct JsonLimits
{
    qsizetype maximumBytes = 8 * 1024 * 1024;
    int maximumDepth = 128;
};

/// Where in a text something is: line and column count from 1, column in bytes.
struct TextPlace
{
    int line = 1;
    int column = 1;
};
[[nodiscard]] TextPlace placeOf(QByteArrayView text, qsizetype offset);

/// The strict reader. Checks that `text` is exactly one JSON value (RFC 8259) in valid UTF-8 with
/// no duplicate member names at any level (compared after decoding escapes), no NaN or Infinity,
/// no byte order mark, nothing behind the value, and within the limits. Never recurses.
/// Numbers of any size and lone surrogate escapes are fine: nothing is converted.
/// InvalidArgument says what and where (line, column, byte and JSON Pointer in printable ASCII),
/// never values; ResourceExhausted when a limit is passed (maximumBytes counts up to 2^31-1).
[[nodiscard]] Result<void> checkJson(QByteArrayView text, const JsonLimits& limits = {});

/// Checks `text` like checkJson and returns it with the white space between tokens removed; member
/// order, number spelling and string escapes stay untouched. These bytes are what is shown,
/// hashed, sealed and sent.
[[nodiscard]] Result<QByteArray> canonicalJson(QByteArrayView text, const JsonLimits& limits = {});

/// As canonicalJson, and the value must be an object (arguments of a call).
[[nodiscard]] Result<QByteArray> canonicalObject(QByteArrayView text,
                                                 const JsonLimits& limits = {});

/// Canonical bytes with the members of every object sorted by the UTF-8 bytes of their decoded
/// names: for definition digests, equality keys and our own records only.
[[nodiscard]] Result<QByteArray> sortedJson(QByteArrayView text, const JsonLimits& limits = {});

/// Replaces // and /* */ comments and commas before ] or } by spaces of the same length, so that
/// offsets and lines stay true; the result goes through checkJson. Fails on an open comment.
[[nodiscard]] Result<QByteArray> blankComments(QByteArrayView text);

enum class JsonType { Null, Boolean, Number, String, Array, Object };

/// "null", "a boolean", … as sentences name it.
[[nodiscard]] const char* jsonTypeName(JsonType type);

/// A value inside text that one of the functions above has accepted: a slice, nothing is copied
/// or converted. Walking is lazy: reaching member n costs the bytes before it. White space
/// between tokens is allowed. Text that was not checked first gives meaningless or invalid views,
/// but no access outside of it. The text must outlive the view.
class JsonView
{
public:
    /// A view of no value: type() is Null, raw() is empty, isValid() is false.
    JsonView() = default;
    /// `text` is checked text of one value; surrounding white space is skipped.
    explicit JsonView(QByteArrayView text);

    [[nodiscard]] bool isValid() const { return !m_raw.isEmpty(); }
    [[nodiscard]] JsonType type() const;
    [[nodiscard]] bool isObject() const { return isValid() && type() == JsonType::Object; }
    [[nodiscard]] bool isArray() const { return isValid() && type() == JsonType::Array; }
    [[nodiscard]] bool isString() const { return isValid() && type() == JsonType::String; }
    [[nodiscard]] bool isNull() const { return isValid() && type() == JsonType::Null; }
    /// The value's own bytes, exactly as they stand in the text.
    [[nodiscard]] QByteArrayView raw() const { return m_raw; }

    /// The decoded string, or nullopt if this is not a string. A lone surrogate escape becomes
    /// U+FFFD: for comparing and showing, never for sending on.
    [[nodiscard]] std::optional<QByteArray> string() const;
    /// The value of a number that is spelt as a whole number (no fraction, no exponent) and fits.
    [[nodiscard]] std::optional<qint64> integer() const;
    [[nodiscard]] std::optional<bool> boolean() const;

    /// The value of the member named `name` (decoded), or an invalid view. A name with a lone
    /// surrogate escape equals no `name`.
    [[nodiscard]] JsonView member(QByteArrayView name) const;
    /// The value at an RFC 6901 pointer ("" = this value), or an invalid view.
    [[nodiscard]] JsonView at(QByteArrayView pointer) const;

    /// Calls visit(decoded name, value) for each member of an object, in order, until visit
    /// returns false. Does nothing for another type.
    template<class Visitor>
    void forEachMember(Visitor&& visit) const
    {
        for (Cursor cursor = begin(); cursor.isAtMember(); cursor.next()) {
            if (!visit(cursor.name(), cursor.value()))
                return;
        }
    }
    /// Calls visit(value) for each element of an array, in order, until visit returns false.
    template<class Visitor>
    void forEachElement(Visitor&& visit) const
    {
        for (Cursor cursor = begin(); cursor.isAtElement(); cursor.next()) {
            if (!visit(cursor.value()))
                return;
        }
    }

    /// A position among the members of an object or the elements of an array.
    class Cursor
    {
    public:
        [[nodiscard]] bool isAtMember() const { return m_object && !m_value.isEmpty(); }
        [[nodiscard]] bool isAtElement() const { return !m_object && !m_value.isEmpty(); }
        [[nodiscard]] QByteArray name() const;                          ///< decoded
        [[nodiscard]] QByteArrayView rawName() const { return m_name; } ///< with its quotes
        [[nodiscard]] JsonView value() const;
        void next();

    private:
        friend class JsonView;
        QByteArrayView m_text;
        qsizetype m_offset = 0;
        QByteArrayView m_name;
        QByteArrayView m_value;
        bool m_object = false;
    };
    /// The first member or element; at neither if this is no container or an empty one.
    [[nodiscard]] Cursor begin() const;

private:
    QByteArrayView m_raw;
};

/// Quotes and escapes `text` as a JSON string: \", \\, and control characters as \b \f \n \r \t or
/// \u00xx; everything else as it is. Bytes that are not valid UTF-8 become U+FFFD.
[[nodiscard]] QByteArray jsonString(QByteArrayView text);

/// Writes canonical JSON. Calls must pair up; misuse is a broken invariant.
/// Members come out in the order written: writers of our own records write them sorted.
class JsonWriter
{
public:
    JsonWriter& beginObject();
    JsonWriter& endObject();
    JsonWriter& beginArray();
    JsonWriter& endArray();
    JsonWriter& key(QByteArrayView name);
    JsonWriter& string(QByteArrayView text);
    JsonWriter& integer(qint64 value);
    JsonWriter& boolean(bool value);
    JsonWriter& null();
    /// `json` is spliced in unchanged; it must be checked JSON.
    JsonWriter& raw(QByteArrayView json);

    JsonWriter& member(QByteArrayView name, QByteArrayView text) { return key(name).string(text); }
    JsonWriter& member(QByteArrayView name, qint64 value) { return key(name).integer(value); }
    JsonWriter& memberBool(QByteArrayView name, bool value) { return key(name).boolean(value); }
    JsonWriter& memberRaw(QByteArrayView name, QByteArrayView json) { return key(name).raw(json); }

    /// The finished value. Everything that was begun must have been ended.
    [[nodiscard]] QByteArray take();

private:
    void separate();

    QByteArray m_out;
    QByteArray m_open; // '{' or '[' for each open container
    bool m_first = true;
    bool m_afterKey = false;
};

} // namespace lockkeeper
