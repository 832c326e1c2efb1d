#!/usr/bin/env python3
"""Counts the instructions of fixed runs with valgrind, so that a slow call is seen whatever else the machine does.

    Benchmarks/count.py [--binary FILE] [--update] [CASE...]

Prints for each case the instructions in millions, per frame and per byte of its input, and for each stage of a report (reading,
answering, writing) its share. Start-up is left out. The figures are compared with Benchmarks/counts.json: the run fails if a case or stage
grew by more than LIMIT, and names the functions that grew most; --update writes the file. Allocations and retains are a list of their own.

Callgrind reads a stripped copy (Debian's valgrind cannot read the debug information of Swift 6), hashes are made the same in every run, and
one thread works. The counts depend on the compiler, the C library and the processor: the file names them, and with others
growth is printed, but is no failure.
"""
import argparse, importlib.util, json, os, re, shutil, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(HERE)
FIGURES = os.path.join(HERE, "counts.json")
LIMIT = 0.05
# Functions that are kept of each case, those with most instructions of their own.
KEPT = 40
# Stages: a pattern of the mangled name of the function that a stage is.
STAGES = {
    "read": "14ReportDocumentV7reading5known",
    "answer": "13ReportSessionV6answer",
    "triage": r"7TriagerC6triage\w+VF$",
    "write": "14OutputRendererV5bytes",
}


class Count:
    """The instructions of one run: in all, of each function itself, of stages with what they call, and calls of functions."""

    def __init__(self, path):
        self.total, self.own, self.calls, self.inside = 0, {}, {}, {}
        names, current, callee, isCall = {}, None, None, False

        for line in open(path, errors="replace"):
            line = line.rstrip("\n")
            if line.startswith("fn="):
                current = self.named(line[3:], names)
            elif line.startswith("cfn="):
                callee = self.named(line[4:], names)
            elif line.startswith("calls="):
                self.calls[callee] = self.calls.get(callee, 0) + int(line[6:].split()[0])
                isCall = True
            elif line and (line[0].isdigit() or line[0] in "+-*"):
                cost = int(line.split()[1]) if len(line.split()) > 1 else 0
                if isCall:
                    # The cost of a call belongs to the function that is called, but not to itself once more.
                    if callee != current:
                        self.inside[callee] = self.inside.get(callee, 0) + cost
                    isCall = False
                else:
                    self.own[current] = self.own.get(current, 0) + cost
                    self.total += cost

    @staticmethod
    def named(text, names):
        """`(12) name` the first time, then `(12)`."""
        match = re.match(r"(\(\d+\))(?: (.*))?", text)
        if not match:
            return text
        if match[2]:
            # Clones for recursion have a number at the end.
            names[match[1]] = re.sub(r"'\d+$", "", match[2])
        return names[match[1]]

    def stage(self, pattern):
        return sum(cost for name, cost in self.inside.items() if re.search(pattern, name) and not name.endswith(("TA", "TW")))

    def called(self, *parts):
        return sum(count for name, count in self.calls.items() if name in parts)


def run(binary, work, arguments, stdin=None):
    out = os.path.join(work, "callgrind.out")
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=" + out, binary, *arguments]
    environment = {
        "PATH": os.environ["PATH"], "SYMBOLICATE_ISOLATION": "off", "HOME": work, "XDG_CACHE_HOME": work + "/cache", "XDG_DATA_HOME": work + "/data",
        "SWIFT_DETERMINISTIC_HASHING": "1", "LC_ALL": "C", "TZ": "UTC",
    }
    with open(stdin or os.devnull, "rb") as source:
        done = subprocess.run(command, stdin=source, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment, cwd=work)
    if done.returncode not in (0, 4):
        sys.exit(f"count: {' '.join(arguments)} ended with {done.returncode}:\n{done.stderr.decode(errors='replace')[-800:]}")
    return Count(out)


def material(work):
    """Makes the inputs. Returns the cases: name, arguments, standard input, frames, bytes."""
    reports = os.path.join(work, "reports")
    os.mkdir(reports)
    subprocess.run([sys.executable, os.path.join(HERE, "reports.py"), reports], check=True, stdout=subprocess.DEVNULL)
    size = lambda path: os.path.getsize(path)
    cases = []
    for file, outputs in {
        "apple-text.crash": ["text", "json"], "apple.ips": ["text", "json", "html", "brief", "same"],
        "kscrash.json": ["text", "json"], "swift.json": ["text", "json"],
    }.items():
        path = os.path.join(reports, file)
        for output in outputs:
            cases.append((f"{file.split('.')[0]} {output}", ["-q", "-f", output, path], None, 600, size(path)))
    apple = os.path.join(reports, "apple.ips")
    cases.append(("redact", ["-q", "--redact", "-f", "json", apple], None, 600, size(apple)))
    cases.append(("inspect", ["inspect", apple], None, 600, size(apple)))
    log = os.path.join(work, "log.txt")
    line = "2026-11-20 11:43:03.129 Shop[3608:51707] [General] request {} of cart took 12 ms, status 200, 4312 bytes\n"
    stack = "".join(f"{n:<4}Shop                0x{0x102F10D14 + n * 64:016x} Shop + {n * 64}\n" for n in range(20))
    with open(log, "w") as file:
        for part in range(40):
            file.write("".join(line.format(part * 100 + n) for n in range(100)) + stack)
    cases.append(("filter", ["filter", "-q"], log, 800, size(log)))
    batch = os.path.join(work, "batch")
    fixtures = os.path.join(ROOT, "Fixtures", "Reports")
    found = sorted(
        os.path.join(folder, name) for folder, _, names in os.walk(fixtures) for name in names
        if name.endswith((".crash", ".ips", ".json", ".txt", ".log")) and size(os.path.join(folder, name)) < 200_000)[:60]
    os.mkdir(batch)
    for number, path in enumerate(found):
        shutil.copy(path, os.path.join(batch, f"{number:02}-{os.path.basename(path)}"))
    total = sum(map(size, found))
    cases.append(("batch of 60", ["-q", "-j", "1", batch, "-o", os.path.join(work, "out")], None, None, total))
    cases.append(("summarize 60", ["summarize", "-q", "-j", "1", batch], None, None, total))
    binaries = os.path.join(ROOT, "Fixtures", "Binaries")
    elf = os.path.join(binaries, "elf", "out", "clang-dwarf5")
    if os.path.isdir(elf):
        elf = os.path.join(elf, sorted(os.listdir(elf), key=lambda name: -size(os.path.join(elf, name)))[0])
    cases.append(("one address", ["lookup", "--no-index", elf, "0x1000"], None, 1, size(elf)))
    addresses = os.path.join(work, "addresses")
    with open(addresses, "w") as file:
        file.write("".join(f"0x{0x1000 + n * 7:x}\n" for n in range(1000)))
    cases.append(("1,000 addresses", ["lookup", "--no-index", elf], addresses, 1000, size(elf)))
    cases += scripts_and_systems(work)
    return cases


def scripts_and_systems(work):
    """A source map that is read for the first time, and the names of a system that are taken from its shared cache."""
    specification = importlib.util.spec_from_file_location("source_map", os.path.join(HERE, "source-map.py"))
    maps = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(maps)
    path = os.path.join(work, "bundle.js.map")
    _, _, answers = maps.write_map(path, 50_000)
    places = [f"1:{answer[0] + 1}" for answer in answers[::500]]
    cases = [("source map", ["lookup", "--source-map", path, *places], None, len(places), os.path.getsize(path))]
    cache = os.path.join(ROOT, "Fixtures", "SharedCaches", "out", "26")
    if os.path.isdir(cache):
        size = sum(os.path.getsize(os.path.join(cache, name)) for name in os.listdir(cache))
        arguments = ["store", "add", "--store", os.path.join(work, "store"), "--os-build", "23A340", cache]
        cases.append(("container", arguments, None, None, size))
    return cases


def versions():
    swift = subprocess.run(["swift", "--version"], capture_output=True, text=True).stdout
    match = re.search(r"Swift version (\S+)", swift)
    libc = subprocess.run(["ldd", "--version"], capture_output=True, text=True).stdout.split("\n")[0]
    # The C library has other functions for other processors.
    processor = re.search(r"^model name\s*: (.*)", open("/proc/cpuinfo").read(), re.M)
    return {"swift": match[1] if match else "?", "libc": libc.split()[-1] if libc else "?", "processor": processor[1] if processor else "?"}


def demangled(names):
    text = subprocess.run(["swift", "demangle", "--simplified", "--compact"], input="\n".join(names), capture_output=True, text=True)
    return text.stdout.split("\n")[: len(names)] if text.returncode == 0 else names


def growth(count, old):
    """The functions that grew most, as lines."""
    rows = sorted(((count.own.get(name, 0) - before, name) for name, before in old["own"].items()), reverse=True)
    new = [(cost, name) for name, cost in count.own.items() if name not in old["own"] and cost > old["smallest"]]
    rows = sorted(rows + new, reverse=True)[:5]
    return [f"      {cost / 1e6:+9.3f} M  {name[:110]}" for (cost, _), name in zip(rows, demangled([name for _, name in rows])) if cost > 0]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--binary", default=os.path.join(ROOT, ".build/tests/release/symbolicate"))
    parser.add_argument("--update", action="store_true")
    parser.add_argument("cases", nargs="*")
    options = parser.parse_args()
    for tool in ["valgrind", "objcopy"]:
        if not shutil.which(tool):
            print(f"count: skipped: {tool} is not installed: apt-get install valgrind binutils", file=sys.stderr)
            sys.exit(0 if os.environ.get("MAY_SKIP") else 1)
    old = json.load(open(FIGURES)) if os.path.exists(FIGURES) else {"versions": None, "cases": {}}
    figures = {"versions": versions(), "cases": {}}
    isSame = figures["versions"] == old["versions"]
    failures = []
    with tempfile.TemporaryDirectory() as work:
        binary = os.path.join(work, "symbolicate")
        subprocess.run(["objcopy", "--strip-debug", options.binary, binary], check=True)
        cases = material(work)
        # The first run makes the caches.
        run(binary, work, ["--no-config", *cases[0][1]])
        start = run(binary, work, ["--version"])
        figures["cases"]["start-up"] = {"total": start.total, "stages": {}, "own": {}, "smallest": 0}
        grown = old["cases"].get("start-up")
        if grown and start.total > grown["total"] * (1 + LIMIT):
            failures.append(f"start-up: {grown['total'] / 1e6:.2f} M before, {start.total / 1e6:.2f} M now")
        print(f"{'case':24}{'M instr':>9}{'a frame':>11}{'a byte':>8}{'alloc':>8}{'retain':>8}   stages, M; start-up {start.total / 1e6:.2f} M left out")
        for name, arguments, stdin, frames, size in cases:
            if options.cases and name not in options.cases:
                continue
            count = run(binary, work, ["--no-config", *arguments] if arguments[0] == "-q" else arguments, stdin)
            row = {"total": count.total - start.total}
            row["stages"] = {stage: cost for stage, pattern in STAGES.items() if (cost := count.stage(pattern))}
            row["allocations"] = count.called("malloc", "swift_slowAlloc")
            row["retains"] = count.called("swift_retain", "swift_bridgeObjectRetain")
            top = sorted(count.own.items(), key=lambda pair: -pair[1])[:KEPT]
            row["own"], row["smallest"] = dict(top), top[-1][1]
            figures["cases"][name] = row
            stages = ", ".join(f"{stage} {cost / 1e6:.2f}" for stage, cost in row["stages"].items())
            each = lambda value: f"{value / frames:.1f}" if frames else ""
            print(
                f"{name:24}{row['total'] / 1e6:9.2f}{each(row['total']):>11}{row['total'] / size:8.1f}"
                f"{each(row['allocations']):>8}{each(row['retains']):>8}   {stages}", flush=True)
            before = old["cases"].get(name)
            if not before:
                continue
            for what, now, then in [("in all", row["total"], before["total"])] + [
                (stage, cost, before["stages"].get(stage, cost)) for stage, cost in row["stages"].items()
            ]:
                if now > then * (1 + LIMIT) + 20_000:
                    failures.append(f"{name}, {what}: {then / 1e6:.2f} M before, {now / 1e6:.2f} M now ({now / then - 1:+.1%})")
                    failures.extend(growth(count, before))
    unseen = [stage for stage in STAGES if not any(stage in row["stages"] for row in figures["cases"].values())]
    if unseen and not options.cases:
        sys.exit(f"count: no case has the stage {', '.join(unseen)}: was its function renamed? see STAGES")
    if options.update:
        with open(FIGURES, "w") as file:
            json.dump(figures if not options.cases else {**old, "cases": {**old["cases"], **figures["cases"]}}, file, indent=1, sort_keys=True)
            file.write("\n")
        return
    for line in failures:
        print(line, file=sys.stderr)
    if failures and not isSame:
        print(f"count: not a failure: the figures are those of {old['versions']}, this is {figures['versions']}", file=sys.stderr)
    elif failures:
        sys.exit("count: more instructions than in Benchmarks/counts.json; `make count UPDATE=--update` records them if they are meant")


if __name__ == "__main__":
    main()
