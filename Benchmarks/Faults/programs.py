"""Programs that crash in ways that are known, made from a seed: C and C++. See measure.py."""
import dataclasses, random

SCALARS = ["char", "short", "int", "long", "double", "unsigned char", "unsigned", "float"]
# What a bad pointer holds, and how often.
VALUES = [0] * 6 + [0xf2, 0x18, 0x1234567890abcdef, 0x5a5a5a5a5a5a5a5a, 0x5dead0000000, 0x71fe00f01000]


# Compilers call it for structures.
MEMORY = """#ifdef __cplusplus
extern "C"
#endif
void *memcpy(void *to, const void *from, size count) {
  for (size i = 0; i < count; i++) ((volatile char *)to)[i] = ((const char *)from)[i];
  return to;
}"""


@dataclasses.dataclass
class Crash:
    """The truth about one crash."""
    number: int
    # memory, index, constant (memory that cannot be written), divide, stack, jump, trap, abort
    kind: str
    form: str
    access: str = "read"
    # The expressions that name the pointer or the divisor; empty if the source has no name for it.
    names: list = dataclasses.field(default_factory=list)
    # What the pointer holds.
    value: int = None
    # A word that the sentence or the reason of a trap has.
    words: str = None
    # The numbers of a check that failed: the names of the first and its value, the names of the second and its value.
    check: list = None


class Writer:
    def __init__(self, seed, is_cpp, is_hosted):
        self.random = random.Random(f"{seed}-{is_cpp}")
        self.is_cpp, self.is_hosted = is_cpp, is_hosted
        self.types, self.functions, self.cases, self.crashes = [], [], [], []
        self.seed = seed

    # Types: structures in structures, arrays, pointers.

    def type(self, number):
        fields = []
        for position in range(self.random.randint(2, 4)):
            fields.append((self.random.choice(SCALARS), f"v{number}{position}", 0, None))
        if number > 0:
            fields.append((None, f"in{number}", 0, self.random.randrange(number)))
            fields.append((None, f"row{number}", self.random.randint(2, 3), self.random.randrange(number)))
            fields.append((None, f"to{number}", -1, self.random.randrange(number)))
        fields.append((None, f"link{number}", -1, number))
        self.random.shuffle(fields)
        self.types.append(fields)

    def declarations(self):
        lines = []
        for number, fields in enumerate(self.types):
            lines.append(f"struct t{number} {{")
            for scalar, name, count, target in fields:
                kind = scalar or f"struct t{target}"
                lines.append(f"  {kind} {'*' if count < 0 else ''}{name}{f'[{count}]' if count > 0 else ''};")
            lines.append("};")
        return lines

    def walk(self, number, wants_pointer, depth=0):
        """A member of a type by its path, and the type it leads to (pointers) or its scalar."""
        fields = self.types[number][:]
        self.random.shuffle(fields)
        for scalar, name, count, target in fields:
            if scalar and not wants_pointer and (depth or self.random.random() < 0.7):
                return name, scalar
            if count < 0 and wants_pointer and (depth or self.random.random() < 0.7):
                return name, target
            if not scalar and count >= 0 and depth < 2 and self.random.random() < 0.6:
                inner = self.walk(target, wants_pointer, depth + 1)
                if inner:
                    return f"{name}{f'[{self.random.randrange(count)}]' if count else ''}.{inner[0]}", inner[1]
        for scalar, name, count, target in fields:
            if scalar and not wants_pointer:
                return name, scalar
            if count < 0 and wants_pointer:
                return name, target
        return None

    def chain(self, root, steps):
        """`root` has type t<n>*. Returns n, the expressions of the pointers on the way, the leaf, and the scalar's type."""
        start = number = self.random.randrange(1, len(self.types))
        pointers, members, numbers = [root], [], [number]
        for _ in range(steps):
            member, number = self.walk(number, True)
            members.append(member)
            numbers.append(number)
            pointers.append(f"{pointers[-1]}->{member}")
        leaf, scalar = self.walk(number, False)
        return start, pointers, members, numbers, leaf, scalar

    def bad(self):
        value = self.random.choice(VALUES)
        # Mostly unknown to the compiler.
        text = f"{value:#x}L" if self.random.random() < 0.12 else f"opaque({value:#x}L)"
        return value, text

    def objects(self, number, members, numbers, bad):
        """Statements that make the objects of a chain whose last pointer is bad; the expression of the first pointer."""
        n = len(self.cases)
        if not members:
            return [], f"(struct t{numbers[0]} *){bad}"
        lines = []
        for position in range(len(members)):
            lines.append(f"static struct t{numbers[position]} o{n}_{position};")
        for position, member in enumerate(members):
            target = f"&o{n}_{position + 1}" if position + 1 < len(members) else f"(struct t{numbers[position + 1]} *){bad}"
            lines.append(f"o{n}_{position}.{member} = {target};")
        # Compilers replace parameters that are always the same object.
        known = self.random.random() < 0.15
        return lines, f"&o{n}_0" if known else f"(struct t{numbers[0]} *)opaque((long)&o{n}_0)"

    def add(self, crash, function, case):
        self.functions.append(function)
        self.cases.append(case)
        self.crashes.append(crash)

    def text(self):
        head = ["// Made by programs.py. The number of the crash is the first argument.", "typedef unsigned long size;"]
        if self.is_hosted and self.is_cpp:
            head += ["#include <map>", "#include <memory>", "#include <string>", "#include <vector>"]
        head += ["#define NOINLINE __attribute__((noinline))", "volatile long sink;",
                 "NOINLINE static void use(long value) { sink += value; }",
                 "NOINLINE static void touch(void *memory) { sink += (long)memory; __asm__ volatile(\"\" : : \"r\"(memory) : \"memory\"); }",
                 *([] if self.is_hosted else [MEMORY]), "static long opaque(long value) { volatile long kept = value; return kept; }"]
        main = ["#ifdef __cplusplus", 'extern "C"', "#endif", "int crash(int kind) {", "  volatile int zero = 0;", "  int n = zero + 3;",
                "  switch (kind) {"]
        for number, case in enumerate(self.cases):
            main += [f"  case {number}: {{"] + [f"    {line}" for line in case] + ["    return 0;", "  }"]
        main += ["  }", "  return 0;", "}", "int main(int count, char **arguments) {", "  int kind = 0;",
                 "  for (char *digit = count > 1 ? arguments[1] : (char *)\"\"; *digit; digit++) kind = kind * 10 + *digit - '0';",
                 "  return crash(kind);", "}"]
        return "\n".join(head + self.declarations() + self.functions + main) + "\n"


def use_leaf(expression, scalar):
    return f"(long)({expression})"


# The forms of C. Each takes the writer, and adds a crash.

def plain(w, form="plain"):
    """A chain from a parameter, read or written."""
    n, steps = len(w.cases), w.random.randint(0, 2)
    start, pointers, members, numbers, leaf, scalar = w.chain("p", steps)
    value, bad = w.bad()
    setup, first = w.objects(start, members, numbers, bad)
    writes = w.random.random() < 0.35
    access = f"{pointers[-1]}->{leaf}"
    body = f"{access} = ({scalar})n;" if writes else f"return {use_leaf(access, scalar)} + n;"
    before = w.random.choice(["", "", "use(n);", "if (n > 5) use(1); else use(2);", "for (int i = 0; i < n; i++) use(i);"])
    parameters = [f"struct t{start} *p", "int n"]
    arguments = [first, "n"]
    for extra in range(w.random.choice([0, 0, 0, 2, 6])):
        parameters.insert(0, f"long e{extra}")
        arguments.insert(0, f"n + {extra}")
    function = (f"NOINLINE static {'void' if writes else 'long'} f{n}({', '.join(parameters)}) {{\n"
                + (f"  {before}\n" if before else "") + f"  {body}\n}}")
    call = f"f{n}({', '.join(arguments)});"
    w.add(Crash(n, "memory", form, "write" if writes else "read", [pointers[-1]], value), function,
          setup + [call if writes else f"use({call[:-1]});"])


def kept(w):
    """A pointer in a variable, over calls."""
    n, steps = len(w.cases), w.random.randint(1, 2)
    start, pointers, members, numbers, leaf, scalar = w.chain("p", steps)
    value, bad = w.bad()
    setup, first = w.objects(start, members, numbers, bad)
    function = (f"NOINLINE static long f{n}(struct t{start} *p, int n) {{\n  struct t{numbers[-1]} *kept = {pointers[-1]};\n"
                f"  use(n);\n  use(n + 1);\n  return {use_leaf('kept->' + leaf, scalar)} + n;\n}}")
    w.add(Crash(n, "memory", "kept", "read", ["kept", pointers[-1]], value), function, setup + [f"use(f{n}({first}, n));"])


def inlined(w):
    """The access is in a function that is inlined."""
    n, steps = len(w.cases), w.random.randint(1, 2)
    start, pointers, members, numbers, leaf, scalar = w.chain("p", steps)
    value, bad = w.bad()
    setup, first = w.objects(start, members, numbers, bad)
    function = (f"static inline long g{n}(struct t{numbers[-1]} *part, int weight) {{ return {use_leaf('part->' + leaf, scalar)} * weight; }}\n"
                f"NOINLINE static long f{n}(struct t{start} *p, int n) {{\n  use(n);\n  return g{n}({pointers[-1]}, n) + n;\n}}")
    w.add(Crash(n, "memory", "inlined", "read", ["part", pointers[-1]], value), function, setup + [f"use(f{n}({first}, n));"])


def loop(w):
    """A list that ends in a bad pointer before the loop does."""
    n = len(w.cases)
    number = w.random.randrange(len(w.types))
    leaf, scalar = w.walk(number, False)
    value, bad = w.bad()
    link = f"link{number}"
    function = (f"NOINLINE static long f{n}(struct t{number} *first, int depth) {{\n  long sum = 0;\n"
                f"  for (struct t{number} *each = first; depth > 0; each = each->{link}, depth--) sum += {use_leaf('each->' + leaf, scalar)};\n"
                "  return sum;\n}")
    setup = [f"static struct t{number} a{n}, b{n};", f"a{n}.{link} = &b{n};", f"b{n}.{link} = (struct t{number} *){bad};"]
    names = ["each", "first", f"each->{link}", f"first->{link}"]
    w.add(Crash(n, "memory", "loop", "read", names, value), function, setup + [f"use(f{n}((struct t{number} *)opaque((long)&a{n}), n + 6));"])


def global_pointer(w):
    n, steps = len(w.cases), w.random.randint(0, 1)
    start, pointers, members, numbers, leaf, scalar = w.chain(f"shared{n}", steps)
    value, bad = w.bad()
    setup, first = w.objects(start, members, numbers, bad)
    storage = w.random.choice(["static ", ""])
    function = (f"{storage}struct t{start} *shared{n};\nNOINLINE static long f{n}(int n) {{\n"
                f"  use(n);\n  return {use_leaf(pointers[-1] + '->' + leaf, scalar)} + n;\n}}")
    w.add(Crash(n, "memory", "global", "read", [pointers[-1]], value), function,
          setup + [f"shared{n} = {first};", f"touch(&shared{n});", f"use(f{n}(n));"])


def local(w):
    """A pointer in a structure on the stack."""
    n = len(w.cases)
    number = w.random.randrange(1, len(w.types))
    member, target = w.walk(number, True)
    leaf, scalar = w.walk(target, False)
    value, bad = w.bad()
    function = (f"NOINLINE static void h{n}(struct t{number} *whole, long value) {{ whole->{member} = (struct t{target} *)value; touch(whole); }}\n"
                f"NOINLINE static long f{n}(int n, long value) {{\n  struct t{number} whole;\n  h{n}(&whole, value);\n"
                f"  return {use_leaf(f'whole.{member}->{leaf}', scalar)} + n;\n}}")
    w.add(Crash(n, "memory", "local", "read", [f"whole.{member}"], value), function, [f"use(f{n}(n, {bad}));"])


def twice(w):
    """A pointer to a pointer."""
    n = len(w.cases)
    number = w.random.randrange(len(w.types))
    leaf, scalar = w.walk(number, False)
    value, bad = w.bad()
    function = (f"NOINLINE static long f{n}(struct t{number} **place, int n) {{ return {use_leaf(f'(*place)->{leaf}', scalar)} + n; }}")
    w.add(Crash(n, "memory", "twice", "read", ["*place"], value), function,
          [f"struct t{number} *slot = (struct t{number} *){bad};", f"use(f{n}((struct t{number} **)opaque((long)&slot), n));"])


def copied(w):
    """A whole structure is copied."""
    n = len(w.cases)
    number = w.random.randrange(len(w.types) - 1)
    value, bad = w.bad()
    function = (f"NOINLINE static void f{n}(struct t{number} *from, int n) {{\n  struct t{number} copy = *from;\n  touch(&copy);\n  use(n);\n}}")
    w.add(Crash(n, "memory", "copied", "read", ["from"], value), function, [f"f{n}((struct t{number} *){bad}, n);"])


def slots(w):
    """A bad pointer among others in an array."""
    n = len(w.cases)
    number = w.random.randrange(len(w.types))
    leaf, scalar = w.walk(number, False)
    value, bad = w.bad()
    fixed = w.random.random() < 0.5
    place = "2" if fixed else "n"
    function = (f"struct s{n} {{ int count; struct t{number} *slots[4]; }};\n"
                f"NOINLINE static long f{n}(struct s{n} *set, int n) {{ return {use_leaf(f'set->slots[{place}]->{leaf}', scalar)} + n; }}")
    w.add(Crash(n, "memory", "slots", "read", ["set->slots[2]" if fixed else "set->slots[n]"], value), function,
          [f"static struct s{n} set{n};", f"set{n}.slots[{place}] = (struct t{number} *){bad};", f"use(f{n}((struct s{n} *)opaque((long)&set{n}), n));"])


def scalar_pointer(w):
    """A pointer to a number."""
    n = len(w.cases)
    kind = w.random.choice(SCALARS)
    value, bad = w.bad()
    writes = w.random.random() < 0.5
    body = f"*out = ({kind})n; use(n);" if writes else "use((long)*out + n);"
    function = f"NOINLINE static void f{n}({kind} *out, int n) {{ use(1); {body} }}"
    w.add(Crash(n, "memory", "number", "write" if writes else "read", ["out"], value), function, [f"f{n}(({kind} *){bad}, n);"])


def index(w):
    n = len(w.cases)
    number = w.random.randrange(len(w.types))
    leaf, scalar = w.walk(number, False)
    far = w.random.choice([0x10000000, 0x7ffffff, 0x40000000])
    function = f"NOINLINE static long f{n}(struct t{number} *items, long index) {{ return {use_leaf(f'items[index].{leaf}', scalar)}; }}"
    w.add(Crash(n, "index", "index", names=["items"]), function, [f"static struct t{number} items{n}[4];", f"use(f{n}((struct t{number} *)opaque((long)items{n}), {far}L * n));"])


def divide(w):
    n = len(w.cases)
    kind = w.random.choice(["int", "long", "unsigned", "short"])
    operator = w.random.choice(["/", "%"])
    if w.random.random() < 0.5:
        function = f"NOINLINE static long f{n}({kind} total, {kind} parts) {{ return total {operator} parts; }}"
        w.add(Crash(n, "divide", "divide", "divide", ["parts"], 0), function, [f"use(f{n}(({kind})(n + 40), ({kind})opaque(0)));"])
        return
    function = (f"struct d{n} {{ long other; {kind} parts; }};\n"
                f"NOINLINE static long f{n}(struct d{n} *from, {kind} total) {{ use(1); return total {operator} from->parts; }}")
    w.add(Crash(n, "divide", "divide member", "divide", ["from->parts"], 0), function,
          [f"static struct d{n} from{n};", f"touch(&from{n});", f"use(f{n}((struct d{n} *)opaque((long)&from{n}), ({kind})(n + 40)));"])


def recursion(w):
    n, size = len(w.cases), w.random.choice([80, 400, 2000])
    function = (f"NOINLINE static long f{n}(long n) {{\n  volatile char block[{size}];\n  block[n % {size}] = 1;\n"
                f"  touch((void *)block);\n  return f{n}(n + 1) + block[0];\n}}")
    w.add(Crash(n, "stack", "recursion", "write"), function, [f"use(f{n}(n));"])


def constant(w):
    n = len(w.cases)
    function = f"NOINLINE static void f{n}(char *text, int n) {{ use(n); text[2] = 'x'; }}"
    w.add(Crash(n, "constant", "constant", "write", ["text"]), function, [f'f{n}((char *)"constant {n}", n);'])


def trap(w):
    n = len(w.cases)
    w.add(Crash(n, "trap", "trap", None, words="a check that the compiler inserted"),
          f"NOINLINE static void f{n}(int n) {{ use(n); if (n > 0) __builtin_trap(); }}", [f"f{n}(n);"])


def debugtrap(w):
    n = len(w.cases)
    function = (f"NOINLINE static void f{n}(int n) {{\n  use(n);\n#ifdef __x86_64__\n  __asm__ volatile(\"int3\");\n#else\n"
                f"  __asm__ volatile(\"brk #0xf000\");\n#endif\n  use(n + 1);\n}}")
    w.add(Crash(n, "trap", "debugtrap", None, words="a stop for a debugger"), function, [f"f{n}(n);"])


def check(w):
    """What -fsanitize-trap makes of an index."""
    n = len(w.cases)
    function = (f"NOINLINE static void f{n}(int n) {{\n  use(n);\n#ifdef __x86_64__\n"
                f"  __asm__ volatile(\".byte 0x67, 0x0f, 0xb9, 0x40, 0x12\");\n#else\n  __asm__ volatile(\"brk #0x5512\");\n#endif\n}}")
    w.add(Crash(n, "trap", "check", None, words="index out of bounds"), function, [f"f{n}(n);"])


def bounded(w):
    """An index that -fsanitize=bounds checks."""
    n = len(w.cases)
    count, place = w.random.randint(3, 9), w.random.choice([9, 12, 100, -1, 70000])
    kind = w.random.choice(["long", "int", "unsigned", "size"])
    if kind in ("unsigned", "size"):
        place = abs(place) + 9
    function = (f"struct b{n} {{ long other; int row[{count}]; long last; }};\n"
                f"NOINLINE static long f{n}(struct b{n} *from, {kind} place) {{ use(1); return from->row[place] + place; }}")
    w.add(Crash(n, "trap", "bounds", None, words="index out of bounds|a check that the compiler inserted", check=[["place"], place, [], count]), function,
          [f"static struct b{n} from{n};", f"use(f{n}((struct b{n} *)opaque((long)&from{n}), ({kind})opaque({place}L)));"])


def checked(w):
    """A check that the program makes itself."""
    n = len(w.cases)
    kind = w.random.choice(["long", "int", "unsigned", "size"])
    first, second = w.random.randint(40, 90), w.random.randint(2, 30)
    text, comparison = w.random.choice([("count", "place >= count"), ("count", "count <= place"), (str(second), f"place > {second}")])
    function = (f"NOINLINE static long f{n}({kind} count, {kind} place) {{\n  use(1);\n  if ({comparison}) __builtin_trap();\n"
                f"  use(2);\n  return count - place;\n}}")
    names = ["count"] if text == "count" else []
    w.add(Crash(n, "trap", "checked", None, words="a check that the compiler inserted", check=[["place"], first, names, second]), function,
          [f"use(f{n}(({kind})opaque({second}), ({kind})opaque({first})));"])


def two_checks(w):
    """Two checks that one trap may serve."""
    n = len(w.cases)
    first, second = w.random.randint(40, 90), w.random.randint(2, 30)
    low = w.random.random() < 0.5
    value = -first if low else first
    function = (f"NOINLINE static long f{n}(long count, long place) {{\n  use(1);\n  if (place < 0) __builtin_trap();\n"
                f"  if (place >= count) __builtin_trap();\n  use(place);\n  return count - place;\n}}")
    w.add(Crash(n, "trap", "two checks", None, words="a check that the compiler inserted",
                check=[["place"], value, [] if low else ["count"], 0 if low else second]), function,
          [f"use(f{n}(opaque({second}), opaque({value}L)));"])


def table(w):
    """An element far outside a global array."""
    n = len(w.cases)
    number = w.random.randrange(len(w.types))
    leaf, scalar = w.walk(number, False)
    far = w.random.choice([0x10000000, 0x7ffffff, 0x40000000])
    function = (f"static struct t{number} table{n}[4];\n"
                f"__attribute__((no_sanitize(\"bounds\"))) NOINLINE static long f{n}(long index) {{ use(1); touch(table{n}); "
                f"return {use_leaf(f'table{n}[index].{leaf}', scalar)}; }}")
    w.add(Crash(n, "index", "table", names=[f"table{n}"]), function, [f"use(f{n}({far}L * n));"])


def returned(w):
    """A function returns the pointer."""
    n = len(w.cases)
    number = w.random.randrange(len(w.types))
    leaf, scalar = w.walk(number, False)
    value, bad = w.bad()
    function = (f"NOINLINE static struct t{number} *g{n}(int n) {{ use(n); return (struct t{number} *){bad}; }}\n"
                f"NOINLINE static long f{n}(int n) {{ use(n); return {use_leaf(f'g{n}(n)->{leaf}', scalar)} + n; }}")
    w.add(Crash(n, "memory", "returned", "read", [f"g{n}", f"g{n}(int)"], value), function, [f"use(f{n}(n));"])


def jump(w):
    n = len(w.cases)
    is_null = w.random.random() < 0.5
    target = "0" if is_null else f"data{n}"
    function = (f"static long data{n}[4] = {{1, 2, 3, 4}};\nstruct j{n} {{ long other; int (*report)(int); }};\n"
                f"NOINLINE static int f{n}(struct j{n} *from, int n) {{ return from->report(n) + 1; }}")
    w.add(Crash(n, "jump", "jump", "execute", value=0 if is_null else None), function,
          [f"static struct j{n} from{n};", f"from{n}.report = (int (*)(int)){target};", f"touch(&from{n});", f"use(f{n}((struct j{n} *)opaque((long)&from{n}), n));"])


C = [plain, plain, plain, plain, kept, inlined, loop, global_pointer, local, twice, copied, slots, scalar_pointer, index, divide,
     recursion, constant, trap, jump, debugtrap, check, bounded, bounded, checked, checked, two_checks, table, returned]


# The forms of C++.

def method(w):
    """A member function: `this` is bad, or a pointer in it."""
    n = len(w.cases)
    number = w.random.randrange(len(w.types))
    leaf, scalar = w.walk(number, False)
    value, bad = w.bad()
    bad_this = w.random.random() < 0.4
    writes = w.random.random() < 0.3
    member = w.random.choice(["owned", "held.part"])
    access = f"{'whole' if bad_this else member + '->'}{'.' if bad_this else ''}{leaf}"
    body = f"{access} = ({scalar})n; return n;" if writes else f"return {use_leaf(access, scalar)} + n;"
    function = (f"struct Held{n} {{ long first; struct t{number} *part; }};\n"
                f"struct Class{n} {{\n  int limit; struct t{number} *owned; Held{n} held; struct t{number} whole;\n"
                f"  NOINLINE long run(int n) {{ use(1); {body} }}\n}};")
    if bad_this:
        w.add(Crash(n, "memory", "this", "write" if writes else "read", ["this"], value), function,
              [f"use(((Class{n} *){bad})->run(n));"])
    else:
        w.add(Crash(n, "memory", "member", "write" if writes else "read", [f"this->{member}"], value), function,
              [f"static Class{n} object{n};", f"object{n}.{member} = (struct t{number} *){bad};", f"use(((Class{n} *)opaque((long)&object{n}))->run(n));"])


def reference(w):
    n = len(w.cases)
    number = w.random.randrange(1, len(w.types))
    member, target = w.walk(number, True)
    leaf, scalar = w.walk(target, False)
    value, bad = w.bad()
    function = f"NOINLINE static long f{n}(const t{number} &by, int n) {{ use(n); return {use_leaf(f'by.{member}->{leaf}', scalar)}; }}"
    w.add(Crash(n, "memory", "reference", "read", [f"by.{member}"], value), function,
          [f"static t{number} by{n};", f"by{n}.{member} = (t{target} *){bad};", f"use(f{n}(*(t{number} *)opaque((long)&by{n}), n));"])


def virtual(w):
    n = len(w.cases)
    value, bad = w.bad()
    function = (f"struct Base{n} {{ long tag = 1; virtual long area() const; }};\n"
                f"long Base{n}::area() const {{ return tag; }}\n"
                f"NOINLINE static long f{n}(Base{n} *shape, int n) {{ use(n); return shape->area() + n; }}")
    w.add(Crash(n, "memory", "virtual", "read", ["shape"], value), function, [f"use(f{n}((Base{n} *){bad}, n));"])


def derived(w):
    n = len(w.cases)
    number = w.random.randrange(len(w.types))
    leaf, scalar = w.walk(number, False)
    value, bad = w.bad()
    function = (f"struct One{n} {{ long one; }};\nstruct Two{n} {{ t{number} *held; int count; }};\n"
                f"struct Both{n} : One{n}, Two{n} {{ t{number} inner; }};\n"
                f"NOINLINE static long f{n}(Both{n} *both, int n) {{ use(n); return {use_leaf(f'both->held->{leaf}', scalar)} + n; }}")
    w.add(Crash(n, "memory", "derived", "read", ["both->held"], value), function,
          [f"static Both{n} both{n};", f"both{n}.held = (t{number} *){bad};", f"use(f{n}((Both{n} *)opaque((long)&both{n}), n));"])


def generic(w):
    n = len(w.cases)
    number = w.random.randrange(len(w.types))
    leaf, scalar = w.walk(number, False)
    value, bad = w.bad()
    function = (f"template <typename T> struct Box{n} {{ T *value; T *operator->() const {{ return value; }} }};\n"
                f"template <typename T> NOINLINE static long f{n}(const Box{n}<T> &box, int n) {{ use(n); return {use_leaf('box->' + leaf, scalar)}; }}")
    w.add(Crash(n, "memory", "template", "read", ["box.value", "this->value"], value), function,
          [f"use(f{n}(Box{n}<t{number}>{{(t{number} *){bad}}}, n));"])


def captured(w):
    n = len(w.cases)
    number = w.random.randrange(len(w.types))
    leaf, scalar = w.walk(number, False)
    value, bad = w.bad()
    function = (f"template <typename F> NOINLINE static long call{n}(const F &body) {{ use(1); return body(2); }}\n"
                f"NOINLINE static long f{n}(t{number} *seen, int n) {{\n"
                f"  return call{n}([seen, n](int more) {{ return {use_leaf('seen->' + leaf, scalar)} + n + more; }});\n}}")
    w.add(Crash(n, "memory", "lambda", "read", ["this->__seen", "__closure->__seen", "seen", "this->seen", "body.__seen", "body.seen"], value), function, [f"use(f{n}((t{number} *){bad}, n));"])


def library(w):
    """Vectors and smart pointers, where there is a library."""
    if not w.is_hosted:
        return derived(w)
    n = len(w.cases)
    number = w.random.randrange(len(w.types))
    leaf, scalar = w.walk(number, False)
    if w.random.random() < 0.5:
        function = f"NOINLINE static long f{n}(const std::vector<t{number}> &list, size index) {{ return {use_leaf(f'list[index].{leaf}', scalar)}; }}"
        return w.add(Crash(n, "index", "vector", names=["list._M_impl._M_start", "this->_M_impl._M_start", "list"]), function, [f"std::vector<t{number}> list(3);", f"use(f{n}(list, 0x8000000L * n));"])
    kind = w.random.choice(["shared_ptr", "unique_ptr"])
    function = f"NOINLINE static long f{n}(const std::{kind}<t{number}> &smart, int n) {{ use(n); return {use_leaf(f'smart->{leaf}', scalar)}; }}"
    names = ["smart._M_ptr", "smart._M_t._M_t._M_head_impl", "this->_M_ptr"]
    w.add(Crash(n, "memory", kind, "read", names, 0), function, [f"use(f{n}(std::{kind}<t{number}>(), n));"])


CPP = [method, method, method, reference, virtual, derived, generic, captured, library, library, plain, kept, inlined, loop,
       divide, recursion, jump, trap, global_pointer]


def make(seed, language, is_hosted=True):
    """Returns the text of a program and its crashes."""
    writer = Writer(seed, language == "cpp", is_hosted)
    for number in range(4):
        writer.type(number)
    for form in C if language == "c" else CPP:
        form(writer)
    return writer.text(), writer.crashes
