#!/usr/bin/env python3
"""Runs every command in surroundings that lack something: no HOME, no /proc, few descriptors, little memory, small files, full and
read-only disks, a reader that goes away, a time of day that jumps, debug files and reports that shrink while they are read.

An answer that is not the usual one has a message; nothing is torn, nothing hangs, no signal ends the command, and the next run in usual
surroundings answers as usual.

    surroundings.py [--program PATH] [--commands NAME,NAME] [--cases NAME,NAME] [--rounds 10]
                    [--jobs N]

Needs root for the disks and for a machine without /proc; without it these cases are left out, and the row says so."""
import os
import random
import resource
import subprocess
import sys
import threading
import time

from common import Row, arguments, helper, surroundings
from runs import Ended, comparable, differs, each, heals, leftovers, wrong

MB = 1 << 20


def limited(kind, value):
    return lambda: resource.setrlimit(kind, (value, value))


class Case:
    """One kind of surroundings: `run` runs the command of a bench and returns how it ended."""

    def __init__(self, name, run, commands=None, checks=None):
        self.name, self.run, self.commands, self.checks = name, run, commands, checks


def started(bench, preexec=None, prefix=(), stdout=subprocess.PIPE, limit=60, **environment):
    """Runs the command with something done to its process before it begins."""
    stdin = open(bench.work / bench.command.stdin, "rb") if bench.command.stdin else open(os.devnull, "rb")
    # A resolver process that loses a mapped file dies and is started again; Swift need not say so.
    environment.setdefault("SWIFT_BACKTRACE", "enable=no")
    with stdin:
        process = subprocess.Popen(
            [*prefix, bench.program, *bench.command.words], cwd=bench.work, env=surroundings(bench.work, **environment), stdin=stdin,
            stdout=stdout, stderr=subprocess.PIPE, preexec_fn=preexec)
        try:
            out, errors = process.communicate(timeout=limit)
            status = process.returncode
        except subprocess.TimeoutExpired:
            process.kill()
            out, errors = process.communicate()
            status = "hang"
    return Ended(status, comparable(bench.command, out or b""), errors.decode(errors="replace"), bench.state())


def mounted(bench, folder, kind):
    """Runs the command while a directory is on a disk of its own, which is full or cannot be written. Its files are copied there."""
    path = bench.work / folder
    # Beside what is there already, a page for the directory or a few of them, or plenty.
    used = sum((file.stat().st_size + 4095) // 4096 * 4 + 4 for file in path.rglob("*"))
    size = {"full": f"{used + 4}k", "small": f"{used + 24}k"}.get(kind, "64m")
    kept = bench.work.parent / "kept"
    subprocess.run(["rm", "-rf", kept], check=True)
    subprocess.run(["cp", "-a", path, kept], check=True)
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", path], check=True)
    try:
        subprocess.run(["cp", "-a", f"{kept}/.", path], stderr=subprocess.DEVNULL)
        if kind == "readonly":
            subprocess.run(["mount", "-o", "remount,ro", path], check=True)
        return started(bench)
    finally:
        subprocess.run(["umount", "-l", path], check=True)


def torn_pipe(bench, pick):
    """Reads some of the output and closes the pipe."""
    stdin = open(bench.work / bench.command.stdin, "rb") if bench.command.stdin else open(os.devnull, "rb")
    with stdin:
        process = subprocess.Popen([bench.program, *bench.command.words], cwd=bench.work, env=surroundings(bench.work), stdin=stdin,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdout.read(pick.choice([0, 1, 100, 4000]))
        process.stdout.close()
        try:
            errors = process.stderr.read()
            status = process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            status, errors = "hang", b""
        process.stderr.close()
    return Ended(status, b"", errors.decode(errors="replace"), bench.state())


def shrinking(bench, pick, path):
    """Cuts a file off and makes it whole again, over and over, while the command runs."""
    place, stop = bench.work / path, threading.Event()
    whole = place.read_bytes()

    def shrink():
        while not stop.is_set():
            with open(place, "r+b") as file:
                file.truncate(pick.randint(0, len(whole) // 4096) * 4096)
                time.sleep(pick.random() * 0.004)
                file.seek(0)
                file.write(whole)
            time.sleep(pick.random() * 0.004)

    thread = threading.Thread(target=shrink)
    thread.start()
    try:
        return started(bench)
    finally:
        stop.set()
        thread.join()
        place.write_bytes(whole)


def cases(pick):
    clock = helper("clock")
    yield Case("no HOME", lambda b: started(b, HOME=None, XDG_CACHE_HOME=None, SYMBOLICATE_STORE=str(b.work / "store")))
    yield Case("HOME is a file", lambda b: started(b, HOME=str(b.work / "log"), XDG_CACHE_HOME=None))
    yield Case("clock jumps", lambda b: started(b, LD_PRELOAD=clock))
    for count in (3, 8, 16, 24, 28, 32, 40):
        yield Case(f"ulimit -n {count}", lambda b, count=count: started(b, limited(resource.RLIMIT_NOFILE, count)))
    for size in (60, 80, 100, 140, 200, 300):
        yield Case(f"ulimit -v {size} MB", lambda b, size=size: started(b, limited(resource.RLIMIT_AS, size * MB)))
    for size in (0, 1024, 4096, 16384):
        yield Case(f"ulimit -f {size} bytes", lambda b, size=size: started(b, limited(resource.RLIMIT_FSIZE, size)))
    yield Case("no more processes", lambda b: started(b, limited(resource.RLIMIT_NPROC, 0)))
    yield Case("standard output is full", lambda b: started(b, stdout=open("/dev/full", "wb")), checks=unwritten)
    yield Case("the reader goes away", lambda b: torn_pipe(b, pick), checks=unread)
    # What is added to a store on the same disk is a name of the same file, which changes with it.
    yield Case("the debug file shrinks", lambda b: shrinking(b, pick, "Shop.dSYM/Contents/Resources/DWARF/Shop"), checks=survived)
    yield Case("the report shrinks", lambda b: shrinking(b, pick, "reports/text.crash"), checks=survived)
    if os.geteuid() != 0:
        return
    yield Case("no /proc", lambda b: started(b, prefix=["unshare", "-m", "sh", "-c", 'mount -t tmpfs none /proc && exec "$@"', "sh"]))
    for folder in ("out", "store", "cache", "tmp", "home"):
        for kind in ("full", "small", "readonly"):
            yield Case(f"{folder} is {kind}", lambda b, folder=folder, kind=kind: mounted(b, folder, kind))


def unwritten(ended, base):
    """A full standard output is said, with status 5."""
    if not base.stdout:
        return []
    return [] if ended.status == 5 and ended.stderr.strip() else [f"status {ended.status} although nothing could be written"]


def survived(ended, base):
    """A file that is cut off is another file for as long as it is, and may be read as such: only the end of the command counts."""
    return [problem for problem in wrong(ended, base) if problem.startswith(("signal", "hang", "trap"))]


def unread(ended, base):
    """A reader that goes away is no failure of the command: 141, or the usual status if all fitted into the pipe."""
    return [] if ended.status in (141, base.status) else [f"status {ended.status}"]


def attack(bench, base, options, tally):
    pick = random.Random(f"{options.seed}/{bench.command.name}")
    random_ones = ("the debug file shrinks", "the report shrinks", "the reader goes away")
    for case in cases(pick):
        if options.cases and case.name not in options.cases.split(","):
            continue
        for _ in range(options.rounds if case.name in random_ones else 1):
            bench.fresh()
            ended = case.run(bench)
            tally.count += 1
            tally.kinds[case.name] += 1
            if case.checks:
                found = ["hang"] if ended.status == "hang" else case.checks(ended, base)
            else:
                found = wrong(ended, base, bench.command.name)
            found += ["left " + path for path in leftovers(ended.state, base.state)]
            isRewritten = case.name == "the debug file shrinks" and "store" in bench.command.words
            if not isRewritten and differs(bench.state(), base.state) and not case.name.startswith(("out is", "store is", "tmp is", "home is")):
                found += heals(bench, base)
            usual = set(base.stderr.splitlines())
            said = " / ".join(line for line in ended.stderr.splitlines() if line not in usual)[:200]
            for problem in found:
                tally.find(f"{bench.command.name}, {case.name}: {problem} [{said}]")
    print(f"{bench.command.name}: done", flush=True)


def main():
    if os.geteuid() == 0 and not os.environ.get("TORTURE_MOUNTS"):
        # In a mount namespace of its own, so that nothing stays mounted.
        os.environ["TORTURE_MOUNTS"] = "1"
        os.execvp("unshare", ["unshare", "-m", sys.executable, *sys.argv])
    options = arguments(__doc__, commands="", cases="", rounds=10, jobs=1)
    row = Row("surroundings", "commands where something is missing")
    kinds = each(row, options, attack)
    row.note = f"{len(kinds)} kinds" + ("" if os.geteuid() == 0 else "; not root: no disks of their own, and /proc stays")
    row.end()


if __name__ == "__main__":
    main()
