#!/usr/bin/env python3
"""Crashes the programs beside this file in gdb, writes a report of each, and compares what symbolicate says of the instruction
with what gdb says of the expression that it names.

    measure.py SYMBOLICATE DIRECTORY [COMPILER ...]

DIRECTORY gets the programs, the reports and the core files. A line each: build, crash, verdict, sentence. The end counts."""
import json, os, re, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
LEVELS = ["-O0", "-O1", "-O2", "-O3", "-Os"]
# Crashes whose pointer has no name in the source: an index, a stack, a trap, a call to nowhere.
NAMELESS = {"c": {11, 13, 14, 15, 16}, "cpp": {5}}

CRASH = r"""
set confirm off
set pagination off
set disable-randomization on
run {number} >/dev/null
python
import gdb, json
names = "rax rbx rcx rdx rsi rdi rbp rsp r8 r9 r10 r11 r12 r13 r14 r15 rip".split()
registers = {{n: "0x%x" % (int(gdb.parse_and_eval("$" + n)) & (1 << 64) - 1) for n in names}}
signal = str(gdb.parse_and_eval("$_siginfo.si_signo"))
address = int(gdb.parse_and_eval("$_siginfo._sifields._sigfault.si_addr")) & (1 << 64) - 1
mapped = [l.split() for l in gdb.execute("info proc mappings", to_string=True).splitlines() if l.rstrip().endswith("{program}")]
json.dump({{"registers": registers, "signal": signal, "address": "0x%x" % address, "base": mapped[0][0], "end": mapped[-1][1]}},
          open("{out}.raw", "w"))
end
generate-core-file {out}.core
kill
quit
"""
WORDS = {"11": "Bad pointer dereference", "7": "Bus error", "8": "Floating point exception", "4": "Illegal instruction", "5": "Breakpoint"}


def run(arguments, **options):
    return subprocess.run(arguments, capture_output=True, text=True, timeout=300, **options)


def crash(program, number, out):
    script = out + ".gdb"
    open(script, "w").write(CRASH.format(number=number, program=program, out=out))
    run(["gdb", "-nx", "-q", "-batch", "-x", script, program])
    if not os.path.exists(out + ".raw"):
        return False
    raw = json.load(open(out + ".raw"))
    notes = run(["readelf", "-n", program]).stdout
    identity = re.search(r"Build ID: (\w+)", notes).group(1)
    report = {
        "timestamp": "2026-01-01T00:00:00Z", "kind": "crashReport",
        "description": WORDS.get(raw["signal"], "signal " + raw["signal"]), "faultAddress": raw["address"],
        "platform": "x86_64 Linux (Debian GNU/Linux 12 (bookworm))", "architecture": "x86_64",
        "threads": [{"crashed": True, "registers": raw["registers"],
                     "frames": [{"kind": "programCounter", "address": raw["registers"]["rip"]}]}],
        "images": [{"name": os.path.basename(program), "buildId": identity, "path": program, "baseAddress": raw["base"],
                    "endOfText": raw["end"]}]}
    json.dump(report, open(out + ".json", "w"))
    return True


def value(program, core, expression):
    """What gdb says an expression is, or None where it does not know."""
    text = run(["gdb", "-nx", "-q", "-batch", "-ex", f"print/x (unsigned long)({expression})", program, core]).stdout
    found = re.findall(r"^\$1 = (0x[0-9a-f]+)$", text, re.M)
    return int(found[0], 16) if found else None


def main():
    symbolicate, directory = sys.argv[1:3]
    compilers = sys.argv[3:] or ["gcc", "clang"]
    os.makedirs(directory, exist_ok=True)
    counts = {}
    for compiler in compilers:
        for language, total in (("c", 18), ("cpp", 10)):
            for level in LEVELS:
                tool = compiler if language == "c" else {"gcc": "g++", "clang": "clang++"}.get(compiler, compiler)
                program = os.path.join(directory, f"{compiler}{level}-{language}")
                built = run([tool, "-g", level, "-w", "-Wl,--build-id", "-o", program, f"{HERE}/faults.{language}"])
                if built.returncode:
                    print(built.stderr)
                    continue
                for number in range(total):
                    out = f"{program}-{number}"
                    if not os.path.exists(out + ".json") and not crash(program, number, out):
                        verdict, words = "no crash", ""
                    else:
                        verdict, words = judge(symbolicate, directory, program, out, number in NAMELESS[language])
                    counts[verdict] = counts.get(verdict, 0) + 1
                    print(f"{os.path.basename(out)}\t{verdict}\t{words}", flush=True)
    print(json.dumps(counts))


def judge(symbolicate, directory, program, out, is_nameless):
    answer = run([symbolicate, out + ".json", "-q", "-f", "json", "-s", directory])
    try:
        report = json.loads(answer.stdout)
    except ValueError:
        return "failed", answer.stderr
    frame = report["threads"][0]["frames"][0]
    instruction = frame.get("instruction")
    if not instruction:
        return "nothing", ""
    words = instruction.get("sentence", instruction.get("text", ""))
    if "pointer" not in instruction:
        if is_nameless:
            return "nameless", words
        return "unnamed" if "sentence" in instruction else "unexplained", words + "\t" + instruction.get("reason", "")
    if instruction["access"] == "divide" and "address" in instruction:
        return "divisor in memory", words
    known = value(program, out + ".core", instruction["pointer"])
    if known is None:
        return "named, gdb does not know", words
    own = instruction.get("pointerValue") or instruction.get("base", {}).get("value")
    if own is None:
        return "named", words
    mask = 0xFFFFFFFF if instruction["access"] == "divide" else 0xFFFFFFFFFFFFFFFF
    return "right" if int(own, 16) & mask == known & mask else f"WRONG ({known:#x})", words


main()
