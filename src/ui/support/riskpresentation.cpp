// SPDX-License-Identifier: Apache-2.0
#include "ui/support/riskpresentation.h"

#include <QCoreApplication>

namespace lockkeeper {

namespace {

constexpr int kHighBar = 3;
constexpr int kCriticalBar = 6;

} // namespace

QString riskWord(RiskLevel risk)
{
    switch (risk) {
    case RiskLevel::Low:
        //: a level of risk
        return QCoreApplication::translate("Risk", "Low");
    case RiskLevel::Medium:
        //: a level of risk
        return QCoreApplication::translate("Risk", "Medium");
    case RiskLevel::High:
        //: a level of risk
        return QCoreApplication::translate("Risk", "High");
    case RiskLevel::Critical:
        //: a level of risk, the highest
        return QCoreApplication::translate("Risk", "Critical");
    }
    return {};
}

ShapeKind riskShapeKind(RiskLevel risk)
{
    switch (risk) {
    case RiskLevel::Low:
        return ShapeKind::OutlineCircle;
    case RiskLevel::Medium:
        return ShapeKind::Diamond;
    case RiskLevel::High:
        return ShapeKind::Triangle;
    case RiskLevel::Critical:
        return ShapeKind::Octagon;
    }
    return ShapeKind::DashedSquare;
}

ColorRole riskColorRole(RiskLevel risk)
{
    switch (risk) {
    case RiskLevel::Low:
        return ColorRole::Low;
    case RiskLevel::Medium:
        return ColorRole::Medium;
    case RiskLevel::High:
        return ColorRole::High;
    case RiskLevel::Critical:
        return ColorRole::Critical;
    }
    return ColorRole::Unknown;
}

int riskBarWidth(RiskLevel risk)
{
    switch (risk) {
    case RiskLevel::Low:
    case RiskLevel::Medium:
        return 0;
    case RiskLevel::High:
        return kHighBar;
    case RiskLevel::Critical:
        return kCriticalBar;
    }
    return 0;
}

bool isRiskBold(RiskLevel risk)
{
    return risk == RiskLevel::Critical;
}

QString riskFilterWord(RiskLevel risk)
{
    const std::string_view name = riskLevelName(risk);
    return QString::fromLatin1(name.data(), qsizetype(name.size()));
}

} // namespace lockkeeper
