#!/usr/bin/env python3
"""Prints the newest row of every program of this directory as one table in Markdown.

    table.py [FILE]     FILE is another file of rows than .build/torture/rows.ndjson"""
import json
import sys

from common import TABLE


def main():
    newest = {}
    with open(sys.argv[1] if len(sys.argv) > 1 else TABLE) as rows:
        for line in rows:
            row = json.loads(line)
            newest[row["row"]] = row
    print("| row | what | number | findings | peak memory | time | when | command |")
    print("|---|---|---|---|---|---|---|---|")
    for row in sorted(newest.values(), key=lambda row: row["row"]):
        peak = f"{row['peakKB'] >> 10} MB" if row["peakKB"] else ""
        what = row["what"] + (f": {row['note']}" if row["note"] else "")
        print(f"| {row['row']} | {what} | {row['count']:,} | {row['findings']} | {peak} | {row['seconds']:,.0f} s | {row['date']} | `{row['command']}` |")


main()
