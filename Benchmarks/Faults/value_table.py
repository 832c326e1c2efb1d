"""Compares the values that symbolicate prints with those that gdb or the generator of a program knows, and prints the table of values.py and
apple_values.py."""
import collections, re

COLUMNS = ["crashes", "compared", "equal", "optimized out", "not in report", "only gdb", "only here", "unknown", "wrong"]


def unescaped(text):
    """The characters of a quoted string."""
    text = re.sub(r"\\u\{?([0-9a-f]{1,4})\}?", lambda found: chr(int(found.group(1), 16)), text[1:-1])
    return re.sub(r"\\(.)", lambda found: {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}.get(found.group(1), found.group(1)), text)


def tokens(text):
    """The parts of a value: numbers as numbers, without characters and notes on addresses."""
    text = re.sub(r"(-?\d+) '(\\?.)'", r"\1", text.replace("...", "…"))
    text = re.sub(r'(0x[0-9a-f]+|null)( \([^)]*\))?( "(\\.|[^"\\])*")?', r"\1", text)
    found = re.findall(r'"(?:\\.|[^"\\])*"|<[^>]*>|0x[0-9a-f]+|-?(?:nan|inf)(?:\(\w+\))?|[-\w.+]+|[{}\[\]=,…]', text)
    parts = []
    for part in found:
        if part.startswith('"'):
            part = "text " + unescaped(part)
        elif "nan" in part:
            part = "number nan"
        elif re.fullmatch(r"-?\d+(\.\d+)?(e[-+]?\d+)?|-?inf", part):
            number = float(part)
            # gdb and Swift print as many digits of the smallest numbers as they have.
            part = "number %.6g" % number if number == 0 or abs(number) > 1e-37 else "number %.0e" % number
        parts.append(part)
    return parts


def agree(ours, theirs):
    """Whether two values are the same, parts aside that one of them does not know."""
    own, other = tokens(ours), tokens(theirs)
    if other and other[0].startswith("text ") and own and own[0] == "[":
        # Characters of which some are unknown.
        known = [part for part in own if part != "," and part not in "[]"]
        text = other[0][5:].encode("utf8")
        return all(part.startswith(("<", "…")) or i >= len(text) or part == f"number {text[i]}" for i, part in enumerate(known[:8]))
    if not any(part.startswith("<") for part in own + other):
        return own == other

    def pattern(parts):
        # A part without value stands for anything.
        return "".join(".*" if part.startswith("<") else re.escape(part) + "\0" for part in parts)
    joined = ["".join(part + "\0" for part in parts) for parts in (own, other)]
    return bool(re.fullmatch(pattern(own), joined[1], re.S) or re.fullmatch(pattern(other), joined[0], re.S))


def judge(ours, theirs):
    reason = ours.get("reason")
    if theirs is None:
        return "unknown"
    if theirs.startswith("error") or theirs == "<optimized out>":
        return "optimized out" if reason else "only here"
    if reason == "not in the report":
        return "not in report"
    if reason:
        return "only gdb"
    return "equal" if agree(ours["value"], theirs) else "wrong"


def show(rows):
    """Prints the counts of `rows` by language, compiler and level, and their sum. Returns the exit status: 1 if a value is wrong."""
    print("language compiler level    " + "  ".join(COLUMNS))
    total = collections.Counter()
    for key, row in rows.items():
        total.update(row)
        print("%-8s %-8s %-8s " % key + "  ".join(str(row[c]).rjust(len(c)) for c in COLUMNS))
    print("%-26s " % "all" + "  ".join(str(total[c]).rjust(len(c)) for c in COLUMNS))
    return 1 if total["wrong"] else 0
