"""Runs inside gdb: crashes one program in all its ways, writes a report of each, asks symbolicate, and lets gdb evaluate the expressions
that it names. The jobs are in the file that $FAULTS_JOB names; see measure.py."""
import json, os, subprocess

import gdb

REGISTERS = "rax rbx rcx rdx rsi rdi rbp rsp r8 r9 r10 r11 r12 r13 r14 r15 rip".split()
WORDS = {"SIGSEGV": "Bad pointer dereference", "SIGBUS": "Bus error", "SIGFPE": "Floating point exception",
         "SIGILL": "Illegal instruction", "SIGTRAP": "System trap", "SIGABRT": "Aborted"}
NUMBERS = {11: "SIGSEGV", 7: "SIGBUS", 8: "SIGFPE", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT"}
ALL = (1 << 64) - 1


def identity(path, known={}):
    if path not in known:
        text = subprocess.run(["readelf", "-n", path], capture_output=True, text=True).stdout
        known[path] = next((line.split()[-1] for line in text.splitlines() if "Build ID" in line), None)
    return known[path]


def images():
    """The mapped files with code."""
    found = {}
    for line in gdb.execute("info proc mappings", to_string=True).splitlines():
        parts = line.split()
        if len(parts) >= 6 and parts[-1].startswith("/") and os.path.isfile(parts[-1]):
            image = found.setdefault(parts[-1], [parts[0], parts[1]])
            image[1] = parts[1]
    return [{"name": os.path.basename(path), "buildId": identity(path), "path": path, "baseAddress": base, "endOfText": end}
            for path, (base, end) in found.items() if identity(path)]


def value(expression):
    """The value of an expression in the crashed frame or in those that it is inlined in, or None."""
    frame = gdb.newest_frame()
    while frame is not None:
        frame.select()
        for text in (f"(unsigned long)({expression})", f"*(unsigned long *)&({expression})"):
            try:
                return int(gdb.parse_and_eval(text)) & ALL
            except gdb.error:
                pass
        if frame.type() != gdb.INLINE_FRAME:
            return None
        frame = frame.older()
    return None


def disassembly():
    try:
        return gdb.execute("x/i $pc", to_string=True).strip()
    except gdb.error:
        return ""


def crash(job, truth):
    gdb.execute(f"set args {truth['number']}")
    gdb.execute("run", to_string=True)
    if gdb.selected_inferior().pid == 0:
        return None
    registers = {name: int(gdb.parse_and_eval("$" + name)) & ALL for name in REGISTERS}
    signal = NUMBERS.get(int(gdb.parse_and_eval("$_siginfo.si_signo")))
    fault = int(gdb.parse_and_eval("$_siginfo._sifields._sigfault.si_addr")) & ALL
    report = {
        "timestamp": "2026-01-01T00:00:00Z", "kind": "crashReport", "description": WORDS.get(signal, signal), "faultAddress": hex(fault),
        "platform": "x86_64 Linux (Debian GNU/Linux 12 (bookworm))", "architecture": "x86_64",
        "threads": [{"crashed": True, "registers": {name: hex(number) for name, number in registers.items()},
                     "frames": [{"kind": "programCounter", "address": hex(registers["rip"])}]}],
        "images": images()}
    path = f"{job['program']}-{truth['number']}.json"
    with open(path, "w") as file:
        json.dump(report, file)
    run = subprocess.run([job["symbolicate"], path, "-q", "-f", "json"], capture_output=True, text=True)
    if not run.stdout:
        return {"failed": f"exit code {run.returncode}: {run.stderr}"}
    answer = json.loads(run.stdout)
    frame = answer["threads"][0]["frames"][0]
    instruction = frame.get("instruction")
    names = set(truth["names"]) | ({instruction["pointer"]} if instruction and "pointer" in instruction else set())
    gdb.execute("set language c")
    values = {name: value(name) for name in names}
    gdb.execute("set language auto")
    return {"signal": signal, "fault": fault, "instruction": instruction, "values": values, "registers": registers,
            "disassembly": disassembly(),
            "triage": [cause.get("rule", cause.get("id")) for cause in answer.get("triage", {}).get("causes", [])],
            "reason": answer.get("exception", {}).get("runtimeFailure") or answer.get("exception", {}).get("reason")}


with open(os.environ["FAULTS_JOB"]) as file:
    job = json.load(file)
for setting in ("confirm off", "pagination off", "startup-with-shell off", "width 0", "debuginfod enabled off", "print thread-events off"):
    try:
        gdb.execute("set " + setting)
    except gdb.error:
        pass
gdb.execute(f"file {job['program']}")
results = []
for truth in job["crashes"]:
    try:
        result = crash(job, truth)
    except gdb.error as error:
        result = {"failed": str(error)}
    results.append(result)
    if gdb.selected_inferior().pid:
        gdb.execute("kill")
with open(os.environ["FAULTS_JOB"] + ".out", "w") as file:
    json.dump(results, file)
