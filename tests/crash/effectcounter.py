#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Counts effects and survives every kill: it is no child of the console.

Usage: effectcounter.py SOCKET LOG

A client sends one line, the action's tag. It is appended to LOG and flushed to the disk before the
client is told "ok"; the number of a tag's lines is the number of its effects. Ends with its stdin.
"""
import os
import select
import socket
import sys


def serve(path, log):
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen(64)
    file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    print("counting", flush=True)
    waiting = {}
    while True:
        readable, _, _ = select.select([listener, sys.stdin, *waiting], [], [])
        if sys.stdin in readable and not os.read(sys.stdin.fileno(), 1):
            return
        for ready in readable:
            if ready is listener:
                waiting[listener.accept()[0]] = b""
            elif ready in waiting:
                count(ready, waiting, file)


def count(client, waiting, file):
    try:
        got = client.recv(4096)
    except OSError:
        got = b""
    waiting[client] += got
    if got and not waiting[client].endswith(b"\n"):
        return
    if waiting[client].endswith(b"\n"):
        os.write(file, waiting[client])
        os.fsync(file)
        try:
            client.sendall(b"ok\n")
        except OSError:
            pass  # it was killed meanwhile; the effect has happened all the same
    del waiting[client]
    client.close()


if __name__ == "__main__":
    serve(sys.argv[1], sys.argv[2])
