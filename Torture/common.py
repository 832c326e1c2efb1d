"""What the programs of this directory share: the program under test, directories to work in, and the row of the table that each adds."""
import argparse
import datetime
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
TABLE = pathlib.Path(os.environ.get("TORTURE_ROWS") or ROOT / ".build/torture/rows.ndjson")
COMPILER = os.environ.get("CC") or shutil.which("cc") or "clang"
FIXTURES = ROOT / "Fixtures"


def arguments(text, **defaults):
    """The options of a program: --program, --seed, and `defaults`, whose types are those of their values."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default=str(ROOT / ".build/release/symbolicate"))
    parser.add_argument("--seed", type=int, default=1)
    for name, value in defaults.items():
        parser.add_argument("--" + name.replace("_", "-"), type=type(value), default=value)
    options = parser.parse_args()
    options.program = str(pathlib.Path(options.program).resolve())
    if not os.access(options.program, os.X_OK):
        sys.exit(f"{options.program}: no program here; run `make`, or use --program")
    return options


def helper(name):
    """Compiles faults/NAME.c once and returns the path: a program (inject), or a library to preload."""
    source = ROOT / f"Torture/faults/{name}.c"
    result = ROOT / f".build/torture/{name}{'' if name == 'inject' else '.so'}"
    if not result.exists() or result.stat().st_mtime < source.stat().st_mtime:
        result.parent.mkdir(parents=True, exist_ok=True)
        # Several programs may compile it at once.
        unfinished = f"{result}.{os.getpid()}"
        kind = [] if name == "inject" else ["-shared", "-fPIC"]
        subprocess.run([COMPILER, "-O2", "-Wall", "-Wextra", *kind, "-o", unfinished, str(source)], check=True)
        os.replace(unfinished, result)
    return str(result)


def memory_directory(name):
    """A new directory in memory where there is one, else on the disk."""
    parent = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    return pathlib.Path(tempfile.mkdtemp(prefix=f"torture-{name}-", dir=parent))


def surroundings(work, **more):
    """The environment of a run whose home, cache, store and temporary files are below `work`."""
    result = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C.UTF-8"}
    for name, folder in (("HOME", "home"), ("TMPDIR", "tmp"), ("XDG_CACHE_HOME", "cache"), ("SYMBOLICATE_STORE", "store")):
        result[name] = str(work / folder)
    result.update({name: str(value) for name, value in more.items() if value is not None})
    return {name: value for name, value in result.items() if more.get(name, value) is not None}


class Peak:
    """The most resident memory of a process and of those that it starts, in KB, looked at every 20 ms (VmHWM)."""

    def __init__(self, process):
        self.process, self.marks = process, {}
        self.thread = threading.Thread(target=self._watch, daemon=True)
        self.thread.start()

    def _watch(self):
        while self.process.poll() is None:
            self._look(self.process.pid)
            time.sleep(0.02)

    def _look(self, process):
        try:
            status = pathlib.Path(f"/proc/{process}/status").read_text()
            children = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()
        except OSError:
            return
        for line in status.splitlines():
            if line.startswith("VmHWM:"):
                self.marks[process] = max(self.marks.get(process, 0), int(line.split()[1]))
        for child in children:
            self._look(int(child))

    @property
    def most(self):
        """The most of any one process."""
        return max(self.marks.values(), default=0)


class Row:
    """One row of the table. Findings are printed as they come."""

    def __init__(self, name, what):
        self.name, self.what, self.count, self.findings, self.note = name, what, 0, [], ""
        self.start, self.peak = time.time(), 0

    def find(self, text):
        self.findings.append(text)
        print(f"FINDING {self.name}: {text}", flush=True)

    def end(self):
        """Adds the row to the table, prints it, and ends with 1 if there are findings."""
        command = " ".join(["Torture/" + os.path.basename(sys.argv[0]), *sys.argv[1:]])
        record = {
            "row": self.name, "what": self.what, "count": self.count, "findings": len(self.findings), "note": self.note,
            "peakKB": self.peak, "seconds": round(time.time() - self.start, 1),
            "date": datetime.datetime.now().strftime("%Y-%m-%d %H:%M"), "command": command,
        }
        TABLE.parent.mkdir(parents=True, exist_ok=True)
        with open(TABLE, "a") as table:
            table.write(json.dumps(record) + "\n")
        print(json.dumps(record), flush=True)
        sys.exit(1 if self.findings else 0)


def snapshot(folder):
    """The files below a directory with their bytes, and its directories."""
    result = {}
    for parent, folders, files in os.walk(folder):
        for name in files:
            path = os.path.join(parent, name)
            result[os.path.relpath(path, folder)] = os.readlink(path).encode() if os.path.islink(path) else pathlib.Path(path).read_bytes()
        for name in folders:
            result[os.path.relpath(os.path.join(parent, name), folder) + "/"] = b""
    return result


class Mirror:
    """A directory that is made the same as another one again and again. Only what has changed since is copied."""

    def __init__(self, source, target):
        self.source, self.target, self.marks = source, target, {}

    def restore(self):
        """Makes the target as the source is: names, bytes, modes and times."""
        folders, kept = [], {}
        self._restore(os.fspath(self.source), os.fspath(self.target), "", kept, folders)
        # What is made or removed in a directory changes its time.
        for source, target in reversed(folders):
            shutil.copystat(source, target)
        self.marks = kept

    def _restore(self, source, target, path, kept, folders):
        if not os.path.isdir(target) or os.path.islink(target):
            self._discard(target)
            os.mkdir(target)
        folders.append((source, target))
        there = {entry.name: entry for entry in os.scandir(target)}
        for entry in os.scandir(source):
            name, old = f"{path}/{entry.name}", there.pop(entry.name, None)
            copy = f"{target}/{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                self._restore(entry.path, copy, name, kept, folders)
                continue
            if not old or self.marks.get(name) != self._mark(copy):
                self._discard(copy)
                shutil.copy2(entry.path, copy, follow_symlinks=False)
            kept[name] = self._mark(copy)
        for left in there.values():
            self._discard(left.path)

    @staticmethod
    def _mark(path):
        """What a change of a file changes. Nothing sets the time of the status but the kernel."""
        status = os.lstat(path)
        return status.st_ino, status.st_ctime_ns, status.st_mtime_ns, status.st_size

    @staticmethod
    def _discard(path):
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        elif os.path.lexists(path):
            os.unlink(path)


def remove(folder):
    shutil.rmtree(folder, ignore_errors=True)
