#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes natural.txt: texts that people write and that hide nothing. None should be warned of.

    python3 tests/data/hiddentext/natural.py         writes the file beside this script
    python3 tests/data/hiddentext/natural.py check   fails if the file would change

One text a line: kind, role (P prose, I identifier), text, with tabs between; \\t, \\n, \\\\ and
\\u{H} as in Rust. The last kind, "awkward", is natural as well, but the rules want a warning.
"""

import itertools
import os
import sys
import unicodedata

HERE = os.path.dirname(os.path.abspath(__file__))
ZWNJ, ZWJ, VS = "\u200C", "\u200D", "\uFE0F"


def product(template, *lists):
    """The template with every combination of the lists' words."""
    return [template.format(*words) for words in itertools.product(*lists)]


def arabic():
    who = ["أحمد", "فاطمة", "يوسف", "ليلى", "الأستاذة مريم"]
    what = ["أرسل الرسالة", "حذف الملف القديم", "راجع الطلب", "وافق على الدفع"]
    when = ["اليوم", "غدًا صباحًا", "يوم ١٢ مارس", "بعد 3 ساعات"]
    return product("{} {} {}.", who, what, when) + [
        "مرحبا بالعالم!", "هل تريد المتابعة؟ نعم، بالتأكيد.", "السعر: ١٢٫٥٠ ر.س (شامل الضريبة)",
        "اكتب إلى support@example.org قبل الساعة 17:00", "الســـلام عليكم", "الملف report-2024.pdf جاهز",
        "قال: «لا تنسَ الموعد»", "بِسْمِ اللَّهِ الرَّحْمَٰنِ الرَّحِيمِ", "سطر أول\nسطر ثان\n\nفقرة جديدة"]


def persian():
    verbs = ["می{z}خواهم", "نمی{z}روم", "می{z}توانید", "می{z}شود", "نمی{z}دانم"]
    nouns = ["کتاب{z}ها", "خانه{z}های قدیمی", "فایل{z}های پیوست", "کار{z}ها", "برنامه{z}ای تازه",
             "نامه{z}رسان", "بین{z}المللی"]
    texts = product("این {} را {}.", nouns, verbs) + product("{} و {}", nouns, nouns)
    dates = product("سال {} ه" + ZWJ + ".ش", ["۱۴۰۱", "۱۴۰۲", "۱۴۰۳"])
    urdu = ["آپ کیسے ہیں؟", "یہ فائل حذف کر دیں", "کل صبح ۱۰ بجے ملاقات ہے"]
    return [text.replace("{z}", ZWNJ) for text in texts] + dates + urdu


def hebrew():
    who = ["דנה", "יוסי", "המנהלת", "הצוות שלנו"]
    what = ["שלחה הודעה", "מחק את הקובץ", "אישר את הבקשה", "ביטל את הפגישה"]
    when = ["היום", "מחר בבוקר", "ב-12 במרץ", "לפני 3 שעות"]
    return product("{} {} {}.", who, what, when) + [
        "שלום עולם!", "שָׁלוֹם לְכֻלָּם", "צה״ל ובי״ס", "המחיר: 12.50 ₪ (כולל מע״מ)",
        "כתבו אל support@example.org עד 17:00", "הקובץ report.pdf מוכן", "אל־על", "האם להמשיך? כן."]


def indic():
    hindi = product("{} ने {} {}।", ["राम", "सीता", "प्रबंधक"],
                    ["संदेश", "फ़ाइल", "भुगतान का अनुरोध"], ["भेजा", "हटाया", "स्वीकार किया", "देखा"])
    others = [
        "नमस्ते दुनिया", "क्या आप आगे बढ़ना चाहते हैं?", "कीमत: ₹१२.५०", "क्" + ZWJ + "ष और क्" + ZWNJ + "ष",
        "गर्" + ZWJ + "यो", "र" + ZWJ + "्" + "य", "শ্রমিক র" + ZWJ + "্যাব", "উৎসব শুভ হোক", "আমি বাংলায় লিখি",
        "ශ්" + ZWJ + "රී ලංකාව", "ප්" + ZWJ + "රශ්නය", "ක්" + ZWJ + "ෂණික", "අවන්" + ZWJ + "හල",
        "ന്" + ZWJ + " എന്ന അക്ഷരം", "അവന്" + ZWJ, "സ്വാഗതം", "ರಾಜ್" + ZWNJ + "ಕುಮಾರ್", "ನಮಸ್ಕಾರ",
        "సాఫ్ట్" + ZWNJ + "వేర్", "నమస్కారం", "வணக்கம் உலகம்", "ਸਤ ਸ੍ਰੀ ਅਕਾਲ", "નમસ્તે દુનિયા", "ନମସ୍କାର",
        "မင်္ဂလာပါ", "ជំរាបសួរ", "สวัสดีชาวโลก", "ສະບາຍດີ", "བཀྲ་ཤིས་བདེ་ལེགས།"]
    return hindi + others


def thai():
    return product("{}{}{}", ["สมชาย", "ทีมงาน", "ผู้จัดการ"], ["ส่งข้อความ", "ลบไฟล์เก่า", "อนุมัติการชำระเงิน"],
                   ["วันนี้", "พรุ่งนี้เช้า", "เมื่อ ๓ ชั่วโมงก่อน", " 12 มี.ค. 2567", "แล้วครับ"])


def east_asian():
    chinese = product("{}{}{}。", ["张伟", "李娜", "系统管理员"], ["发送了邮件", "删除了旧文件", "批准了付款"],
                      ["今天", "，明天上午", "（3小时前）", "：共12.5元", "，请查看report.pdf"])
    japanese = product("{}は{}{}。", ["田中さん", "チーム", "管理者"], ["メールを", "古いファイルを", "支払い請求書を"],
                       ["送りました", "削除しました", "確認しています", "承認するつもりです"])
    korean = product("{} {} {}.", ["김민수가", "팀장이", "관리자가"], ["메일을", "오래된 파일을", "결제 요청을"],
                     ["보냈습니다", "삭제했습니다", "승인했습니다", "확인 중입니다"])
    return chinese + japanese + korean + [
        "\u3000全角の字下げ。", "「はい」と言った。", "ｶﾀｶﾅ と ＡＢＣ", "你好，世界！", "安녕 하세요", "々〆ヶ", "ㄅㄆㄇㄈ注音",
        "第1章\u3000はじめに", "２０２４年３月１２日（火）", "人民币￥１２．５０", "葛飾区、辻さん", "繁體中文測試"]


def emoji():
    people = ["👨", "👩", "🧑"]
    tones = ["", "🏻", "🏼", "🏽", "🏾", "🏿"]
    jobs = ["💻", "🔬", "🚀", "⚕" + VS, "✈" + VS, "🌾", "🍳"]
    texts = product("{}{}" + ZWJ + "{} done", people, tones, jobs)
    texts += product("{}{}" + ZWJ + "{}" + VS, ["🏃", "🤷", "🙋", "🕵"], tones, ["♂", "♀"])
    texts += ["👨‍👩‍👧‍👦", "👩‍❤️‍💋‍👨", "🏳️‍🌈", "🏳️‍⚧️", "🏴‍☠️", "🐻‍❄️", "🐦‍⬛", "👁️‍🗨️", "👁‍🗨", "❤️‍🔥", "🧑🏻‍🤝‍🧑🏿", "👨‍🦰 red hair"]
    texts += ["🏴\U000E0067\U000E0062" + tail + "\U000E007F" for tail in
              ("\U000E0065\U000E006E\U000E0067", "\U000E0073\U000E0063\U000E0074",
               "\U000E0077\U000E006C\U000E0073")]
    texts += ["".join(chr(0x1F1E6 + ord(c) - ord("A")) for c in land)
              for land in ("DE", "FR", "JP", "US", "BR", "EG", "IL", "IN", "TH", "ES")]
    texts += [key + VS + "\u20E3" for key in "0123456789#*"]
    texts += product("{}" + VS + " ok", "❤☀☎✔✖⚠ℹ↩▶⏱©™‼Ⓜ㊗☝")
    texts += ["✔\uFE0E done", "☎\uFE0E 030 1234", "↩\uFE0E back", "⚠ no selector", "Well done 👍🏽!", "🎉🎉🎉", "😀 😃 😄"]
    return texts


def european():
    german = product("{} {} {}.", ["Jürgen", "Frau Müller-Lüdenscheidt", "Die Geschäftsführerin"],
                     ["schickt die Rechnung über 1.234,50 €", "löscht „Entwürfe“", "prüft den Größenschlüssel"],
                     ["am Dienstag", "nächste Woche", "um 17 Uhr – spätestens", "(vorläufig)"])
    return german + [
        "Straße, Füße, süß, ẞ", "C’est déjà l’été\u00A0!", "«\u202FBonjour\u202F», dit-elle", "Où\u00A0? À Nîmes\u00A0; très bien",
        "¿Qué tal, señor? ¡Muy bien!", "Coração, ação, às vezes", "Zażółć gęślą jaźń", "Příliš žluťoučký kůň",
        "Çağrı İstanbul'da ılık", "Þórður og Æsa", "Smørrebrød på ø", "Привет, мир!", "Съешь же ещё этих мягких булок",
        "Ґанок і їжак", "Γειά σου Κόσμε", "Καλημέρα, τι κάνετε;", "Բարեւ աշխարհ", "გამარჯობა მსოფლიო", "ሰላም ልዑል",
        "Xin chào thế giới", "Tiếng Việt rất đẹp", "10\u00A0km at 5\u202F%", "½ cup, 20\u2009°C, x² ≥ 4", "π ≈ 3,14159…",
        "“Quoted” — with dashes – and ‘more’", "Dear Ann,\n\nplease find the report attached.\n\n\nRegards\nBo",
        "e\u0301 and n\u0303 decomposed", "Catalan: col·lecció → arrow", "\tindented line\n\tand another", "ends with a line\n",
        "  two spaces before", "Ω resistor, 5 kΩ, 3 µm, Δt = 4 s"]


def code_texts():
    return [
        "#include <vector>\nint main()\n{\n    return 0;\n}\n", "def f(x):\n\treturn x * 2\n", "SELECT * FROM t WHERE a = 'b';",
        "rm -rf build && cmake --preset dev | tee log", "{\"key\": [1, 2.5e-3, null, true]}", "<a href=\"https://example.org\">x</a>",
        "if (a < b && c > d) { e ^= ~f; }", "^[a-z0-9._%+-]+@[a-z.]+$", "const s = `café ${n} 日本`;", "// größer als 3\nx = 4",
        "a\\tb\\u0041", "printf(\"%-40s|\\n\", name);", "| name   | size |\n|--------|------|\n| a.txt  | 12   |\n",
        "@@ -1,3 +1,4 @@\n-old\n+new\n context", "key:\n  - one\n  - two\n", "SGVsbG8sIHdvcmxkIQ==", "0xDEADBEEF 1'000'000",
        "error[E0308]: mismatched types\n --> src/main.rs:4:9\n  |\n4 |         x\n  |         ^ expected `i32`",
        "for i in {1..10}; do echo \"$i\"; done", "git commit -m \"fix: naïve façade\"", "λ x → x", "√2 ∈ ℝ ∧ ∀x ∃y", "⌘C ⇧⌥⏎", "█▓▒░ 42 %",
        "┌──┐\n│  │\n└──┘", "a \u2192 b \u00B7 c", "Tabs\tin\ta\ttable\n1\t2\t3\t4"]


def paths():
    folders = ["/srv/data", "C:\\Users\\Ann", "~/Documents", "./src/core", "/var/log/app-1.2"]
    names = ["report.pdf", "my file (2).txt", "Über uns.odt", "résumé.docx", "отчёт.xlsx", "報告書.pdf", "보고서.hwp",
             "تقرير.pdf", "דוח.pdf", "รายงาน.pdf", "रिपोर्ट.pdf", "αρχείο.txt", "IMG_2024-03-12.jpg", ".bashrc", "a+b=c;d.tar.gz",
             "新しいフォルダー (1)", "T恤照片.png", "Tシャツ.psd", "รายงานQ3.pdf", "🎉party.mp4"]
    return product("{}/{}", folders, names)


def identifiers():
    hosts = product("{}.{}", ["example", "mail.example", "münchen", "пример", "例え", "παράδειγμα", "예시", "api-2.eu"],
                    ["org", "com", "de:8443"])
    return hosts + [
        "https://example.org/a/b?q=1&r=%20#top", "ann.müller@example.org", "user_name", "camelCaseName", "kebab-case-name",
        "SCREAMING_CASE", "$.items[0].name", "/items/0/name", "urn:uuid:123e4567-e89b-12d3-a456-426614174000", "192.0.2.1:80",
        "[2001:db8::1]:443", "refs/heads/main", "org.example.App", "sha256:9f86d081884c", "x-request-id", "Ann Example",
        "José García", "Владимир", "Ελένη", "محمد", "نیم" + ZWNJ + "فاصله", "כהן", "田中太郎", "김민수", "สมชาย ใจดี", "राम", "O’Neill",
        "Nguyễn Văn A", "µm", "30°", "№5", "ﬁle", "v1.2.3-β", "1️⃣ first", "name (draft)", "a b  c", "100 %", "Q&A", "C++", "données_été"]


def awkward():
    """What the rules want to be warned of although people write it; counts as a false warning."""
    return [("P", "first line\r\nsecond line\r\n"), ("P", "(\u200F123) שלום"), ("P", "葛\U000E0100飾区"), ("I", "Δt"),
            ("P", "Donaudampf\u00ADschifffahrt"), ("I", "total\u00A0(1)")]


def escaped(text):
    special = {"\t": "\\t", "\n": "\\n", "\\": "\\\\"}
    out = ""
    for c in text:
        unseen = unicodedata.category(c) in ("Cc", "Cf", "Zs", "Zl", "Zp") and c != " "
        unseen = unseen or 0xFE00 <= ord(c) <= 0xFE0F or 0xE0000 <= ord(c) <= 0xE0FFF
        out += special.get(c) or ("\\u{%X}" % ord(c) if unseen else c)
    return out


def main():
    prose = [arabic, persian, hebrew, indic, thai, east_asian, emoji, european, code_texts]
    lines = [f"{part.__name__}\tP\t{escaped(text)}\n" for part in prose for text in part()]
    lines += [f"{part.__name__}\tI\t{escaped(text)}\n" for part in (paths, identifiers)
              for text in part()]
    # The same texts in a sentence, as agents quote them.
    quoted = [text for part in (arabic, persian, hebrew, indic, thai, east_asian, emoji, european)
              for text in part()][::2]
    lines += [f"quoted\tP\t{escaped(f'Please check “{text}” and answer.')}\n" for text in quoted]
    lines += [f"awkward\t{role}\t{escaped(text)}\n" for role, text in awkward()]
    assert len(set(lines)) == len(lines), [x for x in lines if lines.count(x) > 1][:3]
    path = os.path.join(HERE, "natural.txt")
    text = "".join(lines)
    if sys.argv[1:] == ["check"]:
        with open(path, encoding="utf-8") as file:
            same = file.read() == text
        print(f"natural.txt: {len(lines)} texts, " + ("up to date" if same else "OUT OF DATE"))
        return 0 if same else 1
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    print(f"natural.txt: {len(lines)} texts")
    return 0


if __name__ == "__main__":
    sys.exit(main())
