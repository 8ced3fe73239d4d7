// SPDX-License-Identifier: Apache-2.0
// Where the parts of the area are.
#include "ui/runs/calldetail.h"
#include "ui/runs/runsmodel.h"
#include "ui/runs/runswidget.h"
#include "ui/runs/runtable.h"

#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabBar>
#include <QTableView>
#include <QVBoxLayout>

namespace lockkeeper {

namespace {

/// Below either, one of the three parts is shown at a time.
constexpr int kWideEnough = 1000;
constexpr int kTallEnough = 600;

} // namespace

void RunsWidget::makeLayout()
{
    m_table->setObjectName(QStringLiteral("runsTable"));
    //: What a screen reader calls the list of runs
    m_table->setAccessibleName(tr("Runs"));
    setUpRunTable(*m_table, *m_runs);
    setRunColumns(*m_table, {20, 10, 16, 9, 32, 42, 8});
    // What is to be done stands before what was.
    m_table->horizontalHeader()->moveSection(RunsModel::State, RunsModel::Progress);
    m_merge->setObjectName(QStringLiteral("runsMergeButton"));
    m_merge->setAutoDefault(false);
    m_empty->setObjectName(QStringLiteral("runsEmpty"));
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setWordWrap(true);
    //: Stands in the area Runs while there is none
    m_empty->setText(tr("No agent has proposed a call yet. What an agent does under one run, or in "
                        "one submission, appears here with all of its calls."));
    m_list = new QWidget(this);
    auto* listLayout = new QVBoxLayout(m_list);
    listLayout->setContentsMargins(0, 0, 0, 0);
    listLayout->addWidget(m_empty);
    listLayout->addWidget(m_table, 1);
    listLayout->addWidget(m_merge);
    m_down = new QSplitter(Qt::Vertical);
    m_down->setChildrenCollapsible(false);
    m_down->addWidget(m_list);
    m_down->addWidget(m_pane);
    m_down->setStretchFactor(0, 1);
    m_down->setStretchFactor(1, 2);
    m_across = new QSplitter(Qt::Horizontal);
    m_across->setChildrenCollapsible(false);
    m_across->addWidget(m_down);
    m_across->addWidget(m_detail);
    m_across->setStretchFactor(0, 2);
    m_across->setStretchFactor(1, 1);
    auto* blank = new QLabel;
    blank->setTextFormat(Qt::PlainText);
    blank->setAlignment(Qt::AlignCenter);
    //: Stands where values were while the console is locked
    blank->setText(tr("The console is locked."));
    m_parts = new QTabBar;
    m_parts->setObjectName(QStringLiteral("runsParts"));
    //: What a screen reader calls the tabs that choose a part of the area in a small window
    m_parts->setAccessibleName(tr("Part of the area"));
    m_parts->setDrawBase(false);
    //: Tab of a small window: the list of runs
    m_parts->addTab(tr("All runs"));
    //: Tab of a small window: the calls of the selected run
    m_parts->addTab(tr("Calls of the run"));
    //: Tab of a small window: the selected call
    m_parts->addTab(tr("Selected call"));
    auto* content = new QWidget;
    auto* contentLayout = new QVBoxLayout(content);
    contentLayout->setContentsMargins(0, 0, 0, 0);
    contentLayout->addWidget(m_parts);
    contentLayout->addWidget(m_across, 1);
    m_stack = new QStackedLayout(this);
    m_stack->addWidget(content);
    m_stack->addWidget(blank);
    showParts();
}

/// All three parts, or in a small window the one whose tab is chosen.
void RunsWidget::showParts()
{
    const bool isSmall = width() < kWideEnough || height() < kTallEnough;
    const int chosen = m_parts->currentIndex();
    m_parts->setVisible(isSmall);
    m_list->setVisible(!isSmall || chosen == ListPart);
    m_pane->setVisible(!isSmall || chosen == RunPart);
    m_down->setVisible(!isSmall || chosen != CallPart);
    m_detail->setVisible(!isSmall || chosen == CallPart);
}

} // namespace lockkeeper
