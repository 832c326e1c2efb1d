#!/usr/bin/env python3
"""Turn arm64 Mach-O files into arm64e ones: subtype and UUID of the head change, nothing else."""
import struct
import sys

for path in sys.argv[1:]:
    with open(path, "r+b") as file:
        data = bytearray(file.read())
        assert struct.unpack_from("<II", data) == (0xFEEDFACF, 0x0100000C), path
        struct.pack_into("<I", data, 8, 0x80000002)
        offset = 32
        for _ in range(struct.unpack_from("<I", data, 16)[0]):
            command, size = struct.unpack_from("<II", data, offset)
            if command == 0x1B:  # LC_UUID
                data[offset + 16] ^= 0xE0
            offset += size
        file.seek(0)
        file.write(data)
