# SPDX-License-Identifier: Apache-2.0
"""A scripted MCP tool server for tests: plays exact bytes over stdio.

Usage: fakeserver.py SCENARIO [LOG]

Every line read from stdin is appended to LOG, flushed, before anything is answered, so that a test
can count what arrived over the life of several processes. A scenario is a function that is given
each tools/call; the handshake and the list are played by all but a few.
"""
import json
import os
import signal
import subprocess
import sys
import threading

VERSION = "2025-11-25"
SCENARIO = sys.argv[1]
LOG = open(sys.argv[2], "ab", buffering=0) if len(sys.argv) > 2 else None
PACE = threading.Event()  # never set: the time between two messages of a flood
TOOL = {"name": "write", "inputSchema": {"type": "object"}}


def raw(data):
    view = memoryview(data)
    while view:
        view = view[os.write(1, view):]


def send(message):
    raw(json.dumps(message, separators=(",", ":")).encode() + b"\n")


def result(ident, value):
    send({"jsonrpc": "2.0", "id": ident, "result": value})


def text(ident, words):
    result(ident, {"content": [{"type": "text", "text": words}]})


def progress(token, value, **more):
    send({"jsonrpc": "2.0", "method": "notifications/progress",
          "params": {"progressToken": token, "progress": value, **more}})


def lines():
    for line in sys.stdin.buffer:
        if LOG:
            LOG.write(line)
        yield json.loads(line)


def handshake(message, version=VERSION):
    result(message["id"], {"protocolVersion": version,
                           "capabilities": {"tools": {"listChanged": True}},
                           "serverInfo": {"name": "fake", "version": "1"}})


def serve(on_call, tools=None, on_cancel=None, on_list=None):
    for message in lines():
        method = message.get("method")
        if method == "initialize":
            handshake(message)
        elif method == "tools/list":
            if on_list:
                on_list(message)
            else:
                result(message["id"], {"tools": tools or [TOOL]})
        elif method == "tools/call":
            on_call(message)
        elif method == "notifications/cancelled" and on_cancel:
            on_cancel(message["params"])
        elif method == "ping":
            result(message["id"], {})


def token_of(message):
    return message["params"]["_meta"]["progressToken"]


def echo(message):
    result(message["id"], {"content": [], "structuredContent": message["params"]["arguments"]})


def environment(message):
    text(message["id"], json.dumps(dict(os.environ)))


def descriptors(message):
    text(message["id"], json.dumps({
        "fds": sorted(int(n) for n in os.listdir("/proc/self/fd") if os.path.exists("/proc/self/fd/" + n)),
        "pgid": os.getpgid(0), "pid": os.getpid(), "umask": os.umask(0o22)}))


def close_without_answer(message):
    os._exit(0)


def answer_then_exit(message):
    text(message["id"], "last words")
    os._exit(3)


def tool_error(message):
    result(message["id"], {"content": [], "isError": True})


def protocol_error(message):
    send({"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32602, "message": "no\x1b such"}})


def duplicate(message):
    text(message["id"], "first")
    text(message["id"], "second")
    text(4711, "foreign")
    text(str(message["id"]), "other type")


def stderr_flood(message):
    block = (b"x" * 1023 + b"\n") * 64
    for _ in range(100 * 16):
        assert os.write(2, block) == len(block)
    os.write(2, b"last\x1b[2Kline\n")
    text(message["id"], "done")


def progress_flood(message):
    token = token_of(message)
    head = '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%d,"progress":' % token
    count = message["params"]["arguments"]["count"]
    for start in range(1, count + 1, 10000):
        raw("".join("%s%d}}\n" % (head, n) for n in range(start, start + 10000)).encode())
    text(message["id"], "done")


def progress_for_ever(message):
    token, value = token_of(message), 0
    while True:
        value += 1
        progress(token, value)
        PACE.wait(0.02)


def progress_rules(message):
    token = token_of(message)
    progress(token, 1, total=4, message="one")
    progress(token, 1)
    progress(token, 0.5)
    progress("stranger", 9)
    progress(str(token), 9)
    raw(b'{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%d,"progress":1e999}}\n' % token)
    progress(token, 2.5, message="two")
    text(message["id"], "done")
    progress(token, 3)


def needs_token(message):
    text(message["id"], "token " + type(token_of(message)).__name__)


def silent(message):
    pass


PENDING = []


def remember(message):
    PENDING.append(message["id"])


def answer_on_cancel(params):
    text(params["requestId"], "finished all the same")


def confirm_cancel(params):
    send({"jsonrpc": "2.0", "id": params["requestId"], "error": {"code": -32800, "message": "cancelled"}})


def oversized(message):
    raw(b'{"jsonrpc":"2.0","id":%d,"result":{"content":[],"x":"' % message["id"])
    for _ in range(17):
        raw(b"y" * (1024 * 1024))
    raw(b'"}}\n')


def big(message):
    size = message["params"]["arguments"]["size"]
    text(message["id"], "z" * size)


def damaged(message):
    raw(b'{"jsonrpc":"2.0","id":%d,"result":{"a":1,"a":2}}\n' % message["id"])


def noisy_answer(message):
    raw(b"debug: about to answer\n{not json}\n\xff\xfe\n")
    text(message["id"], "done")


def malformed_results(message):
    kind = message["params"]["arguments"]["kind"]
    bodies = {"array": b"[]", "string": b'"x"', "isError": b'{"content":[],"isError":"yes"}'}
    raw(b'{"jsonrpc":"2.0","id":%d,"result":%s}\n' % (message["id"], bodies[kind]))


def raw_numbers(message):
    raw(b'{"jsonrpc":"2.0","id":%d,"result":{"content":[], "n": [9007199254740993, 1e400, 0.1000, 1.0]}}\n'
        % message["id"])


def server_requests(message):
    for ident, method in (("r1", "roots/list"), (7, "sampling/createMessage"), ("e", "elicitation/create"), ("p", "ping")):
        send({"jsonrpc": "2.0", "id": ident, "method": method, "params": {}})
    answers = {}
    for line in lines():
        answers[json.dumps(line["id"])] = line.get("result", line.get("error"))
        if len(answers) == 4:
            break
    text(message["id"], json.dumps(answers, sort_keys=True))


def list_changes(message):
    send({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
    text(message["id"], "done")


def main():
    if SCENARIO == "banner":
        raw(b"Starting\xe2\x80\xa6\nListening { on stdio }\n\n")
        serve(noisy_answer)
    elif SCENARIO == "pages":
        pages = {None: (["a", "b"], "c1"), "c1": (["c", "twice"], "c\n2"), "c\n2": (["twice", "d"], None)}

        def page(message):
            names, cursor = pages[message.get("params", {}).get("cursor")]
            value = {"tools": [{"inputSchema": {"type": "object"}, "name": n,
                                "annotations": {"readOnlyHint": n == "a", "destructiveHint": "no"}} for n in names]
                     + [{"name": "no-schema"}, {"name": "", "inputSchema": {}}, 3]}
            if cursor:
                value["nextCursor"] = cursor
            result(message["id"], value)
        serve(echo, on_list=page)
    elif SCENARIO == "endless_pages":
        serve(echo, on_list=lambda m: result(m["id"], {"tools": [], "nextCursor": "same"}))
    elif SCENARIO == "list_changes":
        seen = []

        def changing(message):
            seen.append(1)
            result(message["id"], {"tools": [dict(TOOL, description="v%d" % len(seen))]})
        serve(list_changes, on_list=changing)
    elif SCENARIO in ("old_revision", "unknown_revision"):
        for message in lines():
            if message.get("method") == "initialize":
                handshake(message, "2025-06-18" if SCENARIO == "old_revision" else "1999-01-01")
            elif message.get("method") == "tools/list":
                result(message["id"], {"tools": [dict(TOOL, name="n" * 200)]})
    elif SCENARIO == "content_length":
        raw(b"Content-Length: 2\r\n\r\n{}")
        for _ in lines():
            pass
    elif SCENARIO == "no_handshake":
        for _ in lines():
            pass
    elif SCENARIO == "exit_at_once":
        sys.stderr.write("cannot read the\tconfiguration\n")
        sys.stderr.flush()
        sys.exit(7)
    elif SCENARIO == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        serve(echo)
        while True:
            signal.pause()
    elif SCENARIO == "ends_on_term":
        serve(echo)
        while True:
            signal.pause()
    elif SCENARIO == "grandchild":
        child = subprocess.Popen(["sleep", "600"])

        def leave(message):
            text(message["id"], str(child.pid))
            os._exit(0)
        serve(leave)
    elif SCENARIO == "stops_reading":
        message = next(lines())
        handshake(message)
        for message in lines():
            if message.get("method") == "tools/list":
                result(message["id"], {"tools": [TOOL]})
                break
        while True:
            signal.pause()
    elif SCENARIO == "guesses_ids":
        message = next(lines())
        handshake(message)
        for message in lines():
            if message.get("method") == "tools/list":
                for ident in range(3, 20):
                    text(ident, "guessed")
                result(message["id"], {"tools": [TOOL]})
            elif message.get("method") == "tools/call":
                text(message["id"], "asked")
    elif SCENARIO == "answers_on_cancel":
        serve(remember, on_cancel=answer_on_cancel)
    elif SCENARIO == "confirms_cancel":
        serve(remember, on_cancel=confirm_cancel)
    else:
        serve(globals()[SCENARIO])


main()
