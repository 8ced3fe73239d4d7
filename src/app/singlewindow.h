// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QObject>
#include <QString>

namespace lockkeeper {

/// How a second start on a profile finds the window of the first: a name on the session bus, one
/// for each profile. It can only ask the window to show itself. Main thread.
class SingleWindow final : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.lockkeeper.Lockkeeper")

public:
    explicit SingleWindow(QObject* parent = nullptr);
    ~SingleWindow() override;

    /// From now on showWanted() comes when another start asks. False: there is no session bus, or
    /// the name is taken; the console works without it.
    bool claim(const QString& profile);
    /// Asks the window of a console that runs on this profile; false if none answers.
    [[nodiscard]] static bool ask(const QString& profile);

public slots:
    Q_SCRIPTABLE void Show() { emit showWanted(); }

signals:
    void showWanted();

private:
    QString m_name;
};

} // namespace lockkeeper
