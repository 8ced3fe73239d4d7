// SPDX-License-Identifier: Apache-2.0
#include "ui/support/riskpresentation.h"

#include <QImage>
#include <QPainter>
#include <QSet>
#include <QTest>

#include <array>

using namespace lockkeeper;

namespace {

constexpr std::array kRisks = {RiskLevel::Low, RiskLevel::Medium, RiskLevel::High,
                               RiskLevel::Critical};
constexpr std::array kShapes = {ShapeKind::OutlineCircle, ShapeKind::Diamond, ShapeKind::Triangle,
                                ShapeKind::Octagon, ShapeKind::DashedSquare};

QImage drawn(ShapeKind kind, QSize size)
{
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintShape(painter, QRectF(QPointF(0, 0), QSizeF(size)), kind, Qt::black);
    return image;
}

int darkPixels(const QImage& image)
{
    constexpr int kDark = 128;
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            count += qGray(image.pixel(x, y)) < kDark ? 1 : 0;
    }
    return count;
}

int differentPixels(const QImage& a, const QImage& b)
{
    int count = 0;
    for (int y = 0; y < a.height(); ++y) {
        for (int x = 0; x < a.width(); ++x)
            count += a.pixel(x, y) != b.pixel(x, y) ? 1 : 0;
    }
    return count;
}

} // namespace

class TestRiskPresentation final : public QObject
{
    Q_OBJECT

private slots:
    void levels_inShapeAndWord_differWithoutColour();
    void shapes_inGrey_differAtEverySize();
    void shapes_inAWideArea_stayInsideAndInTheMiddle();
    void bars_highAndCritical_areThreeAndSixPixels();
    void filterWords_areTheEnglishNames();
    void widget_asHighAsText_showsItsShape();
};

void TestRiskPresentation::levels_inShapeAndWord_differWithoutColour()
{
    QSet<QString> words;
    QSet<int> shapes;
    QSet<int> roles;
    for (const RiskLevel risk : kRisks) {
        words.insert(riskWord(risk));
        shapes.insert(int(riskShapeKind(risk)));
        roles.insert(int(riskColorRole(risk)));
    }
    QVERIFY2(!words.contains(QString()), "every level has a word");
    QCOMPARE(words.size(), qsizetype(kRisks.size()));
    QCOMPARE(shapes.size(), qsizetype(kRisks.size()));
    QCOMPARE(roles.size(), qsizetype(kRisks.size()));
    QVERIFY2(!shapes.contains(int(ShapeKind::DashedSquare)), "that shape is the unknown's alone");
}

void TestRiskPresentation::shapes_inGrey_differAtEverySize()
{
    for (const int side : {10, 12, 16, 24, 48}) {
        QList<QImage> images;
        for (const ShapeKind kind : kShapes) {
            const QImage image = drawn(kind, QSize(side, side));
            QVERIFY2(darkPixels(image) > side, "a shape has to be seen");
            for (const QImage& other : std::as_const(images)) {
                const int different = differentPixels(image, other);
                QVERIFY2(different * 10 > side * side,
                         qPrintable(QStringLiteral("two shapes differ in %1 of %2 pixels only")
                                        .arg(different)
                                        .arg(side * side)));
            }
            images.append(image);
        }
    }
}

void TestRiskPresentation::shapes_inAWideArea_stayInsideAndInTheMiddle()
{
    const QSize size(60, 20);
    for (const ShapeKind kind : kShapes) {
        const QImage image = drawn(kind, size);
        for (int y = 0; y < size.height(); ++y) {
            for (int x = 0; x < size.width(); ++x) {
                const bool isMiddle = x >= 20 && x < 40;
                QVERIFY2(isMiddle || image.pixel(x, y) == qRgb(255, 255, 255),
                         "a shape is drawn in the square in the middle of its area only");
            }
        }
    }
}

void TestRiskPresentation::bars_highAndCritical_areThreeAndSixPixels()
{
    QCOMPARE(riskBarWidth(RiskLevel::Low), 0);
    QCOMPARE(riskBarWidth(RiskLevel::Medium), 0);
    QCOMPARE(riskBarWidth(RiskLevel::High), 3);
    QCOMPARE(riskBarWidth(RiskLevel::Critical), 6);
    QVERIFY2(isRiskBold(RiskLevel::Critical) && !isRiskBold(RiskLevel::High),
             "only critical is bold");
}

void TestRiskPresentation::filterWords_areTheEnglishNames()
{
    QCOMPARE(riskFilterWord(RiskLevel::Low), QStringLiteral("low"));
    QCOMPARE(riskFilterWord(RiskLevel::Critical), QStringLiteral("critical"));
}

void TestRiskPresentation::widget_asHighAsText_showsItsShape()
{
    RiskShape shape;
    shape.setShape(ShapeKind::Octagon, Qt::black);
    QCOMPARE(shape.sizeHint().height(), shape.fontMetrics().height());
    shape.resize(shape.sizeHint());
    QVERIFY2(darkPixels(shape.grab().toImage()) > shape.width(), "the octagon has to be drawn");
}

QTEST_MAIN(TestRiskPresentation)
#include "tst_riskpresentation.moc"
