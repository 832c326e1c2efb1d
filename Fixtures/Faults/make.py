#!/usr/bin/env python3
"""Programs that crash in known ways, and `crashes.tsv` with the registers of each crash: of x86-64 from gdb, of arm64 (Mach-O with dSYMs)
from unicorn, which has to be installed (`make faults` does so). The programs are made by Benchmarks/Faults.

The columns: program, number, form, architecture, signal, address that failed, load address, registers, code at the program counter
(arm64 without a program), names that are right, separated by `|`, and the value of the pointer."""
import dataclasses, json, os, shutil, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FAULTS = os.path.join(HERE, "../../Benchmarks/Faults")
sys.path.insert(0, FAULTS)
import apple, programs

SEED = 29
OUT = os.path.join(HERE, "out")
LLVM = "/usr/lib/llvm-19/bin"
ELF = [("c", "gcc-12", "-O2"), ("cpp", "g++-12", "-O0"), ("cpp", f"{LLVM}/clang++", "-O1")]
MACH = [("c", "-O0", 4), ("cpp", "-O2", 5)]


def run(*arguments, **options):
    done = subprocess.run(arguments, capture_output=True, text=True, **options)
    if done.returncode:
        sys.exit(f"{' '.join(arguments)}: {done.stderr}")


def row(program, truth, architecture, signal, fault, load, registers, code=""):
    names = "|".join(truth.names)
    value = "" if truth.value is None else hex(truth.value)
    words = ",".join(f"{name}={value:#x}" for name, value in registers.items())
    return [program, str(truth.number), truth.form, architecture, signal, hex(fault), hex(load), words, code, names, value]


def elf(folder, language, compiler, level, crashes):
    name = f"{'gcc' if compiler.startswith('g') else 'clang'}-{language}{level}"
    program = os.path.join(OUT, name)
    run(compiler, "-g", level, "-w", "-Wl,--build-id", f"-ffile-prefix-map={folder}=/src/faults", "-o", program, f"faults.{language}", cwd=folder)
    job = os.path.join(folder, name)
    shutil.copy(program, job)
    with open(job + ".job", "w") as file:
        json.dump({"symbolicate": "/bin/true", "program": job, "crashes": [dataclasses.asdict(crash) for crash in crashes]}, file)
    # The size of the environment would move the stack.
    run("env", "-i", "PATH=/usr/bin:/bin", f"FAULTS_JOB={job}.job", "gdb", "-nx", "-q", "-batch", "-ex", "unset environment",
        "-x", os.path.join(FAULTS, "session.py"))
    rows = []
    for truth in crashes:
        path = f"{job}-{truth.number}.json"
        if not os.path.exists(path):
            continue
        with open(path) as file:
            report = json.load(file)
        registers = {key: int(value, 16) for key, value in report["threads"][0]["registers"].items()}
        load = next(int(image["baseAddress"], 16) for image in report["images"] if image["name"] == name)
        rows.append(row(name, truth, "x86_64", report["description"], int(report["faultAddress"], 16), load, registers))
    return rows


def mach(folder, language, level, version, crashes):
    name = f"apple-{language}{level}"
    program, work = os.path.join(OUT, name), os.path.join(folder, name)
    clang = f"{LLVM}/clang++" if language == "cpp" else f"{LLVM}/clang"
    run(clang, *apple.TARGET, f"-gdwarf-{version}", level, "-w", f"-ffile-prefix-map={folder}=/src/faults", "-c", "-o", name + ".o", f"faults.{language}", cwd=folder)
    run(f"{LLVM}/ld64.lld", "-arch", "arm64", "-platform_version", "macos", "12.0", "12.0", "-e", "_main", "-no_fixup_chains",
        "-undefined", "dynamic_lookup", "-oso_prefix", folder + "/", "-o", name, name + ".o", cwd=folder)
    run(f"{LLVM}/dsymutil", "--oso-prepend-path", folder, "--flat", "-o", program + ".dwarf", work, cwd=folder)
    shutil.copy(work, program)
    image, rows = apple.Image(work), []
    for truth in crashes:
        ran = apple.emulate(image, truth.number)
        if ran is None:
            continue
        state, (kind, detail), machine = ran
        is_trap = kind in ("interrupt", "error")
        if not is_trap and kind in apple.FETCHES:
            state["pc"] = detail
        pc = state["pc"]
        registers = {f"x{number}": value for number, value in enumerate(state["x"])}
        registers |= {"fp": state["fp"], "lr": state["lr"], "sp": state["sp"], "pc": pc}
        holds = image.base <= pc < image.end
        code = bytes(machine.mem_read(pc - 32, 64)).hex() if holds and truth.number % 3 == 0 else ""
        rows.append(row(name, truth, "arm64", "EXC_BREAKPOINT" if is_trap else "EXC_BAD_ACCESS", pc if is_trap else detail, image.base,
                        registers, code))
    return rows


def main():
    shutil.rmtree(OUT, ignore_errors=True)
    os.makedirs(OUT)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        made = {}
        for language in ("c", "cpp"):
            text, made[language] = programs.make(SEED, language, False)
            for target in (folder, OUT):
                with open(os.path.join(target, f"faults.{language}"), "w") as file:
                    file.write(text)
        for language, compiler, level in ELF:
            rows += elf(folder, language, compiler, level, made[language])
        for language, level, version in MACH:
            rows += mach(folder, language, level, version, made[language])
    with open(os.path.join(OUT, "crashes.tsv"), "w") as file:
        file.writelines("\t".join(row) + "\n" for row in rows)


main()
