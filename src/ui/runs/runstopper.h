// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/coreclient.h"

#include <QObject>
#include <QSet>

namespace lockkeeper {

/// Stops one run: cancels every call of it that has not been started, page by page, until a look
/// from the beginning finds none that was not asked about. Started calls are left alone. What is
/// refused is counted, never tried twice. GUI thread.
class RunStopper final : public QObject
{
    Q_OBJECT

public:
    struct Tally
    {
        int cancelled = 0;
        int started = 0; ///< had been claimed meanwhile: asked to stop, goes on being shown
        int refused = 0;
    };
    /// Cancels on their way at a time.
    static constexpr int kAtOnce = 16;

    explicit RunStopper(CoreClient& client, QObject* parent = nullptr);

    /// Begins, unless it is at work already.
    void stop(const QByteArray& run);
    [[nodiscard]] bool isAtWork() const { return m_isAtWork; }
    [[nodiscard]] const Tally& tally() const { return m_tally; }
    [[nodiscard]] const QByteArray& run() const { return m_run; }

signals:
    void progressed();
    /// The end; `error` is empty unless the calls could not be read.
    void finished(const QByteArray& error);

private:
    void readPage();
    void take(const RunPage& page);
    void cancelNext();
    void count(const Result<ActionSnapshot>& answer);
    void finish(const QByteArray& error);

    CoreClient& m_client;
    QByteArray m_run;
    qint64 m_from = 0;
    bool m_isAtWork = false;
    bool m_isLastPage = false;
    bool m_hasFoundNew = false; ///< since the look from the beginning
    int m_onTheirWay = 0;
    QList<ActionId> m_toCancel;
    QSet<ActionId> m_asked;
    Tally m_tally;
};

} // namespace lockkeeper
