#!/usr/bin/env python3
"""Measures what one core does on this machine: reports per second, processor time and memory of `symbolicate stream --jobs 1`.

    integrations/sizing.py PROGRAM SYMBOLS REPORT...

The reports, one a file, are sent in turns, 5,000 in all, after one round that builds the indexes.
"""

import json
import pathlib
import resource
import subprocess
import sys
import time

COUNT = 5000


def main() -> None:
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    program, symbols, names = sys.argv[1], sys.argv[2], sys.argv[3:]
    lines = [json.dumps({"id": 0, "report": pathlib.Path(name).read_text(errors="replace")}).encode() + b"\n" for name in names]
    command = [program, "stream", "--jobs", "1", "--symbols", symbols]
    subprocess.run(command, input=b"".join(lines) * 40, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    sent = [lines[number % len(lines)] for number in range(COUNT)]
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(command, input=b"".join(sent), capture_output=True, check=False)
    seconds, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"{COUNT} reports, {sum(map(len, sent)) / COUNT / 1000:.1f} kB each, answers {len(done.stdout) / COUNT / 1000:.1f} kB each")
    print(f"{seconds:.2f} s, {busy:.2f} s of processor time: {COUNT / busy:.0f} reports per second and core")
    print(f"memory of the larger process: {after.ru_maxrss / 1024:.0f} MB")


main()
