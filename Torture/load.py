#!/usr/bin/env python3
"""Loads: many reports, large files, many images, a huge debug file, many processes in one store, a long stream. A row each, with the
peak memory beside its bound.

    load.py batch|file|frames|images|sparse|store|filter [--program PATH] [--scale 1.0] [--seconds 600]

--scale makes a load smaller for a quick look (0.01); the bounds are those of the whole. Bounds are of memory and of results, not of
time: the machine may be busy."""
import hashlib
import json
import os
import pathlib
import random
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import time

from common import FIXTURES, ROOT, Peak, Row, arguments, remove, surroundings

MB = 1 << 10  # in KB
SHOP = FIXTURES / "Binaries/shop-cpp/out/ios-arm64/Shop.dSYM"
REPORT = FIXTURES / "Reports/apple-text/ios-arm64/Shop.crash"
IPS = FIXTURES / "Reports/ips/ios-arm64/Shop-2026-11-20-114303.ips"


class Load:
    """A directory on the disk, and the program run in it with its peak memory watched."""

    def __init__(self, options, row):
        self.options, self.row = options, row
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="torture-load-", dir=ROOT / ".build/torture"))
        self.environment = surroundings(self.work)
        # Large answers wait in a temporary file.
        (self.work / "tmp").mkdir()

    def scaled(self, count):
        return max(1, int(count * self.options.scale))

    def run(self, words, stdin=None, stdout=subprocess.DEVNULL, bound=None, expected=(0,)):
        """Runs the program to its end. Memory above `bound` KB and another status are findings."""
        start = time.time()
        process = subprocess.Popen([self.options.program, *map(str, words)], cwd=self.work, env=self.environment, stdin=stdin,
                                   stdout=stdout, stderr=subprocess.PIPE)
        peak = Peak(process)
        errors = process.stderr.read().decode(errors="replace")
        status = process.wait()
        peak.thread.join()
        self.row.peak = max(self.row.peak, peak.most)
        print(f"{' '.join(map(str, words))[:100]}: {time.time() - start:.1f} s, {peak.most >> 10} MB", flush=True)
        if status not in expected:
            self.row.find(f"status {status}: {errors.strip()[-300:]}")
        self.check(peak.most, bound)
        return errors

    def check(self, peak, bound):
        if bound and peak > bound:
            self.row.find(f"peak memory {peak >> 10} MB, more than {bound >> 10} MB")

    def expect(self, holds, what):
        if not holds:
            self.row.find(what)


def many_reports(load):
    """100,000 reports in one directory: symbolicated into another, and summarized."""
    count = load.scaled(100_000)
    text, ips = REPORT.read_text(), IPS.read_text()
    for number in range(count):
        folder = load.work / f"reports/{number // 1000:03}"
        if number % 1000 == 0:
            folder.mkdir(parents=True)
        # Every tenth is an .ips; addresses differ, so that groups and answers do.
        offset = f"{0x21c + number % 64 * 4:03x}"
        if number % 10:
            (folder / f"{number}.crash").write_text(text.replace("x00000001027f821c", f"x00000001027f8{offset}"))
        else:
            (folder / f"{number}.ips").write_text(ips)
    load.row.count = count
    load.run(["reports", "-s", SHOP, "-o", "out", "-q"], bound=700 * MB)
    summary = json.loads((load.work / "out/summary.json").read_text())
    load.expect(summary["reports"]["symbolicated"] == count if "symbolicated" in summary.get("reports", {}) else True, "reports are missing in the summary")
    load.expect(sum(len(files) for _, _, files in os.walk(load.work / "out")) == count + 2, "outputs are missing")
    shutil.rmtree(load.work / "out")
    load.run(["summarize", "reports", "-s", SHOP, "-f", "json", "-o", "summary.json"], bound=700 * MB)


def large_file(load):
    """One file of 1 GB with reports, one a line (NDJSON), through stream and summarize."""
    size = load.scaled(1 << 30)
    line = json.dumps({"id": 1, "report": REPORT.read_text()}).encode() + b"\n"
    block = line * 1000
    with open(load.work / "reports.ndjson", "wb") as file:
        while file.tell() < size:
            file.write(block)
        count = file.tell() // len(line)
    load.row.count = count
    with open(load.work / "reports.ndjson", "rb") as stdin, open(load.work / "out.ndjson", "wb") as stdout:
        load.run(["stream", "-s", SHOP], stdin=stdin, stdout=stdout, bound=300 * MB)
    with open(load.work / "out.ndjson", "rb") as file:
        load.expect(sum(piece.count(b"\n") for piece in iter(lambda: file.read(1 << 20), b"")) == count, "lines are missing")
    # Objects of stream are what summarize reads without their text.
    answers = (load.work / "out.ndjson").stat().st_size // 1024
    load.row.note = f"answers of {answers >> 10} MB"
    load.run(["summarize", "out.ndjson", "-f", "json", "-o", "summary.json"], bound=1500 * MB)
    counts = json.loads((load.work / "summary.json").read_text())["reports"]
    load.expect(counts["done"] == count and counts["unreadable"] == 0, f"{counts} of {count} reports summarized")


def many_frames(load):
    """2,000 threads of 500 frames in one report, in every output. The bound is six times the input and 50 MB."""
    sys.path.insert(0, str(ROOT / "Benchmarks"))
    threads = load.scaled(2000)
    text = REPORT.read_text()
    head, images = text[:text.index("Thread 0")], text[text.index("Binary Images"):]
    frame = "{:<4}Shop                          \t0x00000001027f8370 0x1027f4000 + 17264\n"
    path = load.work / "frames.crash"
    with open(path, "w") as file:
        file.write(head)
        for thread in range(threads):
            file.write(f"Thread {thread}{' Crashed' if thread == 0 else ''}:\n")
            file.writelines(frame.format(number) for number in range(500))
            file.write("\n")
        file.write(images)
    load.row.count = threads * 500
    bound = path.stat().st_size * 6 // 1024 + 50 * MB
    load.row.note = f"bound {bound >> 10} MB"
    for format in ("text", "json", "ndjson", "html", "same", "markdown", "side-by-side", "brief", "folded", "speedscope"):
        load.run(["-q", "-f", format, path, "-s", SHOP], bound=max(bound, 200 * MB))


def many_images(load):
    """A million images in one report. The bound is six times the input and 50 MB."""
    count = load.scaled(1_000_000)
    text = REPORT.read_text()
    path = load.work / "images.crash"
    with open(path, "w") as file:
        file.write(text.rstrip() + "\n")
        for number in range(count):
            start = 0x200000000 + number * 0x10000
            file.write(f"       0x{start:x} -        0x{start + 0xffff:x} Lib{number} arm64  <{number:032x}> /private/var/containers/Lib{number}.dylib\n")
    load.row.count = count
    bound = path.stat().st_size * 6 // 1024 + 50 * MB
    load.row.note = f"bound {bound >> 10} MB"
    for format in ("text", "json", "html", "same", "markdown"):
        load.run(["-q", "-f", format, path, "-s", SHOP], bound=max(bound, 200 * MB))


def sparse_file(load):
    """A debug file of 4 GB, almost all of it a hole: searched, looked up, added to a store, indexed, verified. Memory does not follow its size."""
    binary = FIXTURES / "Binaries/elf/out/gcc-dwarf5/shop"
    path = load.work / "shop"
    shutil.copy(binary, path)
    size = load.scaled(4 << 30)
    # Another section header table at the end: a section of zeros as large as the hole stands before it.
    data = path.read_bytes()
    offset, entry, count = struct.unpack_from("<Q", data, 40)[0], *struct.unpack_from("<HH", data, 58)
    table = bytearray(data[offset:offset + entry * count])
    table += struct.pack("<IIQQQQIIQQ", 0, 1, 0, 0, (len(data) + 4095) & ~4095, size, 0, 0, 1, 0)
    with open(path, "r+b") as file:
        file.seek(((len(data) + 4095) & ~4095) + size)
        place = file.tell()
        file.write(table)
        file.seek(40)
        file.write(struct.pack("<Q", place))
        file.seek(60)
        file.write(struct.pack("<H", count + 1))
    load.row.count = path.stat().st_size
    expected = subprocess.run([load.options.program, "lookup", str(binary), "0x1400"], capture_output=True, env=load.environment).stdout
    with open(load.work / "answer", "wb") as stdout:
        load.run(["lookup", path, "0x1400"], stdout=stdout, bound=150 * MB)
    load.expect((load.work / "answer").read_bytes() == expected, "another answer than of the small file")
    load.run(["inspect", path], bound=150 * MB)
    load.run(["index", path], bound=200 * MB)
    load.run(["store", "add", "--link", path], bound=200 * MB)
    load.run(["store", "verify"], bound=200 * MB)


def store_processes(load):
    """8 processes in one store at once: four add, two prune, one verifies, one lists; then the store is whole and has what was kept."""
    count, rounds = load.scaled(400), 8
    files = load.work / "files"
    for number in range(count):
        # mach-o/loader.h: an MH_DSYM for arm64 with a __DWARF segment, one section of 64 bytes in it, and a UUID.
        uuid = struct.pack("<II16s", 0x1B, 24, hashlib.md5(str(number).encode()).digest())
        segment = struct.pack("<II16sQQQQiiII", 0x19, 152, b"__DWARF", 0x100008000, 4096, 208, 64, 7, 3, 1, 0)
        section = struct.pack("<16s16sQQIIIIIIII", b"__debug_info", b"__DWARF", 0x100008000, 64, 208, 0, 0, 0, 0, 0, 0, 0)
        header = struct.pack("<IiiIIIII", 0xFEEDFACF, 0x0100000C, 0, 10, 2, 24 + 152, 0, 0)
        (files / f"{number % 4}").mkdir(parents=True, exist_ok=True)
        (files / f"{number % 4}/App{number % 20}").with_name(f"App{number % 20}-{number}").write_bytes(header + uuid + segment + section + struct.pack("<Q", number) * 8)
    words = [["store", "add", "-q", f"files/{part}"] for part in range(4)]
    words += [["store", "prune", "-q", "--keep-last", "3"], ["store", "prune", "-q", "--max-size", "40K"], ["store", "verify"], ["store", "list"]]
    for _ in range(rounds):
        running = [subprocess.Popen([load.options.program, *each], cwd=load.work, env=load.environment, stdout=subprocess.DEVNULL,
                                    stderr=subprocess.PIPE) for each in words]
        watches = [Peak(process) for process in running]
        for process, each, watch in zip(running, words, watches):
            errors = process.stderr.read().decode()
            if process.wait() != 0:
                load.row.find(f"{' '.join(each)}: status {process.returncode}: {errors.strip()[:300]}")
            load.row.peak = max(load.row.peak, watch.most)
    load.row.count = rounds * len(words)
    for part in range(4):
        load.run(["store", "add", "-q", f"files/{part}"], bound=150 * MB)
    load.run(["store", "verify"], bound=150 * MB)
    listed = subprocess.run([load.options.program, "store", "list"], cwd=load.work, env=load.environment, capture_output=True, text=True).stdout
    load.expect(len(listed.splitlines()) == count, f"{len(listed.splitlines())} of {count} files in the store")
    load.run(["store", "prune", "-q", "--keep-last", "1000"])
    left = [path for path in (load.work / "store").rglob(".aside-*")]
    load.expect(not left, f"left behind: {left[:3]}")


def long_filter(load):
    """A log with call stacks through `filter` for --seconds, as fast as it goes: memory stays where it was after the first seconds, and
    every byte that is no call stack comes out as it went in."""
    text = REPORT.read_text()
    pick = random.Random(load.options.seed)
    plain = "".join(f"2026-11-23T10:{pick.randint(10, 59)}:00Z shop[{pick.randint(100, 9999)}]: request {number} took {pick.randint(1, 900)} ms\n" for number in range(4000))
    stack = "*** First throw call stack:\n(0x1027f821c 0x1027f8370)\n"
    block = (plain + text + "\n" + stack).encode()
    process = subprocess.Popen([load.options.program, "filter", "-q", "-s", str(SHOP)], cwd=load.work, env=load.environment,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    counts = {"in": 0, "plain": 0}

    def write():
        end = time.time() + load.options.seconds
        try:
            while time.time() < end:
                process.stdin.write(block)
                counts["in"] += 1
            process.stdin.close()
        except BrokenPipeError:
            load.row.find("it ended early")

    writer = threading.Thread(target=write)
    peak = Peak(process)
    writer.start()
    first, started, end = 0, time.time(), b""
    # Pieces, not lines: this program would take more time than the one that it watches.
    while piece := process.stdout.read1(1 << 20):
        piece = end + piece
        counts["plain"] += piece.count(b" ms\n")
        end = piece[-3:]
        if not first and time.time() - started > min(20, load.options.seconds / 4):
            first = peak.most
    writer.join()
    status = process.wait()
    peak.thread.join()
    load.row.peak, load.row.count = peak.most, counts["in"] * len(block)
    load.row.note = f"{counts['in'] * len(block) >> 20} MB in {load.options.seconds} s; {first >> 10} MB early, {peak.most >> 10} MB at the end"
    load.expect(status == 0, f"status {status}")
    load.expect(counts["plain"] == counts["in"] * 4000, f"{counts['plain']} of {counts['in'] * 4000} lines passed")
    load.check(peak.most, 200 * MB)
    load.expect(peak.most <= first + 32 * MB, "memory grows with the stream")


LOADS = {"batch": many_reports, "file": large_file, "frames": many_frames, "images": many_images, "sparse": sparse_file,
         "store": store_processes, "filter": long_filter}


def main():
    name = sys.argv.pop(1) if len(sys.argv) > 1 and sys.argv[1] in LOADS else sys.exit(__doc__)
    options = arguments(__doc__, scale=1.0, seconds=600)
    sys.argv.insert(1, name)
    (ROOT / ".build/torture").mkdir(parents=True, exist_ok=True)
    row = Row(f"load: {name}", LOADS[name].__doc__.split(":")[0].split(". ")[0].rstrip("."))
    load = Load(options, row)
    try:
        LOADS[name](load)
    finally:
        remove(load.work)
    row.end()


main()
