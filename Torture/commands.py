"""Every command on a small input: what it is run with, and the directory that it is run in."""
import json
import os
import shutil
import subprocess
import zipfile

from common import FIXTURES, surroundings

REPORTS = FIXTURES / "Reports"
OUT = FIXTURES / "Binaries/shop-cpp/out/ios-arm64"


class Command:
    """One command line. It is run with an input, after another command, or with a store."""

    def __init__(self, name, words, stdin="", store=False, before=None):
        self.name, self.words, self.stdin, self.store, self.before = name, words, stdin, store, before


def mcp_calls():
    calls = [
        {"method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "torture", "version": "1"}}},
        {"method": "tools/call", "params": {"name": "inspect", "arguments": {"path": "reports/text.crash"}}},
        {"method": "tools/call", "params": {"name": "symbolicate", "arguments": {"path": "reports/text.crash"}}},
        {"method": "tools/call", "params": {"name": "summarize", "arguments": {"path": "reports"}}},
    ]
    return "".join(json.dumps({"jsonrpc": "2.0", "id": number, **call}) + "\n" for number, call in enumerate(calls, 1))


def commands():
    symbols, several = ["-s", "Shop.dSYM", "-j", "1"], ["reports", "-s", "Shop.dSYM", "-j", "2"]
    return [
        Command("text", ["reports/text.crash", *symbols]),
        Command("ips", ["reports/report.ips", *symbols]),
        Command("verbose", ["-v", "reports/text.crash", *symbols]),
        Command("stdin", ["-", *symbols], stdin="reports/text.crash"),
        Command("same", ["-f", "same", "reports/report.ips", *symbols, "-o", "out/report.ips"]),
        Command("json", ["reports/text.crash", *symbols, "-o", "out/report.json"]),
        Command("html", ["reports/text.crash", *symbols, "-o", "out/report.html"]),
        Command("markdown", ["-f", "markdown", "reports/text.crash", *symbols, "-o", "out/report.md"]),
        Command("ndjson", [*several, "-f", "ndjson", "-o", "out/all.ndjson"]),
        Command("batch", [*several, "-o", "out"]),
        Command("batch-again", [*several, "-o", "out"], before=[*several, "-o", "out"]),
        Command("batch-html", [*several, "-f", "html", "-o", "out"]),
        Command("batch-to-stdout", [*several, "-f", "json"]),
        Command("one-page", [*several, "-f", "html", "-o", "out/page.html"]),
        Command("sarif", [*several, "-o", "out/all.sarif"]),
        Command("redact", ["reports", "--redact", "--device-salt", "torture", *symbols, "-o", "out"]),
        Command("zip", ["reports/text.crash", "-s", "symbols.zip"]),
        Command("tar", ["reports/text.crash", "-s", "symbols.tar.gz"]),
        Command("elf", ["reports/swift.txt", "-s", "elf"]),
        Command("source", ["reports/text.crash", *symbols, "--context", "2", "--source-root", "sources"]),
        Command("from-store", ["reports/text.crash"], store=True),
        Command("inspect", ["inspect", "reports/text.crash", "-s", "Shop.dSYM"]),
        Command("inspect-debug-file", ["inspect", "Shop.dSYM"]),
        Command("lookup", ["lookup", "Shop.dSYM", "0x10000421c"]),
        Command("lookup-stdin", ["lookup", "Shop.dSYM"], stdin="addresses"),
        Command("atos", ["atos", "-o", "Shop.dSYM", "-l", "0x100000000", "0x10000421c"]),
        Command("addr2line", ["addr2line", "-fi", "-e", "elf/shop"], stdin="addresses"),
        Command("index", ["index", "Shop.dSYM"]),
        Command("store-add", ["store", "add", "Shop.dSYM"]),
        Command("store-add-zip", ["store", "add", "symbols.zip"]),
        Command("store-list", ["store", "list"], store=True),
        Command("store-find", ["store", "find", "Shop"], store=True),
        Command("store-verify", ["store", "verify"], store=True),
        Command("store-remove", ["store", "remove", "Shop"], store=True),
        Command("store-prune", ["store", "prune", "--max-size", "1K"], store=True),
        Command("filter", ["filter", "-s", "Shop.dSYM"], stdin="log"),
        Command("stream", ["stream", *symbols], stdin="lines.ndjson"),
        Command("summarize", ["summarize", *several[0:1], *symbols, "-f", "json", "-o", "out/summary.json"]),
        Command("summarize-baseline", ["summarize", "reports", "--baseline", "summary.json"]),
        Command("check", ["check", "app", "-s", "Shop.dSYM"]),
        Command("config", ["config"]),
        Command("mcp", ["mcp", "--allow", ".", "-s", "Shop.dSYM"], stdin="calls"),
        Command("self-test", ["self-test"]),
        Command("completions", ["completions", "bash"]),
        Command("help", ["--help"]),
        Command("version", ["--version"]),
    ]


def prepare(folder, program):
    """Fills a directory with the inputs of all commands. A copy of it is the directory of a run."""
    for name in ("reports", "out", "store", "cache", "tmp", "home", "elf", "app"):
        (folder / name).mkdir(parents=True)
    copies = {
        "apple-text/ios-arm64/Shop.crash": "text.crash", "ips/ios-arm64/Shop-2026-11-20-114303.ips": "report.ips",
        "kscrash/mach/report.json": "kscrash.json", "swift-backtrace/gcc/report.txt": "swift.txt",
    }
    for source, name in copies.items():
        path = REPORTS / source
        shutil.copy(path if path.exists() else next(path.parent.iterdir()), folder / "reports" / name)
    shutil.copytree(OUT / "Shop.dSYM", folder / "Shop.dSYM")
    shutil.copy(OUT / "Shop", folder / "app/Shop")
    for name in ("shop", "libpaykit.so"):
        shutil.copy(FIXTURES / "Binaries/elf/out/gcc-dwarf5" / name, folder / "elf" / name)
    shutil.copytree(FIXTURES / "Binaries/shop-cpp", folder / "sources", ignore=shutil.ignore_patterns("out"))
    with zipfile.ZipFile(folder / "symbols.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted((folder / "Shop.dSYM").rglob("*")):
            archive.write(path, path.relative_to(folder))
    shutil.make_archive(str(folder / "symbols"), "gztar", folder, "Shop.dSYM")
    (folder / "addresses").write_text("0x10000421c\n0x1179\n0x100004000\n")
    text = (folder / "reports/text.crash").read_text()
    (folder / "log").write_text("started\n" + text + "\nended\n")
    (folder / "lines.ndjson").write_text("".join(json.dumps({"id": number, "report": text}) + "\n" for number in range(3)) + "no report\n")
    (folder / "calls").write_text(mcp_calls())
    (folder / ".symbolicate.toml").write_text('source-root = ["sources"]\n')
    environment = surroundings(folder)
    subprocess.run([program, "summarize", "reports", "-s", "Shop.dSYM", "-f", "json", "-o", "summary.json", "-q"], cwd=folder, env=environment)
    for name in ("cache", "tmp", "home"):
        shutil.rmtree(folder / name)
        (folder / name).mkdir()
    # What has just changed is not remembered in the cache, see docs/ARCHITECTURE.md.
    for path in [folder, *folder.rglob("*")]:
        os.utime(path, (1700000000, 1700000000))
