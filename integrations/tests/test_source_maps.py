#!/usr/bin/env python3
"""Compares `symbolicate lookup --source-map` with Sentry's `symbolic` (PyPI) and Mozilla's source-map (Debian's node-source-map, where it is
installed) on 10,000 positions of each map: the fixtures, maps made here with known answers, maps of terser and esbuild where they are
installed, and the corpus beside the checkout or in $SYMBOLICATE_CORPUS. Prints the time of all three: whole processes, except for symbolic,
which is a library of this one.

  $SYMBOLICATE names the program. Exits with 77 and a reason if `symbolic` is not installed.

Where they differ on purpose: symbolic also answers with a mapping of an earlier line, and with one that maps to nothing; Hermes' and Metro's
function maps, which `lookup` prefers to the names of mappings, are compared with the known answers of the fixtures instead. Mozilla's
library writes sources as paths without `..` and doubled slashes: only their last component is compared. Its version 0.6 does not find the
first column of a section of an indexed map.
"""
import glob
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
PROGRAM = os.environ.get("SYMBOLICATE", os.path.join(ROOT, ".build/release/symbolicate"))
COUNT = int(os.environ.get("POSITIONS", "10000"))
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


MOZILLA = "/usr/share/nodejs/source-map"
MOZILLA_SCRIPT = """
const {SourceMapConsumer} = require(process.argv[1]), fs = require('fs');
(async () => {
  const map = await new SourceMapConsumer(fs.readFileSync(process.argv[2], 'utf8'));
  const lines = fs.readFileSync(0, 'utf8').split('\\n').filter(Boolean).map(line => {
    const [line_, column] = line.split(':').map(Number);
    const at = map.originalPositionFor({line: line_, column});
    return JSON.stringify([at.source, at.line, at.column, at.name]);
  });
  fs.writeSync(1, lines.join('\\n') + '\\n');
})().catch(error => { console.error(error.message); process.exit(1); });
"""


def has_mozilla():
    return shutil.which("node") is not None and os.path.isdir(MOZILLA)


def mozilla(path, picks):
    """The answers of Mozilla's library as (source, line, column, name), None where it has none, and the time; (None, reason) if it refuses the map."""
    text = "".join(f"{line + 1}:{column}\n" for line, column in picks)
    start = time.perf_counter()
    with tempfile.TemporaryFile("w+") as output:
        result = subprocess.run(["node", "-e", MOZILLA_SCRIPT, MOZILLA, path], input=text, stdout=output, stderr=subprocess.PIPE, text=True)
        wall = time.perf_counter() - start
        if result.returncode:
            return None, result.stderr.strip().splitlines()[-1]
        output.seek(0)
        answers = [json.loads(line) for line in output]
    return [(a[0], a[1], a[2] + 1, a[3] or "") if a[0] is not None else None for a in answers], wall


def compare_mozilla(path, label, picks, answers, wall, has_functions):
    """Prints a line about a map; the number of differences."""
    with open(path) as file:
        text = file.read()
    content = json.loads(text[text.index("{"):])
    theirs, note = mozilla(path, picks)
    if theirs is None:
        print(f"{label}: source-map refuses it ({note})")
        return 0
    wrong = 0
    starts = {(section["offset"]["line"], section["offset"]["column"]) for section in content.get("sections", [])}
    for (line, column), sources, expected in zip(picks, answers, theirs):
        if expected is None and (line, column) in starts:
            continue
        found = None
        if sources and sources[0].get("file") is not None:
            first = sources[0]
            found = (os.path.basename(first["file"]), first["line"], first["column"], None if has_functions else first["function"])
        if expected is not None:
            expected = (os.path.basename(expected[0]), expected[1], expected[2], None if has_functions else expected[3])
        if found != expected:
            wrong += 1
            if wrong <= 3:
                print(f"  {line + 1}:{column}: symbolicate {found}, source-map {expected}")
    print(f"{label}: {len(picks) - wrong} of {len(picks)} positions equal to source-map's, {wall * 1000:.0f} ms to its {note * 1000:.0f} ms, "
          f"ratio {wall / note:.2f}")
    return wrong


def vlq(value):
    rest = -value << 1 | 1 if value < 0 else value << 1
    text = ""
    while True:
        digit, rest = rest & 31, rest >> 5
        text += DIGITS[digit | 32 if rest else digit]
        if not rest:
            return text


def generated(seed, lines, per_line, gaps=0.0, names=40, sources=12):
    """A map with known answers: {(line, column): (source, line, column, name) or None}, all from 0."""
    rng = random.Random(seed)
    answers, text, last = {}, [], [0, 0, 0, 0]
    for line in range(lines):
        column, parts = 0, []
        for _ in range(rng.randint(0, 2 * per_line)):
            step = rng.randint(1, 60)
            column += step
            part = vlq(step if parts else column)
            if rng.random() < gaps:
                answers[line, column] = None
            else:
                new = [rng.randrange(sources), rng.randrange(5000), rng.randrange(300)]
                part += "".join(vlq(a - b) for a, b in zip(new, last))
                last[:3] = new
                name = None
                if rng.random() < 0.5:
                    name = rng.randrange(names)
                    part += vlq(name - last[3])
                    last[3] = name
                answers[line, column] = (*new, name)
            parts.append(part)
        text.append(",".join(parts))
    return {"version": 3, "sources": [f"src/{n}/datei-\u00fc.js" for n in range(sources)],
            "names": [f"name{n}\u2713" for n in range(names)], "mappings": ";".join(text)}, answers


def indexed(seed):
    """Sections of three maps, some of which begin inside a line."""
    sections, line = [], 0
    for part in range(3):
        map_, answers = generated(seed + part, 40, 6)
        sections.append({"offset": {"line": line, "column": 0}, "map": map_})
        line += 40
    return {"version": 3, "sections": sections}


def positions(view, rng):
    """Tokens, positions between and after them, and lines without any."""
    tokens = [(token.dst_line, token.dst_col) for token in view]
    if not tokens:
        return [(0, 0)]
    last = max(line for line, _ in tokens)
    picks = []
    for _ in range(COUNT):
        line, column = rng.choice(tokens)
        kind = rng.random()
        if kind < 0.5:
            picks.append((line, column))
        elif kind < 0.9:
            picks.append((line, max(0, column + rng.randint(-20, 20))))
        else:
            picks.append((rng.randint(0, last + 2), rng.randint(0, 400)))
    return picks


def ours(path, picks):
    text = "".join(f"{line + 1}:{column}\n" for line, column in picks)
    result = subprocess.run([PROGRAM, "lookup", "--no-index", "--json", "--source-map", path], input=text, capture_output=True, text=True)
    if result.returncode:
        return None, result.stderr.strip()
    return [json.loads(line)["sources"] for line in result.stdout.splitlines()], None


def compare(symbolic, path, label, known=None):
    """Prints a line about a map; the number of differences."""
    data = open(path, "rb").read()
    try:
        view = symbolic.SourceMapView.from_json_bytes(data)
    except Exception as error:
        answers, reason = ours(path, [(0, 0)])
        print(f"{label}: symbolic refuses it ({error}); symbolicate: {'accepts it' if answers is not None else reason}")
        return 0
    has_functions = b"x_facebook_sources" in data
    picks = positions(view, random.Random(5))
    start = time.perf_counter()
    answers, reason = ours(path, picks)
    wall = time.perf_counter() - start
    if answers is None:
        content = json.loads(data)
        is_map = isinstance(content, dict) and ("mappings" in content or "sections" in content)
        print(f"{label}: {reason.split(': ', 2)[-1]}; symbolic accepts it")
        return int(is_map)
    start = time.perf_counter()
    again = symbolic.SourceMapView.from_json_bytes(data)
    for line, column in picks:
        again.lookup(line, column)
    theirs = time.perf_counter() - start
    wrong, elsewhere = 0, 0
    for (line, column), sources in zip(picks, answers):
        token = view.lookup(line, column)
        expected = None
        if token is not None and token.dst_line != line:
            elsewhere += 1
        elif token is not None and (known is None or known.get((token.dst_line, token.dst_col), True) is not None):
            # symbolic gives "" for a source that is null, and for a segment that maps to nothing.
            expected = (token.src or None, token.src_line + 1, token.src_col + 1, None if has_functions else token.name or "")
        found = None
        if sources:
            found = (sources[0].get("file"), sources[0]["line"], sources[0]["column"], None if has_functions else sources[0]["function"])
        if expected is not None and expected[0] is None:
            expected = found if found is None else expected
        if found != expected:
            wrong += 1
            if wrong <= 3:
                print(f"  {line + 1}:{column}: symbolicate {found}, symbolic {expected}")
    note = f"; {elsewhere} where symbolic answers with an earlier line" if elsewhere else ""
    print(f"{label}: {len(picks) - wrong} of {len(picks)} positions equal{note}, {wall * 1000:.0f} ms to symbolic's {theirs * 1000:.0f} ms, "
          f"ratio {wall / theirs:.2f}")
    if has_mozilla():
        wrong += compare_mozilla(path, label, picks, answers, wall, has_functions)
    if wrong:
        print(f"{label}: DIFFERENT")
    return wrong


def check_known(path, answers, sources, names):
    """The maps made here: every mapping has its known answer."""
    picks = sorted(answers)
    found, reason = ours(path, picks)
    wrong = 0
    for pick, got in zip(picks, found or []):
        answer = answers[pick]
        expected = None if answer is None else (
            sources[answer[0]], answer[1] + 1, answer[2] + 1, names[answer[3]] if answer[3] is not None else "")
        actual = (got[0].get("file"), got[0]["line"], got[0]["column"], got[0]["function"]) if got else None
        wrong += actual != expected
    if wrong or found is None:
        print(f"known answers: {wrong} of {len(picks)} are wrong {reason or ''}")
    return wrong + (found is None)


def real_maps(folder):
    """Maps of Debian's terser and esbuild, of the fixtures' sources."""
    shop = os.path.join(ROOT, "Fixtures/Scripts/shop")
    sources = sorted(glob.glob(os.path.join(shop, "src/*.js")))
    if shutil.which("esbuild"):
        target = os.path.join(folder, "esbuild.js")
        command = ["esbuild", os.path.join(shop, "src/App.js"), "--bundle", "--minify", "--sourcemap", "--outfile=" + target,
                   "--external:react", "--external:react-native", "--external:react-native/*", "--log-level=error", "--format=esm"]
        if subprocess.run(command, capture_output=True).returncode == 0:
            yield target + ".map", "esbuild"
    else:
        print("skipped: maps of esbuild: it is not installed (apt install esbuild)")
    if shutil.which("terser"):
        for source in sources:
            target = os.path.join(folder, "terser-" + os.path.basename(source))
            command = ["terser", "--module", "-c", "-m", "--source-map", "includeSources", "-o", target, source]
            # Debian's packages are not on the path of another node.
            result = subprocess.run(command, capture_output=True, text=True, env=dict(os.environ, NODE_PATH="/usr/share/nodejs"))
            if result.returncode:
                print(f"skipped: maps of terser: {result.stderr.strip().splitlines()[-1] if result.stderr else 'it fails'}")
                break
            yield target + ".map", "terser " + os.path.basename(source)
    else:
        print("skipped: maps of terser: it is not installed (apt install terser)")


def main():
    try:
        import symbolic
    except ImportError as error:
        print(f"skipped: source maps beside symbolic: {error} (pip install symbolic)")
        sys.exit(77)
    if not has_mozilla():
        print("skipped: source maps beside Mozilla's source-map: it is not installed (apt install node-source-map)")
    folder = tempfile.mkdtemp(prefix="symbolicate-maps-")
    wrong = 0
    try:
        shapes = [("one line", (1, 1, 30000)), ("many lines", (2, 3000, 8)), ("gaps", (3, 400, 20, 0.3)), ("short", (4, 3, 2))]
        for label, shape in shapes:
            map_, answers = generated(*shape)
            path = os.path.join(folder, label.replace(" ", "-") + ".map")
            with open(path, "w") as file:
                json.dump(map_, file)
            wrong += check_known(path, answers, map_["sources"], map_["names"])
            wrong += compare(symbolic, path, f"made here, {label}", answers)
        path = os.path.join(folder, "indexed.map")
        with open(path, "w") as file:
            json.dump(indexed(9), file)
        wrong += compare(symbolic, path, "made here, indexed")
        for path in sorted(glob.glob(os.path.join(ROOT, "Fixtures/Scripts/out/**/*.map"), recursive=True)):
            wrong += compare(symbolic, path, os.path.basename(path))
        for path, label in real_maps(folder):
            wrong += compare(symbolic, path, label)
        corpus = os.environ.get("SYMBOLICATE_CORPUS", os.path.join(ROOT, "../shared/corpus/open"))
        maps = sorted(glob.glob(os.path.join(corpus, "source-maps/*.map")) + glob.glob(os.path.join(corpus, "source-maps/*sourcemap.js")))
        if not maps:
            print("skipped: maps of the corpus: it is not there")
        for path in maps:
            wrong += compare(symbolic, path, os.path.basename(path))
    finally:
        shutil.rmtree(folder)
    sys.exit(1 if wrong else 0)


main()
