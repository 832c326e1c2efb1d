"""Crashes programs of arm64 in the form of Apple's systems (Mach-O, with dSYMs) in unicorn, and writes an .ips of each. See measure.py."""
import base64, json, os, re, struct

import unicorn
from unicorn import arm64_const as arm

from measure import CHECKS, run, source

LLVM = "/usr/lib/llvm-19/bin"
TARGET = ["--target=arm64-apple-macos12", "-ffreestanding", "-fno-stack-protector", "-fno-exceptions", "-fno-rtti"]
STACK, STACK_SIZE = 0x1_6f00_0000, 0x10_0000
END = 0x7fff_0000
FETCHES = (unicorn.UC_MEM_FETCH_UNMAPPED, unicorn.UC_MEM_FETCH_PROT)


def build(directory, language, level, seed):
    path, crashes = source(directory, language, seed, False)
    program = os.path.join(directory, f"apple-{language}{level}-{seed}")
    if not os.path.exists(program + ".dSYM"):
        version = "-gdwarf-5" if int(seed) % 2 else "-gdwarf-4"
        clang = "clang++" if language == "cpp" else "clang"
        for arguments in (
                [clang, *TARGET, *CHECKS["clang"], "-g", version, level, "-w", "-c", "-o", program + ".o", path],
                [f"{LLVM}/ld64.lld", "-arch", "arm64", "-platform_version", "macos", "12.0", "12.0", "-e", "_main", "-no_fixup_chains",
                 "-undefined", "dynamic_lookup", "-o", program, program + ".o"],
                [f"{LLVM}/dsymutil", "-o", program + ".dSYM", program]):
            built = run(arguments)
            if built.returncode:
                raise SystemExit(built.stderr)
    return program, crashes


class Image:
    """The segments of a Mach-O file, and where its functions begin."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        self.segments, self.symbols, self.identity = [], {}, None
        position = 32
        for _ in range(struct.unpack_from("<I", self.data, 16)[0]):
            command, size = struct.unpack_from("<II", self.data, position)
            if command == 0x19:
                name = self.data[position + 8:position + 24].rstrip(b"\0").decode()
                address, length, offset, stored = struct.unpack_from("<QQQQ", self.data, position + 24)
                self.segments.append((name, address, length, self.data[offset:offset + stored]))
            elif command == 0x1b:
                self.identity = self.data[position + 8:position + 24].hex()
            elif command == 2:
                start, count, strings, _ = struct.unpack_from("<IIII", self.data, position + 8)
                for number in range(count):
                    name, _, _, _, value = struct.unpack_from("<IBBHQ", self.data, start + 16 * number)
                    text = self.data[strings + name:self.data.index(b"\0", strings + name)].decode()
                    self.symbols[text] = value
            position += size

    @property
    def base(self):
        return next(address for name, address, _, _ in self.segments if name == "__TEXT")

    @property
    def end(self):
        return max(address + length for name, address, length, _ in self.segments if name not in ("__PAGEZERO", "__LINKEDIT"))


def emulate(image, number):
    """Runs crash(number). Returns the registers and what failed, or None if nothing did."""
    machine = unicorn.Uc(unicorn.UC_ARCH_ARM64, unicorn.UC_MODE_ARM)
    for name, address, length, data in image.segments:
        if name == "__PAGEZERO" or not length:
            continue
        rights = {"__TEXT": unicorn.UC_PROT_READ | unicorn.UC_PROT_EXEC, "__LINKEDIT": unicorn.UC_PROT_READ,
                  "__DATA_CONST": unicorn.UC_PROT_READ}.get(name, unicorn.UC_PROT_READ | unicorn.UC_PROT_WRITE)
        machine.mem_map(address, (length + 0x3fff) & ~0x3fff, rights)
        machine.mem_write(address, data)
    machine.mem_map(STACK - STACK_SIZE, STACK_SIZE)
    machine.mem_map(END, 0x1000)
    failures = []

    def invalid(_, access, address, size, value, data):
        failures.append((access, address & (1 << 64) - 1))
        return False

    def interrupt(_, kind, data):
        failures.append(("interrupt", kind))
        machine.emu_stop()

    machine.hook_add(unicorn.UC_HOOK_MEM_INVALID, invalid)
    machine.hook_add(unicorn.UC_HOOK_INTR, interrupt)
    # Unaligned accesses and floating point, as processes have them.
    machine.reg_write(arm.UC_ARM64_REG_CPACR_EL1, 3 << 20)
    machine.reg_write(arm.UC_ARM64_REG_SP, STACK - 0x1000)
    machine.reg_write(arm.UC_ARM64_REG_FP, STACK - 0x1000)
    machine.reg_write(arm.UC_ARM64_REG_LR, END)
    machine.reg_write(arm.UC_ARM64_REG_X0, number)
    try:
        machine.emu_start(image.symbols["_crash"], END, count=3_000_000)
    except unicorn.UcError as error:
        if not failures:
            failures.append(("error", error.errno))
    if not failures:
        return None
    numbers = [getattr(arm, f"UC_ARM64_REG_X{n}") for n in range(29)]
    state = {"x": [machine.reg_read(n) for n in numbers], "fp": machine.reg_read(arm.UC_ARM64_REG_FP),
             "lr": machine.reg_read(arm.UC_ARM64_REG_LR), "sp": machine.reg_read(arm.UC_ARM64_REG_SP),
             "pc": machine.reg_read(arm.UC_ARM64_REG_PC)}
    return state, failures[0], machine


def write_report(program, image, number, state, failure, machine):
    kind, detail = failure
    is_trap = kind in ("interrupt", "error")
    pc = state["pc"]
    if not is_trap and kind in FETCHES:
        pc = state["pc"] = detail
    fault = pc if is_trap else detail
    name = os.path.basename(program)
    exception = ({"codes": f"0x0000000000000001, {fault:#018x}", "rawCodes": [1, fault], "type": "EXC_BREAKPOINT", "signal": "SIGTRAP"}
                 if is_trap else
                 {"codes": f"0x0000000000000001, {fault:#018x}", "rawCodes": [1, fault], "type": "EXC_BAD_ACCESS", "signal": "SIGSEGV",
                  "subtype": f"KERN_INVALID_ADDRESS at {fault:#018x}"})
    thread = {"triggered": True, "id": 1, "queue": "com.apple.main-thread",
              "threadState": {"flavor": "ARM_THREAD_STATE64", "x": [{"value": value} for value in state["x"]],
                              **{key: {"value": state[key]} for key in ("fp", "lr", "sp")}, "pc": {"value": pc, "matchesCrashFrame": 1},
                              "cpsr": {"value": 0x60001000}, "far": {"value": fault}, "esr": {"value": 0x92000006}},
              "frames": [{"imageOffset": pc - image.base, "imageIndex": 0} if image.base <= pc < image.end
                         else {"imageOffset": pc, "imageIndex": 1}]}
    payload = {"pid": 1, "procName": name, "cpuType": "ARM-64", "captureTime": "2026-01-01 00:00:00.0000 +0000",
               "osVersion": {"train": "macOS 14.5", "build": "23F79"}, "exception": exception, "faultingThread": 0, "threads": [thread],
               "usedImages": [{"source": "P", "arch": "arm64", "base": image.base, "size": image.end - image.base, "name": name,
                               "path": "/usr/local/bin/" + name, "uuid": re.sub("(.{8})(.{4})(.{4})(.{4})(.{12})", r"\1-\2-\3-\4-\5", image.identity)},
                              {"source": "A", "base": 0, "size": 0, "uuid": "00000000-0000-0000-0000-000000000000"}]}
    text = next((address, length) for segment, address, length, _ in image.segments if segment == "__TEXT")
    if text[0] + 64 <= pc < text[0] + text[1] - 64 and number % 2 == 0:
        payload["instructionByteStream"] = {"beforePC": base64.b64encode(bytes(machine.mem_read(pc - 32, 32))).decode(),
                                            "atPC": base64.b64encode(bytes(machine.mem_read(pc, 32))).decode()}
    path = f"{program}-{number}.ips"
    with open(path, "w") as file:
        file.write(json.dumps({"app_name": name, "bug_type": "309", "os_version": "macOS 14.5 (23F79)"}) + "\n" + json.dumps(payload))
    return path, fault


def crash(symbolicate, directory, family, language, level, seed):
    program, crashes = build(directory, language, level, seed)
    image = Image(program)
    results = []
    for truth in crashes:
        ran = emulate(image, truth["number"])
        if ran is None:
            results.append(None)
            continue
        state, failure, machine = ran
        path, fault = write_report(program, image, truth["number"], state, failure, machine)
        # Without the program the bytes are those of the report.
        files = ["-s", program + ".dSYM"] + ([] if truth["number"] % 4 == 0 else ["-s", program])
        answer = run([symbolicate, path, "-q", "-f", "json", *files])
        if not answer.stdout:
            results.append({"failed": f"exit code {answer.returncode}: {answer.stderr}"})
            continue
        report = json.loads(answer.stdout)
        results.append({"fault": fault, "instruction": report["threads"][0]["frames"][0].get("instruction"), "values": {},
                        "reason": report.get("exception", {}).get("reason"), "disassembly": str(failure)})
    return program, crashes, results
