#!/usr/bin/env python3
"""Compares `symbolicate lookup` with llvm-symbolizer and eu-addr2line on random addresses of random programs.

The programs (programs.py) are in C, C++ and Swift, compiled here at random options. An address agrees when the functions, files, lines
and columns of all its frames, innermost first, are those of llvm-symbolizer. Where they are not, the disagreement gets a class
(disagreements below), which docs/RELIABILITY.md explains; one without a class is a finding.

    truth.py [--program PATH] [--addresses 1000000] [--each 4000] [--first 0] [--seconds N] [--show N]
"""
import collections
import json
import random
import re
import shutil
import subprocess
import time

import disagreements
from common import Row, arguments, memory_directory, remove
from programs import build


def run(words, folder, stdin=""):
    return subprocess.run(words, cwd=folder, input=stdin, capture_output=True, text=True, errors="replace", timeout=300)


def compiled(seed, folder):
    """Makes a program. Returns what it was made with, or nil if the compiler or the linker refuses it; a later step that is refused is
    left out (dwz does not read all of DWARF 5)."""
    language, files, commands, options = build(seed)
    for name, text in files.items():
        (folder / name).write_text(text)
    made = [language, *options]
    for words in commands:
        if words[0] in ("dwz", "objcopy"):
            if run(words, folder).returncode == 0:
                made.append(" ".join(words[:2]))
        elif run(words, folder).returncode != 0:
            return None
    return made if (folder / "shop").exists() else None


def code(folder):
    """The ranges of the sections that hold code."""
    text = run(["readelf", "-SW", "shop"], folder).stdout
    found = re.findall(r"\] (\S+)\s+PROGBITS\s+([0-9a-f]+) [0-9a-f]+ ([0-9a-f]+) \d+\s+\w*X\w*", text)
    return [(name, int(start, 16), int(start, 16) + int(size, 16)) for name, start, size in found]


def chosen(ranges, count, pick):
    """Addresses in code, each byte with the same chance, in order."""
    whole = [(start, end) for _, start, end in ranges]
    total = sum(end - start for start, end in whole)
    if total <= count:
        return [address for start, end in whole for address in range(start, end)]
    offsets, result = sorted(pick.sample(range(total), count)), []
    for start, end in whole:
        while offsets and offsets[0] < end - start:
            result.append(start + offsets.pop(0))
        offsets = [offset - (end - start) for offset in offsets]
    return result


def ours(program, addresses, folder):
    """Each address's frames (function, file, line, column), and whether the line is a guess."""
    text = run([program, "lookup", "--json", "--no-demangle", "--no-index", "shop"], folder, "".join(f"{a:#x}\n" for a in addresses)).stdout
    result = []
    for line in text.splitlines():
        sources = json.loads(line)["sources"]
        result.append([(s.get("function"), s.get("file"), s.get("line") or 0, s.get("column") or 0, bool(s.get("approximate"))) for s in sources])
    return result


def newest():
    """The newest llvm-symbolizer that is installed: older ones do not know all forms of split DWARF."""
    return next((path for path in (shutil.which(f"llvm-symbolizer-{number}") for number in range(30, 13, -1)) if path), "llvm-symbolizer")


def readable(made, folder):
    """The file that llvm-symbolizer reads. It no longer knows sections that are compressed as .zdebug_*: it gets a copy without."""
    if not any("zlib-gnu" in word for word in made):
        return "shop"
    name = "shop.debug" if (folder / "shop.debug").exists() else "shop"
    done = run(["objcopy", "--decompress-debug-sections", name, "plain"], folder)
    return "plain" if done.returncode == 0 else name


def oracle(addresses, file, folder):
    words = [newest(), f"--obj={file}", "--no-demangle", "--output-style=JSON"]
    result = []
    for line in run(words, folder, "".join(f"{a:#x}\n" for a in addresses)).stdout.splitlines():
        frames = [(s["FunctionName"] or None, s["FileName"] or None, s["Line"], s["Column"], s["StartAddress"]) for s in json.loads(line)["Symbol"]]
        result.append(frames)
    return result


def elfutils(addresses, folder):
    """The frames that eu-addr2line knows of some addresses: (function, file, line, column)."""
    text = run(["eu-addr2line", "-a", "-f", "-i", "-e", "shop"], folder, "".join(f"{a:#x}\n" for a in addresses)).stdout
    result, frames, function = [], None, None
    for line in text.splitlines():
        if re.fullmatch(r"0x[0-9a-f]{16}", line):
            frames = []
            result.append(frames)
            function = None
        elif function is None:
            function = line.split(" inlined at ")[0]
        else:
            # Notes in parentheses: (discriminator 3), (inlined by) ...
            parts = re.match(r"(.*?):(\d+)(?::(\d+))?(?: \(.*)?$", line)
            frames.append((None if function == "??" else function, parts[1] if parts and parts[1] != "??" else None,
                           int(parts[2]) if parts else 0, int(parts[3] or 0) if parts else 0))
            function = None
    return result


class Symbols:
    """The address of each function by name: of the symbol table, or else, as gold drops the symbols of functions that it folds, of the debug
    information; of the debug file, if the program has one of its own."""

    def __init__(self, folder):
        self.folder, self.found = folder, {}
        self.files = [name for name in ("shop", "shop.debug") if (folder / name).exists()]
        for name in self.files:
            for line in run(["nm", name], folder).stdout.splitlines():
                words = line.split()
                if len(words) == 3:
                    self.found[words[2]] = int(words[0], 16)

    def get(self, name, default):
        if name not in self.found:
            dumper = newest().replace("llvm-symbolizer", "llvm-dwarfdump")
            text = run([dumper, f"--name={name}", self.files[-1]], self.folder).stdout if name else ""
            start = re.search(r"DW_AT_low_pc\s+\((0x[0-9a-f]+)\)", text)
            self.found[name] = int(start[1], 16) if start else None
        return default if self.found[name] is None else self.found[name]


def main():
    options = arguments(__doc__, addresses=1000000, each=4000, first=0, seconds=0, show=3)
    row = Row("generated truth", "addresses of random programs against llvm-symbolizer and eu-addr2line")
    classes, examples, languages, programs, refused = collections.Counter(), collections.defaultdict(list), collections.Counter(), 0, 0
    seed = options.first
    while row.count < options.addresses and not (options.seconds and time.time() - row.start > options.seconds):
        folder = memory_directory("truth")
        try:
            made = compiled(seed, folder)
            if made is None:
                refused += 1
                continue
            pick = random.Random(f"addresses/{seed}")
            addresses = chosen(code(folder), options.each, pick)
            answers, expected = ours(options.program, addresses, folder), oracle(addresses, readable(made, folder), folder)
            programs += 1
            languages[made[0]] += 1
            if len(answers) != len(addresses) or len(expected) != len(addresses):
                row.find(f"program {seed} {' '.join(made)}: {len(answers)} answers, {len(expected)} of llvm-symbolizer, for {len(addresses)} addresses")
                continue
            row.count += len(addresses)
            odd = [position for position in range(len(addresses)) if not disagreements.agree(answers[position], expected[position])]
            # Not all of them: eu-addr2line takes its time.
            asked = odd if len(odd) < 400 else sorted(pick.sample(odd, 400))
            third = dict(zip(asked, elfutils([addresses[position] for position in asked], folder)))
            known = Symbols(folder) if odd else None
            for position in odd:
                name = disagreements.classify(answers[position], expected[position], third.get(position), known)
                classes[name] += 1
                if len(examples[name]) < options.show:
                    examples[name].append((seed, made, hex(addresses[position]), answers[position], expected[position], third.get(position)))
        finally:
            remove(folder)
            seed += 1
    for name, count in classes.most_common():
        print(f"{count:8} {name}")
        for example in examples[name]:
            print("         ", *example, sep="\n            ")
        if name not in disagreements.EXPLAINED:
            row.find(f"{count} addresses: {name}")
    agreed = row.count - sum(classes.values())
    row.note = (f"{programs} programs ({', '.join(f'{count} {name}' for name, count in languages.most_common())}; {refused} refused by the compiler), "
                f"{agreed} agree, " + ", ".join(f"{count} {name}" for name, count in classes.most_common()))
    row.end()


main()
