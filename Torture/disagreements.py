"""Classes of disagreements between this program, llvm-symbolizer and eu-addr2line, and who is right."""

# Name of the class: the explanation. A class that is not here is a finding.
EXPLAINED = {
    "file of a symbol": "without a line, llvm-symbolizer names the file of the symbol table's STT_FILE before the symbol; this program "
                        "names no file without a line, as eu-addr2line does",
    "past a symbol": "llvm-symbolizer names the symbol before an address wherever the symbol ends; this program and eu-addr2line name none "
                     "beyond a symbol's size and section",
    "two names": "two symbols have one address (the constructors of a class, folded functions); this program prefers the name in the debug "
                 "information, as eu-addr2line does, and llvm-symbolizer one of the symbol table",
    "folded functions": "the linker kept one of several functions with the same code (--icf=all), so that the debug information describes all "
                        "of them at one address: each program answers with one of them, with its file and line",
}


def agree(ours, llvm):
    return plain(ours) == known(llvm)


def plain(frames):
    """The frames of this program. It names what has a line and no function with an empty text."""
    return [(frame[0] or None, *frame[1:4]) for frame in frames]


def known(frames):
    """What llvm-symbolizer knows: it answers with one frame of nothing where it knows nothing."""
    return [] if len(frames) == 1 and not frames[0][0] and not frames[0][1] else [frame[:4] for frame in frames]


def classify(ours, llvm, third, symbols):
    """The class of a disagreement. `third` is eu-addr2line's answer, or None if it was not asked; `symbols` has the address of each
    function."""
    a, b = plain(ours), known(llvm)
    if len(a) == len(b) == 1 and a[0][0] == b[0][0] and a[0][1] is None and b[0][1] and not b[0][2]:
        return "file of a symbol"
    if not a and len(b) == 1 and not b[0][2] and (third is None or third[0][:2] == (None, None)):
        return "past a symbol"
    if len(a) != len(b):
        return f"frames {'fewer' if len(a) < len(b) else 'more'}"
    parts = [name for position, name in enumerate(["function", "file", "line", "column"]) if any(x[position] != y[position] for x, y in zip(a, b))]
    is_one = [x[0] == y[0] or symbols.get(x[0], 0) == symbols.get(y[0], 1) for x, y in zip(a, b)]
    if parts == ["function"] and all(is_one):
        return "two names"
    # What is inlined into a folded function, the innermost first, differs with it.
    if is_one[-1] and a[-1][0] != b[-1][0]:
        return "folded functions"
    return "+".join(parts) + (" approximate" if any(frame[4] for frame in ours) else "")
