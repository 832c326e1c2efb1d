#!/usr/bin/env python3
"""Makes docs/screenshot.svg, the picture of the README, from what the program prints in color.

    docs/screenshot.py [SYMBOLICATE]

The commands run in a temporary directory in which the files of a fixture have short names.
"""
import html, os, re, subprocess, sys, tempfile

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))
TOOL = os.path.realpath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, ".build/release/symbolicate"))
LINKS = {
    "Shop.crash": "Fixtures/Reports/apple-text/ios-swift/Shop.crash",
    "dSYMs": "Fixtures/Binaries/shop-swift/out",
    "src": "Fixtures/Binaries/shop-swift/src",
}
# Each command as it is shown, and the lines of its output that are shown: from a line that matches to the next empty one.
BEFORE = ("grep -A 6 'Thread 0 Crashed' Shop.crash", [r"^Thread 0 Crashed"])
AFTER = ("symbolicate Shop.crash -s dSYMs --source-root src --context 2", [r"^Thread 0 Crashed", r"^Source of", r"^symbolicate:"])

BACKGROUND, FOREGROUND = "#1e2227", "#d5dae1"
COLORS = {31: "#ef6b73", 32: "#98c379", 33: "#e5c07b", 34: "#61afef", 35: "#c678dd", 36: "#56b6c2", 90: "#7f8894"}
SIZE, LEADING, ADVANCE, MARGIN = 13, 19, 7.83, 20


def output(command, directory):
    """The standard output and then the standard error of a command, with colors, as lines."""
    words = command.replace("symbolicate", TOOL, 1) + (" --color always" if command.startswith("symbolicate") else "")
    run = subprocess.run(words, shell=True, cwd=directory, capture_output=True, text=True)
    return (run.stdout + "\n" + run.stderr).split("\n")


def plain(line):
    return re.sub(r"\x1b\[[0-9;]*m", "", line)


def chosen(lines, patterns):
    """The paragraphs that begin with a line that matches one of the patterns."""
    shown, inside = [], False
    for line in lines:
        if not plain(line).strip():
            if inside and shown[-1]: shown.append("")
            inside = False
        elif inside or any(re.search(pattern, plain(line)) for pattern in patterns):
            inside = True
            shown.append(line)
    return shown


def runs(line):
    """The pieces of a line, each with its text and the SVG attributes of its style."""
    bold, dim, color = False, False, None
    column = 0
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if part.startswith("\x1b["):
            for code in [int(number or 0) for number in part[2:-1].split(";")]:
                if code == 0: bold, dim, color = False, False, None
                elif code == 1: bold = True
                elif code == 2: dim = True
                elif code in COLORS: color = COLORS[code]
            continue
        text = "".join(" " * (8 - (column + at) % 8) if letter == "\t" else letter for at, letter in enumerate(part))
        column += len(text)
        style = (' font-weight="bold"' if bold else "") + (' fill-opacity="0.6"' if dim else "")
        if text: yield text, style + (f' fill="{color}"' if color else "")


def svg(lines):
    width = int(max(len(plain(line).expandtabs()) for line in lines) * ADVANCE) + 2 * MARGIN
    height = len(lines) * LEADING + 2 * MARGIN
    result = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">',
        f'<rect width="{width}" height="{height}" rx="8" fill="{BACKGROUND}"/>',
        f'<g font-family="ui-monospace, SFMono-Regular, Menlo, DejaVu Sans Mono, monospace" font-size="{SIZE}" '
        f'fill="{FOREGROUND}">',
    ]
    for row, line in enumerate(lines):
        y, column = MARGIN + row * LEADING + SIZE, 0
        for text, style in runs(line):
            # Viewers join blanks: each column has a position of its own.
            for piece in re.finditer(r"\S+( \S+)*", text):
                x, length = MARGIN + (column + piece.start()) * ADVANCE, len(piece[0]) * ADVANCE
                result.append(
                    f'<text x="{x:.1f}" y="{y}" textLength="{length:.1f}"{style}>{html.escape(piece[0], quote=False)}</text>')
            column += len(text)
    return "\n".join(result + ["</g>", "</svg>", ""])


with tempfile.TemporaryDirectory() as directory:
    for name, target in LINKS.items():
        os.symlink(os.path.join(ROOT, target), os.path.join(directory, name))
    lines = []
    for command, patterns in [BEFORE, AFTER]:
        lines.append(f"\x1b[32m$\x1b[0m \x1b[1m{command}\x1b[0m")
        lines += chosen(output(command, directory), patterns)
    while not plain(lines[-1]): lines.pop()
with open(os.path.join(ROOT, "docs/screenshot.svg"), "w") as file:
    file.write(svg(lines))
