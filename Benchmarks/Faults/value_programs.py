"""Programs of random variables that crash, for values.py: C and C++, whose values gdb knows, and Swift, whose values are known
because the generator computes them."""
import random

SCALARS = ["int", "unsigned", "long", "unsigned long", "short", "unsigned short", "signed char", "unsigned char", "char",
           "_Bool", "float", "double", "enum Color", "struct Item *", "int *", "const char *", "void *", "int (*)(int)"]
AGGREGATES = ["struct Item", "struct Flags", "int[4]", "char[12]", "struct Pair", "short[2][3]", "union Either"]
HEAD = """
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef __cplusplus
extern "C" {
#endif
volatile long sink_value; volatile double sink_double;
enum Color { red = 1, green = 5, blue = -3 };
struct Item { int id; double rate; const char *label; struct Item *next; };
struct Flags { unsigned a : 3; int b : 5; unsigned c : 12; unsigned char d; };
struct Pair { long first; struct { short x, y; } place; float weight[3]; };
union Either { int number; float real; unsigned char bytes[4]; };
static struct Item items[4] = {{1, 0.5, "one", &items[1]}, {2, 1.5, "two", 0}, {3, 2.5, "three", &items[0]}, {4, 3.5, 0, 0}};
static int numbers[4] = {10, 20, 30, 40};
__attribute__((noinline)) int twice(int x) { return 2 * x; }
__attribute__((noinline)) int negated(int x) { return -x; }
__attribute__((noinline)) void sink(long v) { sink_value += v; }
__attribute__((noinline)) void sinkd(double v) { sink_double += v; }
__attribute__((noinline)) void sinkp(const void *p, unsigned long n) { if (p && n) sink_value += *(const char *)p; }
__attribute__((noinline)) long opaque(long v) { __asm__ volatile("" : "+r"(v)); return v; }
"""


class Native:
    """A program of C or C++."""

    def __init__(self, seed, language, crashes=6):
        self.random = random.Random(f"{seed} {language}")
        self.language, self.crashes = language, crashes
        self.text = HEAD

    def pick(self, *choices):
        return self.random.choice(choices)

    def number(self, known):
        """An expression with variables that are set."""
        terms = [f"{self.random.randint(-99, 999)}"] + [n for n, t in known if t in SCALARS[:11] or t == "enum Color"]
        parts = self.random.sample(terms, min(len(terms), self.random.randint(1, 3)))
        return " + ".join(f"(long)({p})" for p in parts)

    def value(self, kind, known):
        number = self.number(known)
        if kind == "_Bool" or kind == "bool":
            return f"(({number}) & 1)"
        if kind in ("float", "double"):
            return f"(({number}) / 4.0)"
        if kind == "enum Color":
            return f"((({number}) & 1) ? green : blue)"
        if kind == "struct Item *":
            return f"(&items[({number}) & 3])"
        if kind == "int *":
            return f"(&numbers[({number}) & 3])"
        if kind == "const char *":
            return f"(items[({number}) & 3].label)"
        if kind == "void *":
            return f"((void *)(0x1000L + ({number})))"
        if kind == "int (*)(int)":
            return f"((({number}) & 1) ? twice : negated)"
        return f"(({kind})({number}))"

    def declare(self, kind, name):
        if kind == "int (*)(int)":
            return f"int (*{name})(int)"
        if "[" in kind:
            base, rest = kind.split("[", 1)
            return f"{base} {name}[{rest}"
        return f"{kind} {name}"

    def fill(self, kind, name, known):
        n = self.number(known)
        if kind == "struct Item":
            return f"{name}.id = (int)({n}); {name}.rate = ({n}) / 8.0; {name}.label = items[({n}) & 3].label; {name}.next = &items[1];"
        if kind == "struct Flags":
            return f"memset(&{name}, 0, sizeof {name}); {name}.a = ({n}) & 7; {name}.b = (int)(({n}) & 31) - 16; {name}.c = ({n}) & 4095; {name}.d = ({n}) & 255;"
        if kind == "struct Pair":
            return f"{name}.first = {n}; {name}.place.x = (short)({n}); {name}.place.y = -4; {name}.weight[0] = 0.5f; {name}.weight[1] = ({n}) / 2.0f; {name}.weight[2] = -1;"
        if kind == "union Either":
            return f"{name}.number = (int)({n});"
        if kind == "char[12]":
            return f"memset({name}, 0, 12); memcpy({name}, \"{self.pick('plum', 'pear tree', 'fig')}\", 5); {name}[0] = 'a' + (({n}) & 15);"
        if kind == "short[2][3]":
            return f"for (int q = 0; q < 6; q++) {name}[q / 3][q % 3] = (short)(({n}) * q);"
        return f"for (int q = 0; q < 4; q++) {name}[q] = (int)(({n}) - q);"

    def use(self, kind, name):
        if kind in ("float", "double"):
            return f"sinkd({name});"
        if kind in AGGREGATES:
            return f"sinkp(&{name}, sizeof {name});"
        if kind in ("struct Item *", "int *", "const char *", "void *"):
            return f"sinkp({name}, 0);"
        if kind == "int (*)(int)":
            return f"sink({name}(1));"
        return f"sink((long){name});"

    def body(self, known, depth, indent="  "):
        """Statements that set variables and crash."""
        lines, uses = [], [self.use(kind, name) for name, kind in known if self.random.random() < 0.7]
        for _ in range(self.random.randint(1, 5)):
            kind = self.pick(*SCALARS, *AGGREGATES)
            name = f"v{self.count}"
            self.count += 1
            if kind in AGGREGATES:
                lines.append(f"{self.declare(kind, name)}; {self.fill(kind, name, known)}")
            else:
                lines.append(f"{self.declare(kind, name)} = {self.value(kind, known)};")
                if self.random.random() < 0.25 and kind in ("int", "long", "unsigned"):
                    lines.append(f"for (int i{name} = 0; i{name} < ({self.number(known)} & 7); i{name}++) {name} += opaque(i{name});")
            if self.random.random() < 0.8:
                uses.append(self.use(kind, name))
            known = known + [(name, kind)]
            if self.random.random() < 0.2:
                lines.append(self.use(kind, name))
        if depth > 0 and self.random.random() < 0.6:
            helper = self.helper(depth - 1)
            lines.append(f"{helper[0]}({', '.join(self.value(k, known) for k in helper[1])}, where);")
        else:
            lines.append(self.pick(
                "*where = 1;", "sink(*where);", "sink(*(volatile long *)(where + 5));", "__builtin_trap();",
                "sink(((volatile struct Item *)where)->id);", "sink(1000 / (int)opaque((long)where));"))
        self.random.shuffle(uses)
        late = f"v{self.count}"
        self.count += 1
        end = [f"int {late} = (int)({self.number(known)}); sink({late});"] if self.random.random() < 0.3 else []
        return "\n".join(indent + line for line in lines + uses + end)

    def helper(self, depth):
        """A function that is inlined: its name and the types of its parameters."""
        name = f"inner{self.count}"
        self.count += 1
        kinds = [self.pick(*SCALARS) for _ in range(self.random.randint(1, 3))]
        names = [(f"h{self.count}_{i}", k) for i, k in enumerate(kinds)]
        self.count += 1
        body = self.body(names, depth)
        parameters = ", ".join(self.declare(k, n) for n, k in names)
        self.text += f"static inline __attribute__((always_inline)) void {name}({parameters}, int *where) {{\n{body}\n}}\n"
        return name, kinds

    def function(self, number):
        self.count = 0
        kinds = [self.pick(*SCALARS, "struct Item", "struct Pair", "struct Flags") for _ in range(self.random.randint(1, 7))]
        names = [(f"p{i}", k) for i, k in enumerate(kinds)]
        known = list(names)
        start = len(self.text)
        body = self.body(known, 2)
        helpers, self.text = self.text[start:].replace("inner", f"inner{number}_"), self.text[:start]
        body = body.replace("inner", f"inner{number}_")
        parameters = ", ".join(self.declare(k, n) for n, k in names)
        method = self.language == "cpp" and self.random.random() < 0.5
        if method:
            self.text += (f"{helpers}struct Box{number} : Item {{ long extra; __attribute__((noinline)) void crash({parameters}, int *where); }};\n"
                          f"void Box{number}::crash({parameters}, int *where) {{\n{body}\n  sink(extra);\n}}\n")
        else:
            self.text += f"{helpers}__attribute__((noinline)) void crash{number}({parameters}, int *where) {{\n{body}\n}}\n"
        setup, arguments = "", []
        for name, kind in names:
            if kind in AGGREGATES:
                setup += f"{kind} a{name}; {self.fill(kind, 'a' + name, [])} "
                arguments.append("a" + name)
            else:
                arguments.append(self.value(kind, [("n", "long")]))
        call = f"crash{number}({', '.join(arguments + ['(int *)opaque(0)'])});"
        if method:
            setup += f"static Box{number} box; box.id = 7; box.extra = n; "
            call = "box." + call.replace(f"crash{number}", "crash", 1)
        return f"  case {number}: {{ {setup}{call} break; }}\n"

    def source(self):
        cases = "".join(self.function(number) for number in range(self.crashes))
        end = "#ifdef __cplusplus\n}\n#endif\n"
        text = self.text + f"int main(int argc, char **argv) {{ long n = opaque(argc + 40); switch (atoi(argv[1])) {{\n{cases}  }} return 0; }}\n" + end
        if self.language == "cpp":
            text = text.replace("enum Color ", "Color ").replace("Color {", "enum Color {", 1).replace("_Bool", "bool")
        return text


class Swift:
    """A program of Swift with the values that its variables have."""

    KINDS = ["Int", "UInt", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "Double", "Float", "Bool", "Int?", "Bool?",
             "Double?", "UInt8?", "String", "String?", "Cart?", "Cart", "UnsafeMutablePointer<Int>?"]
    RANGES = {"Int": 64, "UInt": 64, "Int8": 8, "Int16": 16, "Int32": 32, "Int64": 64, "UInt8": 8, "UInt16": 16, "UInt32": 32}

    def __init__(self, seed, crashes=6):
        self.random = random.Random(f"{seed} swift")
        self.crashes = crashes
        self.expected = []

    def value(self, kind):
        """An expression of main, and what the value reads."""
        r = self.random
        if kind.endswith("?") and r.random() < 0.4:
            return "none()", "nil"
        kind = kind.rstrip("?")
        if kind in self.RANGES:
            number = r.randint(0, 100)
            return f"{kind}(truncatingIfNeeded: opaque({number}))", str(number)
        if kind in ("Double", "Float"):
            number = r.randint(-40, 40)
            return f"{kind}(opaque({number})) / 4", f"{number / 4}"
        if kind == "Bool":
            number = r.randint(0, 1)
            return f"(opaque({number}) == 1)", "true" if number else "false"
        if kind == "String":
            text = r.choice(["seven", "", "plum tree", "fifteen letters", "größe", "a"])
            return f"text({self.texts.index(text)})", f'"{text}"'
        if kind == "Cart":
            return "Cart(opaque(3))", None
        if kind.startswith("Unsafe"):
            return "UnsafeMutablePointer<Int>(bitPattern: opaque(64))", "0x40"
        raise ValueError(kind)

    texts = ["seven", "", "plum tree", "fifteen letters", "größe", "a"]

    def source(self):
        listed = ", ".join(f'"{t}"' for t in self.texts)
        text = f"""
final class Cart {{ var count: Int; init(_ n: Int) {{ count = n }} }}
nonisolated(unsafe) var total = 0
@inline(never) @_optimize(none) func opaque(_ n: Int) -> Int {{ n }}
@inline(never) @_optimize(none) func none<T>() -> T? {{ nil }}
@inline(never) @_optimize(none) func text(_ n: Int) -> String {{ [{listed}][n] }}
@inline(never) @_optimize(none) func use<T>(_ value: T) {{ total += 1 }}
"""
        cases = ""
        for number in range(self.crashes):
            r = self.random
            known, parameters, arguments = {}, [], []
            for index in range(r.randint(2, 6)):
                kind = r.choice(self.KINDS)
                expression, reads = self.value(kind)
                parameters.append((f"p{index}", kind))
                arguments.append(expression)
                known[f"p{index}"] = reads
            body, uses = "", [f"use({n})" for n, _ in parameters if r.random() < 0.7]
            numbers = [(n, k, int(known[n])) for n, k in parameters if k in self.RANGES]
            for index in range(r.randint(0, 4)):
                if not numbers:
                    break
                name, kind, value = r.choice(numbers)
                factor, more = r.randint(1, 9), r.randint(0, 50)
                body += f"  let l{index} = {name} &* {factor} &+ {more}\n"
                bits, result = self.RANGES[kind], value * factor + more
                result &= (1 << bits) - 1
                if kind.startswith("Int") and result >> (bits - 1):
                    result -= 1 << bits
                known[f"l{index}"] = str(result)
                numbers.append((f"l{index}", kind, result))
                uses.append(f"use(l{index})")
            if r.random() < 0.4:
                reads = r.randint(1, 90)
                body += f"  inner{number}({reads} &+ where, where)\n"
                known["h"] = str(reads)
                known["k"] = str(reads * 2)
                text += f"@inline(__always) func inner{number}(_ h: Int, _ where: Int) {{\n  let k = h &* 2\n  {self.crash()}\n  use(h); use(k)\n}}\n".replace("where", "target")
                body = body.replace("where", "target")
            else:
                body += f"  {self.crash()}\n".replace("where", "target")
            r.shuffle(uses)
            listed = ", ".join(f"_ {n}: {k}" for n, k in parameters)
            text += f"@inline(never) func crash{number}({listed}, _ target: Int) {{\n{body}  {'; '.join(uses)}\n}}\n"
            known["target"] = "0"
            self.expected.append(known)
            cases += f"case {number}: crash{number}({', '.join(arguments)}, opaque(0))\n"
        return text + f"switch Int(CommandLine.arguments[1])! {{\n{cases}default: break\n}}\n"

    def crash(self):
        return self.random.choice([
            "use(UnsafePointer<Int>(bitPattern: where &+ 16)!.pointee)", "UnsafeMutablePointer<Int>(bitPattern: where &+ 8)!.pointee = 3",
            "use(100 / where)", "use([1, 2, 3][where &+ 7])", "use(Int8(where &+ 300))", "precondition(where > 4)"])


class Apple:
    """A program of C without headers whose values are known: `run0`, `run1` ... crash."""

    RANGES = {"int": 32, "unsigned": 32, "long": 64, "unsigned long": 64, "short": 16, "unsigned short": 16, "signed char": 8, "unsigned char": 8}
    KINDS = list(RANGES) + ["_Bool", "double", "float", "enum Color", "struct Item *", "struct Item", "const void *"]
    HEAD = """
enum Color { red = 1, green = 5, blue = -3 };
struct Item { int id; enum Color color; long cents; struct Item *next; };
volatile long sink_value;
__attribute__((noinline, optnone)) long opaque(long v) { return v; }
__attribute__((noinline)) void sink(long v) { sink_value += v; }
__attribute__((noinline)) void sinkp(const volatile void *p) { sink_value += (long)p; }
"""

    def __init__(self, seed, crashes=6):
        self.random = random.Random(f"{seed} apple")
        self.crashes = crashes
        self.expected = []

    def value(self, kind):
        """An expression, and what the value reads."""
        r = self.random
        if kind in self.RANGES:
            number = r.randint(0 if "unsigned" in kind else -100, 100)
            return f"({kind})opaque({number})", str(number)
        if kind == "_Bool":
            return "(_Bool)opaque(1)", "true"
        if kind in ("double", "float"):
            number = r.randint(-40, 40)
            return f"({kind})opaque({number}) / 4", f"{number / 4}"
        if kind == "enum Color":
            name, number = r.choice([("red", 1), ("green", 5), ("blue", -3)])
            return f"(enum Color)opaque({number})", name
        number = r.randint(1, 9000) * 16
        return f"({kind})opaque({number})", hex(number)

    def source(self):
        r, text = self.random, self.HEAD
        for number in range(self.crashes):
            known, parameters, arguments, setup = {}, [], [], ""
            for index in range(r.randint(2, 9)):
                kind, name = r.choice(self.KINDS), f"p{index}"
                parameters.append((name, kind))
                if kind == "struct Item":
                    first, cents = r.randint(1, 99), r.randint(100, 999)
                    setup += f"struct Item a{index} = {{(int)opaque({first}), green, opaque({cents}), 0}}; "
                    arguments.append(f"a{index}")
                    known[name] = f"{{id = {first}, color = green, cents = {cents}, next = null}}"
                else:
                    expression, known[name] = self.value(kind)
                    arguments.append(expression)
            body, uses = "", ["sinkp(&%s);" % n if k == "struct Item" else f"sinkp({n});" if "*" in k else f"sink((long){n});"
                              for n, k in parameters if r.random() < 0.7]
            numbers = [(n, k, int(known[n])) for n, k in parameters if k in self.RANGES]
            for index in range(r.randint(0, 4) if numbers else 0):
                name, kind, value = r.choice(numbers)
                factor, more = r.randint(1, 9), r.randint(0, 50)
                bits, result = self.RANGES[kind], (value * factor + more)
                result &= (1 << bits) - 1
                if "unsigned" not in kind and result >> (bits - 1):
                    result -= 1 << bits
                body += f"  {kind} l{index} = ({kind})({name} * {factor} + {more});\n"
                known[f"l{index}"] = str(result)
                numbers.append((f"l{index}", kind, result))
                uses.append(f"sink((long)l{index});")
            crash = r.choice(["sink(where->cents);", "where->id = 7;", "__builtin_trap();"])
            if r.random() < 0.4:
                reads = r.randint(1, 90)
                text += (f"static inline __attribute__((always_inline)) void inner{number}(long h, struct Item *where) {{\n"
                         f"  long k = h * 2;\n  {crash}\n  sink(h); sink(k);\n}}\n")
                body += f"  inner{number}(opaque({reads}), where);\n"
                known["h"], known["k"] = str(reads), str(2 * reads)
            else:
                body += f"  {crash}\n"
            r.shuffle(uses)
            known["where"] = "null"
            listed = ", ".join(f"{k} {n}" for n, k in parameters)
            text += f"__attribute__((noinline)) void crash{number}({listed}, struct Item *where) {{\n{body}  {' '.join(uses)}\n}}\n"
            text += f"void run{number}(void) {{ {setup}crash{number}({', '.join(arguments)}, (struct Item *)opaque(0)); }}\n"
            self.expected.append(known)
        return text + "int main(void) { return 0; }\n"
