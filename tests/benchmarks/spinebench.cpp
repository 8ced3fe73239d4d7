// SPDX-License-Identifier: Apache-2.0
// The whole life of an action with a tool that does nothing, beside the same statements on the
// plain SQLite C API: same values, same commits, same guard flushes, on the same disk, in turns in
// one run. What is left between the two is our own work: keys, digests, JSON, rules, threads'
// turns.
#include "benchmarks/spineload.h"
#include "benchmarks/statementtape.h"
#include "core/base/random.h"

#include <QCommandLineParser>
#include <QCoreApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>

using namespace lockkeeper;

namespace {

struct Shape
{
    const char* name;
    std::unique_ptr<SpineLoad> (*make)();
    int inFlight;
    int count;
};

const Shape kShapes[] = {
    {"journal, one at a time", makeJournalLoad, 1, 100},
    {"journal, 32 in flight", makeJournalLoad, 32, 1280},
    {"engine, one at a time", makeEngineLoad, 1, 100},
    {"engine, 32 in flight", makeEngineLoad, 32, 1280},
};

struct Measured
{
    QList<double> ours; ///< nanoseconds an action
    QList<double> raw;
    QList<double> ratio;
    QList<double> toEffect;
};

double median(QList<double> values)
{
    std::sort(values.begin(), values.end());
    return values.isEmpty() ? 0 : values[values.size() / 2];
}

class Bench
{
public:
    Bench(QString directory, int factor)
        : m_directory(std::move(directory))
        , m_factor(factor)
    {
    }

    /// One measured run of ours, one of the tape, in changing order.
    void round(const Shape& shape, Measured& into, bool rawFirst)
    {
        Recorded& recorded = m_recorded[shape.name];
        if (recorded.tape.steps.empty())
            record(shape, recorded);
        double raw = rawFirst ? play(shape, recorded) : 0;
        const double ours = measure(shape, into);
        if (!rawFirst)
            raw = play(shape, recorded);
        into.ours.append(ours);
        into.raw.append(raw);
        into.ratio.append(raw / ours);
    }
    /// How often an action runs each statement.
    void printStatements(const Shape& shape) const
    {
        const StatementTape& tape = m_recorded.value(shape.name).tape;
        std::vector<int> counts(tape.sql.size(), 0);
        for (const StatementTape::Step& step : tape.steps)
            counts[step.statement] += 1;
        std::printf("\n%s\n", shape.name);
        for (std::size_t i = 0; i < counts.size(); ++i)
            std::printf("%8.2f  %s\n", double(counts[i]) / count(shape),
                        tape.sql[i].simplified().left(90).constData());
    }
    [[nodiscard]] qsizetype statements(const Shape& shape) const
    {
        return qsizetype(m_recorded.value(shape.name).tape.steps.size()) / count(shape);
    }

private:
    struct Recorded
    {
        StatementTape tape;
        std::shared_ptr<QTemporaryDir> folder; ///< with the store as it was before
    };

    [[nodiscard]] int count(const Shape& shape) const { return shape.count * m_factor; }
    [[nodiscard]] std::shared_ptr<QTemporaryDir> folder() const
    {
        auto made = std::make_shared<QTemporaryDir>(m_directory + "/spinebench-XXXXXX");
        if (!made->isValid())
            qFatal("no folder can be made in %s", qPrintable(m_directory));
        return made;
    }

    void record(const Shape& shape, Recorded& into)
    {
        into.folder = folder();
        const auto load = shape.make();
        load->open(into.folder->path());
        copyStore(load->storePath(), into.folder->filePath("before.sqlite"));
        {
            const TapeRecording recording(into.tape);
            load->run(count(shape), shape.inFlight);
        }
        load->close();
    }

    double measure(const Shape& shape, Measured& into) const
    {
        const auto place = folder();
        const auto load = shape.make();
        load->open(place->path());
        QElapsedTimer timer;
        timer.start();
        load->run(count(shape), shape.inFlight);
        const qint64 took = timer.nsecsElapsed();
        QList<double> waits(load->approvalToEffect().cbegin(), load->approvalToEffect().cend());
        into.toEffect.append(median(waits));
        load->close();
        return double(took) / count(shape);
    }

    double play(const Shape& shape, const Recorded& recorded) const
    {
        const auto place = folder();
        const QString store = place->filePath("store.sqlite");
        if (!QFile::copy(recorded.folder->filePath("before.sqlite"), store))
            qFatal("the store before the run cannot be copied");
        return double(playTape(recorded.tape, store, place->filePath("guard"))) / count(shape);
    }

    const QString m_directory;
    const int m_factor;
    QHash<QByteArray, Recorded> m_recorded;
};

} // namespace

int main(int argc, char** argv)
{
    QCoreApplication application(argc, argv);
    QCommandLineParser parser;
    parser.setApplicationDescription("Whole life of an action, as a ratio to plain SQLite");
    parser.addHelpOption();
    parser.addOptions({{"directory", "On which disk (default: here).", "DIR", QDir::currentPath()},
                       {"rounds", "Measured rounds (default 7).", "N", "7"},
                       {"factor", "Times as many actions a round (default 1).", "N", "1"},
                       {"statements", "Also print how often an action runs each statement."},
                       {"only", "Only shapes whose name contains this.", "TEXT"}});
    parser.process(application);
    const int rounds = parser.value("rounds").toInt();
    const int factor = parser.value("factor").toInt();
    if (rounds < 1 || factor < 1 || !initialiseCrypto())
        parser.showHelp(2);
    makeConnectionsRecordable();

    Bench bench(parser.value("directory"), factor);
    QHash<QByteArray, Measured> measured;
    for (int round = 0; round < rounds; ++round) {
        for (const Shape& shape : kShapes) {
            if (QByteArray(shape.name).contains(parser.value("only").toUtf8()))
                bench.round(shape, measured[shape.name], round % 2 == 1);
        }
    }
    std::printf("Medians of %d interleaved rounds; raw = the same statements, commits and guard\n"
                "flushes on the SQLite C API. Only the ratios of one run mean something.\n\n",
                rounds);
    std::printf("%-26s %10s %12s %12s %8s %20s\n", "", "statements", "ours", "raw", "of raw",
                "approve to effect");
    std::printf("%-26s %10s %12s %12s %8s %20s\n", "", "an action", "actions/s", "actions/s", "",
                "p50, ms");
    for (const Shape& shape : kShapes) {
        const auto found = measured.constFind(shape.name);
        if (found == measured.constEnd())
            continue;
        std::printf("%-26s %10lld %12.0f %12.0f %8.2f %20.2f\n", shape.name,
                    static_cast<long long>(bench.statements(shape)), 1e9 / median(found->ours),
                    1e9 / median(found->raw), median(found->ratio), median(found->toEffect) / 1e6);
    }
    for (const Shape& shape : kShapes) {
        if (parser.isSet("statements") && measured.contains(shape.name))
            bench.printStatements(shape);
    }
    return 0;
}
