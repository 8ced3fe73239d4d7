// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/canonicaljson.h"

#include <QByteArray>
#include <QByteArrayView>

#include <vector>

namespace lockkeeper {

/// Goes once through canonical JSON that was checked before, value by value in the order of the
/// bytes; the cost is linear in the text, nesting costs a small frame each. Bytes that were not
/// checked end the walk early, but nothing outside of them is read. The text must outlive it.
class JsonWalk
{
public:
    enum class Event { Open, Scalar, Close };

    explicit JsonWalk(QByteArrayView text);

    /// Goes to the next event; false at the end. After the end isComplete() says whether it was
    /// the end of one whole value.
    bool next();
    [[nodiscard]] bool isComplete() const { return m_isComplete; }

    [[nodiscard]] Event event() const { return m_event; }
    /// Of the value that is opened, closed or passed. Close knows only from(), to() and depth().
    [[nodiscard]] JsonType type() const { return m_type; }
    /// 0 for the whole value, 1 for its members …
    [[nodiscard]] int depth() const { return m_depth; }
    /// The name with its quotes; empty for elements of arrays and the whole value.
    [[nodiscard]] QByteArrayView rawName() const { return m_name; }
    /// Where the name, or where there is none the value, begins.
    [[nodiscard]] qsizetype itemFrom() const { return m_itemFrom; }
    /// The place in the container, from 0.
    [[nodiscard]] int index() const { return m_index; }
    [[nodiscard]] qsizetype from() const { return m_from; }
    /// Behind the value; not known yet at Open.
    [[nodiscard]] qsizetype to() const { return m_to; }

private:
    struct Frame
    {
        qsizetype from = 0;
        int items = 0;
        bool isObject = false;
    };

    [[nodiscard]] char at(qsizetype offset) const;
    bool stop(bool isComplete);
    bool close();
    bool takeName();
    bool takeValue();

    QByteArrayView m_text;
    std::vector<Frame> m_frames;
    qsizetype m_at = 0;
    bool m_hasBegun = false;
    bool m_isStopped = false;
    bool m_isComplete = false;
    Event m_event = Event::Scalar;
    JsonType m_type = JsonType::Null;
    int m_depth = 0;
    int m_index = 0;
    QByteArrayView m_name;
    qsizetype m_itemFrom = 0;
    qsizetype m_from = 0;
    qsizetype m_to = 0;
};

/// What stands between the quotes of a JSON string, escapes decoded for reading. A lone surrogate
/// becomes three bytes that are no UTF-8, so that the renderer shows it as what it is. `inner` may
/// be a piece of a string that was cut by jsonStringCut().
[[nodiscard]] QByteArray decodedJsonString(QByteArrayView inner);

/// The best place to cut `inner` at or a little before `wanted`: never inside a character, an
/// escape or a pair of surrogate escapes, and if it can be between two printable ASCII characters,
/// so that nothing that is drawn together is parted. Greater than 0, at most the size. `inner` is
/// not empty.
[[nodiscard]] qsizetype jsonStringCut(QByteArrayView inner, qsizetype wanted);

} // namespace lockkeeper
