#!/usr/bin/env python3
"""Crashes generated programs (value_programs.py) in gdb, writes a report of each with its registers and its stack, and compares the
variables that `symbolicate --values` prints with those of gdb, or, for Swift, with those that the generator computed.

    values.py SYMBOLICATE DIRECTORY [--seed N] [--programs N] [--stack BYTES] [--only WORD] [--verbose]

DIRECTORY gets the programs and the reports. The end is one table. A variable is

    equal           both have a value, the same one
    optimized out   neither has one
    not in report   gdb reads it from memory that the report does not have
    only gdb        gdb has a value; symbolicate gives another reason (before the prologue's end, declared later, known at entry)
    only here       symbolicate has a value, gdb has none
    wrong           the values differ
"""
import argparse, collections, json, os, re, subprocess, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import value_programs, value_table

WORDS = {"11": "Bad pointer dereference", "7": "Bus error", "8": "Floating point exception", "4": "Illegal instruction", "5": "Breakpoint"}

GDB = r'''
set confirm off
set pagination off
set disable-randomization on
set print entry-values no
python
import gdb, json

def text(value, depth=0):
    """A value as symbolicate writes it."""
    try:
        if value.is_optimized_out:
            return "<optimized out>"
        kind = value.type.strip_typedefs()
        code = kind.code
        if code in (gdb.TYPE_CODE_PTR, gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
            number = int(value.address if code != gdb.TYPE_CODE_PTR else value) & (1 << 64) - 1
            return hex(number) if number else "null"
        if code == gdb.TYPE_CODE_ENUM:
            number = int(value)
            names = [f.name for f in kind.fields() if f.enumval == number]
            return names[0] if names else str(number)
        if code == gdb.TYPE_CODE_BOOL:
            number = int(value)
            return ("false", "true")[number] if number in (0, 1) else str(number)
        if code == gdb.TYPE_CODE_FLT:
            return repr(float(value))
        if code in (gdb.TYPE_CODE_INT, gdb.TYPE_CODE_CHAR):
            return str(int(value))
        if code == gdb.TYPE_CODE_ARRAY:
            low, high = kind.range()
            element = kind.target().strip_typedefs()
            if element.sizeof == 1 and element.code == gdb.TYPE_CODE_INT:
                found = bytes(int(value[i]) & 255 for i in range(low, high + 1))
                return json.dumps(found.split(b"\0")[0].decode("utf8", "replace"), ensure_ascii=False)
            shown = [text(value[i], depth + 1) for i in range(low, min(high, low + 7) + 1)]
            return "[" + ", ".join(shown) + (", ... %d elements" % (high - low + 1) if high - low > 7 else "") + "]"
        if code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
            parts = []
            for field in kind.fields():
                if hasattr(field, "bitpos"):
                    name = field.name or ""
                    parts.append((name + " = " if name else "") + text(value[field], depth + 1))
            return "{" + ", ".join(parts) + "}"
        return None
    except (gdb.error, RuntimeError, OverflowError, ValueError) as error:
        return None if depth else "error: " + str(error)

def variables():
    found, frame = [], gdb.newest_frame()
    while frame:
        try:
            block = frame.block()
        except RuntimeError:
            break
        names = set()
        while block:
            for symbol in block:
                if (symbol.is_argument or symbol.is_variable) and symbol.name not in names:
                    names.add(symbol.name)
                    try:
                        found.append([frame.name(), symbol.name, text(frame.read_var(symbol, block))])
                    except gdb.error as error:
                        found.append([frame.name(), symbol.name, "error: " + str(error)])
            if block.function:
                break
            block = block.superblock
        if frame.type() != gdb.INLINE_FRAME:
            break
        frame = frame.older()
    return found

def capture(number, program, out, asks):
    try:
        gdb.execute("run %d >/dev/null 2>&1" % number, to_string=True)
        names = "rax rbx rcx rdx rsi rdi rbp rsp r8 r9 r10 r11 r12 r13 r14 r15 rip".split()
        registers = {n: "0x%x" % (int(gdb.parse_and_eval("$" + n)) & (1 << 64) - 1) for n in names}
        signal = str(gdb.parse_and_eval("$_siginfo.si_signo"))
        fault = int(gdb.parse_and_eval("$_siginfo._sifields._sigfault.si_addr")) & (1 << 64) - 1
    except gdb.error:
        return
    mapped = [l.split() for l in gdb.execute("info proc mappings", to_string=True).splitlines() if l.rstrip().endswith(program)]
    if not mapped:
        return
    top, memory = int(registers["rsp"], 16) - 128, b""
    try:
        for start in range(top, top + 16384 + 128, 256):
            memory += bytes(gdb.selected_inferior().read_memory(start, 256))
    except gdb.MemoryError:
        pass
    json.dump({"registers": registers, "signal": signal, "address": "0x%x" % fault, "base": mapped[0][0], "end": mapped[-1][1],
               "stack": "0x%x" % top, "bytes": memory.hex(), "frame": gdb.newest_frame().name(),
               "variables": variables() if asks else []}, open("%s-%d.raw" % (out, number), "w"))
end
'''


def run(arguments, **options):
    return subprocess.run(arguments, capture_output=True, text=True, timeout=600, **options)


def build(tool, language, level, program, source):
    if language == "swift":
        return run([tool, "-g", level, "-o", program, source, "-Xlinker", "--build-id"])
    return run([tool, "-g", level, "-w", "-Wl,--build-id", "-o", program, source])


def write_report(program, raw, path, size):
    start = int(raw["stack"], 16)
    memory = bytes.fromhex(raw["bytes"])
    # KSCrash dumps from 10 words below the stack pointer to 20 words above it.
    below, above = (80, 160) if size <= 240 else (128, size)
    memory = memory[128 - below:128 + above]
    identity = re.search(r"Build ID: (\w+)", run(["readelf", "-n", program]).stdout).group(1)
    json.dump({
        "timestamp": "2026-01-01T00:00:00Z", "kind": "crashReport", "description": WORDS.get(raw["signal"], "signal " + raw["signal"]),
        "faultAddress": raw["address"], "platform": "x86_64 Linux (Debian GNU/Linux 12 (bookworm))", "architecture": "x86_64",
        "threads": [{"crashed": True, "registers": raw["registers"],
                     "frames": [{"kind": "programCounter", "address": raw["registers"]["rip"]}]}],
        "capturedMemory": {"0x%x" % (start + 128 - below): memory.hex()} if size else {},
        "images": [{"name": os.path.basename(program), "buildId": identity, "path": program, "baseAddress": raw["base"],
                    "endOfText": raw["end"]}]}, open(path, "w"))


def bare(function):
    """The name of a function alone."""
    return re.sub(r"\(.*", "", function).split("::")[-1]


def compare(arguments, program, out, expected, row, name):
    report = out + ".json"
    write_report(program, json.load(open(out + ".raw")), report, arguments.stack)
    answer = run([arguments.symbolicate, report, "-q", "-f", "json", "--values", "-s", os.path.dirname(program)])
    frame = json.loads(answer.stdout)["threads"][0]["frames"][0]
    row["crashes"] += 1
    theirs = collections.defaultdict(list)
    for function, variable, text in expected:
        theirs[bare(function), variable].append(text)
    for ours in frame.get("variables", []):
        known = theirs.get((bare(ours["function"]), ours["name"])) or theirs.get(("", ours["name"]))
        if not known:
            continue
        row["compared"] += 1
        # Variables of one name are compared in their order, inner ones first.
        verdict = value_table.judge(ours, known.pop(0) if len(known) > 1 else known[0])
        row[verdict] += 1
        if arguments.verbose or verdict in ("wrong", "only here"):
            print(f"{name}\t{verdict}\t{ours['name']}: {ours.get('type')}\t{ours.get('value', ours.get('reason'))}\t{known[0]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("symbolicate")
    parser.add_argument("directory")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", type=int, default=2)
    parser.add_argument("--stack", type=int, default=4096, help="bytes of stack in the reports; 240 for those of KSCrash, 0 for none")
    parser.add_argument("--only", default="")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    directory = os.path.abspath(arguments.directory)
    os.makedirs(directory, exist_ok=True)
    open(os.path.join(directory, "capture.gdb"), "w").write(GDB)
    rows = collections.defaultdict(collections.Counter)
    builds = [(language, tools[language], level) for language in ("c", "cpp")
              for tools in ({"c": "gcc", "cpp": "g++"}, {"c": "clang", "cpp": "clang++"}) for level in ("-O0", "-O1", "-O2", "-O3")]
    builds += [("swift", "swiftc", level) for level in ("-Onone", "-O", "-Osize")]
    for language, tool, level in builds:
        for number in range(arguments.programs):
            name = f"{tool}{level}-{arguments.seed}-{number}"
            if arguments.only not in name:
                continue
            seed = f"{arguments.seed} {number}"
            made = value_programs.Swift(seed) if language == "swift" else value_programs.Native(seed, language)
            # A debug file that has the name of another program is none of it.
            folder = os.path.join(directory, name)
            os.makedirs(folder, exist_ok=True)
            source, program = os.path.join(folder, f"program.{language}"), os.path.join(folder, "program")
            text = made.source()
            if not os.path.exists(program) or open(source).read() != text:
                open(source, "w").write(text)
                built = build(tool, language, level, program, source)
                if built.returncode:
                    sys.exit(built.stderr)
                steps = "\n".join(f"python capture({n}, {program!r}, {program!r}, {language != 'swift'})" for n in range(made.crashes))
                script = os.path.join(folder, "steps.gdb")
                open(script, "w").write(f"source {directory}/capture.gdb\n{steps}\nkill\nquit\n")
                run(["gdb", "-nx", "-q", "-batch", "-x", script, program])
            for crash in range(made.crashes):
                out = f"{program}-{crash}"
                if not os.path.exists(out + ".raw"):
                    print(f"{name}-{crash}\tno crash")
                    continue
                if language == "swift":
                    expected = [("", k, v) for k, v in made.expected[crash].items()]
                else:
                    expected = json.load(open(out + ".raw"))["variables"]
                compare(arguments, program, out, expected, rows[(language, tool, level)], f"{name}-{crash}")
    sys.exit(value_table.show(rows))


if __name__ == "__main__":
    main()
