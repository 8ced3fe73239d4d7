// SPDX-License-Identifier: Apache-2.0
#include "core/executor/maskedarguments.h"

namespace lockkeeper {

namespace {

constexpr QByteArrayView kPlaceholder = R"("")";

/// The public view lists the places in the order in which they are walked.
class AdmittedMasks
{
public:
    AdmittedMasks(const JsonView& list, bool isSchemaKnown)
        : m_place(list.begin())
        , m_beyond(!isSchemaKnown)
    {
    }
    /// Whether the next place was masked. Behind the end of the list only the schema could tell.
    bool takeNext()
    {
        if (!m_place.isAtElement())
            return m_beyond;
        const bool isMasked = m_place.value().member("masked").boolean().value_or(false);
        m_place.next();
        return isMasked;
    }

private:
    JsonView::Cursor m_place;
    bool m_beyond;
};

} // namespace

MaskedArguments maskedArguments(const QByteArray& arguments, const MaskingInput& input)
{
    const QByteArrayView all(arguments);
    MaskedArguments result;
    qsizetype copiedTo = 0;
    AdmittedMasks admitted(input.admitted, input.isSchemaKnown);
    const ArgumentPlaces places(input.settings, input.schema, JsonView(all));
    places.forEach([&](const ArgumentPlace& place) {
        const bool wasMasked = admitted.takeNext();
        bool isMasked = place.isMasked() || wasMasked;
#ifdef LOCKKEEPER_FAULT_CARD_UNMASKED
        isMasked = false;
#endif
        if (!isMasked || !place.isScalar())
            return;
        const QByteArrayView raw = place.value.raw();
        const qsizetype origin = raw.data() - all.data();
        result.bytes.append(all.sliced(copiedTo, origin - copiedTo));
        MaskedArguments::Hidden hidden;
        hidden.shown.pointer = place.shownPointer();
        hidden.shown.offset = result.bytes.size();
        hidden.shown.size = raw.size();
        hidden.shown.isExpected = place.mask == MaskReason::Operator;
        hidden.origin = origin;
        result.hidden.append(hidden);
        result.bytes.append(kPlaceholder);
        copiedTo = origin + raw.size();
    });
    result.bytes.append(all.sliced(copiedTo));
    return result;
}

} // namespace lockkeeper
