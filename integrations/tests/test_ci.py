#!/usr/bin/env python3
"""SARIF and JUnit of the program against their schemas, and GitHub's annotations against the documented limits.

The schema of SARIF 2.1.0 is OASIS's, as the source distribution of cfn-lint on PyPI has it; that of JUnit is junit-10.xsd of the xUnit
plugin of Jenkins, as the source distribution of pytest has it."""

import copy
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

import jsonschema
import xmlschema

from common import PROGRAM, ROOT, SYMBOLS, check, finish

sys.path.insert(0, str(ROOT / "Tests/Browser"))
import hostile

SARIF_SCHEMA = ("cfn-lint==1.58.0", "test/fixtures/schemas/sarif/schema-2.1.0.json")
JUNIT_SCHEMA = ("pytest==9.2.0", "testing/example_scripts/junit-10.xsd")
KEPT = ROOT / ".build/integrations/schemas"


def schema(package: str, member: str) -> bytes:
    """A file of a source distribution, which is downloaded once."""
    kept = KEPT / f"{package.replace('==', '-')}-{pathlib.Path(member).name}"
    if not kept.exists():
        with tempfile.TemporaryDirectory() as folder:
            name = package.partition("==")[0]
            subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--no-deps", "--no-binary", name,
                            "-d", folder, package], check=True)
            [path] = pathlib.Path(folder).iterdir()
            with tarfile.open(path) as archive:
                [found] = [entry for entry in archive.getmembers() if entry.name.partition("/")[2] == member]
                KEPT.mkdir(parents=True, exist_ok=True)
                kept.write_bytes(archive.extractfile(found).read())
    return kept.read_bytes()


def run(*arguments, stdin: bytes = b"", **environment) -> str:
    done = subprocess.run([PROGRAM, "summarize", *map(str, arguments)], input=stdin, capture_output=True, cwd=ROOT,
                          env=dict(os.environ, **environment))
    if done.returncode not in (0, 4):
        raise SystemExit(f"{arguments}: {done.returncode}: {done.stderr.decode()}")
    return done.stdout.decode()


def sources(folder: pathlib.Path) -> dict:
    """What is summarized: operands, and standard input."""
    reports = ROOT / "Fixtures/Reports"
    planted = folder / "planted"
    for path in sorted(reports.rglob("*.*")):
        if path.is_file() and path.name != "expected.tsv":
            target = planted / path.relative_to(reports)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(hostile.planted(path.read_bytes()))
    baseline = folder / "baseline.json"
    baseline.write_text(run(reports / "apple-text", "-f", "json", "-s", SYMBOLS))
    many = subprocess.run([sys.executable, ROOT / "Tests/Browser/many.py", "10000"], capture_output=True, check=True).stdout
    return {
        "fixtures": ([reports, "-s", SYMBOLS], b""), "nothing": ([reports, "--app", "nobody"], b""),
        "paths of a repository": ([reports, "-s", SYMBOLS, "--map-path", "/src/shop/=Sources/"], b""),
        "with a baseline": ([reports, "-s", SYMBOLS, "--baseline", baseline], b""), "hostile text": ([planted, "-s", SYMBOLS], b""),
        "without debug files": ([reports], b""), "10,000 reports": (["-"], many),
    }


def sarif(validator, name: str, log: dict) -> None:
    errors = [f"{list(error.path)}: {error.message[:200]}" for error in validator.iter_errors(log)]
    check(not errors, f"SARIF of {name}: valid {errors[:3]}")
    [one] = log["runs"]
    rules = [rule["id"] for rule in one["tool"]["driver"].get("rules", [])]
    check(len(set(rules)) == len(rules) and {result["ruleId"] for result in one["results"]} == set(rules), f"SARIF of {name}: rules")
    check(all(result["partialFingerprints"] for result in one["results"]), f"SARIF of {name}: partial fingerprints")
    # "SARIF support for code scanning", "SARIF results file limits".
    flows = [flow for result in one["results"] for flow in result.get("codeFlows", [])]
    check(len(one["results"]) <= 25_000 and len(rules) <= 25_000
          and all(len(thread["locations"]) <= 10_000 for flow in flows for thread in flow["threadFlows"]), f"SARIF of {name}: limits")


def rejects(validator, log: dict) -> None:
    """A check that cannot fail would say nothing."""
    broken = copy.deepcopy(log)
    broken["runs"][0]["results"][0]["level"] = "fatal"
    check(any(validator.iter_errors(broken)), "the schema of SARIF rejects another level")
    broken = copy.deepcopy(log)
    broken["runs"][0]["results"][0]["locations"] = [{"physicalLocation": {"artifactLocation": {"uri": "a b\\c"}}}]
    check(any(validator.iter_errors(broken)), "the schema of SARIF rejects a path that is no URI")


# What the log has besides annotations.
REST = re.compile(r"\d+ more groups? ha(s|ve) no annotation; the summary of the step lists more\."
                  r"|(\d+ (new|rising|falling|gone)(, )?)+ since the baseline of [\d,]+ events?|gone: .*"
                  r"|Some annotations have paths of the machine that built the app; .*")


def annotations(name: str, arguments: list, stdin: bytes, groups: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        step = pathlib.Path(folder) / "step.md"
        lines = run(*arguments, "-f", "github", stdin=stdin, GITHUB_STEP_SUMMARY=str(step)).splitlines()
        summary = step.read_bytes() if step.exists() else b""
    commands = [re.match(r"::(error|warning|notice) ((?:file|line|title)=[^,:]*(?:,(?:line|title)=[^,:]*)*)::", line) for line in lines]
    rest = [line for line, command in zip(lines, commands) if not command]
    kinds = [command[1] for command in commands if command]
    check(len(kinds) == min(groups, 30) and all(re.fullmatch(REST, line) for line in rest),
          f"annotations of {name}: one a group, nothing else {rest[:2]}")
    check(all(kinds.count(kind) <= 10 for kind in ("error", "warning", "notice")), f"annotations of {name}: at most 10 of a kind")
    check(len(summary) <= 1 << 20, f"annotations of {name}: a summary of {len(summary):,} bytes")


def main() -> None:
    validator = jsonschema.Draft7Validator(json.loads(schema(*SARIF_SCHEMA)), format_checker=jsonschema.Draft7Validator.FORMAT_CHECKER)
    junit = xmlschema.XMLSchema(io.BytesIO(schema(*JUNIT_SCHEMA)))
    with tempfile.TemporaryDirectory() as name:
        for name, (arguments, stdin) in sources(pathlib.Path(name)).items():
            log = json.loads(run(*arguments, "-f", "sarif", stdin=stdin))
            sarif(validator, name, log)
            if name == "fixtures":
                rejects(validator, log)
            text = run(*arguments, "-f", "junit", stdin=stdin)
            errors = [str(error.reason) for error in junit.iter_errors(text)]
            check(not errors, f"JUnit of {name}: valid {errors[:3]}")
            check(not junit.is_valid(text.replace("<testcase ", "<test ").replace("</testcase>", "</test>")), "the schema of JUnit rejects others")
            groups = sum(result.get("baselineState") != "absent" for result in log["runs"][0]["results"])
            check(text.count("<failure ") == groups, f"JUnit of {name}: {groups} failed tests")
            annotations(name, arguments, stdin, groups)


main()
finish()
