#!/usr/bin/env python3
"""Makes small seeds for libFuzzer: seeds.py OUT DIR...

Copies the reports below DIR, at most 7,000 bytes each: arrays of JSON are cut to two elements, and lists of frames and images in text
to six lines. With whole reports libFuzzer runs a quarter of the inputs a second.
"""
import hashlib, json, os, re, sys

LONGEST = 7000


def cut(value):
    if isinstance(value, dict):
        return {key: cut(item) for key, item in value.items()}
    return [cut(item) for item in value[:2]] if isinstance(value, list) else value


def cut_json(text):
    """The values of a text one after the other, each cut; None if it is no JSON."""
    decoder, at, parts = json.JSONDecoder(), 0, []
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        try:
            value, at = decoder.raw_decode(text, at)
        except ValueError:
            return None
        parts.append(json.dumps(cut(value), ensure_ascii=False, indent=1 if len(parts) else None))
    return "\n".join(parts)


def cut_text(text):
    """The text without the seventh and following lines of a list."""
    lines, run = [], 0
    for line in text.splitlines(keepends=True):
        run = run + 1 if re.match(r"\s*[#0-9+*]", line) else 0
        if run <= 6:
            lines.append(line)
    return "".join(lines)


out, *folders = sys.argv[1:]
os.makedirs(out, exist_ok=True)
for folder in folders:
    for root, _, names in sorted(os.walk(folder)):
        if ".dSYM" in root:
            continue
        for name in sorted(names):
            data = open(os.path.join(root, name), "rb").read()
            if not data or len(data) > 3_000_000 or data[:4] in (b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe", b"\xca\xfe\xba\xbe"):
                continue
            if len(data) > LONGEST:
                text = data.decode("utf-8", "replace")
                data = (cut_json(text) or cut_text(text)).encode()[:LONGEST]
            with open(os.path.join(out, hashlib.sha1(data).hexdigest()), "wb") as file:
                file.write(data)
