#!/usr/bin/env python3
"""Set the sizes of an ELF file's sections without contents to 0, as Dart's compiler writes them."""
import struct
import sys

path = sys.argv[1]
data = bytearray(open(path, "rb").read())
start, size, count = struct.unpack_from("<Q", data, 0x28)[0], *struct.unpack_from("<HH", data, 0x3A)
for index in range(count):
    at = start + index * size
    kind, flags = struct.unpack_from("<IQ", data, at + 4)
    if kind == 8 and flags & 4:  # SHT_NOBITS, SHF_EXECINSTR
        struct.pack_into("<Q", data, at + 0x20, 0)
open(path, "wb").write(data)
