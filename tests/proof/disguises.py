# SPDX-License-Identifier: Apache-2.0
"""Finds a planted text in any of the forms in which a program may have written it down."""

import base64
import json
import os
import random
import re
import sqlite3
import urllib.parse

ALPHABET = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"


class Sentinel:
    """A planted secret. `core` is the part that is searched; `text` is what is planted, with
    characters around the core that JSON, percent encoding and UTF-16 change."""

    def __init__(self, origin, prefix=""):
        self.origin = origin
        self.core = prefix + "".join(random.SystemRandom().choice(ALPHABET) for _ in range(26))
        self.text = f'{self.core} "\u00fc/\\%'
        self.forms = forms(self.core)


def base64_forms(data, encode):
    """What is the same in base64 whatever stands around it, for each of the three alignments."""
    result = []
    for before in range(3):
        encoded = encode(b"\0" * before + data)
        begin = (before * 8 + 5) // 6
        end = (before + len(data)) * 8 // 6
        result.append(encoded[begin:end])
    return result


def forms(core):
    """All (name, bytes) in which the core is searched."""
    plain = core.encode()
    result = [("plain", plain),
              ("upper case", plain.upper()), ("lower case", plain.lower()),
              ("UTF-16LE", core.encode("utf-16-le")), ("UTF-16BE", core.encode("utf-16-be")),
              ("UTF-32LE", core.encode("utf-32-le")),
              ("reversed", plain[::-1]),
              ("hex", plain.hex().encode()), ("HEX", plain.hex().upper().encode()),
              ("percent", "".join(f"%{byte:02x}" for byte in plain).encode()),
              ("PERCENT", "".join(f"%{byte:02X}" for byte in plain).encode()),
              ("JSON escapes", "".join(f"\\u{byte:04x}" for byte in plain).encode()),
              ("JSON ESCAPES", "".join(f"\\u{byte:04X}" for byte in plain).encode()),
              ("C escapes", "".join(f"\\x{byte:02x}" for byte in plain).encode())]
    # In UTF-16 and hex, base64 may have been made of either.
    for name, encode in (("base64", base64.b64encode), ("base64url", base64.urlsafe_b64encode)):
        for number, form in enumerate(base64_forms(plain, encode)):
            result.append((f"{name} at {number}", form))
        for number, form in enumerate(base64_forms(core.encode("utf-16-le"), encode)):
            result.append((f"{name} of UTF-16 at {number}", form))
    # A token's own punctuation as percent encoding and JSON write it.
    result.append(("percent of punctuation", re.sub(rb"[^A-Za-z0-9]", lambda match: b"".join(
        b"%%%02X" % byte for byte in match[0]), plain)))
    return result


class Bytes:
    """A secret of any bytes, such as a key, in the forms in which it may have been written down."""

    def __init__(self, origin, secret):
        self.origin = origin
        self.secret = secret
        self.forms = [("raw", secret), ("reversed", secret[::-1]), ("hex", secret.hex().encode()),
                      ("HEX", secret.hex().upper().encode())]
        for name, encode in (("base64", base64.b64encode),
                             ("base64url", base64.urlsafe_b64encode)):
            self.forms += [(f"{name} at {number}", form)
                           for number, form in enumerate(base64_forms(secret, encode))]


class Searcher:
    """Looks for all forms of all sentinels at once: by their first bytes, then whole."""

    START = 8

    def __init__(self, sentinels):
        self._starts = {}
        for sentinel in sentinels:
            for name, form in sentinel.forms:
                self._starts.setdefault(form[:self.START], []).append((form, sentinel, name))

    def found_in(self, data):
        """The (origin, form) of each sentinel that stands in the bytes; the first form counts."""
        hits = {}
        starts = self._starts
        for at in range(len(data) - self.START + 1):
            candidates = starts.get(data[at:at + self.START])
            if candidates:
                for form, sentinel, name in candidates:
                    if data.startswith(form, at):
                        hits.setdefault(sentinel.origin, name)
        return list(hits.items())


def found_in(data, sentinels):
    return Searcher(sentinels).found_in(data)


def files_below(*roots):
    """(path, bytes) of every regular file, with hidden ones; links are not followed."""
    for root in roots:
        if os.path.isfile(root):
            yield root, _content(root)
        for folder, _, names in os.walk(root):
            for name in sorted(names):
                path = os.path.join(folder, name)
                if os.path.isfile(path) and not os.path.islink(path):
                    yield path, _content(path)


def _content(path):
    with open(path, "rb") as file:
        return file.read()


def cells_of(path):
    """(place, bytes) of each value in a database: a value may be split over its pages."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=10) as database:
        database.text_factory = bytes
        tables = [row[0].decode() for row in database.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table'")]
        for table in tables:
            cursor = database.execute(f'SELECT * FROM "{table}"')
            names = [column[0] for column in cursor.description]
            for row in cursor:
                for name, value in zip(names, row):
                    if isinstance(value, (bytes, str)):
                        yield f"{table}.{name}", value if isinstance(value, bytes) \
                            else value.encode()
    database.close()


def self_test(report):
    """Every form, with anything around it, is found; and nothing is found where nothing is."""
    one = Sentinel("self-test", "sk-")
    other = Sentinel("other")
    text = one.text.encode()
    for before in range(7):
        padded = b"?" * before + text + b"!" * 5
        written = [
            ("plain", padded), ("UTF-16LE", padded.decode().encode("utf-16-le")),
            ("UTF-16BE", padded.decode().encode("utf-16-be")), ("hex", padded.hex().encode()),
            ("base64", base64.b64encode(padded)), ("base64url", base64.urlsafe_b64encode(padded)),
            ("base64 of UTF-16", base64.b64encode(padded.decode().encode("utf-16-le"))),
            ("percent", urllib.parse.quote(padded).encode()),
            ("percent of all", b"".join(b"%%%02X" % byte for byte in padded)),
            ("JSON", json.dumps(padded.decode()).encode()),
            ("JSON in JSON", json.dumps(json.dumps(padded.decode())).encode()),
            ("escaped JSON", "".join(f"\\u{ord(c):04x}" for c in padded.decode()).encode())]
        for name, data in written:
            data = os.urandom(300) + data + os.urandom(300)
            if not found_in(data, [one]) or found_in(data, [other]):
                report.check(False, f"self-test: {name} with {before} bytes before it is found")
    report.check(True, f"self-test: {len(written)} ways to write a secret are found, "
                 "at 7 distances")
