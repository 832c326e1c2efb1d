#!/usr/bin/env python3
"""Writes docs/pictures/*.txt: what terminals of 80 and 200 columns show of the commands of the demo's fixtures, and what docs/tour.sh prints.

    docs/transcripts.py [--check] [SYMBOLICATE]

Each command runs on a pseudo terminal of its own. With --check nothing is written, and a difference is a failure.
"""
import fcntl, os, pty, re, shutil, struct, subprocess, sys, tempfile, termios

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))
PICTURES = os.path.join(ROOT, "docs/pictures")
FIXTURES = {
    "Shop.crash": "Reports/apple-text/ios-swift/Shop.crash",
    "PayKit.crash": "Reports/apple-text/ios-paykit-missing/Shop.crash",
    "reports/apple-text": "Reports/apple-text",
    "reports/kscrash": "Reports/kscrash",
    "dSYMs": "Binaries/shop-swift/out",
    "app": "Binaries/shop-cpp/out/ios-arm64",
}
# The name of the transcript, its command, and the number of lines that are shown from the end; None is all of them.
SHOWN = [
    ("answer", "symbolicate Shop.crash -s dSYMs", 7), ("missing", "symbolicate PayKit.crash -s app/Shop.dSYM", 14),
    ("directory", "symbolicate reports -s app -s dSYMs --progress never", None),
    ("summary", "symbolicate summarize reports -s app -s dSYMs --progress never --top 4", None),
]


def terminal(words, columns, folder, program):
    """What a terminal of this width shows, without colors."""
    child, descriptor = pty.fork()
    if child == 0:
        os.chdir(folder)
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        os.execve(program, ["symbolicate"] + words,
                  {**kept, "TERM": "xterm-256color", "HOME": folder, "NO_COLOR": "1", "XDG_CACHE_HOME": f"{folder}/.cache"})
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    output = b""
    while True:
        try:
            piece = os.read(descriptor, 65536)
        except OSError:
            piece = b""
        if not piece:
            break
        output += piece
    os.waitpid(child, 0)
    os.close(descriptor)
    return [re.sub(r"\x1b\[[0-9;]*[mK]", "", line) for line in output.decode().replace("\r\n", "\n").rstrip("\n").split("\n")]


def transcripts(program):
    with tempfile.TemporaryDirectory() as folder:
        for name, source in FIXTURES.items():
            path, source = os.path.join(folder, name), os.path.join(ROOT, "Fixtures", source)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            (shutil.copytree if os.path.isdir(source) else shutil.copy)(source, path)
        for name, command, count in SHOWN:
            for columns in (80, 200):
                lines = terminal(command.split()[1:], columns, folder, program)
                shown = lines if count is None or count >= len(lines) else ["..."] + lines[-count:]
                yield f"{name}-{columns}.txt", "\n".join(["$ " + command.replace(" --progress never", "")] + shown) + "\n"


def tour(program):
    """From the crash to the commit, and the health of a release."""
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(f"{folder}/bin")
        os.symlink(program, f"{folder}/bin/symbolicate")
        words = [os.path.join(ROOT, "docs/tour.sh"), f"{folder}/tour", os.path.join(ROOT, "Fixtures")]
        environment = {**os.environ, "PATH": f"{folder}/bin:{os.environ['PATH']}"}
        return subprocess.run(words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True).stdout.decode()


def main():
    arguments = [word for word in sys.argv[1:] if word != "--check"]
    program = os.path.realpath(arguments[0] if arguments else os.path.join(ROOT, ".build/release/symbolicate"))
    differing = []
    shown = list(transcripts(program))
    if shutil.which("git"):
        shown.append(("tour.txt", tour(program)))
    for name, text in shown:
        path = os.path.join(PICTURES, name)
        if "--check" not in sys.argv:
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
        elif not os.path.exists(path) or open(path, encoding="utf-8").read() != text:
            differing.append(name)
    if differing:
        sys.exit(f"docs/pictures: other output than recorded, docs/transcripts.py writes it again: {', '.join(differing)}")


main()
