#!/usr/bin/env python3
"""Makes dyld shared caches of every layout that Apple's systems have had since iOS 14, with invented images and names.

  make-cache.py OUT LAYOUT [--images N] [--names N] [--seed N] [--libraries FILE...] [--name NAME] [--development] [--no-expect]

LAYOUT is 14, 15, 16, 26, 27 (devices), arm64 (like 26, of older devices), mac, mac26 (locals stay in the images), rosetta (like
mac, x86_64), driverkit, sim (one file, locals stay), watch (arm64_32) or watch7k (armv7k). Without --images there are three small images with all that is special. OUT gets the files of the cache and
expect.tsv: lines "image PATH UUID ADDRESS", and for each function start "OFFSET NAME", without a name for those that have none.

The format is that of dyld's sources (dyld_cache_format.h); no file of Apple's was used. Code and data are holes in the files."""
import argparse, hashlib, os, struct, sys, uuid
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from names import Names

PAGE, BASE = 0x4000, 0x180000000
LAYOUTS = {  # header size, split, where the locals are, magic, CPU type and subtype
    "14": (0x140, None, "inside"), "15": (0x1c8, "v1", "file"), "16": (0x200, "v2", "file"), "26": (0x228, "typed", "file"),
    "27": (0x238, "typed", "file"), "mac": (0x208, "v2", "kept"), "mac26": (0x228, "typed", "kept"), "sim": (0x208, None, "kept"),
    "watch": (0x200, "v2", "file"), "watch7k": (0x1c8, "v1", "file"), "arm64": (0x228, "typed", "file"),
    "rosetta": (0x208, "v2", "kept"), "driverkit": (0x208, None, "kept")}
MAGIC = {"arm64": b"dyld_v1   arm64\0", "rosetta": b"dyld_v1  x86_64\0", "27": b"dyld_v1arm64ex1\0", "watch": b"dyld_v1arm64_32\0", "watch7k": b"dyld_v1  armv7k\0", "sim": b"dyld_v1   arm64\0"}
CPU = {"27": (0x100000c, 0x8000000c), "watch": (0x200000c, 1), "watch7k": (12, 12), "sim": (0x100000c, 0),
       "arm64": (0x100000c, 0), "rosetta": (0x1000007, 3)}
PLATFORM = {"sim": 7, "mac": 1, "mac26": 1, "rosetta": 1, "driverkit": 10, "watch": 4, "watch7k": 4}


def align(number, unit=PAGE): return (number + unit - 1) // unit * unit
def digest(text): return hashlib.sha256(text.encode()).digest()[:16]


def uleb(number):
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7f | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def trie(exports):
    """A tree with the root and one child per export: {name: offset}."""
    names, places = sorted(exports), [0] * len(exports)
    while True:
        root = b"\0" + bytes([min(len(names), 255)]) + b"".join(n.encode() + b"\0" + uleb(p) for n, p in zip(names, places))
        body, new = b"", []
        for name in names:
            data = uleb(0) + uleb(exports[name])
            new.append(len(root) + len(body))
            body += uleb(len(data)) + data + b"\0"
        if new == places:
            return root + body
        places = new


class Image:
    """functions: (offset, name or None, "g" exported, "l" local, "u" unnamed)."""
    def __init__(self, path, functions, text, data=0x4000):
        self.path, self.functions, self.text, self.data = path, functions, text, data


def small_images():
    return [
        Image("/usr/lib/libAlpha.dylib", [(0x1000, "_alpha_public", "g"), (0x1040, "_alpha_local", "l"), (0x1080, "-[Alpha run:]", "l"),
                                          (0x10a0, None, "u"), (0x10c0, "_alpha_tail", "g")], 0x4000),
        Image("/usr/lib/libBeta.dylib", [(0x1000, "_beta_public", "g"), (0x1020, "_$s4Beta3fooyyF", "g"), (0x1060, None, "u"),
                                         (0x1100, "_beta_static", "l"), (0x1140, "_alpha_local", "l")], 0x4000),
        Image("/System/Library/Frameworks/Gamma.framework/Gamma", [(0x1000, "_gamma", "g"), (0x1010, "___block_literal", "l")], 0x4000)]


def many_images(count, total, seed, libraries):
    names, pick, left = Names(seed, libraries), __import__("random").Random(seed + 1), total
    for number in range(count):
        size = left if number == count - 1 else min(left, max(1, int(pick.expovariate(1) * left / (count - number))))
        left -= size
        offset, functions = 0x2000, []
        for name in names.image(size):
            kind = pick.random()
            functions.append((offset, name, "g" if kind < .12 and name[0] == "_" else "l"))
            offset += 4 * int(4 + pick.expovariate(1) * 20)
            if kind > .96:
                functions.append((offset, None, "u"))
                offset += 64
        name = names.word() + names.word() + names.word()
        place = "Frameworks" if pick.random() < .2 else "PrivateFrameworks"
        yield Image(f"/System/Library/{place}/{name}{number}.framework/{name}{number}", functions, align(offset + 0x1000))


class Mapping:
    def __init__(self, kind, address): self.kind, self.address, self.size, self.offset, self.parts = kind, address, 0, 0, []


class File:
    def __init__(self, suffix, seed): self.suffix, self.maps, self.uuid, self.header_space = suffix, [], digest(seed + suffix), 0


class Cache:
    def __init__(self, out, layout, images, name, options):
        self.out, self.layout, self.images, self.options = out, layout, images, options
        self.header_size, self.split, self.locals = LAYOUTS[layout]
        self.cpu = CPU.get(layout, (0x100000c, 0x80000002))
        self.wide = layout not in ("watch", "watch7k")
        self.base = 0x7ff800000000 if layout == "rosetta" else BASE if self.wide else 0x1a000000
        self.magic = MAGIC.get(layout, b"dyld_v1  arm64e\0")
        self.name = name or self.magic[7:15].decode().replace(" ", "").replace("arm64ex1", "arm64e_x1").join(
            ["dyld_sim_shared_cache_" if layout == "sim" else "dyld_shared_cache_", ""])
        if layout == "driverkit":
            for image in images: image.path = "/System/DriverKit" + image.path
        for image in images: image.uuid = digest(layout + str(options.seed) + image.path)
        self.kept = self.locals == "kept"
        self.files, self.next, self.linkedits = [], self.base, []
        self.header_space = align(0x1000 + len(images) * 200)
        self.place()

    # ---- addresses

    def file(self, suffix):
        file = File(suffix, self.layout + str(len(self.images)) + str(self.options.seed))
        self.files.append(file)
        return file

    def map(self, file, kind, parts, size=0):
        mapping = Mapping(kind, self.next)
        position = mapping.address
        if not file.maps:
            file.header_space = self.header_space if file is self.files[0] or self.split != "typed" else PAGE
            position += file.header_space
        for image, bytes_, attribute in parts:
            setattr(image, attribute, position)
            position = align(position + bytes_)
        mapping.size = align(position + size - mapping.address)
        self.next = align(mapping.address + max(mapping.size, PAGE), 0x100000)
        file.maps.append(mapping)
        return mapping

    def text(self, file, images): return self.map(file, "T", [(i, i.text, "address") for i in images])
    def data(self, file, images): return self.map(file, "D", [(i, i.data, "data_address") for i in images])

    def place(self):
        images = self.images
        if self.split is None:
            file = self.file("")
            self.text(file, images), self.data(file, images)
            self.linkedits = [(file, images)]
        elif self.split != "typed":
            first, rest = images[:max(1, len(images) // 3)], images[max(1, len(images) // 3):]
            file = self.file("")
            self.text(file, first), self.data(file, first)
            file = self.file(".1" if self.split == "v1" else ".01")
            self.text(file, rest), self.data(file, rest)
            if self.split == "v2":
                self.map(file, "S", [], PAGE)
            self.linkedits = [(file, images)]
        else:
            parts = 1 if len(images) < 100 else 6
            step, number = -(-len(images) // parts), 1
            for part in range(parts):
                group = images[part * step:(part + 1) * step]
                cut = max(1, len(group) // 3) if part == 0 else 0
                if part == 0:
                    self.text(self.file(""), group[:cut])
                self.text(self.file(f".{number:02d}"), group[cut:])
                data = self.file(f".{number + 1:02d}.dylddata")
                self.map(data, "D", [(i, i.data, "data_address") for i in group], self.options.data // parts)
                self.map(self.file(f".{number + 2:02d}.dyldreadonly"), "R", [], 0x1000)
                self.map(self.file(f".{number + 3:02d}"), "S", [], PAGE)
                self.linkedits.append((self.file(f".{number + 4:02d}.dyldlinkedit"), group))
                number += 5

    # ---- contents

    def nlist(self):
        return struct.Struct("<IBBHQ" if self.wide else "<IBBHI").pack

    def build_linkedit(self, group, start, moved, moved_strings):
        """The tables of a group of images. Local symbols go to `moved` unless they are kept."""
        out, pool, shared, pack = [], bytearray(b"\0"), {}, self.nlist()
        position = start

        def string(name, pool, known):
            place = known.get(name)
            if place is None:
                place = len(pool)
                pool += name.encode() + b"\0"
                if len(known) < 200000: known[name] = place
            return place

        redacted = string("<redacted>", pool, shared) if not self.kept else 0

        def add(data):
            nonlocal position
            out.append(data)
            position += len(data)
            return position - len(data)

        for image in group:
            base, own, exported = image.address, [], []
            thumb = 8 if self.layout == "watch7k" else 0
            image.locals_start = len(moved) if isinstance(moved, list) else 0
            first = self.moved_count
            for offset, name, kind in image.functions:
                if kind == "l":
                    if self.kept:
                        own.append(pack(string(name, pool, shared), 0x0e, 1, thumb, base + offset))
                    else:
                        moved.write(pack(string(name, moved_strings, self.moved_known), 0x0e, 1, thumb, base + offset))
                        self.moved_count += 1
                        own.append(pack(redacted, 0x0e, 1, thumb, base + offset))
                elif kind == "g":
                    exported.append(pack(string(name, pool, shared), 0x0f, 1, thumb, base + offset))
            image.moved = (first, self.moved_count - first)
            image.local_count, image.exported_count = len(own), len(exported)
            own += exported + [pack(string("_dyld_stub_binder", pool, shared), 1, 0, 0x100, 0)]
            image.symbols = add(b"".join(own))
            some = {n: o for o, n, k in image.functions if k == "g"}
            tree = trie(dict(sorted(some.items())[:200]))
            image.trie = (add(tree + b"\0" * (-len(tree) % 8)), len(tree))
            starts, previous = bytearray(), 0
            for offset, _, _ in image.functions:
                starts += uleb(offset + (1 if thumb else 0) - previous)
                previous = offset + (1 if thumb else 0)
            starts += b"\0" * (8 - len(starts) % 8)
            image.starts = (add(bytes(starts)), len(starts))
            image.indirect = add(b"\0" * 8)
        strings = add(bytes(pool))
        add(b"\0" * (-position % PAGE))
        for image in group: image.strings = (strings, len(pool))
        return b"".join(out)

    def macho(self, image, linkedit, mapping):
        text, data = self.where(image.address), self.where(image.data_address)
        commands = []

        def segment(name, address, size, offset, prot, sections=()):
            form = ("<II16sQQQQIIII", 72, 80, 0x19, "<16s16sQQIIIIIIII") if self.wide else ("<II16sIIIIIIII", 56, 68, 1, "<16s16sIIIIIIIII")
            body = struct.pack(form[0], form[3], form[1] + form[2] * len(sections), name, address, size, offset, size, prot, prot,
                               len(sections), 0)
            for section, at, bytes_, place, flags in sections:
                tail = (0, 0, 0) if self.wide else (0, 0)
                body += struct.pack(form[4], section, name, at, bytes_, place, 2, 0, 0, flags, *tail)
            commands.append(body)

        segment(b"__TEXT", image.address, image.text, text[1], 5,
                [(b"__text", image.address + 0x1000, image.text - 0x1000, text[1] + 0x1000, 0x80000400)])
        segment(b"__DATA", image.data_address, image.data, data[1], 3, [(b"__data", image.data_address, 0x100, data[1], 0)])
        segment(b"__LINKEDIT", mapping.address, mapping.size, mapping.offset, 1)
        path = image.path.encode() + b"\0"
        path += b"\0" * (-(24 + len(path)) % 8)
        commands.append(struct.pack("<IIIIII", 0xd, 24 + len(path), 24, 1, 0x10000, 0x10000) + path)
        commands.append(struct.pack("<II", 0x1b, 24) + image.uuid)
        count = image.local_count + image.exported_count + 1
        commands.append(struct.pack("<IIIIII", 2, 24, image.symbols, count, *image.strings))
        commands.append(struct.pack("<II18I", 0xb, 80, 0, image.local_count, image.local_count, image.exported_count, count - 1, 1,
                                    0, 0, 0, 0, 0, 0, image.indirect, 0, 0, 0, 0, 0))
        commands.append(struct.pack("<IIII", 0x80000033, 16, *image.trie))
        commands.append(struct.pack("<IIII", 0x26, 16, *image.starts))
        commands.append(struct.pack("<IIIIII", 0x32, 24, 2, 0x120000, 0x120000, 0))
        body = b"".join(commands)
        head = struct.pack("<IIIIIII", 0xfeedfacf if self.wide else 0xfeedface, *self.cpu, 6, len(commands), len(body), 0x80000085)
        return head + (b"\0" * 4 if self.wide else b"") + body

    def where(self, address):
        for file in self.files:
            for mapping in file.maps:
                if mapping.address <= address < mapping.address + mapping.size:
                    return file, mapping.offset + address - mapping.address

    def locals_info(self, by_address):
        entries = b"".join(
            struct.pack("<QII" if by_address else "<III", i.address - self.base if by_address else self.where(i.address)[1], *i.moved)
            for i in self.images)
        start = align(24 + len(entries), 8)
        count, size = self.moved_count, self.moved.tell()
        head = struct.pack("<6I", start, count, start + size, len(self.moved_strings), 24, len(self.images)) + entries
        return head + b"\0" * (start - len(head))

    def header(self, file, main, symbols_uuid, locals_at=(0, 0), uuid_=None):
        head, size = bytearray(self.header_size), self.header_size

        def put(form, offset, *values):
            if offset + struct.calcsize(form) <= size: struct.pack_into(form, head, offset, *values)

        maps = file.maps
        head[0:16] = self.magic
        prot = {"T": (5, 5), "S": (5, 5), "D": (3, 3)}
        put("<II", 0x10, size, len(maps))
        put("<QQ", 0x48, *locals_at)
        put("16s", 0x58, uuid_ or file.uuid)
        put("<Q", 0x68, 2 if self.split in ("v2", "typed") else 1)
        put("<I", 0xd8, PLATFORM.get(self.layout, 2))
        last = max(m.address + m.size for f in self.files for m in f.maps)
        put("<QQQ", 0xe0, self.base if main else maps[0].address if maps else 0, last - self.base if main else 0, 0x20000000)
        put("<II", 0x138, size + 32 * len(maps), len(maps))
        put("<I", 0x16c, 0x1a0100)
        put("<II", 0x228, *self.cpu)
        tail = b"".join(struct.pack("<QQQII", m.address, m.size, m.offset, *prot.get(m.kind, (1, 1))) for m in maps)
        flags = {"R": 0x20, "S": 8}
        tail += b"".join(struct.pack("<QQQQQQII", m.address, m.size, m.offset, 0, 0, flags.get(m.kind, 0), *prot.get(m.kind, (1, 1)))
                         for m in maps)
        if main or self.layout in ("15", "16", "mac") and len(self.images) < 100:
            tail += self.lists(size + len(tail), main, put)
        if main: put("16s", 0x190, symbols_uuid)
        put("<I", 0x1c8, 1)
        return bytes(head) + tail

    def lists(self, start, main, put):
        texts, subs = start + 32 * len(self.images), self.files[1:] if main else []
        entries = b"".join(
            f.uuid + struct.pack("<Q", f.maps[0].address - self.base) + (f.suffix.encode().ljust(32, b"\0") if self.split != "v1" else b"")
            for f in subs)
        spare = (bytes(24) + b"unset".ljust(32, b"\0")) * 3 if self.layout == "27" and main else b""
        array = texts + 32 * len(self.images)
        path_at, records, text_records, paths = array + len(entries) + len(spare), [], [], []
        for image in self.images:
            records.append(struct.pack("<QQQII", image.address, 0, 0, path_at, 0))
            text_records.append(image.uuid + struct.pack("<QII", image.address, image.text, path_at))
            paths.append(image.path.encode() + b"\0")
            path_at += len(paths[-1])
        put("<II", 0x1c0 if self.header_size >= 0x1c8 else 0x18, start, len(self.images))
        put("<QQ", 0x88, texts, len(self.images))
        if main: put("<II", 0x188, array, len(subs))
        return b"".join(records + text_records) + entries + spare + b"".join(paths)

    # ---- writing

    def write(self):
        os.makedirs(self.out, exist_ok=True)
        handles = {}
        for file in self.files:
            offset = 0
            for mapping in file.maps:
                mapping.offset, offset = offset, offset + mapping.size
            file.end = offset
            handles[file] = open(f"{self.out}/{self.name}{file.suffix}", "w+b")
        moved_path = f"{self.out}/.moved"
        self.moved, self.moved_strings, self.moved_known, self.moved_count = open(moved_path, "w+b"), bytearray(b"\0"), {}, 0
        for file, group in self.linkedits:
            start = file.end if file.maps else align(0x1000)
            blob = self.build_linkedit(group, start, self.moved, self.moved_strings)
            mapping = Mapping("L", self.next)
            if not file.maps:  # a file of its own begins with its header
                mapping.size, mapping.offset = align(start + len(blob)), 0
            else:
                mapping.size, mapping.offset = align(len(blob)), start
            self.next = align(mapping.address + mapping.size, 0x100000)
            file.maps.append(mapping)
            file.end = mapping.offset + mapping.size
            handles[file].seek(start)
            handles[file].write(blob)
            for image in group:
                image.linkedit = (file, mapping)
        for image in self.images:
            file, offset = self.where(image.address)
            handles[file].seek(offset)
            handles[file].write(self.macho(image, *image.linkedit))
        symbols_uuid, inside = bytes(16), (0, 0)
        if self.locals == "file": symbols_uuid = self.write_symbols()
        if self.locals == "inside":
            info = self.locals_info(False)
            handle = handles[self.files[0]]
            inside = (self.files[0].end, len(info) + self.moved.tell() + len(self.moved_strings))
            handle.seek(inside[0])
            self.write_locals(handle, info)
        for number, file in enumerate(self.files):
            head = self.header(file, number == 0, symbols_uuid, inside if number == 0 else (0, 0))
            assert len(head) <= (file.header_space or PAGE), (len(head), file.header_space)
            handles[file].seek(0)
            handles[file].write(head)
            handles[file].truncate(max(file.end, align(inside[0] + inside[1]) if number == 0 else 0))
        if self.options.development:
            head = self.header(self.files[0], True, symbols_uuid, inside, digest(self.layout + "development"))
            handles[self.files[0]].seek(0)
            contents = handles[self.files[0]].read()
            with open(f"{self.out}/{self.name}.development", "wb") as handle: handle.write(head + contents[len(head):])
        for handle in handles.values(): handle.close()
        self.moved.close()
        os.unlink(moved_path)
        if not self.options.no_expect: self.write_expectation()

    def write_locals(self, handle, info):
        handle.write(info)
        self.moved.seek(0)
        while piece := self.moved.read(1 << 24): handle.write(piece)
        handle.write(self.moved_strings)

    def write_symbols(self):
        file = File(".symbols", self.layout)
        mapping = Mapping("L", 0 if self.layout in ("15", "watch7k") else self.next)
        mapping.size = PAGE
        file.maps = [mapping]
        info = self.locals_info(True)
        size = len(info) + self.moved.tell() + len(self.moved_strings)
        with open(f"{self.out}/{self.name}.symbols", "wb") as handle:
            handle.write(self.header(file, False, bytes(16), (PAGE, size)).ljust(PAGE, b"\0"))
            self.write_locals(handle, info)
        return file.uuid

    def write_expectation(self):
        with open(f"{self.out}/expect.tsv", "w") as out:
            for image in self.images:
                print("image", image.path, str(uuid.UUID(bytes=image.uuid)).upper(), hex(image.address - self.base), sep="\t", file=out)
                for offset, name, _ in image.functions: print(hex(offset), name or "", sep="\t", file=out)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out"), parser.add_argument("layout", choices=sorted(LAYOUTS))
    parser.add_argument("--images", type=int, default=0), parser.add_argument("--names", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1), parser.add_argument("--libraries", nargs="*", default=[])
    parser.add_argument("--data", type=lambda t: int(float(t) * (1 << 30)), default=0, help="GB of empty data segments")
    parser.add_argument("--name"), parser.add_argument("--development", action="store_true")
    parser.add_argument("--no-expect", action="store_true")
    options = parser.parse_args()
    images = (list(many_images(options.images, options.names or 10 * options.images, options.seed, options.libraries))
              if options.images else small_images())
    Cache(options.out, options.layout, images, options.name, options).write()


main()
