#!/usr/bin/env python3
"""Time and memory of one address and of one report against one large dSYM, beside llvm-symbolizer in the same run.

    Benchmarks/large-dsym.py SYMBOLICATE DWARF_FILE ADDRESSES [RUNS]

ADDRESSES lists link-time addresses, one a line in hex. The first one is looked up; of the first 600 a crash report with 30 threads of
20 frames is made, and llvm-symbolizer gets the same 600 addresses. Prints the median of RUNS runs (default 9) and the highest peak of
memory, as a table of the README. Files are in the page cache; no index is used unless the row says so.
"""
import os, shutil, subprocess, sys, tempfile, time

THREADS, FRAMES, LOAD = 30, 20, 0x104a38000


def identity(program, path):
    """Name, UUID and architecture of the file, as `store list` prints them."""
    with tempfile.TemporaryDirectory() as store:
        subprocess.run([program, "store", "add", "--link", "-q", "--store", store, path], check=True)
        fields = subprocess.run([program, "store", "list", "--store", store], check=True, capture_output=True, text=True).stdout.split()
    uuid = next(field for field in fields if len(field) == 36 and field.count("-") == 4)
    return uuid, "arm64" if "arm64" in fields else "x86_64"


def report(uuid, architecture, addresses, name):
    """An Apple text report whose threads run through the addresses as return addresses."""
    lines = ["Incident Identifier: 00000000-0000-0000-0000-000000000001", f"Process:             {name} [4711]",
             f"Identifier:          {name}", f"Code Type:           {architecture.upper()}", "Report Version:      104", "",
             "Exception Type:  EXC_CRASH (SIGABRT)", "Triggered by Thread:  0", ""]
    for thread in range(THREADS):
        lines.append(f"Thread {thread} Crashed:" if thread == 0 else f"Thread {thread}:")
        for frame in range(FRAMES):
            offset = addresses[thread * FRAMES + frame] + 4 * (frame > 0)
            lines.append(f"{frame:<4}{name:<30}\t0x{LOAD + offset:016x} 0x{LOAD:x} + {offset}")
        lines.append("")
    lines += ["Binary Images:", f"0x{LOAD:x} - 0x{LOAD + 0x3ffffff:x} {name} {architecture}  <{uuid.replace('-', '').lower()}> /Applications/{name}"]
    return "\n".join(lines) + "\n"


def measure(command, runs, environment, given=None):
    """Median wall time in seconds and highest peak of resident memory in MB."""
    times, peak = [], 0
    for _ in range(runs):
        start = time.monotonic()
        with open(given or os.devnull) as source, open(os.devnull, "w") as sink:
            child = subprocess.Popen(command, stdin=source, stdout=sink, stderr=sink, env=environment)
            _, _, usage = os.wait4(child.pid, 0)
        times.append(time.monotonic() - start)
        peak = max(peak, usage.ru_maxrss / 1024)
    return sorted(times)[len(times) // 2], peak


def main():
    program, path, listed = sys.argv[1:4]
    runs = int(sys.argv[4]) if len(sys.argv) > 4 else 9
    addresses = [int(line, 16) for line in open(listed)][: THREADS * FRAMES]
    name = os.path.basename(path)
    uuid, architecture = identity(program, path)
    base = 0x100000000 if min(addresses) >= 0x100000000 else 0
    peer = shutil.which("llvm-symbolizer-19") or shutil.which("llvm-symbolizer")
    with tempfile.TemporaryDirectory() as folder:
        crash, many = os.path.join(folder, "app.crash"), os.path.join(folder, "600.txt")
        open(crash, "w").write(report(uuid, architecture, [address - base for address in addresses], name))
        open(many, "w").write("".join(f"{hex(address)}\n" for address in addresses))
        environment = dict(os.environ, XDG_CACHE_HOME=folder, XDG_DATA_HOME=folder)
        one = hex(addresses[0])
        rows = [("one address", [program, "lookup", path, one], [peer, f"--obj={path}", one], None),
                (f"one report: {THREADS} threads, {THREADS * FRAMES} frames", [program, crash, "-s", path], [peer, f"--obj={path}"], many)]
        print(f"| {name}, {os.path.getsize(path) / 1e6:.0f} MB | symbolicate | with an index | llvm-symbolizer |\n|---|---|---|---|")
        ours = [measure(row[1], runs, environment) for row in rows]
        subprocess.run([program, "index", path], env=environment, check=True, capture_output=True)
        indexed = [measure(row[1], runs, environment) for row in rows]
        theirs = [measure(row[2], runs, environment, row[3]) if peer else (0, 0) for row in rows]
        for row, *cells in zip(rows, ours, indexed, theirs):
            print(f"| {row[0]} | " + " | ".join(f"{seconds:.3f} s, {peak:.0f} MB" for seconds, peak in cells) + " |")


main()
