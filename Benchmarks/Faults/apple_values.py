#!/usr/bin/env python3
"""Does what values.py does with programs for macOS on arm64, which clang compiles and unicorn (PyPI) runs until they crash: reports of
KSCrash with its stack dump, values that the generator knows.

    apple_values.py SYMBOLICATE DIRECTORY [--seed N] [--programs N] [--stack BYTES] [--verbose]"""
import argparse, collections, json, os, re, subprocess, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import value_programs, value_table
from unicorn import Uc, UcError, UC_ARCH_ARM64, UC_HOOK_INTR, UC_MODE_ARM
from unicorn.arm64_const import UC_ARM64_REG_LR, UC_ARM64_REG_PC, UC_ARM64_REG_SP, UC_ARM64_REG_X0, UC_ARM64_REG_X29, UC_ARM64_REG_CPACR_EL1

BASE, SLIDE, STACK = 0x100000000, 0x4A10000, 0x16F000000


def tool(*names):
    """The first of several programs that is installed."""
    return next(name for name in names if subprocess.run(["which", name], capture_output=True).returncode == 0)


def run(*arguments):
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=300)
    if done.returncode:
        sys.exit(done.stderr)
    return done.stdout


def build(folder, text, level, dwarf):
    source, program = os.path.join(folder, "program.c"), os.path.join(folder, "program")
    open(source, "w").write(text)
    run(tool("clang-19", "clang"), "-g", f"-gdwarf-{dwarf}", level, "-w", "-fno-stack-protector", "-target", "arm64-apple-macos13", "-c", source, "-o", program + ".o")
    run(tool("ld64.lld-19", "ld64.lld"), "-arch", "arm64", "-platform_version", "macos", "13.0", "13.0", "-undefined", "dynamic_lookup", "-o", program, program + ".o")
    run(tool("dsymutil-19", "dsymutil"), program, "-o", program + ".dSYM")
    return program


def segments(program):
    """The parts of a program that are in memory: address, size, bytes."""
    text = run(tool("llvm-objdump-19", "llvm-objdump"), "--macho", "--private-headers", program)
    data = open(program, "rb").read()
    for part in re.findall(r"segname (\w+)\n\s+vmaddr (0x\w+)\n\s+vmsize (0x\w+)\n\s+fileoff (\d+)\n\s+filesize (\d+)", text):
        if part[0] != "__PAGEZERO":
            yield int(part[1], 16), int(part[2], 16), data[int(part[3]):int(part[3]) + int(part[4])]


def crash(program, symbol):
    """Runs a function until it crashes: registers and stack, or None if it returns."""
    machine = Uc(UC_ARCH_ARM64, UC_MODE_ARM)
    for address, size, data in segments(program):
        machine.mem_map(address + SLIDE, (size + 0xFFF) & ~0xFFF)
        machine.mem_write(address + SLIDE, data)
    machine.mem_map(STACK, 0x10000)
    machine.mem_write(STACK, bytes([0xA5]) * 0x10000)
    machine.reg_write(UC_ARM64_REG_CPACR_EL1, 3 << 20)
    machine.reg_write(UC_ARM64_REG_SP, STACK + 0x8000)
    machine.reg_write(UC_ARM64_REG_LR, 0xDEAD0000)
    interrupted = []
    machine.hook_add(UC_HOOK_INTR, lambda m, number, data: (interrupted.append(m.reg_read(UC_ARM64_REG_PC)), m.emu_stop()))
    try:
        machine.emu_start(symbol + SLIDE, 0xDEAD0000, count=100000)
        if not interrupted:
            return None
    except UcError:
        pass
    names = [(f"x{n}", UC_ARM64_REG_X0 + n) for n in range(29)] + [("fp", UC_ARM64_REG_X29), ("lr", UC_ARM64_REG_LR), ("sp", UC_ARM64_REG_SP), ("pc", UC_ARM64_REG_PC)]
    registers = {name: machine.reg_read(number) for name, number in names}
    if interrupted:
        registers["pc"] = interrupted[0]
    return registers, lambda start, count: bytes(machine.mem_read(start, count))


def report(program, found, stack):
    registers, read = found
    below = 80 if stack <= 240 else 128
    start = registers["sp"] - below
    memory = read(start, below + (160 if stack <= 240 else stack)) if stack else b""
    identity = re.search(r"UUID: (\S+)", run(tool("llvm-dwarfdump-19", "llvm-dwarfdump"), "--uuid", program)).group(1)
    return {
        "report": {"version": "3.8.0", "id": "6C9C2E1A-5C0B-4F0C-9A53-0C2B6B0C7D11", "process_name": "program", "timestamp": 1795171383129100, "type": "standard"},
        "binary_images": [{"image_addr": BASE + SLIDE, "image_vmaddr": BASE, "image_size": 0x10000, "name": "/Applications/program", "uuid": identity,
                           "cpu_type": 16777228, "cpu_subtype": 0}],
        "system": {"system_name": "macOS", "system_version": "14.1", "cpu_arch": "arm64", "process_name": "program"},
        "crash": {
            "error": {"type": "mach", "address": 8, "mach": {"exception": 1, "exception_name": "EXC_BAD_ACCESS"}, "signal": {"signal": 11, "name": "SIGSEGV"}},
            "threads": [{
                "index": 0, "crashed": True, "current_thread": True, "registers": {"basic": registers},
                "backtrace": {"contents": [{"instruction_addr": registers["pc"], "object_addr": BASE + SLIDE, "object_name": "program"}], "skipped": 0},
                "stack": {"grow_direction": "-", "dump_start": start, "dump_end": start + len(memory), "stack_pointer": registers["sp"],
                          "overflow": False, "contents": memory.hex().upper()}}]}}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("symbolicate")
    parser.add_argument("directory")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--programs", type=int, default=1)
    parser.add_argument("--stack", type=int, default=240)
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    rows = collections.defaultdict(collections.Counter)
    for level in ("-O0", "-O1", "-O2", "-O3", "-Oz"):
        for dwarf in (4, 5):
            for number in range(arguments.programs):
                name = f"apple{level}-{dwarf}-{arguments.seed}-{number}"
                folder = os.path.join(os.path.abspath(arguments.directory), name)
                os.makedirs(folder, exist_ok=True)
                made = value_programs.Apple(f"{arguments.seed} {number}")
                program = build(folder, made.source(), level, dwarf)
                symbols = dict((n, int(a, 16)) for a, n in re.findall(r"^([0-9a-f]+) T _(\w+)$", run(tool("llvm-nm-19", "llvm-nm"), program), re.M))
                for position in range(made.crashes):
                    found = crash(program, symbols[f"run{position}"])
                    if not found:
                        print(f"{name}-{position}\tno crash")
                        continue
                    path = f"{program}-{position}.json"
                    json.dump(report(program, found, arguments.stack), open(path, "w"))
                    answer = run(arguments.symbolicate, path, "-q", "-f", "json", "--values", "-s", folder)
                    row = rows[("c", "clang", f"{level} {dwarf}")]
                    row["crashes"] += 1
                    for ours in json.loads(answer)["threads"][0]["frames"][0].get("variables", []):
                        if ours["name"] not in made.expected[position]:
                            continue
                        theirs = made.expected[position][ours["name"]]
                        verdict = value_table.judge(ours, theirs)
                        # The generator always knows: nobody says what the program still keeps.
                        if verdict == "only gdb" and ours["reason"] == "optimized out":
                            verdict = "optimized out"
                        row["compared"] += 1
                        row[verdict] += 1
                        if arguments.verbose or verdict == "wrong":
                            print(f"{name}-{position}\t{verdict}\t{ours['name']}: {ours.get('type')}\t{ours.get('value', ours.get('reason'))}\t{theirs}")
    sys.exit(value_table.show(rows))


if __name__ == "__main__":
    main()
