#!/usr/bin/env python3
"""Write Binaries/oracle.tsv and Binaries/twins.tsv.

oracle.tsv: debug file, architecture, link-time address, answer of llvm-symbolizer without demangling
("function @ file:line:column <- its caller ...", innermost first; "function" alone for a symbol table; "??").
twins.tsv: a file whose code is that of another one, so that its answers are the other's.
"""
import os

from fixturelib import BINARIES, answer, disassemble, frames

DSYM = "Shop.dSYM/Contents/Resources/DWARF/Shop"
# (file with the code, debug file, architecture for fat files, architecture)
BASES = [
    *[
        (f"shop-cpp/out/macos-{arch}-dwarf{version}/Shop", f"shop-cpp/out/macos-{arch}-dwarf{version}/{DSYM}", arch)
        for arch in ("arm64", "x86_64")
        for version in (4, 5)
    ],
    ("shop-cpp/out/ios-arm64/Shop", "shop-cpp/out/ios-arm64/" + DSYM, "arm64"),
    (
        "shop-cpp/out/ios-arm64/PayKit.framework/PayKit",
        "shop-cpp/out/ios-arm64/PayKit.framework.dSYM/Contents/Resources/DWARF/PayKit",
        "arm64",
    ),
    ("shop-swift/out/Shop", "shop-swift/out/" + DSYM, "arm64"),
    ("symbols-only/out/Shop", "symbols-only/out/Shop", "arm64"),
    ("watch32/out/Watch", "watch32/out/Watch.dSYM/Contents/Resources/DWARF/Watch", "arm64_32"),
    ("watch32/out/objects/watch-armv7.o", "watch32/out/objects/watch-armv7.o", "armv7"),
    ("watch32/out/objects/watch-i386.o", "watch32/out/objects/watch-i386.o", "i386"),
    *[
        (f"elf/out/{name}/shop", f"elf/out/{name}/shop", "x86_64")
        for name in (
            "gcc-dwarf2 gcc-dwarf3 gcc-dwarf4 gcc-dwarf5 gcc-types gcc-nopie clang-dwarf5 clang-dwarf64 clang-sections symtab"
        ).split()
    ],
    ("elf/out/gcc-dwarf5/libpaykit.so", "elf/out/gcc-dwarf5/libpaykit.so", "x86_64"),
    ("elf/out/clang-dwarf5/libpaykit.so", "elf/out/clang-dwarf5/libpaykit.so", "x86_64"),
    ("elf/out/dynsym/libpaykit.so", "elf/out/dynsym/libpaykit.so", "x86_64"),
    ("elf/out/elf32/shop", "elf/out/elf32/shop", "i386"),
]
FAT = "shop-cpp/out/macos-fat-dwarf{}/" + DSYM
# (debug file, architecture, its code, the debug file with the same answers, that one's code)
TWINS = [
    *[
        (
            FAT.format(version),
            arch,
            f"shop-cpp/out/macos-fat-dwarf{version}/Shop",
            f"shop-cpp/out/macos-{arch}-dwarf{version}/{DSYM}",
            f"shop-cpp/out/macos-{arch}-dwarf{version}/Shop",
        )
        for version in (4, 5)
        for arch in ("arm64", "x86_64")
    ],
    (
        "shop-cpp/out/macos-arm64e/" + DSYM,
        "arm64e",
        "shop-cpp/out/macos-arm64e/Shop",
        "shop-cpp/out/macos-arm64-dwarf5/" + DSYM,
        "shop-cpp/out/macos-arm64-dwarf5/Shop",
    ),
    *[
        (f"elf/out/{twin}", "x86_64", f"elf/out/{code}/shop", f"elf/out/{base}/shop", f"elf/out/{base}/shop")
        for twin, code, base in (
            ("zlib/shop", "zlib", "gcc-dwarf5"),
            ("zdebug/shop", "zdebug", "gcc-dwarf4"),
            ("zstd/shop", "zstd", "clang-dwarf5"),
            ("split-clang/shop", "split-clang", "clang-dwarf5"),
            ("split-gcc/shop", "split-gcc", "gcc-dwarf5"),
            ("dwp/shop", "dwp", "clang-dwarf5"),
            ("dwz/shop", "dwz", "gcc-dwarf5"),
            ("debuglink/shop", "debuglink", "gcc-dwarf5"),
            ("debuglink/shop.debug", "debuglink", "gcc-dwarf5"),
            ("build-id/shop", "build-id", "clang-dwarf5"),
            ("minidebug/shop", "minidebug", "symtab"),
        )
    ],
]


def chosen(instructions, starts, answers):
    """Starts of functions, calls and what follows them, every depth of inlining, line 0, and the rest evenly."""
    everything = [instruction.address for instruction in instructions]
    wanted = set(starts[:: max(1, len(starts) // 16)])
    calls = [i for i in instructions if i.is_call or i.is_trap]
    for call in calls[:: max(1, len(calls) // 12)]:
        wanted |= {call.address, call.next - 1}
    classes = {}
    for address, chain in zip(everything, answers):
        classes.setdefault(len(chain), []).append(address)
        if any(file and line == 0 for _, file, line, _ in chain):
            classes.setdefault("line 0", []).append(address)
    for addresses in classes.values():
        wanted |= set(addresses[:: max(1, len(addresses) // 6)])
    return sorted(wanted)


def code(path, arch):
    return [(i.address, i.length, i.text) for i in disassemble(os.path.join(BINARIES, path), arch)[0]]


with open(os.path.join(BINARIES, "oracle.tsv"), "w") as file:
    file.write("# file\tarchitecture\taddress\tanswer of llvm-symbolizer 19\n")
    for program, debug, arch in BASES:
        instructions, starts = disassemble(os.path.join(BINARIES, program))
        path = os.path.join(BINARIES, debug)
        addresses = chosen(instructions, starts, frames(path, [i.address for i in instructions]))
        answers = frames(path, addresses)
        known = sum(1 for chain in answers if answer(chain) != "??")
        deepest = max(len(chain) for chain in answers)
        print(f"{debug}: {known} of {len(addresses)} addresses known, up to {deepest} frames")
        for address, chain in zip(addresses, answers):
            if "crtstuff" not in answer(chain):  # a name of the C runtime's source, from the symbol table
                file.write(f"{debug}\t{arch}\t0x{address:x}\t{answer(chain)}\n")

with open(os.path.join(BINARIES, "twins.tsv"), "w") as file:
    file.write("# file\tarchitecture\tfile with the same answers\n")
    for debug, arch, program, base, base_program in TWINS:
        fat = arch if "fat" in program else None
        if code(program, fat) != code(base_program, None):
            raise SystemExit(f"the code of {program} is not that of {base_program}")
        file.write(f"{debug}\t{arch}\t{base}\n")
