// SPDX-License-Identifier: Apache-2.0
#include "store/storeconformance.h"

#include <limits>

#include <QElapsedTimer>
#include <QThread>

#include "store/verify.h"

namespace lockkeeper {
namespace {

constexpr int kPatientMs = 5000;
constexpr int kHastyMs = 50;

Result<void> done(const Result<qint64>& changed)
{
    if (!changed)
        return changed.error();
    return {};
}

Result<qint64> count(StoreSession& session)
{
    qint64 number = -1;
    LK_CHECK(session.query("item_count", {}, [&](const StoreRow& row) -> Result<void> {
        number = row.integer(0);
        return {};
    }));
    return number;
}

Result<QSet<qint64>> idsIn(StoreSession& session)
{
    QSet<qint64> ids;
    LK_CHECK(session.query("item_ids", {}, [&](const StoreRow& row) -> Result<void> {
        ids.insert(row.integer(0));
        return {};
    }));
    return ids;
}

QByteArrayList wave(int commands)
{
    QByteArrayList calls{"waveBegins"};
    for (int i = 0; i < commands; ++i)
        calls.append("commandBegins");
    return calls + QByteArrayList{"beforeCommit", "committed"};
}

WaveCommand failing(ErrorCode code)
{
    return [code](UnitOfWork& unit) -> Result<void> {
        LK_CHECK(done(unit.execute("item_insert", {1000, {}, {}, {}})));
        return Error(code, "planted");
    };
}

} // namespace

WaveCommand StoreConformance::insert(qint64 id, WaveRecorder* recorder)
{
    return [id, recorder](UnitOfWork& unit) -> Result<void> {
        if (recorder != nullptr)
            recorder->claim(id);
        return done(unit.execute("item_insert", {id, "item " + QByteArray::number(id), id, {}}));
    };
}

Result<QSet<qint64>> StoreConformance::storedIds()
{
    return idsIn(m_store->session());
}

QSet<qint64> StoreConformance::storedIdsAfterReopening()
{
    m_faults.clear();
    if (const auto reopened = m_store->reopen(); !reopened)
        qFatal("cannot reopen: %s", reopened.error().describe().constData());
    auto ids = storedIds();
    if (!ids)
        qFatal("cannot read: %s", ids.error().describe().constData());
    return *ids;
}

void StoreConformance::init()
{
    makeDatabase();
    m_faults.clear();
    auto store = open(&m_faults, kPatientMs);
    VERIFY_OK(store);
    m_store = std::move(*store);
}

void StoreConformance::cleanup()
{
    m_store.reset();
}

void StoreConformance::wave_ofOne_commits()
{
    WaveRecorder recorder;
    const WaveResult result = m_store->runWave({insert(1, &recorder)}, &recorder);
    QVERIFY(result.decided);
    QCOMPARE(result.commands.size(), std::size_t(1));
    VERIFY_OK(result.commands[0]);
    QCOMPARE(recorder.calls(), wave(1));
    QCOMPARE(m_faults.statements(),
             (QList<QByteArray>{"begin", "savepoint", "item_insert", "release", "commit"}));
    QCOMPARE(*storedIds(), QSet<qint64>{1});
    QCOMPARE(storedIdsAfterReopening(), QSet<qint64>{1});
}

void StoreConformance::wave_of32_commitsOnce()
{
    WaveRecorder recorder;
    std::vector<WaveCommand> commands;
    for (qint64 id = 1; id <= 32; ++id)
        commands.push_back(insert(id, &recorder));
    const WaveResult result = m_store->runWave(commands, &recorder);
    QCOMPARE(result.commands.size(), std::size_t(32));
    for (const auto& command : result.commands)
        VERIFY_OK(command);
    QCOMPARE(recorder.calls(), wave(32));
    QCOMPARE(m_faults.statements().count("begin"), 1);
    QCOMPARE(m_faults.statements().count("commit"), 1);
    QCOMPARE(recorder.real(), *storedIds());
    QCOMPARE(storedIds()->size(), 32);
}

void StoreConformance::wave_ofNone_doesNothing()
{
    WaveRecorder recorder;
    const WaveResult result = m_store->runWave({}, &recorder);
    QVERIFY(result.decided);
    QVERIFY(result.commands.empty());
    QCOMPARE(recorder.calls(), QByteArrayList());
    QCOMPARE(m_faults.statements(), QList<QByteArray>());
}

void StoreConformance::wave_withoutParticipant_commits()
{
    const WaveResult result = m_store->runWave({insert(1), failing(ErrorCode::NotFound)}, nullptr);
    VERIFY_OK(result.commands[0]);
    VERIFY_CODE(result.commands[1], ErrorCode::NotFound);
    QCOMPARE(*storedIds(), QSet<qint64>{1});
}

void StoreConformance::failingCommand_rollsBackOnlyItself()
{
    WaveRecorder recorder;
    const WaveResult result =
        m_store->runWave({insert(1, &recorder), failing(ErrorCode::FailedPrecondition),
                          insert(2, &recorder), insert(1, &recorder), insert(3, &recorder)},
                         &recorder);
    QVERIFY(result.decided);
    QCOMPARE(result.commands.size(), std::size_t(5));
    VERIFY_OK(result.commands[0]);
    VERIFY_CODE(result.commands[1], ErrorCode::FailedPrecondition);
    VERIFY_OK(result.commands[2]);
    VERIFY_CODE(result.commands[3], ErrorCode::Conflict);
    VERIFY_OK(result.commands[4]);
    QCOMPARE(recorder.calls(),
             (QByteArrayList{"waveBegins", "commandBegins", "commandBegins", "commandRolledBack",
                             "commandBegins", "commandBegins", "commandRolledBack", "commandBegins",
                             "beforeCommit", "committed"}));
    QCOMPARE(*storedIds(), (QSet<qint64>{1, 2, 3}));
    QCOMPARE(recorder.real(), (QSet<qint64>{1, 2, 3}));
}

void StoreConformance::failedStatement_rollsBackItsCommand_evenIfThatSucceeds()
{
    const WaveCommand careless = [](UnitOfWork& unit) -> Result<void> {
        LK_CHECK(done(unit.execute("item_insert", {2, {}, {}, {}})));
        const auto twice = unit.execute("item_insert", {1, {}, {}, {}});
        const auto after = unit.execute("item_insert", {3, {}, {}, {}});
        const auto read = count(unit);
        if (twice || after || read)
            return Error(ErrorCode::Internal, "a statement ran after a failed one");
        if (after.error().code() != ErrorCode::FailedPrecondition)
            return after.error();
        return {};
    };
    const WaveResult result = m_store->runWave({insert(1), careless, insert(4)}, nullptr);
    VERIFY_OK(result.commands[0]);
    VERIFY_CODE(result.commands[1], ErrorCode::Conflict);
    VERIFY_OK(result.commands[2]);
    QCOMPARE(*storedIds(), (QSet<qint64>{1, 4}));
}

void StoreConformance::allCommandsFailing_commitNothing()
{
    WaveRecorder recorder;
    const WaveResult result = m_store->runWave(
        {failing(ErrorCode::NotFound), failing(ErrorCode::InvalidArgument)}, &recorder);
    VERIFY_CODE(result.commands[0], ErrorCode::NotFound);
    VERIFY_CODE(result.commands[1], ErrorCode::InvalidArgument);
    QCOMPARE(recorder.calls(),
             (QByteArrayList{"waveBegins", "commandBegins", "commandRolledBack", "commandBegins",
                             "commandRolledBack", "waveRolledBack"}));
    QCOMPARE(m_faults.statements().count("commit"), 0);
    QCOMPARE(storedIds()->size(), 0);
}

void StoreConformance::beforeCommit_writesIntoTheWave()
{
    WaveRecorder recorder;
    recorder.lastCommand = insert(99);
    VERIFY_OK(m_store->runWave({insert(1)}, &recorder).commands[0]);
    QCOMPARE(*storedIds(), (QSet<qint64>{1, 99}));
}

void StoreConformance::beforeCommitError_rollsBackAll()
{
    WaveRecorder recorder;
    recorder.refusal = Error(ErrorCode::Unavailable, "no key");
    WaveResult result = m_store->runWave({insert(1, &recorder), insert(2, &recorder)}, &recorder);
    QVERIFY(result.decided);
    VERIFY_CODE(result.commands[0], ErrorCode::Unavailable);
    VERIFY_CODE(result.commands[1], ErrorCode::Unavailable);
    QCOMPARE(recorder.calls().last(), QByteArray("waveRolledBack"));
    QCOMPARE(recorder.calls().count("waveBegins"), 1);
    QCOMPARE(storedIds()->size(), 0);
    QCOMPARE(recorder.real().size(), 0);

    // A failed statement there counts as an error, too.
    recorder.refusal.reset();
    recorder.lastCommand = [](UnitOfWork& unit) -> Result<void> {
        const auto twice = unit.execute("item_insert", {1, {}, {}, {}});
        return twice ? Error(ErrorCode::Internal, "expected a conflict") : Result<void>();
    };
    result = m_store->runWave({insert(1, &recorder)}, &recorder);
    VERIFY_CODE(result.commands[0], ErrorCode::Conflict);
    QCOMPARE(storedIds()->size(), 0);
}

void StoreConformance::realDroppedTransaction_runsEachAlone()
{
    VERIFY_OK(m_store->runWave({insert(50)}, nullptr).commands[0]);
    WaveRecorder recorder;
    int calls = 0;
    const WaveCommand dropping = [&](UnitOfWork& unit) -> Result<void> {
        ++calls;
        recorder.claim(50);
        const auto dropped = unit.execute("item_insert_dropping", {50, {}});
        // Would commit by itself if it ran.
        const auto after = unit.execute("item_insert", {51, {}, {}, {}});
        return dropped && after ? Result<void>() : done(dropped ? after : dropped);
    };
    const WaveResult result =
        m_store->runWave({insert(1, &recorder), dropping, insert(2, &recorder)}, &recorder);
    QVERIFY(result.decided);
    VERIFY_OK(result.commands[0]);
    VERIFY_CODE(result.commands[1], ErrorCode::Conflict);
    VERIFY_OK(result.commands[2]);
    QVERIFY(calls >= 1);
    QCOMPARE(*storedIds(), (QSet<qint64>{1, 2, 50}));
    QCOMPARE(recorder.real(), (QSet<qint64>{1, 2}));
    QVERIFY(!m_store->needsReopening());
}

void StoreConformance::droppedTransaction_atEveryStatement_runsEachAlone()
{
    constexpr int kCommands = 3;
    int walked = 0;
    for (int nth = 2;; ++nth, ++walked) { // 1 is begin, where there is nothing to drop
        WaveRecorder recorder;
        std::vector<WaveCommand> commands;
        for (qint64 id = 0; id < kCommands; ++id)
            commands.push_back(insert(nth * 10 + id, &recorder));
        m_faults.failAt(nth, {StoreFaults::Effect::DropTransaction, nativeCodes().full});
        const WaveResult result = m_store->runWave(commands, &recorder);
        const bool hit = m_faults.hits() > 0;
        m_faults.clear();
        if (!hit)
            break;
        QVERIFY(result.decided);
        for (const auto& command : result.commands)
            VERIFY_OK(command); // each succeeded alone
        QByteArrayList expected;
        for (int i = 0; i < kCommands; ++i)
            expected += wave(1);
        QCOMPARE(recorder.calls().mid(recorder.calls().indexOf("waveRolledBack") + 1), expected);
        QCOMPARE(recorder.calls().count("waveRolledBack"), 1);
        QCOMPARE(recorder.real().size(), kCommands);
        QVERIFY2(storedIds()->contains(recorder.real()), "expected every id that was told");
    }
    // begin, three each for three commands, commit
    QCOMPARE(walked, 10);
    QCOMPARE(storedIds()->size(), (walked + 1) * kCommands);
}

void StoreConformance::brokenStatement_everywhere_keepsWhatWasTold_data()
{
    QTest::addColumn<int>("effect");
    QTest::addColumn<int>("code");
    QTest::addColumn<bool>("forGood");
    using Effect = StoreFaults::Effect;
    const NativeCodes codes = nativeCodes();
    for (const Effect effect : {Effect::Fail, Effect::DropTransaction, Effect::FailAfterwards}) {
        for (const int code : {codes.full, codes.inputOutput, codes.busy}) {
            if (effect == Effect::FailAfterwards && code == codes.full)
                continue; // a database that says so has not committed
            for (const bool forGood : {false, true}) {
                QTest::addRow("effect %d code %d %s", int(effect), code, forGood ? "dead" : "once")
                    << int(effect) << code << forGood;
            }
        }
    }
}

/// Whatever breaks wherever: an id that was told is stored, an id whose command failed is not, and
/// what is in memory agrees; only an undecided wave may go either way.
void StoreConformance::brokenStatement_everywhere_keepsWhatWasTold()
{
    QFETCH(int, effect);
    QFETCH(int, code);
    QFETCH(bool, forGood);
    for (int nth = 1;; ++nth) {
        WaveRecorder recorder;
        recorder.lastCommand = insert(nth * 10 + 9);
        m_faults.failAt(nth, {StoreFaults::Effect(effect), code}, {}, forGood);
        const WaveResult result =
            m_store->runWave({insert(nth * 10, &recorder), failing(ErrorCode::NotFound),
                              insert(nth * 10 + 1, &recorder)},
                             &recorder);
        const bool hit = m_faults.hits() > 0;
        QCOMPARE(result.commands.size(), std::size_t(3));
        QVERIFY(!result.commands[1].has_value());
        const QSet<qint64> stored = storedIdsAfterReopening();
        QVERIFY(!stored.contains(1000));
        for (int i : {0, 2}) {
            const qint64 id = nth * 10 + i / 2;
            const bool told = result.commands[i].has_value();
            const bool unknown =
                !told && result.commands[i].error().code() == ErrorCode::OutcomeUnknown;
            QVERIFY2(!unknown || !result.decided, "expected decided = false beside OutcomeUnknown");
            if (unknown)
                continue;
            QCOMPARE(stored.contains(id), told);
            QCOMPARE(recorder.real().contains(id), told);
        }
        if (!hit)
            break;
        QVERIFY2(nth < 100, "expected the walk to end");
    }
}

void StoreConformance::commitOfUnknownFate_isUndecided_untilReopened_data()
{
    QTest::addColumn<int>("effect");
    QTest::addColumn<bool>("isThere");
    QTest::newRow("not there") << int(StoreFaults::Effect::Fail) << false;
    QTest::newRow("there") << int(StoreFaults::Effect::FailAfterwards) << true;
}

void StoreConformance::commitOfUnknownFate_isUndecided_untilReopened()
{
    QFETCH(int, effect);
    QFETCH(bool, isThere);
    WaveRecorder recorder;
    m_faults.failAt(1, {StoreFaults::Effect(effect), nativeCodes().inputOutput}, "commit");
    const WaveResult result = m_store->runWave(
        {insert(1, &recorder), failing(ErrorCode::NotFound), insert(2, &recorder)}, &recorder);
    QVERIFY(!result.decided);
    for (const auto& command : result.commands)
        VERIFY_CODE(command, ErrorCode::OutcomeUnknown);
    // Neither can be said.
    QVERIFY(!recorder.calls().contains("committed"));
    QVERIFY(!recorder.calls().contains("waveRolledBack"));

    QVERIFY(m_store->needsReopening());
    VERIFY_CODE(storedIds(), ErrorCode::Unavailable);
    const WaveResult refused = m_store->runWave({insert(3)}, &recorder);
    QVERIFY(refused.decided);
    VERIFY_CODE(refused.commands[0], ErrorCode::Unavailable);

    QCOMPARE(storedIdsAfterReopening(), isThere ? (QSet<qint64>{1, 2}) : QSet<qint64>());
    QVERIFY(!m_store->needsReopening());
    VERIFY_OK(m_store->runWave({insert(4)}, nullptr).commands[0]);
}

void StoreConformance::commitWithoutRoom_runsEachAlone()
{
    WaveRecorder recorder;
    m_faults.failAt(1, {StoreFaults::Effect::Fail, nativeCodes().full}, "commit");
    const WaveResult result =
        m_store->runWave({insert(1, &recorder), insert(2, &recorder)}, &recorder);
    QVERIFY(result.decided);
    VERIFY_OK(result.commands[0]);
    VERIFY_OK(result.commands[1]);
    QCOMPARE(m_faults.statements().count("begin"), 3);
    QCOMPARE(recorder.real(), (QSet<qint64>{1, 2}));
    QCOMPARE(*storedIds(), (QSet<qint64>{1, 2}));
}

void StoreConformance::commitBusy_isUnavailableForAll()
{
    WaveRecorder recorder;
    m_faults.failAt(1, {StoreFaults::Effect::Fail, nativeCodes().busy}, "commit");
    const WaveResult result =
        m_store->runWave({insert(1, &recorder), insert(2, &recorder)}, &recorder);
    QVERIFY(result.decided);
    VERIFY_CODE(result.commands[0], ErrorCode::Unavailable);
    VERIFY_CODE(result.commands[1], ErrorCode::Unavailable);
    QCOMPARE(m_faults.statements().count("begin"), 1);
    QCOMPARE(recorder.calls().last(), QByteArray("waveRolledBack"));
    QCOMPARE(storedIds()->size(), 0);
}

void StoreConformance::deferredConstraint_spoilsOnlyItsCommand()
{
    const WaveCommand orphan = [](UnitOfWork& unit) -> Result<void> {
        return done(unit.execute("child_insert", {1, 12345}));
    };
    WaveRecorder recorder;
    const WaveResult result =
        m_store->runWave({insert(1, &recorder), orphan, insert(2, &recorder)}, &recorder);
    QVERIFY(result.decided);
    VERIFY_OK(result.commands[0]);
    VERIFY_CODE(result.commands[1], ErrorCode::Conflict);
    VERIFY_OK(result.commands[2]);
    QCOMPARE(*storedIds(), (QSet<qint64>{1, 2}));
    QCOMPARE(recorder.real(), (QSet<qint64>{1, 2}));
}

void StoreConformance::secondWriter_waitsThenIsUnavailable()
{
    auto second = open(nullptr, kHastyMs);
    VERIFY_OK(second);
    WaveRecorder recorder;
    WaveResult refused;
    qint64 waitedMs = -1;
    const WaveCommand holding = [&](UnitOfWork& unit) -> Result<void> {
        LK_CHECK(insert(1)(unit));
        QElapsedTimer timer;
        timer.start();
        refused = (*second)->runWave({insert(2, &recorder), insert(3, &recorder)}, &recorder);
        waitedMs = timer.elapsed();
        return {};
    };
    VERIFY_OK(m_store->runWave({holding}, nullptr).commands[0]);
    QVERIFY2(waitedMs >= kHastyMs / 2, "expected the second writer to wait first");
    QVERIFY(refused.decided);
    QCOMPARE(refused.commands.size(), std::size_t(2));
    for (const auto& command : refused.commands)
        VERIFY_CODE(command, ErrorCode::Unavailable);
    QCOMPARE(recorder.calls(), QByteArrayList()); // nothing began
    QVERIFY(!(*second)->needsReopening());

    const WaveResult later = (*second)->runWave({insert(2, &recorder)}, &recorder);
    VERIFY_OK(later.commands[0]);
    QCOMPARE(*storedIds(), (QSet<qint64>{1, 2}));
}

void StoreConformance::secondWriter_goesOn_whenTheFirstIsDone()
{
    constexpr int kWaves = 100;
    Result<void> outcome;
    QScopedPointer<QThread> thread(QThread::create([&] {
        auto second = open(nullptr, kPatientMs);
        if (!second) {
            outcome = second.error();
            return;
        }
        for (qint64 i = 0; i < kWaves && outcome; ++i)
            outcome = (*second)->runWave({insert(10'000 + i)}, nullptr).commands[0];
    }));
    thread->start();
    Result<void> mine;
    for (qint64 i = 0; i < kWaves && mine; ++i)
        mine = m_store->runWave({insert(i)}, nullptr).commands[0];
    QVERIFY2(thread->wait(60'000), "expected the second writer to end");
    VERIFY_OK(mine);
    VERIFY_OK(outcome);
    QCOMPARE(storedIds()->size(), 2 * kWaves);
}

void StoreConformance::reader_seesCommittedOnly_onItsOwnThread()
{
    VERIFY_OK(m_store->runWave({insert(1)}, nullptr).commands[0]);
    Result<qint64> seen = Error(ErrorCode::Internal, "not run");
    const auto readElsewhere = [&] {
        QScopedPointer<QThread> thread(QThread::create([&] {
            auto reader = m_store->openReader();
            seen = reader ? count(**reader) : reader.error();
        }));
        thread->start();
        return thread->wait(60'000);
    };
    Result<qint64> seenInside;
    const WaveCommand observed = [&](UnitOfWork& unit) -> Result<void> {
        LK_CHECK(insert(2)(unit));
        seenInside = count(unit);
        if (!readElsewhere())
            return Error(ErrorCode::DeadlineExceeded, "the reader did not end");
        return {};
    };
    VERIFY_OK(m_store->runWave({observed}, nullptr).commands[0]);
    VERIFY_OK(seenInside);
    QCOMPARE(*seenInside, 2);
    VERIFY_OK(seen);
    QCOMPARE(*seen, 1);
    QVERIFY(readElsewhere());
    VERIFY_OK(seen);
    QCOMPARE(*seen, 2);

    // One reader goes on over several waves.
    auto reader = m_store->openReader();
    VERIFY_OK(reader);
    QCOMPARE(*count(**reader), 2);
    VERIFY_OK(m_store->runWave({insert(3)}, nullptr).commands[0]);
    QCOMPARE(*count(**reader), 3);
}

void StoreConformance::reader_andSession_refuseToWrite()
{
    VERIFY_OK(m_store->runWave({insert(1)}, nullptr).commands[0]);
    auto reader = m_store->openReader();
    VERIFY_OK(reader);
    for (StoreSession* session : {&m_store->session(), reader->get()}) {
        VERIFY_CODE(session->execute("item_insert", {2, {}, {}, {}}), ErrorCode::Internal);
        VERIFY_CODE(
            session->query("item_take", {5, 1}, [](const StoreRow&) { return Result<void>(); }),
            ErrorCode::Internal);
    }
    QCOMPARE(*storedIds(), QSet<qint64>{1});
    qint64 number = 0;
    VERIFY_OK(m_store->session().query("item_by_id", {1}, [&](const StoreRow& row) -> Result<void> {
        number = row.integer(2);
        return {};
    }));
    QCOMPARE(number, 1);
}

void StoreConformance::values_comeBackExactly_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("number");
    QTest::addColumn<QByteArray>("blob");
    const auto row = [](const char* name, const QByteArray& text, qint64 number,
                        const QByteArray& blob) { QTest::newRow(name) << text << number << blob; };
    using Limits = std::numeric_limits<qint64>;
    row("empty", "", 0, "");
    row("null arrays", QByteArray(), 0, QByteArray());
    row("largest", "x", Limits::max(), "x");
    row("smallest", "x", Limits::min(), "x");
    row("above 2^53", "x", (qint64(1) << 53) + 1, "x");
    row("emoji", "\xF0\x9F\x94\x90 \xE2\x80\x8D\xF0\x9F\x91\xA9 e\xCC\x81", -1, "x");
    row("byte order mark first", "\xEF\xBB\xBFtext", 1, "\xEF\xBB\xBFtext");
    row("two byte order marks", "\xEF\xBB\xBF\xEF\xBB\xBF", 1, "x");
    row("noncharacters", "a\xEF\xBF\xBF\xEF\xBF\xBE\xF0\x9F\xBF\xBF", 1, "x");
    row("NUL in the text", QByteArray("a\0b", 3), 1, "x");
    row("swapped byte order mark", "\xEF\xBF\xBEtext", 1, "x");
    row("line ends and controls", "a\r\nb\tc\x01\x7f", 1, "x");
    row("digits stay text", "00123", 1, "00123");
    row("blob with NUL", "x", 1, QByteArray("\0a\0\xff\xfe\0", 6));
    row("blob that is text", "x", 1, "hello");
    QByteArray every;
    for (int i = 0; i < 256; ++i)
        every.append(static_cast<char>(i));
    row("every byte, 1 MiB", QByteArray(1 << 20, 'y'), 1, every.repeated(4096));
}

void StoreConformance::values_comeBackExactly()
{
    QFETCH(QByteArray, text);
    QFETCH(qint64, number);
    QFETCH(QByteArray, blob);
    const WaveCommand write = [&](UnitOfWork& unit) -> Result<void> {
        LK_CHECK(done(unit.execute("item_insert", {number, text, number, Blob{blob}})));
        return done(unit.execute("item_insert", {1234, {}, {}, {}}));
    };
    VERIFY_OK(m_store->runWave({write}, nullptr).commands[0]);
    int rows = 0;
    VERIFY_OK(
        m_store->session().query("item_by_id", {number}, [&](const StoreRow& row) -> Result<void> {
            ++rows;
            const bool same = row.integer(0) == number && !row.isNull(1) && row.bytes(1) == text &&
                              row.integer(2) == number && !row.isNull(3) && row.bytes(3) == blob;
            return same ? Result<void>() : Error(ErrorCode::DataLoss, "something else came back");
        }));
    QCOMPARE(rows, 1);
    VERIFY_OK(
        m_store->session().query("item_by_id", {1234}, [&](const StoreRow& row) -> Result<void> {
            ++rows;
            const bool null = row.isNull(1) && row.isNull(2) && row.isNull(3) &&
                              row.integer(2) == 0 && row.bytes(1).isEmpty() &&
                              row.bytes(3).isEmpty();
            return null ? Result<void>() : Error(ErrorCode::DataLoss, "expected NULL");
        }));
    QCOMPARE(rows, 2);
}

void StoreConformance::text_thatIsNoUtf8_isRefused()
{
    for (const QByteArray& text : {QByteArray("\xff"), QByteArray("a\xc3"),
                                   QByteArray("\xed\xa0\x80"), QByteArray("\xc0\x80")}) {
        const WaveCommand write = [&](UnitOfWork& unit) -> Result<void> {
            return done(unit.execute("item_insert", {1, text, 1, {}}));
        };
        VERIFY_CODE(m_store->runWave({write}, nullptr).commands[0], ErrorCode::InvalidArgument);
    }
    QCOMPARE(storedIds()->size(), 0);
}

void StoreConformance::changedRows_areCounted()
{
    const WaveCommand command = [&](UnitOfWork& unit) -> Result<void> {
        LK_CHECK(insert(1)(unit));
        LK_TRY(const qint64 hit, unit.execute("item_update_number", {7, 1}));
        LK_TRY(const qint64 miss, unit.execute("item_update_number", {7, 2}));
        return hit == 1 && miss == 0 ? Result<void>() : Error(ErrorCode::Internal, "wrong counts");
    };
    VERIFY_OK(m_store->runWave({command}, nullptr).commands[0]);
}

void StoreConformance::visitorError_endsTheQuery_butSpoilsNothing()
{
    VERIFY_OK(m_store->runWave({insert(1), insert(2)}, nullptr).commands[0]);
    int visited = 0;
    const StoreSession::Visitor picky = [&](const StoreRow&) -> Result<void> {
        ++visited;
        return Error(ErrorCode::Cancelled, "enough");
    };
    VERIFY_CODE(m_store->session().query("item_ids", {}, picky), ErrorCode::Cancelled);
    QCOMPARE(visited, 1);
    QCOMPARE(storedIds()->size(), 2); // the same statement runs again

    const WaveCommand command = [&](UnitOfWork& unit) -> Result<void> {
        const auto ended = unit.query("item_ids", {}, picky);
        if (ended)
            return Error(ErrorCode::Internal, "expected the visitor's error");
        return insert(3)(unit);
    };
    VERIFY_OK(m_store->runWave({command}, nullptr).commands[0]);
    QCOMPARE(storedIds()->size(), 3);
}

void StoreConformance::rowsOfAWrite_areVisited()
{
    const WaveCommand command = [&](UnitOfWork& unit) -> Result<void> {
        LK_CHECK(insert(5)(unit));
        QList<qint64> taken;
        for (int i = 0; i < 2; ++i) {
            LK_CHECK(unit.query("item_take", {9, 5 + i}, [&](const StoreRow& row) -> Result<void> {
                taken.append(row.integer(0));
                return {};
            }));
        }
        return taken == QList<qint64>{5} ? Result<void>()
                                         : Error(ErrorCode::Internal, "expected row 5 once");
    };
    VERIFY_OK(m_store->runWave({command}, nullptr).commands[0]);
}

void StoreConformance::wrongUse_isInternal_andDoesNotRun()
{
    const StoreSession::Visitor ignore = [](const StoreRow&) { return Result<void>(); };
    const std::vector<WaveCommand> commands = {
        [](UnitOfWork& unit) { return done(unit.execute("no_such_statement", {})); },
        [](UnitOfWork& unit) {
            return done(unit.execute("item_insert", {1, {}}));
        },
        [](UnitOfWork& unit) { return done(unit.execute("item_ids", {})); },
        [](UnitOfWork& unit) {
            return done(unit.execute("item_take", {1, 1}));
        },
        [&](UnitOfWork& unit) {
            return unit.query("item_insert", {1, {}, {}, {}}, ignore);
        },
        // The frame of a wave is not for commands.
        [](UnitOfWork& unit) { return done(unit.execute("commit", {})); },
    };
    const WaveResult result = m_store->runWave(commands, nullptr);
    for (const auto& command : result.commands)
        VERIFY_CODE(command, ErrorCode::Internal);
    QCOMPARE(storedIds()->size(), 0);
}

void StoreConformance::conflict_namesStatementAndCode_notValues()
{
    const WaveCommand twice = [](UnitOfWork& unit) -> Result<void> {
        LK_CHECK(done(unit.execute("item_insert", {1, "sentinel-4711", {}, {}})));
        return done(unit.execute("item_insert", {2, "sentinel-4711", {}, {}}));
    };
    const WaveResult result = m_store->runWave({twice}, nullptr);
    VERIFY_CODE(result.commands[0], ErrorCode::Conflict);
    const QByteArray text = result.commands[0].error().describe();
    QVERIFY2(text.contains("item_insert"), text.constData());
    QVERIFY2(!text.contains("4711"), text.constData());
    QVERIFY(result.commands[0].error().nativeCode().has_value());
}

} // namespace lockkeeper
