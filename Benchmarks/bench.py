#!/usr/bin/env python3
"""Times symbolicate beside its peers on the same files and addresses, and compares their answers.

    Benchmarks/bench.py [--material DIR] [--json FILE] [--quick] [CASE...]

CASE is one of: start, lookup, report, index, batch, maps (all unless named); maps prints what Benchmarks/source-map.py does. The figures are medians of the wall time of whole
processes with the files in the page cache, the tools in turns, and the peak memory; all runs of one table come from one call. The material is a folder
with `addrs/NAME-COUNT.txt` (hexadecimal link-time addresses, one a line) and the debug files named in FILES; what is not there
is left out and said. Peers: llvm-symbolizer-19 (Debian) and symbolic (PyPI, in DIR/venv), where they are installed.
"""
import argparse, json, os, re, shutil, statistics, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))
OURS = os.path.join(HERE, "..", ".build", "release", "symbolicate")
OURS = os.path.realpath(os.environ.get("SYMBOLICATE", OURS))
TIME = "/usr/bin/time"
LLVM = shutil.which("llvm-symbolizer-19") or shutil.which("llvm-symbolizer")

# name: (path below mat, what it is)
FILES = {
    "swift": ("small/swift-ios.dSYM", "Embedded Swift"),
    "small": ("small/cpp4-aarch64.dSYM", "C++ with libc++"),
    "medium": ("medium/sqlite-4-aarch64.dSYM", "SQLite, two huge units"),
    "libc": ("libc.debug", "libc, zlib sections"),
    "large": ("large/libduckdb4.dylib.dSYM", "DuckDB"),
    "vmlinux": ("vmlinux", "Linux kernel"),
}


class Runs:
    """Runs of one command: median wall time in seconds, peak memory in MB, and the output of the last run."""

    def __init__(self, command, runs, stdin=os.devnull, cwd=None, prepare=None, environment=None):
        self.command, self.stdin, self.cwd, self.prepare = command, stdin, cwd, prepare
        self.environment = {**os.environ, **(environment or {})}
        # The first of several runs only warms the page cache.
        self.turns, self.isWarmed = (runs + 1, True) if runs > 1 else (1, False)
        self.walls, self.peaks, self.cpus = [], [], []

    def turn(self, number):
        with tempfile.TemporaryFile() as output, tempfile.NamedTemporaryFile("r") as report:
            if self.prepare: self.prepare()
            with open(self.stdin) as source:
                # A process starts with the peak of the one that makes it: a small one in between keeps this program's out.
                # It costs a millisecond, so the timed runs go without it where there is a first run to warm the cache.
                isMeasured = os.path.exists(TIME) and (number == 0 or not self.isWarmed)
                around = [TIME, "-q", "-f", "%M", "-o", report.name] if isMeasured else []
                start = time.perf_counter()
                process = subprocess.Popen(around + self.command, stdin=source, stdout=output, stderr=subprocess.DEVNULL, cwd=self.cwd,
                                           env=self.environment)
                _, status, usage = os.wait4(process.pid, 0)
                wall = time.perf_counter() - start
            process.returncode = 0
            if isMeasured:
                report.seek(0)
                self.peaks.append(int(report.read().split()[-1]) / 1024)
            elif not os.path.exists(TIME): self.peaks.append(usage.ru_maxrss / 1024)
            output.seek(0)
            self.output = output.read().decode(errors="replace")
            self.status = os.waitstatus_to_exitcode(status)
            if number == 0 and self.isWarmed: return
            self.walls.append(wall)
            self.cpus.append(usage.ru_utime + usage.ru_stime)

    wall = property(lambda self: statistics.median(self.walls))
    peak = property(lambda self: max(self.peaks))
    cpu = property(lambda self: statistics.median(self.cpus))


def run(*tools):
    """Runs commands in turns: a machine whose speed changes from one second to the next treats all the same. The first is given back."""
    for number in range(max(tool.turns for tool in tools)):
        for tool in tools:
            if number < tool.turns: tool.turn(number)
    return tools[0]


def seconds(value): return f"{value:.3f}" if value >= 0.0995 else f"{value:.4f}"


class Table:
    def __init__(self): self.rows = []

    def add(self, case, tool, runs, ratio=None, note="", **more):
        row = dict(case=case, tool=tool, seconds=round(runs.wall, 5) if runs else None, peak_mb=round(runs.peak, 1) if runs else None,
                   cpu_seconds=round(runs.cpu, 5) if runs else None, ratio=round(ratio, 3) if ratio else None, note=note, **more)
        self.rows.append(row)
        cells = [f"{case:34}", f"{tool:20}", f"{seconds(runs.wall):>8} s" if runs else " " * 10, f"{runs.peak:6.0f} MB" if runs else " " * 9,
                 f"{ratio:5.2f}x" if ratio else " " * 6, note]
        print("  ".join(cells).rstrip(), flush=True)


def object_path(path):
    folder = os.path.join(path, "Contents/Resources/DWARF")
    return os.path.join(folder, sorted(os.listdir(folder))[0]) if os.path.isdir(folder) else path


def answers(text):
    """The answers of a lookup, each as its functions and places, without what tools word differently for the unknown."""
    blocks = text.rstrip("\n").split("\n\n")
    return [re.sub(r"/\./", "/", block.strip()).replace("//", "/") for block in blocks]


def agreement(ours, theirs):
    left, right = answers(ours), answers(theirs)
    if len(left) != len(right): return f"{len(left)} and {len(right)} answers"
    same = sum(a == b for a, b in zip(left, right))
    if same == len(left): return f"all {same} answers the same"
    # ELF: llvm-symbolizer prefers the symbol table's name of a function, of which there may be several.
    places = sum(a.split("\n")[1::2] == b.split("\n")[1::2] for a, b in zip(left, right))
    return f"{same} of {len(left)} answers the same, {places} but for the function's name"


def start(table, _, runs):
    tools = [Runs([tool, "--version"], 4 * runs) for tool in (OURS, LLVM) if tool]
    run(*tools)
    table.add("start-up (--version)", "symbolicate", tools[0], tools[0].wall / tools[1].wall if LLVM else None)
    if LLVM: table.add("start-up (--version)", "llvm-symbolizer", tools[1])


def lookup(table, material, runs):
    for name, (path, what) in FILES.items():
        file = os.path.join(material, "mat", path)
        if not os.path.exists(file):
            print(f"no {path}: {what} is left out")
            continue
        size = os.path.getsize(object_path(file)) / 1e6
        for count in (1, 100, 10000):
            addresses = os.path.join(material, "addrs", f"{name}-{count}.txt")
            if not os.path.exists(addresses): continue
            case = f"{what} ({size:.0f} MB), {count}"
            ours = Runs([OURS, "lookup", "--no-demangle", "--no-index", file], runs, stdin=addresses)
            if not LLVM:
                table.add(case, "symbolicate", run(ours))
                continue
            theirs = Runs([LLVM, "--no-demangle", "--inlines", "--obj=" + object_path(file)], runs, stdin=addresses)
            run(ours, theirs)
            table.add(case, "symbolicate", ours, ours.wall / theirs.wall, agreement(ours.output, theirs.output))
            table.add(case, "llvm-symbolizer", theirs)


def index(table, material, runs):
    path, what = FILES["large"]
    file = os.path.join(material, "mat", path)
    addresses = os.path.join(material, "addrs", "large-10000.txt")
    if not os.path.exists(file): return print(f"no {path}: the index is left out")
    with tempfile.TemporaryDirectory() as cache:
        environment = {"XDG_CACHE_HOME": cache}
        clear = lambda: shutil.rmtree(cache + "/symbolicate", ignore_errors=True)
        built = run(Runs([OURS, "index", "-q", file], min(runs, 3), prepare=clear, environment=environment))
        size = sum(os.path.getsize(os.path.join(base, name)) for base, _, names in os.walk(cache) for name in names)
        warm = run(Runs([OURS, "lookup", "--no-demangle", file], runs, stdin=addresses, environment=environment))
        live = run(Runs([OURS, "lookup", "--no-demangle", "--no-index", file], 1, stdin=addresses))
    peer = symbolic(material, file)
    ratio = built.wall / peer["build"].wall if peer else None
    table.add(f"{what}, index", "symbolicate", built, ratio, f"{size / 1e6:.1f} MB", bytes=size)
    if peer: table.add(f"{what}, index", "symbolic", peer["build"], note=f"{peer['size'] / 1e6:.1f} MB", bytes=peer["size"])
    same = "the same answers as without" if warm.output == live.output else "OTHER answers than without"
    table.add(f"{what}, 10000 from the index", "symbolicate", warm, warm.wall / peer["warm"].wall if peer else None, same)
    if peer: table.add(f"{what}, 10000 from the index", "symbolic", peer["warm"])


def symbolic(material, file):
    python = os.path.join(material, "venv", "bin", "python")
    if not os.path.exists(python) or subprocess.run([python, "-c", "import symbolic.debuginfo"], capture_output=True).returncode:
        print("symbolic is not installed in the material's venv: left out")
        return None
    with tempfile.TemporaryDirectory() as folder:
        cache = os.path.join(folder, "cache")
        build = ("import sys\nfrom symbolic.debuginfo import Archive\no = next(Archive.open(sys.argv[1]).iter_objects())\n"
                 "o.make_symcache().dump_into(open(sys.argv[2], 'wb'))")
        look = ("import sys\nfrom symbolic.symcache import SymCache\nc = SymCache.open(sys.argv[1])\n"
                "for l in sys.stdin:\n  for s in c.lookup(int(l, 16)): print(s.symbol, s.full_path, s.line)\n  print()")
        built = run(Runs([python, "-c", build, object_path(file), cache], 1))
        if not os.path.exists(cache): return None
        warm = run(Runs([python, "-c", look, cache], 3, stdin=os.path.join(material, "addrs", "large-10000.txt")))
        return dict(build=built, warm=warm, size=os.path.getsize(cache))


# Reports that are made: threads with addresses of the debug files.

def link_addresses(material, name, count=10000):
    with open(os.path.join(material, "addrs", f"{name}-{count}.txt")) as source: return [int(line, 16) for line in source]


def uuid_of(file):
    data = open(file, "rb").read(1 << 16)
    at, commands = 32, int.from_bytes(data[16:20], "little")
    for _ in range(commands):
        kind, length = int.from_bytes(data[at:at + 4], "little"), int.from_bytes(data[at + 4:at + 8], "little")
        if kind == 0x1B: return at + 8, data[at + 8:at + 24]
        at += length
    raise SystemExit(f"{file}: no LC_UUID")


def dashed(uuid):
    text = uuid.hex().upper()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def report(form, build, addresses, base, turn):
    """A report of about 100 KB with 30 threads of 20 frames; of `addresses`, those from `turn` on."""
    load = 0x104000000
    shown = [load + addresses[(turn * 600 + place) % len(addresses)] - base for place in range(600)]
    filler = [f"Framework{number}" for number in range(300)]
    if form == "crash":
        lines = ["Incident Identifier: 00000000-0000-0000-0000-000000000000", "Hardware Model:      iPhone15,2", "Process:             App [1234]",
                 "Path:                /private/var/containers/Bundle/Application/X/App.app/App", "Identifier:          com.example.app",
                 "Version:             1.0 (1)", "Code Type:           ARM-64 (Native)", "OS Version:          iPhone OS 18.1 (22B83)",
                 "Report Version:      104", "", "Exception Type:  EXC_BAD_ACCESS (SIGSEGV)", "Triggered by Thread:  0", ""]
        for thread in range(30):
            lines.append(f"Thread {thread}{' Crashed' if thread == 0 else ''}:")
            for frame in range(20):
                address = shown[thread * 20 + frame]
                lines.append(f"{frame:<3} App                           \t0x{address:016x} 0x{load:x} + {address - load}")
            lines.append("")
        lines.append("Binary Images:")
        lines.append(f"       0x{load:x} -        0x{load + 0x3ffffff:x} App arm64  <{build.hex()}> /private/var/containers/Bundle/Application/X/App.app/App")
        for number, name in enumerate(filler):
            start = 0x1a0000000 + number * 0x100000
            lines.append(f"       0x{start:x} -        0x{start + 0xfffff:x} {name} arm64e  <{number:032x}> /System/Library/Frameworks/{name}.framework/{name}")
        return "\n".join(lines) + "\n"
    if form == "ips":
        head = {"app_name": "App", "bug_type": "309", "os_version": "iPhone OS 18.1 (22B83)", "incident_id": "0", "name": "App"}
        images = [{"source": "P", "arch": "arm64", "base": load, "size": 0x4000000, "uuid": dashed(build).lower(), "name": "App",
                   "path": "/private/var/containers/Bundle/Application/X/App.app/App"}]
        images += [{"source": "P", "arch": "arm64e", "base": 0x1a0000000 + number * 0x100000, "size": 0x100000,
                    "uuid": dashed(number.to_bytes(16, "big")).lower(), "name": name,
                    "path": f"/System/Library/Frameworks/{name}.framework/{name}"} for number, name in enumerate(filler)]
        threads = [{"id": thread, **({"triggered": True} if thread == 0 else {}), "frames": [
            {"imageOffset": shown[thread * 20 + frame] - load, "imageIndex": 0} for frame in range(20)]} for thread in range(30)]
        body = {"uptime": 1000, "procName": "App", "procPath": "/private/var/containers/Bundle/Application/X/App.app/App", "bug_type": "309",
                "cpuType": "ARM-64", "exception": {"type": "EXC_BAD_ACCESS", "signal": "SIGSEGV"}, "faultingThread": 0, "threads": threads,
                "usedImages": images}
        return json.dumps(head) + "\n" + json.dumps(body, indent=2) + "\n"
    images = [{"image_addr": load, "image_size": 0x4000000, "image_vmaddr": 0x100000000, "name": "/private/var/containers/Bundle/Application/X/App.app/App",
               "uuid": dashed(build), "cpu_type": 16777228, "cpu_subtype": 0}]
    images += [{"image_addr": 0x1a0000000 + number * 0x100000, "image_size": 0x100000, "image_vmaddr": 0, "cpu_type": 16777228, "cpu_subtype": 2,
                "name": f"/System/Library/Frameworks/{name}.framework/{name}", "uuid": dashed(number.to_bytes(16, "big"))}
               for number, name in enumerate(filler)]
    threads = [{"index": thread, "crashed": thread == 0, "current_thread": thread == 0, "backtrace": {"skipped": 0, "contents": [
        {"instruction_addr": shown[thread * 20 + frame], "object_addr": load, "object_name": "App", "symbol_addr": 0, "symbol_name": None}
        for frame in range(20)]}} for thread in range(30)]
    whole = {"report": {"version": "3.3.0", "id": "0", "process_name": "App", "timestamp": 1700000000, "type": "standard"},
             "system": {"cpu_arch": "arm64", "process_name": "App", "CFBundleIdentifier": "com.example.app"}, "binary_images": images,
             "crash": {"error": {"type": "mach", "mach": {"exception": 1, "code": 1}, "signal": {"signal": 11}, "address": 0}, "threads": threads}}
    return json.dumps(whole)


def one_report(table, material, runs):
    path, what = FILES["large"]
    file = object_path(os.path.join(material, "mat", path))
    if not os.path.exists(file): return print(f"no {path}: the report is left out")
    addresses, build = link_addresses(material, "large"), uuid_of(file)[1]
    with tempfile.TemporaryDirectory() as folder:
        for form in ("crash", "ips", "json"):
            name = f"{folder}/App.{form}"
            with open(name, "w") as target: target.write(report(form, build, addresses, 0, 0))
            tools = [Runs([OURS, "--no-index", "--no-demangle", "-q", "-s", file, name], runs)]
            if LLVM:
                with open(folder + "/addresses", "w") as target: target.writelines(f"0x{address:x}\n" for address in addresses[:600])
                tools.append(Runs([LLVM, "--no-demangle", "--inlines", "--obj=" + file], max(1, runs // 2), stdin=folder + "/addresses"))
            ours = run(*tools)
            table.add(f"{what}, a report of 600 frames, {form}", "symbolicate", ours, ours.wall / tools[1].wall if LLVM else None)
        if LLVM: table.add(f"{what}, the same 600 addresses", "llvm-symbolizer", tools[1])


def batch(table, material, runs, reports):
    path, what = FILES["medium"]
    file = object_path(os.path.join(material, "mat", path))
    if not os.path.exists(file): return print(f"no {path}: the batch is left out")
    addresses = link_addresses(material, "medium")
    place, original = uuid_of(file)
    data = bytearray(open(file, "rb").read())
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_TMP")) as folder:
        builds = [bytes([number + 1]) + original[1:] for number in range(20)]
        os.mkdir(folder + "/symbols")
        for number, build in enumerate(builds):
            data[place:place + 16] = build
            with open(f"{folder}/symbols/App{number}", "wb") as target: target.write(data)
        for count in sorted({reports // 10, reports}):
            inputs = f"{folder}/in{count}"
            os.mkdir(inputs)
            for number in range(count):
                form = ("crash", "ips", "json")[number % 3]
                with open(f"{inputs}/{number:05}.{form}", "w") as target:
                    target.write(report(form, builds[number % 20], addresses, 0x100000000, number // 20))
            size = sum(entry.stat().st_size for entry in os.scandir(inputs)) / 1e6
            environment = {"XDG_CACHE_HOME": folder + "/cache"}
            shutil.rmtree(folder + "/cache", ignore_errors=True)
            # Each run writes into a folder of its own: some file systems are slow where much was removed a moment ago.
            once = lambda name: run(
                Runs([OURS, "-q", "-s", folder + "/symbols", inputs, "-o", f"{folder}/{name}{count}"], 1, environment=environment))
            cold = once("cold")
            table.add(f"batch, {count} reports, cold indexes", "symbolicate", cold, note=f"{count / cold.wall:.0f} reports/s, {size / cold.wall:.0f} MB/s")
            warm = once("warm")
            table.add(f"batch, {count} reports, warm indexes", "symbolicate", warm,
                      note=f"{count / warm.wall:.0f} reports/s, {size / warm.wall:.0f} MB/s, {warm.cpu / warm.wall:.1f} cores busy", reports_per_second=round(count / warm.wall))
            shutil.rmtree(inputs)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--material", default=os.environ.get("BENCH_DIR", os.path.expanduser("~/.cache/symbolicate-bench")))
    parser.add_argument("--json", default="bench.json", help="where the table goes as JSON")
    parser.add_argument("--quick", action="store_true", help="one run of each")
    parser.add_argument("--reports", type=int, default=10000, help="how many reports the batch has")
    parser.add_argument("cases", nargs="*", default=[])
    arguments = parser.parse_args()
    if not os.path.exists(OURS): raise SystemExit(f"{OURS} is not there: make build")
    runs = 1 if arguments.quick else 5
    table = Table()
    cases = arguments.cases or ["start", "lookup", "report", "index", "batch", "maps"]
    print(subprocess.run([OURS, "--version"], capture_output=True, text=True).stdout.strip(), "beside",
          subprocess.run([LLVM, "--version"], capture_output=True, text=True).stdout.split("\n")[0].strip() if LLVM else "no peer")
    for case in cases:
        if case == "batch": batch(table, arguments.material, runs, arguments.reports)
        elif case == "maps": subprocess.run([sys.executable, os.path.join(HERE, "source-map.py"), "--binary", OURS], check=True)
        else: {"start": start, "lookup": lookup, "report": one_report, "index": index}[case](table, arguments.material, runs)
    with open(arguments.json, "w") as target: json.dump(table.rows, target, indent=1)
    print(f"written to {arguments.json}")


if __name__ == "__main__": main()
