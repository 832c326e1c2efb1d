#!/usr/bin/env python3
"""Compare `symbolicate lookup` with PyPI's `symbolic` on a symbol file of Breakpad: names, inlined calls, lines and files.

    compare.py TOOL FILE.sym COUNT
"""
import json
import os
import random
import subprocess
import sys

from symbolic.debuginfo import Archive


def ranges(path):
    for line in open(path, errors="replace"):
        words = [word for word in line.split() if word != "m"]
        if words[:1] == ["FUNC"]:
            yield int(words[1], 16), max(int(words[2], 16), 1)
        if words[:1] == ["PUBLIC"]:
            yield int(words[1], 16), 16


def frame(function, line, path):
    # symbolic takes `..` out of paths, and says nothing of repositories.
    parts = path.split(":", 3)
    path = parts[2] if len(parts) == 4 and parts[0] in ("hg", "git", "s3") else path
    return function, line, os.path.normpath(path) if line else ""


def main():
    tool, path, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    random.seed(7)
    known = list(ranges(path))
    addresses = [start + random.randrange(size + 4) for start, size in random.choices(known, k=count)]
    text = "".join(f"{address:x}\n" for address in addresses)
    run = subprocess.run([tool, "lookup", "--json", "--no-index", "--no-demangle", path], input=text, capture_output=True, text=True)
    rows = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(rows) == count, run.stderr
    cache = next(Archive.open(path).iter_objects()).make_symcache()
    same = 0
    for address, row in zip(addresses, rows):
        theirs = [frame(s.symbol.replace("<unknown>", ""), s.line, s.full_path or "") for s in cache.lookup(address)]
        ours = [frame(s.get("function", ""), s.get("line", 0), s.get("file", "")) for s in row["sources"]]
        same += theirs == ours
        if theirs != ours:
            print(f"{address:x}\n  symbolic {theirs}\n  ours     {ours}", file=sys.stderr)
    print(f"{os.path.basename(path)}: {count} addresses, {same} the same")


main()
