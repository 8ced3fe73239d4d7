// SPDX-License-Identifier: Apache-2.0
#include "app/demo/demoagent.h"

#include "app/demo/demoprofile.h"
#include "app/demo/programs.h"
#include "core/base/canonicaljson.h"
#include "core/base/logging.h"
#include "core/gateway/authorisation.h"
#include "core/mcp/transport/stdio/stdioserverspec.h"

#include <QFile>
#include <QSaveFile>

#include <csignal>

#include <sys/prctl.h>
#include <unistd.h>

namespace lockkeeper {

namespace {

constexpr int kAgainMs = 500;
constexpr int kEndMs = 2000;
constexpr qsizetype kMaximumToken = 1024;

bool isTransient(const Error& error)
{
    return error.code() == ErrorCode::Unavailable || error.code() == ErrorCode::FailedPrecondition;
}

QByteArray readToken(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.read(kMaximumToken).trimmed() : QByteArray();
}

Result<void> writeToken(const QString& path, const QByteArray& token)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) ||
        !file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner) ||
        file.write(token + '\n') != token.size() + 1 || !file.commit())
        return Error(ErrorCode::Unavailable, "the agent's token cannot be stored");
    return {};
}

} // namespace

DemoAgent::DemoAgent(CoreService& core, const QString& profile, const CoreSettings& settings)
    : m_core(core)
    , m_profile(profile)
    , m_tokenFile(practiceDirectory(profile) + QStringLiteral("/agent.token"))
    , m_operatorUnprotected(settings.operatorUnprotected)
{
    m_again.setSingleShot(true);
    connect(&m_again, &QTimer::timeout, this, &DemoAgent::checkToken);
}

DemoAgent::~DemoAgent()
{
    stop();
}

void DemoAgent::start()
{
    checkToken();
}

void DemoAgent::stop()
{
    m_again.stop();
    if (m_agent.state() == QProcess::NotRunning)
        return;
    m_agent.terminate();
    if (!m_agent.waitForFinished(kEndMs))
        m_agent.kill();
}

/// The profile may be an earlier demo's, with its agent's token.
void DemoAgent::checkToken()
{
    const QByteArray token = readToken(m_tokenFile);
    if (token.isEmpty()) {
        askForToken();
        return;
    }
    m_core.authenticate(token,
                        Reply<AgentPrincipal>(this, [this](const Result<AgentPrincipal>& agent) {
                            if (agent)
                                launch();
                            else if (isTransient(agent.error()))
                                tryLater(agent.error());
                            else
                                askForToken();
                        }));
}

/// The demo's own configuration lets operators do without proof; with another one it has no agent.
void DemoAgent::askForToken()
{
    Caller caller;
    caller.standing = PeerStanding::Independent; // this is the console itself
    caller.nonceAnswered = true;                 // and it has the decision key
    caller.accountName = "demo";
    const MethodRule* rule = methodRule("agents.add");
    const QByteArray parameters = "{}";
    if (!rule)
        return;
    const Result<Authorised> authorised =
        authorise(*rule, JsonView(parameters), caller, m_operatorUnprotected);
    if (!authorised) {
        log::warning("demo", "no agent", {{"why", authorised.error().message()}});
        return;
    }
    m_core.addAgent(authorised->by, "practice",
                    Reply<QPair<AgentSnapshot, QByteArray>>(
                        this, [this](const auto& made) { tokenMade(made); }));
}

void DemoAgent::tokenMade(const Result<QPair<AgentSnapshot, QByteArray>>& made)
{
    if (!made) {
        tryLater(made.error());
        return;
    }
    if (const Result<void> written = writeToken(m_tokenFile, made->second); !written) {
        log::error("demo", "no agent", {{"why", written.error().message()}});
        return;
    }
    launch();
}

void DemoAgent::tryLater(const Error& error)
{
    if (isTransient(error))
        m_again.start(kAgainMs);
    else
        log::error("demo", "no agent", {{"why", error.message()}});
}

void DemoAgent::launch()
{
    m_agent.setProgram(programPath(Program::Practice));
    m_agent.setArguments({QStringLiteral("agent"), QStringLiteral("--profile"), m_profile,
                          QStringLiteral("--token-file"), m_tokenFile});
    m_agent.setProcessEnvironment(
        mcp::serverEnvironment(QProcessEnvironment::systemEnvironment(), {}));
    m_agent.setStandardInputFile(QProcess::nullDevice());
    const QString logFile = practiceDirectory(m_profile) + QStringLiteral("/agent.log");
    m_agent.setStandardOutputFile(logFile, QIODevice::Append);
    m_agent.setStandardErrorFile(logFile, QIODevice::Append);
    m_agent.setChildProcessModifier([parent = getpid()]() {
        if (prctl(PR_SET_PDEATHSIG, SIGTERM) != 0 || getppid() != parent)
            _exit(127);
    });
    m_agent.start();
    log::info("demo", "the agent runs");
}

} // namespace lockkeeper
