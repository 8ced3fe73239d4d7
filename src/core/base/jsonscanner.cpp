// SPDX-License-Identifier: Apache-2.0
#include "core/base/jsonscanner.h"

#include "core/base/jsontext.h"
#include "core/base/random.h"

#include <sodium.h>

#include <array>
#include <bit>
#include <cstring>
#include <limits>

namespace lockkeeper::jsontext {

namespace {

/// Objects with up to so many members are searched one by one.
constexpr quint32 kSmallObject = 16;
/// Names and pointers in error texts are cut to these sizes.
constexpr qsizetype kShownName = 64;
constexpr qsizetype kShownPointer = 512;
/// Offsets are kept in 32 bits.
constexpr qsizetype kLargestText = std::numeric_limits<qint32>::max();

constexpr char kEarlyEnd[] = "the text ends before the value does";
constexpr char kControl[] = "a control character in a string must be escaped";

constexpr bool isPlain(char byte)
{
    const auto value = static_cast<unsigned char>(byte);
    return value >= 0x20 && value < 0x80 && value != '"' && value != '\\';
}

/// The top bit of each byte that is not plain; bytes behind the first such byte may be wrong.
constexpr quint64 specialBytes(quint64 word)
{
    constexpr quint64 kOnes = 0x0101010101010101;
    constexpr quint64 kTops = 0x8080808080808080;
    const quint64 quote = word ^ (kOnes * '"');
    const quint64 backslash = word ^ (kOnes * '\\');
    return (word | (word - kOnes * 0x20) | ((quote - kOnes) & ~quote) |
            ((backslash - kOnes) & ~backslash)) &
           kTops;
}

/// Random for this process, so that colliding names cannot be prepared.
const QByteArray& hashKey()
{
    static const QByteArray key = randomBytes(crypto_shorthash_KEYBYTES);
    return key;
}

void appendUnit(QByteArray& out, int unit)
{
    constexpr char kHex[] = "0123456789abcdef";
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4)
        out += kHex[(unit >> shift) & 15];
}

/// The code point of the UTF-8 sequence of `length` bytes.
int codeAt(QByteArrayView text, qsizetype offset, int length)
{
    static constexpr std::array<int, 5> kLeadMask = {0, 0x7f, 0x1f, 0x0f, 0x07};
    int code = static_cast<unsigned char>(text[offset]) & kLeadMask[static_cast<size_t>(length)];
    for (int i = 1; i < length; ++i)
        code = (code << 6) | (static_cast<unsigned char>(text[offset + i]) & 63);
    return code;
}

/// A name as a reference token (RFC 6901), cut, and in printable ASCII only.
QByteArray shownName(QByteArrayView name)
{
    QByteArray out;
    qsizetype at = 0;
    while (at < name.size()) {
        // Names are well-formed but for lone surrogates, which have three bytes as well.
        const int length = qMax(utf8Length(name, at), name[at] == '\xed' ? 3 : 1);
        if (at + length > kShownName || at + length > name.size()) {
            out += "...";
            break;
        }
        const int code = codeAt(name, at, length);
        at += length;
        if (code == '~')
            out += "~0";
        else if (code == '/')
            out += "~1";
        else if (code >= 0x20 && code < 0x7f)
            out += static_cast<char>(code);
        else if (code < 0x10000)
            appendUnit(out, code);
        else {
            appendUnit(out, 0xd800 + ((code - 0x10000) >> 10));
            appendUnit(out, 0xdc00 + ((code - 0x10000) & 0x3ff));
        }
    }
    return out;
}

} // namespace

Scanner::Scanner(QByteArrayView text, const JsonLimits& limits, Listener* listener)
    : m_text(text)
    , m_limits(limits)
    , m_listener(listener)
{
}

Result<void> Scanner::run()
{
    const qsizetype limit = qMin(m_limits.maximumBytes, kLargestText);
    if (m_text.size() > limit)
        return Error(ErrorCode::ResourceExhausted,
                     "the text has " + QByteArray::number(m_text.size()) + " bytes, the limit is " +
                         QByteArray::number(limit) + " bytes");
    if (const Problem problem = scan())
        return failure(problem);
    return {};
}

QByteArrayView Scanner::decoded(const Name& name) const
{
    return (name.isDecoded ? QByteArrayView(m_decoded) : m_text).sliced(name.from, name.size);
}

Scanner::Problem Scanner::scan()
{
    if (m_text.startsWith("\xef\xbb\xbf"))
        return "a byte order mark is not allowed";
    for (;;) {
        skipSpace();
        if (m_at == m_text.size())
            return m_next == Next::End ? nullptr : kEarlyEnd;
        if (const Problem problem = step(m_text.data()[m_at]))
            return problem;
    }
}

void Scanner::skipSpace()
{
    const qsizetype begin = m_at;
    m_at = jsontext::skipSpace(m_text, m_at);
    if (m_at != begin && m_listener)
        m_listener->spacePassed(begin, m_at);
}

Scanner::Problem Scanner::step(char byte)
{
    switch (m_next) {
    case Next::ValueOrEnd:
        if (byte == ']') {
            close();
            return nullptr;
        }
        [[fallthrough]];
    case Next::Value:
        return scanValue(byte);
    case Next::NameOrEnd:
        if (byte == '}') {
            close();
            return nullptr;
        }
        [[fallthrough]];
    case Next::Name:
        return scanName(byte);
    case Next::Colon:
        if (byte != ':')
            return "a colon is needed here";
        ++m_at;
        m_next = Next::Value;
        return nullptr;
    case Next::CommaOrEnd:
        return scanCommaOrEnd(byte);
    case Next::End:
        return "something follows the value";
    }
    return "the reader is in an impossible state";
}

Scanner::Problem Scanner::scanValue(char byte)
{
    if (!m_frames.empty())
        m_frames.back().isInItem = true;
    Problem problem = nullptr;
    switch (byte) {
    case '{':
        return open(true);
    case '[':
        return open(false);
    case '"':
        problem = scanString();
        break;
    case 't':
        problem = scanWord("true");
        break;
    case 'f':
        problem = scanWord("false");
        break;
    case 'n':
        problem = scanWord("null");
        break;
    case 'N':
    case 'I':
        return "NaN and Infinity are not JSON";
    case '/':
        return "comments are not JSON";
    default:
        if (byte != '-' && !isDigit(byte))
            return "a value is needed here";
        problem = scanNumber();
    }
    if (!problem)
        valueDone();
    return problem;
}

Scanner::Problem Scanner::scanName(char byte)
{
    if (byte != '"')
        return "a member name in quotes is needed here";
    const qsizetype begin = m_at;
    if (const Problem problem = scanString())
        return problem;
    bool isNew = addName(begin, m_at);
#ifdef LOCKKEEPER_FAULT_DUPLICATE_KEYS_TAKEN
    isNew = true;
#endif
    m_frames.back().isInItem = true;
    if (!isNew) {
        m_at = begin;
        return "duplicate member name";
    }
    m_next = Next::Colon;
    return nullptr;
}

Scanner::Problem Scanner::scanCommaOrEnd(char byte)
{
    Frame& frame = m_frames.back();
    if (byte == ',') {
        ++m_at;
        ++frame.element;
        m_next = frame.isObject ? Next::Name : Next::Value;
        return nullptr;
    }
    if (byte == (frame.isObject ? '}' : ']')) {
        close();
        return nullptr;
    }
    return frame.isObject ? "a comma or } is needed here" : "a comma or ] is needed here";
}

Scanner::Problem Scanner::scanWord(QByteArrayView word)
{
    for (const char letter : word) {
        if (m_at == m_text.size())
            return kEarlyEnd;
        if (m_text[m_at] != letter)
            return "not a JSON word: only true, false and null are";
        ++m_at;
    }
    return nullptr;
}

Scanner::Problem Scanner::scanNumber()
{
    if (m_text[m_at] == '-') {
        ++m_at;
        if (m_at < m_text.size() && m_text[m_at] == 'I')
            return "NaN and Infinity are not JSON";
    }
    if (m_at < m_text.size() && m_text[m_at] == '0') {
        ++m_at;
        if (m_at < m_text.size() && isDigit(m_text[m_at]))
            return "a number must not start with a zero";
    } else if (const Problem problem = scanDigits("a digit is needed here")) {
        return problem;
    }
    if (m_at < m_text.size() && m_text[m_at] == '.') {
        ++m_at;
        if (const Problem problem = scanDigits("a digit is needed behind the decimal point"))
            return problem;
    }
    if (m_at < m_text.size() && (m_text[m_at] == 'e' || m_text[m_at] == 'E')) {
        ++m_at;
        if (m_at < m_text.size() && (m_text[m_at] == '+' || m_text[m_at] == '-'))
            ++m_at;
        return scanDigits("a digit is needed in the exponent");
    }
    return nullptr;
}

Scanner::Problem Scanner::scanDigits(Problem problem)
{
    if (m_at == m_text.size())
        return kEarlyEnd;
    if (!isDigit(m_text[m_at]))
        return problem;
    while (m_at < m_text.size() && isDigit(m_text.data()[m_at]))
        ++m_at;
    return nullptr;
}

Scanner::Problem Scanner::scanString()
{
    ++m_at;
    m_hasEscape = false;
    for (;;) {
        skipPlain();
        if (m_at == m_text.size())
            return kEarlyEnd;
        if (m_text.data()[m_at] == '"') {
            ++m_at;
            return nullptr;
        }
        if (const Problem problem = scanSpecial())
            return problem;
    }
}

void Scanner::skipPlain()
{
    if constexpr (std::endian::native == std::endian::little) {
        while (m_text.size() - m_at >= 8) {
            quint64 word = 0;
            std::memcpy(&word, m_text.data() + m_at, sizeof word);
            if (const quint64 special = specialBytes(word)) {
                m_at += std::countr_zero(special) / 8;
                return;
            }
            m_at += 8;
        }
    }
    while (m_at < m_text.size() && isPlain(m_text.data()[m_at]))
        ++m_at;
}

/// Passes an escape, or a run of characters beyond ASCII.
Scanner::Problem Scanner::scanSpecial()
{
    const char byte = m_text.data()[m_at];
    if (byte == '\\') {
        m_hasEscape = true;
        if (m_text.size() - m_at < 2)
            return kEarlyEnd;
        const char letter = m_text.data()[m_at + 1];
        if (letter == 'u') {
            if (hexUnit(m_text, m_at + 2) < 0)
                return "\\u needs four hexadecimal digits";
            m_at += 6;
            return nullptr;
        }
        if (letter == '\0' || !std::strchr("\"\\/bfnrt", letter))
            return "this escape does not exist in JSON";
        m_at += 2;
        return nullptr;
    }
    if (static_cast<unsigned char>(byte) < 0x20)
        return kControl;
    do {
        const int length = utf8Length(m_text, m_at);
        if (length == 0)
            return "not valid UTF-8";
        m_at += length;
    } while (m_at < m_text.size() && static_cast<unsigned char>(m_text.data()[m_at]) >= 0x80);
    return nullptr;
}

Scanner::Problem Scanner::open(bool isObject)
{
    if (m_frames.size() >= static_cast<size_t>(qMax(0, m_limits.maximumDepth))) {
        m_tooDeep = true;
        return "nested too deeply";
    }
    Frame frame;
    frame.isObject = isObject;
    frame.begin = static_cast<quint32>(m_at);
    frame.firstName = static_cast<quint32>(m_names.size());
    m_frames.push_back(std::move(frame));
    ++m_at;
    m_next = isObject ? Next::NameOrEnd : Next::ValueOrEnd;
    return nullptr;
}

void Scanner::close()
{
    ++m_at;
    const Frame& frame = m_frames.back();
    if (frame.isObject) {
        const std::span<const Name> names = std::span(m_names).subspan(frame.firstName);
        if (m_listener)
            m_listener->objectPassed(*this, frame.begin, m_at, names);
        for (const Name& name : names) {
            if (name.isDecoded) { // the first one marks where this object's decoded bytes start
                m_decoded.truncate(name.from);
                break;
            }
        }
        m_names.resize(frame.firstName);
    }
    m_frames.pop_back();
    valueDone();
}

void Scanner::valueDone()
{
    if (m_frames.empty()) {
        m_next = Next::End;
        return;
    }
    m_frames.back().isInItem = false;
    m_next = Next::CommaOrEnd;
}

/// Adds the name in [begin, end), quotes included, to the innermost object. False: it is there.
bool Scanner::addName(qsizetype begin, qsizetype end)
{
    Name name;
    name.begin = static_cast<quint32>(begin);
    const QByteArrayView inner = m_text.sliced(begin + 1, end - begin - 2);
    if (m_hasEscape) {
        name.isDecoded = true;
        name.from = static_cast<quint32>(m_decoded.size());
        appendDecoded(m_decoded, inner, LoneSurrogate::Keep);
        name.size = static_cast<quint32>(m_decoded.size()) - name.from;
    } else {
        name.from = static_cast<quint32>(begin + 1);
        name.size = static_cast<quint32>(inner.size());
    }
    m_names.push_back(name);

    Frame& frame = m_frames.back();
    const auto count = static_cast<quint32>(m_names.size()) - frame.firstName;
    if (count > kSmallObject) {
        if (frame.table.size() < count * size_t{2})
            grow(frame);
        return insert(frame, count);
    }
    const QByteArrayView bytes = decoded(name);
    for (quint32 i = frame.firstName; i + 1 < m_names.size(); ++i) {
        if (decoded(m_names[i]) == bytes)
            return false;
    }
    return true;
}

/// Enters the member with this number (from 1). False: an equal name is there.
bool Scanner::insert(Frame& frame, quint32 number)
{
    const Name& name = m_names[frame.firstName + number - 1];
    const QByteArrayView bytes = decoded(name);
    const quint32 hash = hashOf(name);
    const size_t mask = frame.table.size() - 1;
    for (size_t i = hash & mask;; i = (i + 1) & mask) {
        Slot& slot = frame.table[i];
        if (slot.number == 0) {
            slot = {hash, number};
            return true;
        }
        if (slot.hash == hash && decoded(m_names[frame.firstName + slot.number - 1]) == bytes)
            return false;
    }
}

void Scanner::grow(Frame& frame)
{
    if (frame.table.empty()) {
        frame.table.resize(size_t{4} * kSmallObject);
        for (quint32 number = 1; number <= kSmallObject; ++number)
            static_cast<void>(insert(frame, number)); // they were compared one by one
        return;
    }
    std::vector<Slot> larger(frame.table.size() * 2);
    const size_t mask = larger.size() - 1;
    for (const Slot& slot : frame.table) {
        if (slot.number == 0)
            continue;
        size_t i = slot.hash & mask;
        while (larger[i].number != 0)
            i = (i + 1) & mask;
        larger[i] = slot;
    }
    frame.table = std::move(larger);
}

quint32 Scanner::hashOf(const Name& name) const
{
    const QByteArrayView bytes = decoded(name);
    std::array<unsigned char, crypto_shorthash_BYTES> hash{};
    crypto_shorthash(hash.data(), reinterpret_cast<const unsigned char*>(bytes.data()),
                     static_cast<unsigned long long>(bytes.size()),
                     reinterpret_cast<const unsigned char*>(hashKey().constData()));
    quint32 value = 0;
    std::memcpy(&value, hash.data(), sizeof value);
    return value;
}

Error Scanner::failure(Problem problem) const
{
    const TextPlace place = placeOf(m_text, m_at);
    QByteArray message = "line " + QByteArray::number(place.line) + ", column " +
                         QByteArray::number(place.column) + " (byte " + QByteArray::number(m_at) +
                         ")";
    if (const QByteArray path = pointer(); !path.isEmpty())
        message += ", at " + path;
    message += ": ";
    message += problem;
    if (m_tooDeep) {
        message += ", the limit is " + QByteArray::number(m_limits.maximumDepth) + " levels";
        return Error(ErrorCode::ResourceExhausted, message);
    }
    return Error(ErrorCode::InvalidArgument, message);
}

/// The place as a JSON Pointer, cut, and in printable ASCII only.
QByteArray Scanner::pointer() const
{
    QByteArray out;
    for (size_t i = 0; i < m_frames.size(); ++i) {
        const Frame& frame = m_frames[i];
        if (!frame.isInItem)
            break;
        if (out.size() >= kShownPointer)
            return out + "/...";
        if (!frame.isObject) {
            out += '/' + QByteArray::number(frame.element);
            continue;
        }
        const size_t end = i + 1 < m_frames.size() ? m_frames[i + 1].firstName : m_names.size();
        if (end > frame.firstName)
            out += '/' + shownName(decoded(m_names[end - 1]));
    }
    return out;
}

} // namespace lockkeeper::jsontext
