#!/usr/bin/env python3
"""Compares the names of every image of made caches with those that DyldExtractor extracts, symbol by symbol.

  compare.py PROGRAM [--images N --names N] [LAYOUT...]

PROGRAM is symbolicate; LAYOUT is one that make-cache.py makes, by default all that DyldExtractor can read. It is installed into a
virtual environment (PyPI: dyldextractor) and needs the network once; where it cannot be installed, the script says so and ends with 0.
For each symbol of an extracted image a report has a frame four bytes behind it, and the program has to name that symbol. Of macOS and
simulators only exported names are compared: DyldExtractor drops local symbols that are in the images."""
import argparse, json, os, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
DEVICES, KEPT = ["14", "15", "16", "26", "27", "arm64"], ["mac", "mac26", "rosetta", "driverkit", "sim"]


def install(folder):
    made = subprocess.run([sys.executable, "-m", "venv", folder], capture_output=True, text=True)
    done = subprocess.run([folder + "/bin/pip", "install", "-q", "dyldextractor"], capture_output=True, text=True) if not made.returncode else made
    if done.returncode:
        print("skipped: DyldExtractor cannot be installed:", (done.stderr or done.stdout).strip().splitlines()[-1])
        sys.exit(0)
    return folder + "/bin/dyldex_all"


def expected(path):
    images = []
    for line in open(path):
        part = line.rstrip("\n").split("\t")
        if part[0] == "image":
            images.append((part[1], part[2], int(part[3], 16)))
    return images


def extracted(folder, image):
    """The symbols of an extracted image: address to names."""
    text = subprocess.run(["llvm-nm", folder + image], capture_output=True, text=True).stdout
    found = {}
    for line in text.splitlines():
        part = line.split(" ", 2)
        if len(part) == 3 and part[0] and part[1] in "tT":
            found.setdefault(int(part[0], 16), set()).add(part[2][1:] if part[2].startswith("_") else part[2])
    return found


def report(images, symbols, layout):
    base, slide = 0x7ff800000000 if layout == "rosetta" else 0x180000000, 0x10000000
    lines = ["Process:             Shop [1]", "Code Type:           " + ("X86-64" if layout == "rosetta" else "ARM-64"), "", "Thread 0 Crashed:"]
    wanted, number = [], 0
    for (path, _, offset), found in zip(images, symbols):
        for address, names in sorted(found.items()):
            start = base + slide + offset
            lines.append(f"{number:<4}{path.split('/')[-1]:30}\t0x{address + slide + 4:016x} 0x{start:x} + {address + slide + 4 - start}")
            wanted.append(names)
            number += 1
    lines += ["", "Binary Images:"]
    for (path, identifier, offset), found in zip(images, symbols):
        start, end = base + slide + offset, max(found, default=base + offset) + slide + 0x3000
        lines.append(f"0x{start:x} - 0x{end:x} {path.split('/')[-1]} arm64  <{identifier.replace('-', '').lower()}> {path}")
    return "\n".join(lines) + "\n", wanted


def compare(program, extractor, layout, size, work):
    cache, out = f"{work}/{layout}", f"{work}/{layout}.out"
    subprocess.run([sys.executable, HERE + "/make-cache.py", cache, layout, *size], check=True)
    main = next(name for name in sorted(os.listdir(cache)) if name.startswith("dyld") and "." not in name)
    subprocess.run([extractor, "-o", out, f"{cache}/{main}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    environment = dict(os.environ, SYMBOLICATE_STORE=f"{work}/{layout}.store", HOME=work)
    subprocess.run([program, "store", "add", "-q", cache], check=True, env=environment, stderr=subprocess.DEVNULL)
    images = expected(cache + "/expect.tsv")
    symbols = [extracted(out, path) for path, _, _ in images]
    text, wanted = report(images, symbols, layout)
    open(f"{work}/{layout}.crash", "w").write(text)
    run = subprocess.run([program, f"{work}/{layout}.crash", "-f", "json", "--no-demangle"], capture_output=True, env=environment)
    frames = json.loads(run.stdout)["threads"][0]["frames"]
    wrong = [(frame.get("symbol"), names) for frame, names in zip(frames, wanted) if frame.get("symbol") not in names]
    kind = "exported symbols" if layout in KEPT else "symbols"
    print(f"{layout}: {len(images)} images, {len(wanted)} {kind} of DyldExtractor, {len(wrong)} differ")
    for own, names in wrong[:5]:
        print("  ", own, "instead of", " or ".join(sorted(names)))
    return bool(wrong) or len(frames) != len(wanted) or not all(symbols)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program"), parser.add_argument("layouts", nargs="*", default=DEVICES + KEPT)
    parser.add_argument("--images", default="0"), parser.add_argument("--names", default="0")
    options = parser.parse_intermixed_args()
    with tempfile.TemporaryDirectory() as work:
        extractor = install(work + "/venv")
        size = ["--images", options.images, "--names", options.names] if options.images != "0" else []
        failed = [layout for layout in options.layouts if compare(os.path.abspath(options.program), extractor, layout, size, work)]
    sys.exit(1 if failed else 0)


main()
