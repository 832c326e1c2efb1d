"""Random programs in C, C++ and Swift, and random options to compile them with. A seed makes the same ones again."""
import random

WORDS = "order price stock label shelf cart total count weight limit batch scale offset index width".split()


class Source:
    """Lines of a program that is being written: names of functions so far, with the number of their arguments."""

    def __init__(self, seed, language):
        self.random, self.language, self.lines, self.functions = random.Random(f"{language}/{seed}"), language, [], []

    def add(self, depth, text):
        """A line; now and then with blanks or a comment before it, so that numbers of lines do not go up one by one."""
        if self.random.random() < 0.1:
            self.lines += [""] * self.random.randint(1, 3) + ["// " + self.random.choice(WORDS)]
        self.lines.append("  " * depth + text)

    def chance(self, share):
        return self.random.random() < share

    def value(self, names, depth=0):
        """An expression of integers."""
        pick = self.random.randint(0, 9)
        if depth > 2 or pick < 3:
            return self.random.choice(names)
        if pick < 5:
            return str(self.random.randint(1, 99)) + ("" if self.language == "swift" else "L")
        if pick < 7 and self.functions:
            return self.call(names, depth)
        operator = self.random.choice(["&+", "&-", "&*", "^", "&"] if self.language == "swift" else ["+", "-", "*", "^", "&"])
        return f"({self.value(names, depth + 1)} {operator} {self.value(names, depth + 1)})"

    def call(self, names, depth):
        name, count = self.random.choice(self.functions)
        return f"{name}({', '.join(self.value(names, depth + 1) for _ in range(count))})"


class CSource(Source):
    """C, or C++ with classes, templates, lambdas and exceptions."""

    def __init__(self, seed, plus):
        super().__init__(seed, "c++" if plus else "c")
        self.plus = plus

    def statements(self, names, depth, left):
        for _ in range(self.random.randint(1, left)):
            self.statement(list(names), depth, left)

    def statement(self, names, depth, left):
        kind = self.random.randint(0, 9 if not self.plus else 11)
        if kind < 4 or depth > 3:
            self.add(depth, f"{self.random.choice(names)} {self.random.choice(['=', '+=', '^='])} {self.value(names)};")
        elif kind == 4:
            self.add(depth, f"if ({self.value(names)} > {self.random.randint(0, 50)}) {{")
            self.statements(names, depth + 1, left - 1 or 1)
            if self.chance(0.5):
                self.add(depth, "} else {")
                self.statements(names, depth + 1, left - 1 or 1)
            self.add(depth, "}")
        elif kind == 5:
            name = f"i{depth}"
            self.add(depth, f"for (long {name} = 0; {name} < ({self.value(names)} & 7); {name}++) {{")
            self.statements(names, depth + 1, left - 1 or 1)
            self.add(depth, "}")
        elif kind == 6:
            self.add(depth, f"switch ({self.value(names)} & 7) {{")
            for each in self.random.sample(range(8), self.random.randint(2, 6)):
                self.add(depth, f"case {each}: {self.random.choice(names)} += {self.value(names)}; break;")
            self.add(depth, "}")
        elif kind == 7:
            self.add(depth, f"SWAP({self.random.choice(names)}, {self.value(names)});")
        elif kind == 8:
            self.add(depth, f"sink[{self.value(names)} & 15] = {self.value(names)};")
        elif kind == 9:
            self.add(depth, f"{self.random.choice(names)} = {self.value(names)} ? {self.value(names)}")
            self.add(depth + 2, f": {self.value(names)};")
        elif kind == 10:
            self.add(depth, f"{self.random.choice(names)} += [&](long x) {{ return x * {self.value(names)}; }}({self.value(names)});")
        else:
            self.add(depth, f"try {{ if (({self.value(names)} & 63) == 9) throw {self.value(names)}; }} catch (long thrown) {{ sink[1] = thrown; }}")

    def function(self, number, prefix, storage):
        count = self.random.randint(1, 3)
        name = f"{prefix}_{self.random.choice(WORDS)}_{number}"
        names = ["abc"[each] for each in range(count)]
        template = self.plus and self.chance(0.2)
        if template:
            self.add(0, "template <typename T = long>")
        kind = "T" if template else "long"
        self.add(0, f"{storage} long {name}({', '.join(f'{kind} {each}' for each in names)}) {{")
        self.add(1, "long r = a;")
        self.statements(["r", *names], 1, 4)
        self.add(1, "return r;")
        self.add(0, "}")
        self.functions.append((name, count))

    def type(self, number):
        name = f"Shelf{number}"
        self.add(0, f"struct {name} {{")
        self.add(1, "long width;")
        self.add(1, f"explicit {name}(long w) : width(w) {{ {'sink[2] = w;' if self.chance(0.5) else ''} }}")
        self.add(1, f"virtual ~{name}() {{ sink[3] ^= width; }}")
        self.add(1, "virtual long area(long a) const {")
        self.add(2, "long r = width;")
        self.statements(["r", "a"], 2, 3)
        self.add(2, "return r;")
        self.add(1, "}")
        self.add(0, "};")
        self.add(0, f"{self.storage(False)} long use_{number}(long a) {{")
        self.add(1, f"{name} one(a), *other = new {name}(a + 1);")
        self.add(1, "long r = one.area(a) + other->area(a + 2);")
        self.add(1, "delete other;")
        self.add(1, "return r;")
        self.add(0, "}")
        self.functions.append((f"use_{number}", 1))

    def storage(self, header):
        inline = ["static inline", "static inline __attribute__((always_inline))", "static __attribute__((unused))"]
        return self.random.choice(inline) if header or self.chance(0.6) else self.random.choice(["__attribute__((noinline))", "", "static __attribute__((noinline, unused))"])

    def files(self):
        """The files of the program by name."""
        extension = "cpp" if self.plus else "c"
        self.add(0, "#include <stdlib.h>")
        self.add(0, "#define SWAP(a, b) do { long t_ = (a); (a) = (b); sink[0] = t_; } while (0)")
        self.add(0, "extern volatile long sink[16];")
        for number in range(self.random.randint(1, 4)):
            self.function(number, "shared", self.storage(True))
        header, shared = self.lines, list(self.functions)
        result = {"shared.h": header}
        entries = []
        for unit in range(self.random.randint(1, 4)):
            self.lines, self.functions = ["#include \"shared.h\""], list(shared)
            if self.plus and self.chance(0.5):
                self.add(0, f"namespace shop{unit} {{" if self.chance(0.5) else "namespace {")
                self.add(0, "}")
            for number in range(self.random.randint(10, 40)):
                if self.plus and self.chance(0.15):
                    self.type(unit * 100 + number)
                    continue
                if self.chance(0.05):
                    self.add(0, f'#line {self.random.randint(1000, 9000)} "made-{unit}.y"')
                self.function(number, f"u{unit}", self.storage(False))
            entry = f"entry_{unit}"
            entries.append(entry)
            self.add(0, f"long {entry}(long a) {{")
            for name, count in self.functions[len(shared):] or shared:
                self.add(1, f"a ^= {name}({', '.join(['a'] * count)});")
            self.add(1, "return a;")
            self.add(0, "}")
            result[f"unit{unit}.{extension}"] = self.lines
        main = ["volatile long sink[16];", *[f"long {entry}(long);" for entry in entries], "int main(int count, char **words) {", "  (void)words;"]
        result[f"main.{extension}"] = main + [f"  sink[4] = {entry}(count);" for entry in entries] + ["  return (int)sink[4];", "}"]
        return {name: "\n".join(lines) + "\n" for name, lines in result.items()}


class SwiftSource(Source):
    """Swift with structures, closures, generic functions, enumerations and errors."""

    def __init__(self, seed):
        super().__init__(seed, "swift")

    def statements(self, names, depth, left):
        for _ in range(self.random.randint(1, left)):
            self.statement(names, depth, left)

    def statement(self, names, depth, left):
        kind = self.random.randint(0, 9)
        if kind < 4 or depth > 3:
            self.add(depth, f"r = r {self.random.choice(['&+', '^', '&-'])} {self.value(names)}")
        elif kind == 4:
            self.add(depth, f"if {self.value(names)} > {self.random.randint(0, 50)} {{")
            self.statements(names, depth + 1, left - 1 or 1)
            self.add(depth, "} else {")
            self.statements(names, depth + 1, left - 1 or 1)
            self.add(depth, "}")
        elif kind == 5:
            self.add(depth, f"for i{depth} in 0..<({self.value(names)} & 7) {{")
            self.statements([*names, f"i{depth}"], depth + 1, left - 1 or 1)
            self.add(depth, "}")
        elif kind == 6:
            self.add(depth, f"switch {self.value(names)} & 3 {{")
            for each in range(3):
                self.add(depth, f"case {each}: r = r &+ {self.value(names)}")
            self.add(depth, f"default: r = r ^ {self.value(names)}")
            self.add(depth, "}")
        elif kind == 7:
            self.add(depth, f"r = r &+ [{self.value(names)}, {self.value(names)}].map {{ $0 &* {self.random.randint(2, 9)} }}.reduce(0, &+)")
        elif kind == 8:
            self.add(depth, f"guard {self.value(names)} != {self.random.randint(100, 999)} else {{ return r }}")
        else:
            self.add(depth, f"r = r &+ ((try? risky({self.value(names)})) ?? {self.value(names)})")

    def function(self, number):
        count = self.random.randint(1, 3)
        names = ["abc"[each] for each in range(count)]
        name = f"{self.random.choice(WORDS)}{number}"
        self.add(0, self.random.choice(["@inline(never) ", "@inline(__always) ", "", ""]) + f"func {name}({', '.join(f'_ {each}: Int' for each in names)}) -> Int {{")
        self.add(1, "var r = a")
        self.statements(["r", *names], 1, 4)
        self.add(1, "return r")
        self.add(0, "}")
        self.functions.append((name, count))

    def files(self):
        self.lines += ["enum Bad: Error { case value(Int) }", "func risky(_ x: Int) throws -> Int {", "  if x & 63 == 9 { throw Bad.value(x) }",
                       "  return x &* 3", "}", "struct Shelf<T: BinaryInteger> {", "  var width: T", "  func area(_ x: T) -> T { width &+ x }", "}",
                       "extension BinaryInteger {", "  static func &+ (a: Self, b: Self) -> Self { Self(truncatingIfNeeded: Int(truncatingIfNeeded: a) &+ Int(truncatingIfNeeded: b)) }", "}"]
        for number in range(self.random.randint(15, 40)):
            self.function(number)
        self.lines.append("var total = CommandLine.arguments.count")
        for name, count in self.functions:
            self.add(0, f"total = total ^ {name}({', '.join(['total'] * count)})")
        self.lines.append("print(Shelf(width: Int32(truncatingIfNeeded: total)).area(3))")
        return {"main.swift": "\n".join(self.lines) + "\n"}


def build(seed):
    """Random files and the commands that make the program `shop` of them: (language, files, commands, what is special)."""
    pick = random.Random(f"build/{seed}")
    language = pick.choice(["c", "c", "c++", "c++", "c++", "swift"])
    if language == "swift":
        flags = ["-g" if pick.random() < 0.85 else "-gline-tables-only", pick.choice(["-Onone", "-O", "-Osize", "-Ounchecked"]),
                 f"-dwarf-version={pick.choice([4, 5])}"]
        return language, SwiftSource(seed).files(), [["swiftc", *flags, "main.swift", "-o", "shop"], *after(pick, split=False)], flags
    files = CSource(seed, language == "c++").files()
    plus = language == "c++"
    compiler = pick.choice([("gcc", "g++"), ("clang", "clang++"), ("clang-19", "clang-19")])[plus]
    isGCC = compiler in ("gcc", "g++")
    version = pick.choice([2, 3, 4, 5, 5])
    flags = ["-w", "-O" + pick.choice("0112233s"), f"-gdwarf-{version}"]
    if not isGCC and pick.random() < 0.1:
        flags.append("-gline-tables-only")
    split = pick.random() < 0.2 and version >= 4
    if split:
        flags.append("-gsplit-dwarf")
    if pick.random() < 0.25:
        flags += ["-ffunction-sections", "-fdata-sections"]
    if pick.random() < 0.2 and version >= 4 and not split:
        flags.append("-fdebug-types-section")
    if pick.random() < 0.1 and version >= 3 and not split:
        flags.append("-gdwarf64")
    if pick.random() < 0.15:
        flags.append("-finline-functions")
    if isGCC and pick.random() < 0.2 and not split:
        flags.append("-flto")
    if pick.random() < 0.2:
        flags.append("-gz=zlib")
    link = ["-no-pie"] if pick.random() < 0.2 else []
    linker = pick.choice(["bfd", "gold", "lld"]) if isGCC and "-flto" not in flags else "bfd" if isGCC else pick.choice(["lld", "lld", "gold"])
    if not isGCC and linker == "lld" and pick.random() < 0.2 and not split:
        flags.append("-flto")
    if not isGCC and linker == "lld" and pick.random() < 0.15 and "-flto" not in flags and compiler != "clang-19":
        flags.append("-fbasic-block-sections=all")
    if "-ffunction-sections" in flags and pick.random() < 0.5:
        link.append("-Wl,--gc-sections")
    if pick.random() < 0.15 and linker != "bfd":
        link.append("-Wl,--icf=all" if linker != "bfd" else "")
    if plus:
        link.append("-lstdc++")
    units = [name for name in files if not name.endswith(".h")]
    commands = [[compiler, *flags, "-c", name, "-o", name + ".o"] for name in units]
    commands.append([compiler, *flags, "-fuse-ld=" + linker, *link, *[name + ".o" for name in units], "-o", "shop", *(["-lstdc++"] if plus else [])])
    return language, files, commands + after(pick, split, version), [compiler, linker, *flags, *link]


def after(pick, split, version=5):
    """Commands on the finished program: dwz, compressed sections, an index, a file of its own for debug information."""
    result = []
    if not split and pick.random() < 0.15:
        result.append(["dwz", "shop"])
    if pick.random() < 0.2:
        result.append(["objcopy", "--compress-debug-sections=" + pick.choice(["zlib", "zstd", "zlib-gnu"]), "shop"])
    if not split and pick.random() < 0.15:
        result += [["objcopy", "--only-keep-debug", "shop", "shop.debug"], ["objcopy", "--strip-debug", "--add-gnu-debuglink=shop.debug", "shop"]]
    return result
