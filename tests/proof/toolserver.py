#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A real MCP tool server over stdio for the proofs: it counts the effects that happened.

Each effect is one byte at the end of PROOF_DIR/effects, flushed before the answer, and one
line with the argument "message" in PROOF_DIR/ran; PROOF_DIR lies outside of the profile and
survives every process. What else happens is steered by files in
PROOF_DIR:

  refuse_start   write a line to stderr and end with code 3 before the first answer
  refuse_hello   answer initialize with an error whose message is the file's text
  noise          write the file's text as a line that is no message before each answer
  release        ends the wait of append_slowly
"""

import json
import os
import sys
import time

DIRECTORY = os.environ["PROOF_DIR"]
SLOWEST_SECONDS = 120

TOOLS = [
    ("look", "Reads.", {"readOnlyHint": True, "openWorldHint": False}),
    ("look_and_fail", "Reads, and fails.", {"readOnlyHint": True, "openWorldHint": False}),
    ("append", "One effect.", {"readOnlyHint": False, "destructiveHint": False}),
    ("append_slowly", "One effect; the answer waits.", {"readOnlyHint": False,
                                                         "destructiveHint": False}),
    ("append_and_end", "One effect; no answer.", {"readOnlyHint": False, "destructiveHint": False}),
    ("append_and_say_error", "One effect, called an error.", {"readOnlyHint": False,
                                                               "destructiveHint": False}),
    ("refuse", "Refuses before anything happens.", {"readOnlyHint": False,
                                                    "destructiveHint": False}),
]


def path(name):
    return os.path.join(DIRECTORY, name)


def text_of(name):
    try:
        with open(path(name), encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return None


def count_effect(said):
    with open(path("ran"), "a", encoding="utf-8") as file:
        file.write(said + "\n")
    descriptor = os.open(path("effects"), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(descriptor, b"x")
    os.fsync(descriptor)
    os.close(descriptor)


def send(message):
    noise = text_of("noise")
    if noise:
        sys.stdout.write(noise.strip() + "\n")
    sys.stdout.write(json.dumps(dict(jsonrpc="2.0", **message)) + "\n")
    sys.stdout.flush()


def complain(text):
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def text_result(text, is_error=False):
    return {"content": [{"type": "text", "text": text}], "isError": is_error}


def wait_for_release():
    deadline = time.monotonic() + SLOWEST_SECONDS
    while time.monotonic() < deadline and text_of("release") is None:
        time.sleep(0.02)  # bounded poll: the test says when by a file


def call(identity, name, arguments, token):
    said = str(arguments.get("message", "done"))
    if os.environ.get("PROOF_STDERR"):
        complain(os.environ["PROOF_STDERR"])
    if name == "look":
        if token is not None:
            send({"method": "notifications/progress",
                  "params": {"progressToken": token, "progress": 1,
                             "message": str(arguments.get("progress", ""))}})
        return send({"id": identity, "result": text_result(said)})
    if name == "look_and_fail":
        return send({"id": identity, "error": {"code": -32000, "message": said}})
    if name == "refuse":
        return send({"id": identity, "error": {"code": -32602, "message": said,
                                               "data": {"said": said}}})
    count_effect(said)
    if name == "append_and_end":
        complain("ending without an answer: " + said)
        os._exit(1)
    if name == "append_slowly":
        wait_for_release()
    send({"id": identity, "result": text_result(said, name == "append_and_say_error")})


def hello(identity, params):
    refusal = text_of("refuse_hello")
    if refusal is not None:
        return send({"id": identity, "error": {"code": -32603, "message": refusal}})
    send({"id": identity, "result": {
        "protocolVersion": params.get("protocolVersion", "2025-06-18"),
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "proof", "version": "1"}}})


def definitions():
    schema = {"type": "object", "properties": {"message": {"type": "string"}}}
    return [{"name": name, "description": text, "inputSchema": schema, "annotations": hints}
            for name, text, hints in TOOLS]


def main():
    refusal = text_of("refuse_start")
    if refusal is not None:
        complain(refusal.strip())
        return 3
    for line in sys.stdin:
        message = json.loads(line)
        identity, method = message.get("id"), message.get("method")
        params = message.get("params") or {}
        if method == "initialize":
            hello(identity, params)
        elif method == "tools/list":
            send({"id": identity, "result": {"tools": definitions()}})
        elif method == "tools/call":
            call(identity, params["name"], params.get("arguments") or {},
                 (params.get("_meta") or {}).get("progressToken"))
        elif method == "ping":
            send({"id": identity, "result": {}})
        elif identity is not None:
            send({"id": identity, "error": {"code": -32601, "message": "no such method"}})
    return 0


if __name__ == "__main__":
    sys.exit(main())
