#!/usr/bin/env python3
"""Prints one table in Markdown: the newest row of every program of this directory, and every fuzz target with the sums of its runs.

    table.py [--update] [FILE]     --update writes it to docs/RELIABILITY.md; FILE is another file of rows than .build/torture/rows.ndjson

Rows that were not run here are those of docs/RELIABILITY.md.

The last column of numbers is the peak memory of a row, or the edges of the program that a fuzz target reaches."""
import argparse
import json
import re

from common import ROOT, TABLE

RUNS = ROOT / "Fuzzing/runs.tsv"
DOCUMENT = ROOT / "docs/RELIABILITY.md"
# The table stands between these lines of the document.
BEGIN, END = "<!-- table.py -->\n", "<!-- end of table.py -->\n"


def attacks(path):
    """The newest row of each program, by name."""
    newest = {}
    if path.exists():
        for line in path.read_text().splitlines():
            row = json.loads(line)
            newest[row["row"]] = row
    for row in sorted(newest.values(), key=lambda row: row["row"]):
        command = re.sub(r" --program \S+", "", row["command"])
        what = row["what"] + (f": {row['note']}" if row["note"] else "")
        peak = f"{row['peakKB'] >> 10} MB" if row["peakKB"] else ""
        yield row["row"], what, f"{row['count']:,}", row["findings"], peak, f"{row['seconds']:,.0f} s", row["date"][:10], command


def targets():
    """Every fuzz target: all runs that were written down."""
    sums = {}
    for line in RUNS.read_text().splitlines()[1:]:
        date, target, *numbers = line.split("\t")
        seconds, executions, edges, findings = map(int, numbers)
        row = sums.setdefault(target, [0, 0, 0, 0, date])
        sums[target] = [row[0] + seconds, row[1] + executions, max(row[2], edges), row[3] + findings, max(row[4], date)]
    for target, (seconds, executions, edges, findings, date) in sorted(sums.items()):
        yield f"fuzz: {target}", "inputs", f"{executions:,}", findings, f"{edges:,} edges", f"{seconds:,} s", date, f"make fuzz-libfuzzer TARGET={target}"
    total = [sum(row[column] for row in sums.values()) for column in range(4)]
    last = max(row[4] for row in sums.values())
    yield "fuzz: all", "inputs", f"{total[1]:,}", total[3], "", f"{total[0]:,} s", last, "make fuzz-libfuzzer"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("file", nargs="?", type=type(ROOT), default=TABLE)
    options = parser.parse_args()
    rows = {row[0]: row for row in [*attacks(options.file), *targets()]}
    text = DOCUMENT.read_text()
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    # Runs of another machine, or before its files were removed.
    old = {line.split(" | ")[0].removeprefix("| "): line for line in text.split(BEGIN)[1].split(END)[0].splitlines()[2:]}
    lines = ["| row | what | number | findings | peak memory, coverage | time | last run | command |", "|---|---|---|---|---|---|---|---|"]
    for name in sorted(old.keys() | rows.keys(), key=lambda name: (name.startswith("fuzz"), name == "fuzz: all", name)):
        *cells, command = rows.get(name, [""])
        lines.append("| " + " | ".join(map(str, cells)) + f" | `{command}` |" if cells else old[name])
    table = "\n".join(lines) + "\n"
    print(table, end="")
    if options.update:
        DOCUMENT.write_text(before + BEGIN + table + END + after)


main()
