#!/usr/bin/env python3
"""Times `symbolicate lookup --source-map` on a large map with known answers, beside Sentry's `symbolic` (PyPI) and Mozilla's source-map
(Debian's node-source-map) where they are installed, and compares the answers.

  Benchmarks/source-map.py [--binary .build/release/symbolicate] [--mappings 2000000] [--positions 10000]
"""
import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def vlq(value):
    rest = -value << 1 | 1 if value < 0 else value << 1
    text = ""
    while True:
        digit, rest = rest & 31, rest >> 5
        text += DIGITS[digit | 32 if rest else digit]
        if not rest:
            return text


def write_map(path, count):
    """Writes a bundle's map: one generated line, as Metro and Hermes make them; returns columns and their answers."""
    rng = random.Random(5)
    small = [vlq(n) for n in range(-400, 401)]
    sources = [f"node_modules/package-{n % 400}/lib/module-{n}.js" for n in range(4000)]
    names = [f"functionName{n}" for n in range(60000)]
    parts, answers = [], []
    column = source = line = original = name = 0
    for _ in range(count):
        step = rng.randint(1, 30)
        column += step
        moved = 1 if rng.random() < 0.002 and source + 1 < len(sources) else 0
        source += moved
        new_line = 0 if moved else max(0, line + rng.randint(-2, 4))
        new_column = rng.randint(0, 120)
        text = small[400 + step] + small[400 + moved] + vlq(new_line - line) + small[400 + new_column - original]
        has_name = rng.random() < 0.4
        if has_name:
            new_name = rng.randrange(len(names))
            text += vlq(new_name - name)
            name = new_name
        line, original = new_line, new_column
        parts.append(text)
        answers.append((column, source, line, original, name if has_name else None))
    content = ["const x = 1; // \"quoted\"\nexport default x;\n" * 180] * len(sources)
    with open(path, "w") as file:
        json.dump({"version": 3, "sources": sources, "sourcesContent": content, "names": names, "mappings": ",".join(parts)}, file,
                  separators=(",", ":"))
    return sources, names, answers


def timed(command, **more):
    start = time.perf_counter()
    result = subprocess.run(command, check=True, capture_output=True, text=True, **more)
    return time.perf_counter() - start, result.stdout


def median(values):
    return sorted(values)[len(values) // 2]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--binary", default=".build/release/symbolicate")
    options.add_argument("--mappings", type=int, default=2_000_000)
    options.add_argument("--positions", type=int, default=10_000)
    chosen = options.parse_args()
    folder = tempfile.mkdtemp(prefix="symbolicate-maps-")
    try:
        run(chosen, folder)
    finally:
        shutil.rmtree(folder)


def run(chosen, folder):
    path = os.path.join(folder, "main.jsbundle.map")
    sources, names, answers = write_map(path, chosen.mappings)
    size = os.path.getsize(path)
    print(f"map: {size / 1e6:.1f} MB, {chosen.mappings:,} mappings")
    picks = random.Random(9).sample(answers, min(chosen.positions, len(answers)))
    text = "".join(f"1:{pick[0]}\n" for pick in picks)
    environment = dict(os.environ, XDG_CACHE_HOME=os.path.join(folder, "cache"))
    one = f"1:{picks[0][0]}"
    base = [chosen.binary, "lookup", "--json", "--source-map", path]

    cold = median([timed(base + ["--no-index", one], env=environment)[0] for _ in range(5)])
    timed(base + [one], env=environment)
    warm = median([timed(base + [one], env=environment)[0] for _ in range(5)])
    many, output = timed(base, env=environment, input=text)
    print(f"symbolicate: one position cold {cold:.3f} s ({size / 1e6 / cold:.0f} MB/s), from the cache {warm * 1e3:.1f} ms, "
          f"{len(picks):,} positions {many:.3f} s")
    wrong = 0
    for pick, row in zip(picks, output.splitlines()):
        found = json.loads(row)["sources"][0]
        column, source, line, original, name = pick
        expected = (sources[source], line + 1, original + 1, names[name] if name is not None else "")
        wrong += (found["file"], found["line"], found["column"], found["function"]) != expected
    print(f"             {len(picks) - wrong:,} of {len(picks):,} answers as written")
    if wrong:
        sys.exit(1)

    try:
        import symbolic
    except ImportError:
        print("symbolic: not installed (pip install symbolic)")
    else:
        data = open(path, "rb").read()
        start = time.perf_counter()
        view = symbolic.SourceMapView.from_json_bytes(data)
        first = view.lookup(0, picks[0][0])
        theirs = time.perf_counter() - start
        start = time.perf_counter()
        same = sum(view.lookup(0, pick[0]).src_line == pick[2] for pick in picks)
        print(f"symbolic:    one position {theirs:.3f} s (ratio {cold / theirs:.2f}), {len(picks):,} more "
              f"{time.perf_counter() - start:.3f} s, {same:,} the same; {first.src}")

    if shutil.which("node") and os.path.isdir("/usr/share/nodejs/source-map"):
        script = ("const m=require('/usr/share/nodejs/source-map');const fs=require('fs');(async()=>{"
                  "const c=await new m.SourceMapConsumer(fs.readFileSync(process.argv[1],'utf8'));"
                  "console.log(c.originalPositionFor({line:1,column:+process.argv[2]}).line)})()")
        theirs, line = timed(["node", "-e", script, path, str(picks[0][0])])
        print(f"source-map:  one position {theirs:.3f} s (ratio {cold / theirs:.2f}), line {line.strip()}, expected {picks[0][2] + 1}")
    else:
        print("source-map: not installed (apt install node-source-map)")


if __name__ == "__main__":
    main()
