"""What the tests of the integrations share: the program, reports with known answers, a count of what went wrong."""

import json
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("SYMBOLICATE", str(ROOT / ".build/release/symbolicate"))
SYMBOLS = str(ROOT / "Fixtures/Binaries")
REPORTS = [
    ROOT / "Fixtures/Reports" / name
    for name in [
        "apple-text/ios-arm64/Shop.crash", "ips/ios-arm64/Shop-2026-11-20-114303.ips", "kscrash/mach/report.json",
        "kscrash/nsexception/report.json", "apple-text/plcrash/Shop.crash",
    ]
]
sys.path.insert(0, str(ROOT / "integrations"))

_failures = []


def check(holds: bool, what: str) -> None:
    """Counts and prints one expectation."""
    print(f"{'ok  ' if holds else 'FAIL'}  {what}", flush=True)
    if not holds:
        _failures.append(what)


def finish() -> None:
    if _failures:
        sys.exit(f"{len(_failures)} checks failed: " + "; ".join(_failures))


def reports(count: int) -> list:
    """`count` reports in turn of five formats, all of which the debug files of the fixtures answer."""
    contents = [path.read_bytes() for path in REPORTS]
    return [contents[number % len(contents)] for number in range(count)]


def names_something(report: dict) -> bool:
    """Whether a frame of the report has a source line."""
    return '"sources"' in json.dumps(report)
