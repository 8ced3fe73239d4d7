// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/coreservice.h"
#include "core/domain/toolsettings.h"

#include <QObject>
#include <QProcess>
#include <QTimer>

namespace lockkeeper {

/// Starts the demo's scripted agent as a child once it has a credential, which the core gives only
/// when the keys are there: asks again until then. Main thread; the core outlives it. What the
/// agent says goes to practice/agent.log in the profile.
class DemoAgent final : public QObject
{
    Q_OBJECT

public:
    DemoAgent(CoreService& core, const QString& profile, const CoreSettings& settings);
    ~DemoAgent() override;

    void start();
    /// Ends the agent; waits at most two seconds for it.
    void stop();

private:
    void checkToken();
    void askForToken();
    void tokenMade(const Result<QPair<AgentSnapshot, QByteArray>>& made);
    void tryLater(const Error& error);
    void launch();

    CoreService& m_core;
    QString m_profile;
    QString m_tokenFile;
    bool m_operatorUnprotected;
    QTimer m_again;
    QProcess m_agent;
};

} // namespace lockkeeper
