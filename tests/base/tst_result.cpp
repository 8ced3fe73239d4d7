// SPDX-License-Identifier: Apache-2.0
#include "core/base/result.h"

#include <QTest>

#include <memory>
#include <set>

using namespace lockkeeper;

namespace {

Result<int> half(int value)
{
    if (value % 2 != 0)
        return Error(ErrorCode::InvalidArgument, "odd", 7);
    return value / 2;
}

Result<void> mustBeEven(int value)
{
    LK_TRY(const int unused, half(value));
    static_cast<void>(unused);
    return {};
}

Result<std::unique_ptr<int>> quarter(int value)
{
    LK_TRY(const int once, half(value));
    LK_TRY(int twice, half(once));
    return std::make_unique<int>(twice);
}

Result<int> checkedTwice(int value, int& reached)
{
    LK_CHECK(mustBeEven(value));
    ++reached;
    LK_CHECK(mustBeEven(value / 2));
    ++reached;
    return value;
}

Result<QByteArray> text(bool works)
{
    if (works)
        return QByteArray("text");
    return Error(ErrorCode::NotFound, "nothing");
}

} // namespace

class ResultTest : public QObject
{
    Q_OBJECT

private slots:
    void try_value_isMovedOut();
    void try_error_isReturnedUnchanged();
    void check_error_stopsAtTheFirst();
    void describe_allParts_areThere();
    void where_isThePlaceOfTheError();
    void errorCodeName_everyCode_isItsOwn();
};

void ResultTest::try_value_isMovedOut()
{
    const Result<std::unique_ptr<int>> result = quarter(12);
    QVERIFY(result);
    QCOMPARE(**result, 3);
    QCOMPARE(text(true).value(), QByteArray("text"));
    QVERIFY(mustBeEven(2));
}

void ResultTest::try_error_isReturnedUnchanged()
{
    for (const int value : {3, 6}) {
        const Result<std::unique_ptr<int>> result = quarter(value);
        QVERIFY(!result);
        QCOMPARE(result.error().code(), ErrorCode::InvalidArgument);
        QCOMPARE(result.error().message(), QByteArray("odd"));
        QCOMPARE(result.error().nativeCode(), std::optional<int>(7));
    }
    QVERIFY(!mustBeEven(1));
    QCOMPARE(text(false).error().code(), ErrorCode::NotFound);
}

void ResultTest::check_error_stopsAtTheFirst()
{
    int reached = 0;
    QVERIFY(!checkedTwice(3, reached));
    QCOMPARE(reached, 0);
    QVERIFY(!checkedTwice(2, reached));
    QCOMPARE(reached, 1);
    QVERIFY(checkedTwice(4, reached));
    QCOMPARE(reached, 3);
}

void ResultTest::describe_allParts_areThere()
{
    QCOMPARE(Error(ErrorCode::Unavailable, "gone").describe(), QByteArray("Unavailable: gone"));
    QCOMPARE(Error(ErrorCode::DataLoss, "damaged", 11).describe(),
             QByteArray("DataLoss: damaged [native 11]"));
}

void ResultTest::where_isThePlaceOfTheError()
{
    const Error error(ErrorCode::Internal, "here");
    const int line = __LINE__ - 1;
    QCOMPARE(error.where().line, line);
    QVERIFY2(QByteArray(error.where().file).endsWith("tst_result.cpp"), error.where().file);
}

void ResultTest::errorCodeName_everyCode_isItsOwn()
{
    std::set<QByteArray> names;
    constexpr int kCount = static_cast<int>(ErrorCode::OutcomeUnknown) + 1;
    for (int code = 0; code < kCount; ++code)
        names.insert(errorCodeName(static_cast<ErrorCode>(code)));
    QCOMPARE(names.size(), std::size_t{kCount});
    QCOMPARE(errorCodeName(ErrorCode::InvalidArgument), "InvalidArgument");
    QCOMPARE(errorCodeName(ErrorCode::OutcomeUnknown), "OutcomeUnknown");
}

QTEST_GUILESS_MAIN(ResultTest)
#include "tst_result.moc"
