"""Programs of Swift that crash in ways that are known, made from a seed. See measure.py."""
import random
from programs import Crash

HEAD = """// Made by swift_programs.py. The number of the crash is the first argument.
@inline(never) func use<T>(_ value: T) { withExtendedLifetime(value) {} }
@inline(never) @_optimize(none) func opaque<T>(_ value: T) -> T { value }
"""


class Writer:
    def __init__(self, seed):
        self.random = random.Random(f"{seed}-swift")
        self.functions, self.cases, self.crashes = [], [], []

    @property
    def n(self):
        return len(self.cases)

    def number(self):
        return self.random.randint(2, 90)

    def add(self, crash, function, *case):
        self.functions.append(function)
        self.cases.append(case)
        self.crashes.append(crash)

    def trap(self, form, words, function, *case, names=(), check=None):
        self.add(Crash(self.n, "trap", form, None, list(names), words=words, check=check), function, *case)

    def address(self):
        value = self.random.choice([0xf2, 0x18, 0x5a5a5a5a5a5a5a58, 0x5dead0000000, 0x1234567890abcd0])
        return value


def index(w):
    n, place = w.n, w.number()
    w.trap("index", "Index out of range",
           f"@inline(never) func f{n}(_ items: [Int], _ place: Int) -> Int {{\n  let shifted = place &* 3\n  use(place)\n  return items[shifted]\n}}",
           f"use(f{n}(opaque([1, 2, 3]), opaque({place})))", check=[["shifted"], place * 3, [], 3])


def buffer(w):
    """A bound that is a parameter."""
    n, place = w.n, w.number() + 9
    w.trap("limit", "a check that the compiler inserted|precondition failure",
           f"@inline(never) func f{n}(_ limit: Int, _ place: Int) -> Int {{\n  use(place)\n  precondition(place < limit)\n  use(limit)\n"
           f"  return place\n}}", f"use(f{n}(opaque(7), opaque({place})))", check=[["place"], place, ["limit"], 7])


def unwrap(w):
    n = w.n
    w.trap("nil", "Unexpectedly found nil while unwrapping an Optional value",
           f"final class Node{n} {{ var next: Node{n}?; var value = {w.number()}\n  init() {{}} }}\n"
           f"@inline(never) func f{n}(_ node: Node{n}) -> Int {{\n  use(node.value)\n  return node.next!.value\n}}",
           f"use(f{n}(opaque(Node{n}())))")


def unwrapped_structure(w):
    n = w.n
    w.trap("nil in a structure", "Unexpectedly found nil while unwrapping an Optional value",
           f"struct Form{n} {{ var name: String; var count: Int? }}\n"
           f"@inline(never) func f{n}(_ form: Form{n}) -> Int {{ form.count! + form.name.utf8.count }}",
           f"use(f{n}(opaque(Form{n}(name: \"seven\", count: nil))))")


def overflow(w):
    n = w.n
    operation = w.random.choice(["a + b", "a * b", "b * a + 1"])
    w.trap("overflow", "rithmetic overflow",
           f"@inline(never) func f{n}(_ a: Int, _ b: Int) -> Int {{\n  use(a)\n  return {operation}\n}}",
           f"use(f{n}(opaque(Int.max - 1), opaque({w.number()})))")


def narrowing(w):
    n = w.n
    w.trap("narrowing", "Not enough bits to represent the passed value",
           f"@inline(never) func f{n}(_ wide: Int) -> Int8 {{\n  use(wide)\n  return Int8(wide)\n}}",
           f"use(f{n}(opaque({1000 + w.number()})))")


def division(w):
    n = w.n
    w.trap("division", "Division by zero",
           f"@inline(never) func f{n}(_ total: Int, _ parts: Int) -> Int {{\n  use(total)\n  return total / parts\n}}",
           f"use(f{n}(opaque({w.number()}), opaque(0)))")


def precondition(w):
    n = w.n
    w.trap("precondition", "a check that the compiler inserted|precondition failure",
           f"@inline(never) func f{n}(_ count: Int) -> Int {{\n  precondition(count > 100)\n  return count\n}}",
           f"use(f{n}(opaque({w.number()})))")


def fatal(w):
    n = w.n
    w.trap("fatalError", "a check that the compiler inserted",
           f"@inline(never) func f{n}(_ count: Int) -> Int {{\n  if count > 1 {{ fatalError(\"stop \\(count)\") }}\n  return count\n}}",
           f"use(f{n}(opaque({w.number()})))")


def exclusivity(w):
    n = w.n
    w.add(Crash(n, "abort", "exclusivity", None),
          f"var shared{n} = 1\n@inline(never) func g{n}(_ value: inout Int) {{ value += shared{n} }}\n"
          f"@inline(never) func f{n}() {{ g{n}(&shared{n}) }}", f"f{n}()")


def cast(w):
    n = w.n
    w.add(Crash(n, "abort", "cast", None),
          f"@inline(never) func f{n}(_ any: Any) -> String {{ any as! String }}", f"use(f{n}(opaque({w.number()} as Any)))")


def pointer(w):
    n, value = w.n, w.address()
    kind = w.random.choice(["Int", "Int32", "Double", "UInt8"])
    writes = w.random.random() < 0.4
    body = f"place.pointee = {w.number()}" if writes else "use(place.pointee)"
    w.add(Crash(n, "memory", "pointer", "write" if writes else "read", ["place"], value),
          f"@inline(never) func f{n}(_ place: UnsafeMutablePointer<{kind}>, _ count: Int) {{\n  use(count)\n  {body}\n}}",
          f"f{n}(UnsafeMutablePointer(bitPattern: opaque({value:#x}))!, {w.number()})")


def member(w):
    n, value = w.n, w.address()
    w.add(Crash(n, "memory", "damaged object", "read", ["node", "self"], value),
          f"final class Item{n} {{ var first = 1; var second = {w.number()}\n  init() {{}}\n"
          f"  @inline(never) func total() -> Int {{ first &+ second }} }}\n"
          f"@inline(never) func f{n}(_ address: Int) -> Int {{\n"
          f"  let node = Unmanaged<Item{n}>.fromOpaque(UnsafeRawPointer(bitPattern: address)!)\n"
          f"  return node._withUnsafeGuaranteedRef {{ $0.total() }}\n}}",
          f"use(f{n}(opaque({value:#x})))")


def unsafe_nil(w):
    n = w.n
    w.add(Crash(n, "memory", "unsafelyUnwrapped", "read", ["place"], 0),
          f"@inline(never) func f{n}(_ place: UnsafePointer<Int>?, _ count: Int) -> Int {{\n  use(count)\n"
          f"  return place.unsafelyUnwrapped.pointee &+ count\n}}",
          f"use(f{n}(opaque(nil), {w.number()}))")


def range(w):
    n = w.n
    w.add(Crash(n, "index", "buffer", names=["items"]),
          f"@inline(never) func f{n}(_ items: UnsafeMutablePointer<Int>, _ place: Int) -> Int {{\n  use(place)\n  return items[place]\n}}",
          f"let items{n} = UnsafeMutablePointer<Int>.allocate(capacity: 4)", f"use(f{n}(items{n}, opaque(0x1000_0000_00)))")


def recursion(w):
    n = w.n
    w.add(Crash(n, "stack", "recursion", "write"),
          f"@inline(never) func f{n}(_ depth: Int) -> Int {{\n  if depth == .max {{ return 0 }}\n  let below = f{n}(opaque(depth + 1))\n  use(depth)\n  return below + depth\n}}",
          f"use(f{n}(opaque({w.number()})))")


FORMS = [index, buffer, unwrap, unwrapped_structure, overflow, narrowing, division, precondition, fatal, exclusivity, cast, pointer, pointer,
         member, unsafe_nil, range, recursion]


def make(seed):
    """Returns the text of a program and its crashes."""
    writer = Writer(seed)
    for form in FORMS:
        form(writer)
    lines = [HEAD] + writer.functions + ["switch Int(CommandLine.arguments.last ?? \"\") ?? 0 {"]
    for number, case in enumerate(writer.cases):
        lines += [f"case {number}:"] + [f"  {line}" for line in case]
    return "\n".join(lines + ["default: break", "}"]) + "\n", writer.crashes
