// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/canonicaljson.h"

#include <span>
#include <vector>

/// The one strict reader behind checkJson, canonicalJson and sortedJson. Internal to core/base.
namespace lockkeeper::jsontext {

/// A member name of an object that is still open.
struct Name
{
    quint32 begin = 0;      ///< offset of its opening quote in the text
    quint32 from = 0;       ///< where its decoded bytes start, in the text or among the decoded
    quint32 size = 0;       ///< how many there are
    bool isDecoded = false; ///< it had escapes
};

class Scanner;

/// Told about what the scanner passes. Must outlive the scan.
class Listener
{
public:
    virtual ~Listener() = default;
    /// There is white space between tokens in [begin, end).
    virtual void spacePassed(qsizetype begin, qsizetype end) = 0;
    /// An object in [begin, end) with these members, in their order, is complete.
    virtual void objectPassed(const Scanner& scanner, qsizetype begin, qsizetype end,
                              std::span<const Name> names) = 0;
};

/// Reads a text once, from its first to its last byte, without recursion: depth lives in a vector.
/// The cost is linear in the text; member names are compared through a keyed hash, so that nobody
/// can choose names that collide.
class Scanner
{
public:
    Scanner(QByteArrayView text, const JsonLimits& limits, Listener* listener);

    [[nodiscard]] Result<void> run();
    /// The decoded bytes of a name of an open object; a lone surrogate is three bytes of its own.
    [[nodiscard]] QByteArrayView decoded(const Name& name) const;

private:
    /// What is wrong, or nullptr. m_at then says where.
    using Problem = const char*;

    enum class Next { Value, ValueOrEnd, Name, NameOrEnd, Colon, CommaOrEnd, End };

    struct Slot
    {
        quint32 hash = 0;
        quint32 number = 0; // of the member, from 1; 0 is a free slot
    };

    struct Frame
    {
        bool isObject = false;
        bool isInItem = false; // between a name (or the start of an element) and its end
        quint32 begin = 0;
        quint32 firstName = 0;   // objects: index into m_names
        quint32 element = 0;     // arrays: index of the current element
        std::vector<Slot> table; // objects with many members
    };

    void skipSpace();
    [[nodiscard]] Problem scan();
    [[nodiscard]] Problem step(char byte);
    [[nodiscard]] Problem scanValue(char byte);
    [[nodiscard]] Problem scanName(char byte);
    [[nodiscard]] Problem scanCommaOrEnd(char byte);
    [[nodiscard]] Problem scanWord(QByteArrayView word);
    [[nodiscard]] Problem scanNumber();
    [[nodiscard]] Problem scanDigits(Problem problem);
    [[nodiscard]] Problem scanString();
    [[nodiscard]] Problem scanSpecial();
    void skipPlain();

    [[nodiscard]] Problem open(bool isObject);
    void close();
    void valueDone();

    [[nodiscard]] bool addName(qsizetype begin, qsizetype end);
    [[nodiscard]] bool insert(Frame& frame, quint32 number);
    void grow(Frame& frame);
    [[nodiscard]] quint32 hashOf(const Name& name) const;

    [[nodiscard]] Error failure(Problem problem) const;
    [[nodiscard]] QByteArray pointer() const;

    QByteArrayView m_text;
    JsonLimits m_limits;
    Listener* m_listener;
    qsizetype m_at = 0;
    Next m_next = Next::Value;
    bool m_hasEscape = false; // of the string that was scanned last
    bool m_tooDeep = false;
    std::vector<Frame> m_frames;
    std::vector<Name> m_names; // of all open objects, outermost first
    QByteArray m_decoded;      // the decoded bytes of those names that have escapes
};

} // namespace lockkeeper::jsontext
