#!/usr/bin/env python3
"""Damaged files, made from the good ones of Binaries/."""
import os
import shutil
import struct
import sys

root = os.path.dirname(os.path.abspath(__file__))
binaries = os.path.join(root, "..", "Binaries")
out = os.path.join(root, "out")
shutil.rmtree(out, ignore_errors=True)
os.makedirs(out)

DSYM = "Shop.dSYM/Contents/Resources/DWARF/Shop"


def read(path):
    with open(os.path.join(binaries, path), "rb") as file:
        return bytearray(file.read())


def write(path, data):
    path = os.path.join(out, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)


def macho_sections(data):
    """name -> (file offset of the section header, file offset, size) of a thin 64-bit file."""
    found = {}
    offset = 32
    for _ in range(struct.unpack_from("<I", data, 16)[0]):
        command, size = struct.unpack_from("<II", data, offset)
        if command == 0x19:
            for index in range(struct.unpack_from("<I", data, offset + 64)[0]):
                head = offset + 72 + index * 80
                name = bytes(data[head : head + 16]).rstrip(b"\0").decode()
                found[name] = (head, struct.unpack_from("<I", data, head + 48)[0], struct.unpack_from("<Q", data, head + 40)[0])
        offset += size
    return found


# dSYMs.
dsym = read("shop-cpp/out/macos-arm64-dwarf4/" + DSYM)
sections = macho_sections(dsym)
_, start, size = sections["__debug_info"]
write("cut-in-debug-info/" + DSYM, dsym[: start + size // 2])

head, _, size = sections["__debug_line"]
longer = bytearray(dsym)
struct.pack_into("<Q", longer, head + 40, size + 0x100000)
write("debug-line-past-end/" + DSYM, longer)

head, _, _ = sections["__debug_abbrev"]
wild = bytearray(dsym)
struct.pack_into("<I", wild, head + 48, 0xFFFFFFF0)
write("abbrev-at-4-gigabytes/" + DSYM, wild)

noise = bytearray(dsym)
_, start, size = sections["__debug_info"]
state = 12345
for position in range(start + 11, start + size):
    state = (state * 1103515245 + 12345) & 0x7FFFFFFF
    noise[position] = state >> 16 & 0xFF
write("debug-info-is-noise/" + DSYM, noise)

noise = bytearray(dsym)
_, start, size = sections["__debug_line"]
for position in range(start + 10, start + size):
    state = (state * 1103515245 + 12345) & 0x7FFFFFFF
    noise[position] = state >> 16 & 0xFF
write("debug-line-is-noise/" + DSYM, noise)

units = bytearray(dsym)
_, start, _ = sections["__debug_info"]
struct.pack_into("<I", units, start, 0xFFFFFFE0)
write("unit-length-absurd/" + DSYM, units)

names = bytearray(dsym)
offset = 32
for _ in range(struct.unpack_from("<I", names, 16)[0]):
    command, size = struct.unpack_from("<II", names, offset)
    if command == 2:  # LC_SYMTAB
        struct.pack_into("<I", names, offset + 12, 0x7FFFFFFF)
    offset += size
write("symtab-count-absurd/" + DSYM, names)

# Mach-O heads.
write("macho-header-only", dsym[:32])
commands = bytearray(dsym[:4096])
struct.pack_into("<I", commands, 16, 0xFFFFFFFF)
write("macho-commands-absurd", commands)
zero = bytearray(dsym[:4096])
struct.pack_into("<I", zero, 36, 0)
write("macho-command-size-zero", zero)

# Fat heads (big endian).
write("fat-count-absurd", struct.pack(">II", 0xCAFEBABE, 0xFFFFFFFF) + bytes(64))
write("fat-slice-past-end", struct.pack(">IIIIIII", 0xCAFEBABE, 1, 0x0100000C, 0, 0xFFFFF000, 0xFFFFFFFF, 14) + bytes(64))
write("fat-slice-is-itself", struct.pack(">IIIIIII", 0xCAFEBABE, 1, 0x0100000C, 0, 0, 28, 0))
write("java.class", bytes.fromhex("cafebabe0000003d001a") + b"\x0a\x00\x02\x00\x03" * 8)

# ELF.
elf = read("elf/out/gcc-dwarf4/shop")
past = bytearray(elf[:16384])
write("elf-section-headers-past-end", past)
absurd = bytearray(elf[:16384])
struct.pack_into("<Q", absurd, 0x28, 0xFFFFFFFFFFFFFF00)
struct.pack_into("<H", absurd, 0x3C, 0xFFFF)
write("elf-section-headers-absurd", absurd)
write("elf-header-only", elf[:64])
names = bytearray(elf)
struct.pack_into("<H", names, 0x3E, 0xFFF0)
write("elf-name-table-missing", names)

compressed = read("elf/out/zlib/shop")
shoff = struct.unpack_from("<Q", compressed, 0x28)[0]
count = struct.unpack_from("<H", compressed, 0x3C)[0]
bomb = bytearray(compressed)
damaged = bytearray(compressed)
for index in range(count):
    head = shoff + index * 64
    flags, _, start, size = struct.unpack_from("<QQQQ", compressed, head + 8)
    if flags & 0x800:
        struct.pack_into("<Q", bomb, start + 8, 1 << 60)
        damaged[start + 24 + (size - 24) // 2] ^= 0xFF
write("elf-zlib-size-absurd", bomb)
write("elf-zlib-damaged", damaged)

# Not a debug file at all.
write("empty", b"")
write("text.dSYM", b"This is a text file, whatever its name says.\n")
os.makedirs(os.path.join(out, "nothing.dSYM", "Contents", "Resources", "DWARF"))
write("nothing.dSYM/Contents/Info.plist", b"")
print(f"{sum(len(files) for _, _, files in os.walk(out))} damaged files")
