#!/usr/bin/env python3
"""Writes reports of the programs of build.sh: on Linux what gdb has of a real crash, with the stack; for macOS registers and a stack
that are filled in by the addresses of the debug information.

    make.py FOLDER"""
import json, os, re, struct, subprocess, sys

OUT = sys.argv[1]


def run(*arguments):
    return subprocess.run(arguments, capture_output=True, text=True, check=True).stdout


def linux(folder):
    program = os.path.abspath(f"{OUT}/{folder}/basket")
    script = f"""python
import gdb, json
gdb.execute("set disable-randomization on")
gdb.execute("run >/dev/null 2>&1", to_string=True)
names = "rax rdx rcx rbx rsi rdi rbp rsp r8 r9 r10 r11 r12 r13 r14 r15 rip".split()
found = {{n: "0x%x" % (int(gdb.parse_and_eval("$" + n)) & (1 << 64) - 1) for n in names}}
base = int([l for l in gdb.execute("info proc mappings", to_string=True).splitlines() if l.endswith("basket")][0].split()[0], 16)
top = int(found["rsp"], 16) - 64
print("FOUND" + json.dumps({{"registers": found, "base": base, "top": top, "stack": bytes(gdb.selected_inferior().read_memory(top, 512)).hex()}}))
end
kill
"""
    open(f"{OUT}/script.gdb", "w").write(script)
    # The stack begins at the same place whatever the environment of the build has.
    text = run("env", "-i", "PATH=/usr/bin:/bin", "HOME=/", "gdb", "-nx", "-q", "-batch", "-x", f"{OUT}/script.gdb", program)
    os.remove(f"{OUT}/script.gdb")
    found = json.loads(re.search(r"^FOUND(.*)$", text, re.M).group(1))
    identity = re.search(r"Build ID: (\w+)", run("readelf", "-n", program)).group(1)
    start = found["base"]
    # Words that belong to the machine that builds (names of files, of the environment) are above what is kept.
    json.dump({
        "timestamp": "2026-11-20T10:43:03.129100Z", "kind": "crashReport", "description": "Bad pointer dereference",
        "faultAddress": "0x0000000000000008", "platform": "x86_64 Linux (Debian GNU/Linux 12 (bookworm))", "architecture": "x86_64",
        "threads": [{"crashed": True, "registers": found["registers"],
                     "frames": [{"kind": "programCounter", "address": found["registers"]["rip"]}]}],
        "capturedMemory": {"0x%x" % found["top"]: found["stack"]},
        "images": [{"name": "basket", "buildId": identity, "path": "/usr/local/bin/basket", "baseAddress": "0x%x" % start,
                    "endOfText": "0x%x" % (start + 0x4000)}]}, open(f"{OUT}/{folder}.json", "w"), indent=1)


def macos():
    debug = f"{OUT}/macos/basket.dSYM/Contents/Resources/DWARF/basket"
    source = open("src/basket.cpp").read().splitlines()
    line = next(n for n, text in enumerate(source, 1) if "CRASH: 0" in text)
    # The second row of the line is the load through the pointer.
    rows = re.findall(r"^0x([0-9a-f]+) +%d +" % line, run("llvm-dwarfdump-19", "--debug-line", debug), re.M)
    counter = int(rows[0], 16) + 4
    dump = run("llvm-dwarfdump-19", "--debug-info", debug)
    function = dump[dump.index('DW_AT_name\t("pick")'):]
    code = run("llvm-objdump-19", "-d", "--disassemble-symbols=__Z4pickP4Itemi5Flagsd", f"{OUT}/macos/basket")
    below = int(re.search(r"add\s+x29, sp, #(0x[0-9a-f]+)", code).group(1), 16)
    offsets = {}
    for base, place, name in re.findall(
            r"DW_AT_location\t\(DW_OP_(fbreg|breg31 WSP) ?([-+]\d+)\)\n\s+DW_AT_(?:name|abstract_origin)\t\((?:0x\w+ )?\"(\w+)\"", function):
        offsets.setdefault(name, int(place) - (0 if base == "fbreg" else below))
    slide, frame = 0x4000000, 0x16F5D6A40
    stack = bytearray(400)
    top = frame - 320
    jam = slide + 0x100003F00

    def put(name, data):
        start = frame + offsets[name] - top
        stack[start:start + len(data)] = data

    item = slide + 0x100008000
    put("first", struct.pack("<Q", item))
    put("index", struct.pack("<i", 5))
    put("flags", bytes([0x01 | (-3 & 0x7F) << 1, 9, 0, 0]))
    put("rate", struct.pack("<d", 0.5))
    put("name", b"plum jam" + bytes(4))
    put("sizes", struct.pack("<iii", 5, 10, 7))
    put("copy", struct.pack("<iiqdQQ", 42, 5, 350, 0, jam, 0))
    put("isOpen", bytes([1]))
    put("item", struct.pack("<Q", 0))
    put("count", struct.pack("<i", 6))
    put("rule", struct.pack("<Q", slide + int(re.search(r"^([0-9a-f]+) T __Z10discountedl$", run("llvm-nm-19", f"{OUT}/macos/basket"), re.M).group(1), 16)))
    put("factor", struct.pack("<q", 12))
    identity = re.search(r"UUID: (\S+)", run("llvm-dwarfdump-19", "--uuid", debug)).group(1)
    values = {f"x{n}": 0x1000 + n for n in range(29)}
    values.update(x0=0, x8=0, fp=frame, lr=slide + 0x100000800, sp=frame - below, pc=slide + counter, cpsr=0x60001000)
    json.dump({
        "report": {"version": "3.8.0", "id": "6C9C2E1A-5C0B-4F0C-9A53-0C2B6B0C7D11", "process_name": "basket", "timestamp": 1795171383129100, "type": "standard"},
        "binary_images": [{"image_addr": slide + 0x100000000, "image_vmaddr": 0x100000000, "image_size": 0xC000, "name": "/Applications/basket",
                           "uuid": identity, "cpu_type": 16777228, "cpu_subtype": 0}],
        "system": {"system_name": "macOS", "system_version": "14.1", "machine": "Mac14,2", "cpu_arch": "arm64", "process_name": "basket", "process_id": 3608},
        "crash": {
            "error": {"type": "mach", "address": 8, "mach": {"exception": 1, "exception_name": "EXC_BAD_ACCESS", "code": 1, "code_name": "KERN_INVALID_ADDRESS"},
                      "signal": {"signal": 11, "name": "SIGSEGV", "code": 0}},
            "threads": [{
                "index": 0, "crashed": True, "current_thread": True,
                "registers": {"basic": values, "exception": {"exception": 0, "esr": 0x92000006, "far": 8}},
                "backtrace": {"contents": [{"instruction_addr": slide + counter, "object_addr": slide + 0x100000000, "object_name": "basket"}], "skipped": 0},
                "stack": {"grow_direction": "-", "dump_start": top, "dump_end": top + len(stack), "stack_pointer": frame - below, "overflow": False,
                          "contents": stack.hex().upper()},
                "notable_addresses": {"x9": {"address": jam, "type": "string", "value": "jam"}}}]}}, open(f"{OUT}/macos.json", "w"), indent=1)


linux("linux-gcc")
linux("linux-clang")
macos()
