// SPDX-License-Identifier: Apache-2.0
#include "app/ctl/commands.h"

namespace lockkeeper::ctl {

int runWatch(CtlSession& session, const CtlCommandLine& line)
{
    JsonWriter params;
    params.beginObject();
    if (line.has("--from"))
        params.member("from", line.value("--from"));
    const Result<QByteArray> answer = session.view("events.subscribe", params);
    if (!answer)
        return session.fail(answer.error());
    const Result<ControlClient*> client = session.client();
    if (!client)
        return session.fail(client.error());
    for (;;) {
        const Result<QByteArray> event = (*client)->nextEvent();
        if (!event)
            return session.fail(event.error());
        session.printLine(*event);
    }
}

} // namespace lockkeeper::ctl
