#!/usr/bin/env python3
"""Write symbol files of Breakpad for debug files of the fixtures: FUNC, INLINE and line records from llvm-symbolizer's answers for
every instruction, PUBLIC records from llvm-nm. Names stay mangled, as dump_syms leaves those of Swift.

    make.py [shop-cpp elf]
"""
import json
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
BINARIES = os.path.dirname(HERE)


def tool(name):
    return shutil.which(name + "-19") or name


def run(*command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


def functions(path):
    """The ranges of functions with debug information, as link-time addresses."""
    found = set()
    for entry in re.split(r"\n\n", run(tool("llvm-dwarfdump"), "--debug-info", path)):
        if "DW_TAG_subprogram" not in entry:
            continue
        low = re.search(r"DW_AT_low_pc\s*\((0x[0-9a-f]+)\)", entry)
        high = re.search(r"DW_AT_high_pc\s*\((0x[0-9a-f]+)\)", entry)
        if low and high and int(high[1], 16) > int(low[1], 16):
            found.add((int(low[1], 16), int(high[1], 16)))
    return sorted(found)


def answers(path, architecture, addresses):
    text = "".join(f"0x{address:x}\n" for address in addresses)
    command = [tool("llvm-symbolizer"), "--no-demangle", "--inlines", "--output-style=JSON", "--obj=" + path]
    if architecture:
        command.append("--default-arch=" + architecture)
    return [json.loads(line)["Symbol"] for line in run(*command, text=text).splitlines()]


def write(target, path, base, header, architecture=None):
    files, origins, body = {}, {}, []
    number = lambda table, name: table.setdefault(name, len(table))
    for low, high in functions(path):
        rows = [chain for chain in answers(path, architecture, range(low, high))]
        if not rows or not rows[0]:
            continue
        body.append(f"FUNC {low - base:x} {high - low:x} 0 {rows[0][-1]['FunctionName']}")
        calls = {}
        for address, chain in zip(range(low, high), rows):
            key = ()
            for depth in range(len(chain) - 1):
                caller, callee = chain[-1 - depth], chain[-2 - depth]
                key += ((caller["Line"], number(files, caller["FileName"]), number(origins, callee["FunctionName"])),)
                ranges = calls.setdefault(key, [])
                if ranges and ranges[-1][1] == address:
                    ranges[-1][1] += 1
                else:
                    ranges.append([address, address + 1])
        for key, ranges in sorted(calls.items(), key=lambda item: (len(item[0]), item[1])):
            line, file, origin = key[-1]
            text = " ".join(f"{start - base:x} {end - start:x}" for start, end in ranges)
            body.append(f"INLINE {len(key) - 1} {line} {file} {origin} {text}")
        start = low
        for position in range(low + 1, high + 1):
            place = lambda address: (rows[address - low][0]["Line"], rows[address - low][0]["FileName"])
            if position == high or place(position) != place(start):
                line, name = place(start)
                body.append(f"{start - base:x} {position - start:x} {line} {number(files, name)}")
                start = position
    for line in run(tool("llvm-nm"), "-n", "--defined-only", path).splitlines():
        words = line.split()
        if len(words) == 3 and words[1] in "tT" and int(words[0], 16) >= base:
            name = words[2][1:] if architecture and words[2].startswith("_") else words[2]
            body.append(f"PUBLIC {int(words[0], 16) - base:x} 0 {name}")
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with open(target, "w") as out:
        out.write(header)
        out.writelines(f"FILE {n} {name}\n" for name, n in files.items())
        out.writelines(f"INLINE_ORIGIN {n} {name}\n" for name, n in origins.items())
        out.writelines(line + "\n" for line in body)
        out.write("STACK CFI INIT 4000 c .cfa: sp 0 + .ra: x30\n")


def main():
    shutil.rmtree(os.path.join(HERE, "out"), ignore_errors=True)
    dsym = os.path.join(BINARIES, "shop-cpp/out/ios-arm64/Shop.dSYM/Contents/Resources/DWARF/Shop")
    uuid = re.search(r"UUID: ([0-9A-F-]+)", run(tool("llvm-dwarfdump"), "--uuid", dsym))[1].replace("-", "")
    write(f"{HERE}/out/mac/Shop/{uuid}0/Shop.sym", dsym, 0x100000000, f"MODULE mac arm64 {uuid}0 Shop\n", "arm64")
    elf = os.path.join(BINARIES, "elf/out/clang-dwarf5/shop")
    code = re.search(r"Build ID: ([0-9a-f]+)", run(tool("llvm-readelf"), "-n", elf))[1].upper()
    debug = "".join(bytes.fromhex(part)[::-1].hex().upper() for part in (code[:8], code[8:12], code[12:16])) + code[16:32] + "0"
    header = f"MODULE Linux x86_64 {debug} shop\nINFO CODE_ID {code}\n"
    write(f"{HERE}/out/linux/shop/{debug}/shop.sym", elf, 0, header)


main()
