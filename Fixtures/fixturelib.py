"""What the generators share: disassembly, the oracle, marks of the sources."""
import json
import os
import re
import subprocess
import tempfile

ROOT = os.path.dirname(os.path.abspath(__file__))
BINARIES = os.path.join(ROOT, "Binaries")


def run(*arguments, text=None):
    return subprocess.run(arguments, input=text, check=True, capture_output=True, text=True).stdout


class Instruction:
    def __init__(self, address, length, text):
        self.address, self.length, self.text = address, length, text

    @property
    def next(self):
        return self.address + self.length

    @property
    def is_call(self):
        return re.match(r"(bl|blr|call|callq|calll)\s", self.text) is not None

    @property
    def is_trap(self):
        return re.match(r"(brk|ud2|udf|udf\.w|trap)\b", self.text) is not None

    @property
    def is_store(self):
        return re.match(r"(str|stp|stur)\w*\s", self.text) is not None or re.search(
            r"^mov\w*\s.*,\s*(%\w+:)?-?(0x[0-9a-f]+)?\(", self.text
        ) is not None

    @property
    def is_load(self):
        return re.match(r"(ldr|ldp|ldur)\w*\s", self.text) is not None or re.search(
            r"^(mov|add)\w*\s+(%\w+:)?-?(0x[0-9a-f]+)?\([^)]*\),\s*%", self.text
        ) is not None


def disassemble(path, arch=None):
    """Instructions and the addresses where labelled functions start; `arch` for a fat file."""
    if arch:
        with tempfile.TemporaryDirectory() as folder:
            thin = os.path.join(folder, "thin")
            run("llvm-lipo-19", path, "-thin", arch, "-output", thin)
            return disassemble(thin)
    instructions, starts, section = [], [], ""
    for line in run("llvm-objdump-19", "-d", path).splitlines():
        if line.startswith("Disassembly of section"):
            section = line
            continue
        if "stub" in section or ".plt" in section:
            continue
        match = re.match(r"([0-9a-f]+) <.*>:$", line)
        if match:
            starts.append(int(match.group(1), 16))
            continue
        match = re.match(r"\s*([0-9a-f]+):\s+((?:[0-9a-f]{2,8}\s)+)\s*(.*)$", line)
        if match:
            length = len(match.group(2).replace(" ", "").strip()) // 2
            text = re.sub(r"\s*<.*>", "", match.group(3).split(";")[0].replace("\t", " ")).strip()
            instructions.append(Instruction(int(match.group(1), 16), length, text))
    return instructions, starts


def frames(path, addresses, arch=None):
    """llvm-symbolizer's frames of each address, innermost first: (function, file, line, column)."""
    if not addresses:
        return []
    flags = ["--default-arch=" + arch] if arch else []
    text = "".join(f"0x{address:x}\n" for address in addresses)
    answers = []
    output = run("llvm-symbolizer-19", "--obj=" + path, "--no-demangle", "--output-style=JSON", *flags, text=text)
    for line in output.splitlines():
        symbols = json.loads(line).get("Symbol", [])
        answers.append([(s["FunctionName"], s["FileName"], s["Line"], s["Column"]) for s in symbols])
    assert len(answers) == len(addresses), path
    return answers


def answer(chain):
    if not chain or all(not function and not file for function, file, _, _ in chain):
        return "??"
    return " <- ".join(
        f"{function or '??'} @ {file}:{line}:{column}" if file else f"{function or '??'}"
        for function, file, line, column in chain
    )


def marks(folder):
    """'CRASH: store' -> (file name, line)"""
    found = {}
    for base, _, names in os.walk(folder):
        for name in sorted(names):
            with open(os.path.join(base, name)) as file:
                for number, line in enumerate(file, 1):
                    match = re.search(r"// ((?:CRASH|CALL|INLINED): .*)$", line) or re.search(r"/\* ((?:CRASH|CALL): .*) \*/$", line)
                    if match:
                        # basket_plain.c has one mark of Basket.m again
                        found.setdefault(match.group(1).strip(), []).append((name, number))
    return found
