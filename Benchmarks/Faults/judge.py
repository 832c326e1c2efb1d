"""Compares what symbolicate says of a crash with the truth. See measure.py."""

import re

ALL = (1 << 64) - 1
# `place` is 7, not less than `count`, which is 5
RELATION = re.compile(r"(?:`([^`]*)`|\w+) is (-?\d+), (not less than|less than|not greater than|greater than) (?:(?:`([^`]*)`|\w+), which is )?(-?\d+)")


# The findings that a bad pointer of a value may have.
def findings(value, is_intel):
    if value is None:
        return None
    if value == 0:
        return {"null", "constant", "smallNumber"}
    if value < 0x1000:
        return {"smallNumber", "constant"}
    if value in (0x5a5a5a5a5a5a5a5a, 0x5a5a5a5a5a5a5a58):
        return {"pattern", "noAddress"} if is_intel else {"pattern", None}
    if value >> 47 and is_intel:
        return {"noAddress"}
    return {None, "constant"}


def sentence(truth, result, is_intel):
    """Returns `right`, `unknown: reason` or `wrong: what`."""
    instruction = result["instruction"] or {}
    words, finding = instruction.get("sentence"), instruction.get("finding")
    kind = truth["kind"]
    if truth["form"] == "unsafelyUnwrapped" and result.get("signal") == "SIGILL":
        # Checked without optimization.
        return "right" if "a check that the compiler inserted" in (words or "") else f"wrong: {words}"
    if kind == "abort":
        return "right" if not instruction else f"wrong: {words}"
    if kind == "trap":
        # Swift names its checks; otherwise the instruction does.
        said = f"{result.get('reason') or ''} {words or ''}"
        if any(words in said for words in truth["words"].split("|")):
            return "right"
        if "a check that the compiler inserted" in said or "divides by" in said:
            return "right, in general"
        return f"wrong: {said}" if said.strip() else "unknown: " + missing(instruction)
    if kind == "jump":
        if not words:
            return "unknown: " + missing(instruction)
        wanted = "null" if truth["value"] == 0 else "jump"
        return "right" if instruction.get("access") == "execute" and finding == wanted else f"wrong: {words}"
    if not words:
        return "unknown: " + missing(instruction)
    if kind == "divide":
        good = instruction.get("access") == "divide" and "divides by" in words
        return "right" if good else f"wrong: {words}"
    if kind == "stack":
        return "right" if finding == "stackOverflow" else f"wrong: {words}"
    # An access to memory.
    fault = result["fault"]
    address = int(instruction["address"], 16) if "address" in instruction else None
    size = instruction.get("size", 1)
    if address is None or (address != fault and not (is_intel and fault == 0 and address >> 47 not in (0, 0x1ffff)) and not address <= fault < address + size):
        return f"wrong: the address {address}, not {fault:#x}: {words}"
    access = instruction.get("access")
    if truth["access"] and access != truth["access"] and access != "read and write":
        return f"wrong: {access}: {words}"
    allowed = findings(truth["value"], is_intel)
    if allowed is not None and "index" in instruction:
        # The base and the index are stated as they are.
        allowed = allowed | {None}
    if kind == "memory" and allowed is not None and finding not in allowed:
        return f"wrong: {finding} for {truth['value']:#x}: {words}"
    if kind == "index" and finding in ("null", "smallNumber", "pattern", "text"):
        return f"wrong: {finding}: {words}"
    if kind == "constant" and "the address is in" not in words:
        return f"wrong: {words}"
    return "right"


def missing(instruction):
    if not instruction:
        return "no instruction"
    if instruction.get("explains") is False:
        return "the address is another"
    return instruction.get("reason") or "not explained"


def pointer(truth, result):
    """Returns `none` where the source has no name, `right`, `right by value`, `not named: reason` or `wrong: what`."""
    instruction = result["instruction"] or {}
    name = instruction.get("pointer")
    if not name and (not truth["names"] or truth["kind"] in ("trap", "abort") or result.get("signal") in ("SIGILL", "SIGTRAP")):
        return "none"
    if not name:
        return "not named: " + (instruction.get("reason") or missing(instruction))
    # The name of a function is no expression whose value is the pointer.
    known = None if instruction.get("isResult") else result["values"].get(name)
    own = instruction.get("pointerValue")
    own = int(own, 16) if own else None
    mask = 0xffffffff if truth["kind"] == "divide" else ALL
    if truth["kind"] == "divide":
        own = own if own is not None else 0
    if truth["value"] is not None and own is not None and own & mask != truth["value"] & mask:
        return f"wrong: {name} is {own:#x}, not {truth['value']:#x}: {instruction.get('sentence')}"
    if known is not None and own is not None and known & mask != own & mask and not (truth["kind"] == "divide" and known & 0xffff == 0):
        return f"wrong: gdb has {known:#x} for {name}: {instruction.get('sentence')}"
    if name in truth["names"]:
        return "right"
    return f"right by value: {name} for {truth['names']}" if known is not None else f"other: {name} for {truth['names']}"


def numbers(truth, result):
    """Compares the numbers of a failed check: `none` where none is known, `right`, `not told`, or `wrong: what`."""
    instruction = result["instruction"] or {}
    words = instruction.get("sentence") or ""
    if not truth.get("check"):
        return f"wrong: {words}" if "bound" in instruction or RELATION.search(words) and truth["kind"] != "trap" else "none"
    names, value, others, bound = truth["check"]

    def same(one, other):
        return one is not None and any((one - other) % (1 << bits) == 0 for bits in (32, 64))

    def known(name, allowed):
        return name is None or name in allowed

    index = instruction.get("index")
    if index and truth["kind"] == "trap":
        limit = instruction.get("bound", {})
        good = (same(int(index["value"], 16), value) and known(index.get("name"), names)
                and (not limit or same(int(limit["value"], 16), bound) and known(limit.get("name"), others)))
        return ("right" if limit else "right without bound") if good else f"wrong: {words}"
    found = RELATION.search(words)
    if not found:
        return "not told" if truth["kind"] == "trap" else "none"
    first, one, relation, second, other = found[1], int(found[2]), found[3], found[4], int(found[5])
    holds = {"not less than": one >= other, "less than": one < other, "not greater than": one <= other, "greater than": one > other}[relation]
    for left, right in (((names, value), (others, bound)), ((others, bound), (names, value))):
        # Compilers turn >= 5 into > 4.
        if same(one, left[1]) and (same(other, right[1]) or same(other, right[1] - 1) or same(other, right[1] + 1)) and known(first, left[0]) and known(second, right[0]):
            return "right" if holds else f"wrong: {words}"
    return f"wrong: {words}"
