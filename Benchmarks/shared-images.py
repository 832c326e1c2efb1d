#!/usr/bin/env python3
"""Estimates what the containers of two builds of a system would save if images that both have were stored once.

  shared-images.py EXPECT

EXPECT is the expect.tsv of a cache of make-cache.py. Prints the size of all blocks of symbols as `store add` divides them (blocks go
over images), the size if every image begins a block, which sharing needs, and the size of two builds of which some images are equal.
The blocks are those of SymbolBlockBuilder; needs libzstd.so.1."""
import ctypes, random, sys

ZSTD = ctypes.CDLL("libzstd.so.1")
ZSTD.ZSTD_compress.restype = ctypes.c_size_t
BUFFER = ctypes.create_string_buffer(4 << 20)
BLOCK, RAW, RESTART, LEVEL, BATCH = 8192, 3 << 17, 64, 6, 4 << 20
BLOCK_RECORD, IMAGE_RECORD = 32, 48


def compressed(data):
    return ZSTD.ZSTD_compress(BUFFER, ctypes.c_size_t(len(BUFFER)), bytes(data), ctypes.c_size_t(len(data)), LEVEL)


def uleb(number):
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return out


class Blocks:
    def __init__(self):
        self.size, self.last = 0, 0
        self.clear()

    def clear(self):
        self.distances, self.shared, self.text, self.length, self.names, self.before = [], bytearray(), [], 0, 0, b""

    def add(self, offset, name):
        if len(self.distances) == BLOCK or self.length > RAW:
            self.close()
        self.distances.append((offset - self.last if self.distances else 0) << 1 | bool(name))
        self.last = offset
        if not name:
            return
        same, limit = 0, min(len(self.before), len(name)) if self.names % RESTART else 0
        while same < limit and self.before[same] == name[same]:
            same += 1
        self.shared += uleb(same)
        self.text.append(name[same:] + b"\0")
        self.length += len(name) - same + 1
        self.before, self.names = name, self.names + 1

    def close(self):
        if self.distances:
            head = bytearray(9)
            for distance in self.distances:
                head += uleb((distance >> 3) << 1 | distance & 1)
            self.size += compressed(head) + compressed(self.shared) + compressed(b"".join(self.text)) + BLOCK_RECORD
        self.clear()


def main():
    images = []
    for line in open(sys.argv[1]):
        part = line.rstrip("\n").split("\t")
        if part[0] == "image":
            images.append((int(part[3], 16), []))
        else:
            images[-1][1].append((int(part[0], 16), part[1].removeprefix("_").encode()))
    together, alone, size = Blocks(), [], 0
    for start, functions in images:
        own = Blocks()
        for offset, name in functions:
            together.add(start + offset, name)
            own.add(start + offset, name)
        own.close()
        alone.append(own.size)
        size += functions[-1][0] if functions else 0
        if size > BATCH:
            together.close()
            size = 0
    together.close()
    print(f"{len(images)} images: {together.size / 1e6:.1f} MB in blocks over images, {sum(alone) / 1e6:.1f} MB in blocks of one image")
    for percent in (90, 50, 10):
        pick = random.Random(1)
        changed = sum(size for size in alone if pick.random() * 100 >= percent)
        both = sum(alone) + changed + IMAGE_RECORD * len(images)
        print(f"two builds with {percent} % equal images: {both / 1e6:.1f} MB instead of {2 * together.size / 1e6:.1f} MB")


main()
