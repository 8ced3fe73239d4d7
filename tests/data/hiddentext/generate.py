#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes cases.txt: texts that hide something, with what must be said and drawn of them.

    python3 tests/data/hiddentext/generate.py        writes the file beside this script
    python3 tests/data/hiddentext/generate.py check  fails if the file would change

One case a line, tabs between: name, role (P prose, I identifier), text, findings, marks, hidden.
The text has \\xHH for bytes, \\t, \\n and \\\\. Marks are the texts of all chips and folded spans, one
after another. What is expected comes from here, not from the program.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
FINDINGS = ["BidiControl", "InvisibleFormat", "TagCharacter", "Control", "Unassigned",
            "InvalidText", "LookAlikeSpace", "EdgeSpace", "Padding", "MixedScripts", "Punycode"]

BIDI = [0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
FORMAT = [0x00AD, 0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180E, 0x200B, 0x200C, 0x200D,
          0x2060, 0x2061, 0x2062, 0x2063, 0x2064, 0x206A, 0x206F, 0x2800, 0x3164, 0xFE00, 0xFE01,
          0xFE0E, 0xFE0F, 0xFEFF, 0xFFA0, 0xFFF9, 0xFFFA, 0xFFFB, 0xFFFC, 0x1BCA0, 0x1D159, 0x1D173,
          0xE0100, 0xE01EF]
TAGS = [0xE0000, 0xE0001, 0xE0002, 0xE0020, 0xE0041, 0xE0061, 0xE007E, 0xE007F]
CONTROL = [*range(0x00, 0x09), *range(0x0B, 0x20), *range(0x7F, 0xA0), 0x2028, 0x2029]
UNASSIGNED = [0x0378, 0x2FE0, 0xFDD0, 0xFDEF, 0xFFFE, 0xFFFF, 0x1FFFE, 0x1FFFF, 0x10FFFE, 0x10FFFF,
              0xE000, 0xF8FF, 0xF0000, 0xFFFFD, 0x100000, 0x10FFFD, 0xE0080, 0xE0FFF]
SPACES = [0x00A0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000]
CLASSES = [("BidiControl", BIDI), ("InvisibleFormat", FORMAT), ("TagCharacter", TAGS),
           ("Control", CONTROL), ("Unassigned", UNASSIGNED)]
BAD_BYTES = [  # name, bytes, chips
    ("high surrogate, first", b"\xED\xA0\x80", ["U+D800"]),
    ("high surrogate, last", b"\xED\xAF\xBF", ["U+DBFF"]),
    ("low surrogate, first", b"\xED\xB0\x80", ["U+DC00"]),
    ("low surrogate, last", b"\xED\xBF\xBF", ["U+DFFF"]),
    ("surrogate pair", b"\xED\xA0\xBD\xED\xB8\x80", ["U+D83D", "U+DE00"]),
    ("overlong 2, zero", b"\xC0\x80", ["0xC0", "0x80"]),
    ("overlong 2, slash", b"\xC0\xAF", ["0xC0", "0xAF"]),
    ("overlong 2, last", b"\xC1\xBF", ["0xC1", "0xBF"]),
    ("overlong 3", b"\xE0\x80\x81", ["0xE0", "0x80", "0x81"]),
    ("overlong 3, last", b"\xE0\x9F\xBF", ["0xE0", "0x9F", "0xBF"]),
    ("overlong 4", b"\xF0\x80\x81\x82", ["0xF0", "0x80", "0x81", "0x82"]),
    ("overlong 4, last", b"\xF0\x8F\xBF\xBE", ["0xF0", "0x8F", "0xBF", "0xBE"]),
    ("behind the last", b"\xF4\x90\x80\x81", ["0xF4", "0x90", "0x80", "0x81"]),
    ("five bytes", b"\xF8\x88\x80\x81\x82", ["0xF8", "0x88", "0x80", "0x81", "0x82"]),
    ("no lead FE", b"\xFE", ["0xFE"]),
    ("no lead FF", b"\xFF", ["0xFF"]),
    ("lone continuation, first", b"\x80", ["0x80"]),
    ("lone continuation, last", b"\xBF", ["0xBF"]),
    ("2 cut after 1", b"\xC3", ["0xC3"]),
    ("3 cut after 1", b"\xE2", ["0xE2"]),
    ("3 cut after 2", b"\xE2\x82", ["0xE2", "0x82"]),
    ("4 cut after 1", b"\xF0", ["0xF0"]),
    ("4 cut after 2", b"\xF0\x9F", ["0xF0", "0x9F"]),
    ("4 cut after 3", b"\xF0\x9F\x98", ["0xF0", "0x9F", "0x98"]),
    ("surrogate cut after 2", b"\xED\xA0", ["0xED", "0xA0"]),
    ("the same byte thrice", b"\xFF\xFF\xFF", ["3 × 0xFF"]),
]
# Hebrew letters do not join, so nothing may stand unseen between them.
RTL = ("שלום", "עולם")
LTR = ("pay", "ment")


def code(point):
    return "U+%04X" % point


def chips(*labels):
    return "".join(f"⟦{label}⟧" for label in labels)


def escaped(data):
    special = {0x09: "\\t", 0x0A: "\\n", 0x5C: "\\\\"}
    return "".join(special.get(byte) or (chr(byte) if 0x20 <= byte < 0x7F else "\\x%02X" % byte)
                   for byte in data)


class Corpus:
    def __init__(self):
        self.lines = []
        self.names = set()

    def add(self, name, role, text, findings, marks, hidden):
        assert name not in self.names, name
        assert set(findings) <= set(FINDINGS), findings
        self.names.add(name)
        data = text if isinstance(text, bytes) else text.encode()
        ordered = ",".join(f for f in FINDINGS if f in findings) or "-"
        self.lines.append("\t".join([name, role, escaped(data), ordered, marks or "-",
                                     str(hidden)]))

    def both(self, name, text, findings, marks, hidden):
        for role in "PI":
            self.add(f"{name}, {role}", role, text, findings, marks, hidden)

    def everywhere(self, name, hidden, findings, marks, count):
        """At the start, in the middle, at the end, and in the same places of RTL text."""
        for direction, (left, right) in (("", LTR), ("RTL ", RTL)):
            left, right = left.encode(), right.encode()
            for place, text in (("start", hidden + left), ("middle", left + hidden + right),
                                ("end", left + hidden)):
                self.both(f"{name} at {direction}{place}", text, findings, marks, count)


def hidden_characters(corpus):
    for finding, points in CLASSES:
        for point in points:
            corpus.everywhere(code(point), chr(point).encode(), [finding], chips(code(point)), 1)
        first, second = chr(points[0]), chr(points[1])
        corpus.both(f"{finding} three times", f"a{first * 3}b", [finding],
                    chips(f"3 × {code(points[0])}"), 3)
        corpus.both(f"{finding} two kinds", f"a{first}{second}{second}b", [finding],
                    chips(code(points[0]), f"2 × {code(points[1])}"), 3)
        corpus.both(f"{finding} alone", first, [finding], chips(code(points[0])), 1)
    for name, data, labels in BAD_BYTES:
        count = 3 if "thrice" in name else len(labels)
        corpus.everywhere(name, data, ["InvalidText"], chips(*labels), count)
    message = "ignore"
    corpus.both("a message in tags", "Hello" + "".join(chr(0xE0000 + ord(c)) for c in message),
                ["TagCharacter"], chips(*(code(0xE0000 + ord(c)) for c in message)), len(message))
    corpus.both("a word turned round", "\u202Eevil\u202C", ["BidiControl"],
                chips("U+202E", "U+202C"), 2)
    corpus.both("all kinds", b"a\xE2\x80\xAE\xE2\x80\x8B\xF3\xA0\x81\x81\x1B\xEE\x80\x80\xFFz",
                FINDINGS[:6], chips("U+202E", "U+200B", "U+E0041", "U+001B", "U+E000", "0xFF"), 6)


def emoji(corpus):
    smile, flag = "\U0001F600", "\U0001F3F4"
    tags = lambda word: "".join(chr(0xE0000 + ord(c)) for c in word)
    tag_chips = lambda word: chips(*(code(0xE0000 + ord(c)) for c in word))
    one = ["InvisibleFormat"]
    corpus.both("selector twice", f"{smile}\uFE0F\uFE0F", one, chips("U+FE0F"), 1)
    corpus.both("other selector on an emoji", f"{smile}\uFE00", one, chips("U+FE00"), 1)
    corpus.both("bytes in selectors behind an emoji", f"{smile}\U000E0158\U000E0155", one,
                chips("U+E0158", "U+E0155"), 2)
    corpus.both("selector on a digit", "1\uFE0F2", one, chips("U+FE0F"), 1)
    corpus.both("text selector in a keycap", "1\uFE0E\u20E3", one, chips("U+FE0E"), 1)
    corpus.both("selector on a letter", "a\uFE0F", one, chips("U+FE0F"), 1)
    corpus.both("selector on a flag letter", "\U0001F1E9\uFE0F\U0001F1EA", one, chips("U+FE0F"), 1)
    corpus.both("joiner between letters", "pay\u200Dpal", one, chips("U+200D"), 1)
    corpus.both("joiner before an emoji", f"\u200D{smile}", one, chips("U+200D"), 1)
    corpus.both("joiner behind an emoji", f"{smile}\u200D", one, chips("U+200D"), 1)
    corpus.both("joiner from emoji to letter", f"{smile}\u200Da", one, chips("U+200D"), 1)
    corpus.both("joiner from letter to emoji", f"a\u200D{smile}", one, chips("U+200D"), 1)
    corpus.both("joiner twice between emoji", f"{smile}\u200D\u200D{smile}", one,
                chips("2 × U+200D"), 2)
    corpus.both("non-joiner between emoji", f"{smile}\u200C{smile}", one, chips("U+200C"), 1)
    corpus.both("zero width space between emoji", f"{smile}\u200B{smile}", one, chips("U+200B"), 1)
    for word in ("gbxyz", "gb", "usca", "GBENG", "deby"):
        corpus.both(f"flag with tags {word}", f"{flag}{tags(word)}\U000E007F", ["TagCharacter"],
                    tag_chips(word) + chips("U+E007F"), len(word) + 1)
    corpus.both("flag without an end", f"{flag}{tags('gbeng')}", ["TagCharacter"],
                tag_chips("gbeng"), 5)
    corpus.both("flag with one tag more", f"{flag}{tags('gbeng')}\U000E007F{tags('x')}",
                ["TagCharacter"], chips("U+E0078"), 1)
    corpus.both("tags of a flag on a smile", f"{smile}{tags('gbeng')}\U000E007F", ["TagCharacter"],
                tag_chips("gbeng") + chips("U+E007F"), 6)


def joiners(corpus):
    one = ["InvisibleFormat"]
    for mark in (0x200C, 0x200D):
        c, name = chr(mark), code(mark)
        corpus.both(f"{name} twice between Arabic letters", f"می{c}{c}خواهم", one,
                    chips(f"2 × {name}"), 2)
        corpus.both(f"{name} before a space", f"سلام{c} دنیا", one, chips(name), 1)
        corpus.both(f"{name} behind a space", f"سلام {c}دنیا", one, chips(name), 1)
        corpus.both(f"{name} between Arabic and digits", f"سلام{c}12", one, chips(name), 1)
        corpus.both(f"{name} between Hebrew letters", f"של{c}ום", one, chips(name), 1)
        corpus.both(f"{name} between Cyrillic letters", f"при{c}мер", one, chips(name), 1)
        corpus.both(f"{name} between Han", f"支{c}付", one, chips(name), 1)
        corpus.both(f"{name} between Thai letters", f"ไท{c}ย", one, chips(name), 1)
        corpus.both(f"{name} twice behind a virama", f"क्{c}{c}ष", one, chips(name), 1)
        corpus.both(f"{name} behind a Hindi vowel", f"की{c}", one, chips(name), 1)
    corpus.add("U+200D inside an Arabic name", "I", "سل\u200Dام", one, chips("U+200D"), 1)
    corpus.add("U+200C that changes nothing", "I", "دا\u200Cرد", one, chips("U+200C"), 1)
    corpus.both("both joiners", "می\u200C\u200Dخواهم", one, chips("U+200C", "U+200D"), 2)


def spaces(corpus):
    for point in [*SPACES, 0x09]:
        c, name = chr(point), code(point)
        for direction, (left, right) in (("", LTR), ("RTL ", RTL)):
            label = f"{name} at {direction}"
            corpus.add(f"{label}middle, I", "I", left + c + right, ["LookAlikeSpace"], chips(name), 1)
            corpus.add(f"{label}start, I", "I", c + left, ["LookAlikeSpace", "EdgeSpace"],
                       chips(name), 1)
            corpus.add(f"{label}end, I", "I", left + c, ["LookAlikeSpace", "EdgeSpace"],
                       chips(name), 1)
            corpus.add(f"{label}middle, P", "P", left + c + right, [], "", 0)
    edge = ["EdgeSpace"]
    corpus.add("space at the start", "I", " name", edge, chips("U+0020"), 1)
    corpus.add("space at the end", "I", "name ", edge, chips("U+0020"), 1)
    corpus.add("spaces at both ends", "I", "  name   ", edge, chips("2 × U+0020", "3 × U+0020"), 5)
    corpus.add("only a space", "I", " ", edge, chips("U+0020"), 1)
    corpus.add("space in RTL at the end", "I", "שלום ", edge, chips("U+0020"), 1)
    corpus.add("space behind a hidden start", "I", "\u200B name", ["InvisibleFormat", *edge],
               chips("U+200B", "U+0020"), 2)
    corpus.add("space before a hidden end", "I", "name \u2060", ["InvisibleFormat", *edge],
               chips("U+0020", "U+2060"), 2)
    corpus.add("line feed in a name", "I", "a\nb", ["Control"], chips("U+000A"), 1)
    corpus.add("line feed at the end of a name", "I", "a\n", ["Control", *edge], chips("U+000A"), 1)
    corpus.add("spaces at the ends of prose", "P", " a ", [], "", 0)
    corpus.add("spaces inside a name", "I", "my file  two", [], "", 0)


def padding(corpus):
    pad = ["Padding"]
    for count in (3, 4, 143, 500):
        mark = f"⟦{count} blank lines⟧"
        gap = "\n" * (count + 1)
        corpus.add(f"{count} blank lines", "P", f"a{gap}b", pad, mark, 0)
        corpus.add(f"{count} blank lines, RTL", "P", f"שלום{gap}עולם", pad, mark, 0)
        corpus.add(f"{count} blank lines at the start", "P", "\n" * count + "b", pad, mark, 0)
        corpus.add(f"{count} blank lines at the end", "P", f"a{gap}", pad, mark, 0)
        corpus.add(f"{count} blank lines in a name", "I", f"a{gap}b", ["Control", *pad],
                   chips(f"{count + 1} × U+000A"), count + 1)
    corpus.add("2 blank lines", "P", "a\n\n\nb", [], "", 0)
    corpus.add("2 blank lines at the start", "P", "\n\nb", [], "", 0)
    corpus.add("2 blank lines at the end", "P", "a\n\n\n", [], "", 0)
    corpus.add("3 lines of spaces", "P", "a\n  \n\t\n \nb", pad, "⟦3 blank lines⟧", 0)
    corpus.add("3 lines of wide spaces", "P", "a\n\u3000\n\u00A0\n\u2003\nb", pad,
               "⟦3 blank lines⟧", 0)
    corpus.add("3 blank lines with CR", "P", "a\r\n\r\n\r\n\r\nb", ["Control", *pad],
               chips("U+000D") + "⟦3 blank lines⟧" + chips("3 × U+000D"), 4)
    corpus.add("3 blank lines, then the end in spaces", "P", "a\n\n\n   ", pad, "⟦3 blank lines⟧", 0)
    corpus.add("only blank lines", "P", "\n\n\n", pad, "⟦3 blank lines⟧", 0)
    corpus.add("2 blank lines, then a dot, then 2", "P", "a\n\n\n.\n\n\nb", [], "", 0)
    for count in (40, 41, 500, 2000):
        mark = f"⟦{count} spaces⟧"
        gap = " " * count
        corpus.both(f"{count} spaces", f"a{gap}b", pad, mark, 0)
        corpus.both(f"{count} spaces, RTL", f"שלום{gap}עולם", pad, mark, 0)
        corpus.add(f"{count} spaces at the start, P", "P", f"{gap}b", pad, mark, 0)
        corpus.add(f"{count} spaces at the end, P", "P", f"a{gap}", pad, mark, 0)
        corpus.add(f"{count} spaces at the end, I", "I", f"a{gap}", ["EdgeSpace", *pad], mark, 0)
        corpus.add(f"{count} spaces on a line", "P", f"a\n{gap}b\n", pad, mark, 0)
    corpus.both("39 spaces", "a" + " " * 39 + "b", [], "", 0)
    corpus.add("39 spaces on each of two lines", "P", f"a\n{' ' * 39}\n{' ' * 39}b", [], "", 0)
    for point in [*SPACES, 0x09]:
        gap = (" " + chr(point)) * 20
        corpus.add(f"40 spaces, half {code(point)}, P", "P", f"a{gap}b", pad, "⟦40 spaces⟧", 0)
        corpus.add(f"40 spaces, half {code(point)}, I", "I", f"a{gap}b", ["LookAlikeSpace", *pad],
                   "⟦20 spaces⟧" + chips(f"20 × {code(point)}"), 20)
        corpus.add(f"40 times {code(point)}, P", "P", f"a{chr(point) * 40}b", pad, "⟦40 spaces⟧", 0)
        corpus.add(f"40 times {code(point)}, I", "I", f"a{chr(point) * 40}b",
                   ["LookAlikeSpace", *pad], chips(f"40 × {code(point)}"), 40)
    for finding, points in CLASSES:
        for point in points[::5]:
            strewn_into_padding(corpus, finding, chr(point), code(point))
    strewn_into_padding(corpus, "InvalidText", b"\xFF", "0xFF")


def strewn_into_padding(corpus, finding, hidden, label):
    data = hidden if isinstance(hidden, bytes) else hidden.encode()
    findings = [finding, "Padding"]
    corpus.both(f"{label} between 20 and 20 spaces", b"a" + b" " * 20 + data + b" " * 20 + b"b",
                findings, "⟦40 spaces⟧" + chips(label), 1)
    corpus.both(f"{label} behind each of 40 spaces", b"a" + (b" " + data) * 40 + b"b", findings,
                "⟦40 spaces⟧" + chips(f"39 × {label}", label), 40)
    corpus.add(f"{label} on each of 3 blank lines", "P", b"a\n" + (data + b"\n") * 3 + b"b",
               findings, "⟦3 blank lines⟧" + chips(f"3 × {label}"), 3)
    corpus.add(f"{label} between blank lines", "P", b"a\n\n\n" + data + b"\n\n\nb", findings,
               "⟦5 blank lines⟧" + chips(label), 1)


def scripts(corpus):
    mixed = ["MixedScripts"]
    words = ["p\u0430ypal", "\u0440aypal", "g\u043E\u043Egle", "microsof\u0442", "\u0410pple",
             "goog\u217Ce\u0435", "\u03BFffice", "p\u03B1ypal", "\u0391dmin", "amaz\u0585n",
             "\u13A0dmin", "b\u0251nk\u0430", "\u0441\u03BFm", "p\u200Ba\u0443", "f\u1D0Fo\u0431",
             "\u0633a", "\u05D0b", "\u0905a", "go\u0E50gle", "a\u0661", "a\u06F3", "x\u0967",
             "\u0430\u4E2D", "\u0430\u30A2", "\u03B1\uAC00", "\u0E01\u0430", "\u30A2\uAC00",
             "\u0561b", "\u10D0b", "\u2C80b", "e\u0301\u0435"]
    for word in words:
        hidden = word.count("\u200B")
        marks = chips("U+200B") if hidden else ""
        also = ["InvisibleFormat"] if hidden else []
        for name, text in (("alone", word), ("in a path", f"/srv/data/{word}/file.txt"),
                           ("in a host", f"https://{word}.example.org"), ("in RTL", f"שלום/{word}")):
            corpus.add(f"mixed scripts {ascii(word)} {name}", "I", text, [*mixed, *also], marks,
                       hidden)
        corpus.add(f"mixed scripts {ascii(word)} in prose", "P", word, also, marks, hidden)
    for word in ("пример-test", "test_пример", "αβγ/abc", "T恤", "Tシャツ", "東京タワー", "한국漢字", "ไทยPDF",
                 "été", "Übergröße", "naïve", "Ελλάδα", "файл2", "μ", "a\u0301", "１２ab", "日本語abcかな"):
        corpus.add(f"no mixed scripts {ascii(word)}", "I", word, [], "", 0)


def punycode(corpus):
    for text in ("xn--pypal-4ve.com", "www.xn--pypal-4ve.com", "https://xn--80ak6aa92e.com/x",
                 "ann@xn--p1ai", "XN--P1AI", "Xn--p1ai", "a/xn--p1ai", "x:xn--p1ai", "xn--p1ai",
                 "a xn--p1ai", "例え.xn--p1ai", "a。xn--p1ai", "\uFF58\uFF4E\uFF0D\uFF0Dp1ai", "שלום.xn--p1ai"):
        corpus.add(f"coded name {ascii(text)}", "I", text, ["Punycode"], "", 0)
        corpus.add(f"coded name {ascii(text)} in prose", "P", text, [], "", 0)
    corpus.add("coded name, interrupted", "I", "x\u200Bn--p1ai", ["InvisibleFormat", "Punycode"],
               chips("U+200B"), 1)
    for text in ("foxn--bar", "a-xn--b", "a_xn--b", "xn-", "xn", "axn--b", "x--n"):
        corpus.add(f"no coded name {text}", "I", text, [], "", 0)


def brackets(corpus):
    corpus.both("a chip that is none", "a⟦U+202E⟧", [], chips("U+27E6", "U+27E7"), 0)
    corpus.both("folded lines that are none", "⟦3 blank lines⟧", [], chips("U+27E6", "U+27E7"), 0)


def main():
    corpus = Corpus()
    for part in (hidden_characters, emoji, joiners, spaces, padding, scripts, punycode, brackets):
        part(corpus)
    text = "".join(line + "\n" for line in corpus.lines)
    path = os.path.join(HERE, "cases.txt")
    if sys.argv[1:] == ["check"]:
        with open(path, encoding="utf-8") as file:
            same = file.read() == text
        print(f"cases.txt: {len(corpus.lines)} cases, " + ("up to date" if same else "OUT OF DATE"))
        return 0 if same else 1
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    print(f"cases.txt: {len(corpus.lines)} cases")
    return 0


if __name__ == "__main__":
    sys.exit(main())
