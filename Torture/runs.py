"""Runs of one command with and without a fault, and what is wrong with the one with it."""
import collections
import concurrent.futures
import json
import os
import re
import subprocess

from commands import commands, prepare
from common import Mirror, helper, memory_directory, remove, snapshot, surroundings

# Commands that print what they could not read on standard output, as their answer.
TELL_IN_ANSWER = ("store-verify", "inspect", "inspect-debug-file", "check", "self-test", "stream", "mcp", "sarif", "batch-to-stdout")
# Words of the system's messages.
TROUBLE = re.compile("error|Cannot|cannot|denied|No space|Too many|[Nn]o such|out of memory|not |failed|fail|damaged|missing|unread|none: |machine +unknown|\\?")
# Directories whose contents count. The cache may hold anything that the next run copes with.
KEPT = ("out", "store", "tmp", "home")
MANIFEST = ".symbolicate-manifest"


class Ended:
    """How a run ended, what it printed, and what is in the directories afterwards."""

    def __init__(self, status, stdout, stderr, state):
        self.status, self.stdout, self.stderr, self.state = status, stdout, stderr, state


def comparable(command, out):
    """An answer without what differs from run to run."""
    if command.name == "self-test":
        return re.sub(rb"\d+ (ms|MB of memory)", rb"\1", out)
    if command.name == "mcp":
        # The server answers in any order, and encloses what is foreign in a random word.
        return b"".join(sorted(re.sub(rb"-----[0-9a-f]{16}-----", b"-----", out).splitlines(keepends=True)))
    return out


class Bench:
    """The directory of one command, made anew for each run from the same inputs."""

    def __init__(self, program, template, command):
        self.program, self.template, self.command = program, template, command
        self.work = template.parent / "work"
        self.ready = template.parent / "ready"
        Mirror(template, self.ready).restore()
        before = [["store", "add", "-q", "Shop.dSYM"]] if command.store else []
        for words in before + ([command.before] if command.before else []):
            subprocess.run([program, *words], cwd=self.ready, env=surroundings(self.ready), capture_output=True, check=True)
        remove(self.ready / "cache")
        (self.ready / "cache").mkdir()
        self.mirror = Mirror(self.ready, self.work)

    def fresh(self):
        self.mirror.restore()

    def run(self, prefix=(), limit=60, **environment):
        """Runs the command in the directory as it is."""
        words = self.command.words
        stdin = open(self.work / self.command.stdin, "rb") if self.command.stdin else subprocess.DEVNULL
        try:
            run = subprocess.run(
                [*prefix, self.program, *words], cwd=self.work, env=surroundings(self.work, **environment), stdin=stdin,
                capture_output=True, timeout=limit)
            status, out, errors = run.returncode, run.stdout, run.stderr
        except subprocess.TimeoutExpired as error:
            status, out, errors = "hang", error.stdout or b"", error.stderr or b""
        finally:
            if self.command.stdin:
                stdin.close()
        return Ended(status, comparable(self.command, out), errors.decode(errors="replace"), self.state())

    def prune(self):
        """Removes what is left in the store, as if it were old."""
        for path in (self.work / "store").rglob("*"):
            os.utime(path, (1700000000, 1700000000))
        words = ["store", "prune", "-q", "--max-size", "1G"]
        subprocess.run([self.program, *words], cwd=self.work, env=surroundings(self.work), capture_output=True, check=True)

    def state(self):
        return {f"{name}/{path}": data for name in KEPT for path, data in snapshot(self.work / name).items()}


def differs(state, base):
    """The paths that one state has and the other has not, or with other contents. What says when is not compared."""
    def same(path, one, other):
        return one == other or path.endswith(MANIFEST) or (path.endswith("info.json") and _timeless(one) == _timeless(other))

    return sorted(path for path in state.keys() | base.keys()
                  if path not in state or path not in base or not same(path, state[path], base[path]))


def _timeless(data):
    try:
        return {key: value for key, value in json.loads(data).items() if key not in ("added", "modified", "source")}
    except ValueError:
        return data


def is_whole(path, data, base):
    """Whether an output is one, and not a piece of one."""
    if path not in base or path.endswith(MANIFEST):
        return True
    if data == base[path]:
        return True
    try:
        text = data.decode()
        if path.endswith((".json", ".sarif")):
            json.loads(text)
            return True
        elif path.endswith(".ndjson"):
            for line in text.splitlines():
                json.loads(line)
            return not text or text.endswith("\n")
        elif path.endswith(".html"):
            return text.rstrip().endswith("</html>")
    except ValueError:
        return False
    return text.endswith("\n") and not base[path].startswith(data)


def leftovers(state, base):
    """Files that no run is meant to leave."""
    return [path for path in state if path not in base
            and (path.startswith(("tmp/", "home/")) or ".symbolicate-" in path and not path.endswith(MANIFEST) or ".aside-" in path)]


def answer_lines(ended):
    """An answer with the lines of texts in JSON, so that one line that is new is told from those around it."""
    return ended.stdout.decode(errors="replace").replace("\\n", "\n")


def new_lines(text, usual):
    usual = set(usual.splitlines())
    return [line for line in text.splitlines() if line not in usual and line.strip()]


def wrong(ended, base, name=""):
    """What is wrong with a run in which something failed, as a list of words. An answer that is not the usual one has a message that the
    usual run does not have; nothing is torn; signals end nothing."""
    found = []
    if ended.status == "hang":
        return ["hang"]
    if isinstance(ended.status, int) and ended.status < 0:
        found.append(f"signal {-ended.status}")
    said = new_lines(ended.stderr, base.stderr)
    if name in TELL_IN_ANSWER:
        said += [line for line in new_lines(answer_lines(ended), answer_lines(base)) if TROUBLE.search(line)]
    changed = [path for path in differs(ended.state, base.state) if path in base.state]
    if not said and ended.stdout != base.stdout:
        found.append("another answer without a message")
    if not said and ended.status != base.status and "signal" not in "".join(found):
        found.append(f"status {ended.status} without a message")
    if not said and changed:
        found.append("outputs missing or changed without a message: " + ", ".join(changed[:3]))
    if ended.status == base.status and base.status == 0 and len(ended.stdout) < len(base.stdout) and base.stdout.startswith(ended.stdout):
        found.append("half of the output with status 0")
    found += ["torn " + path for path, data in ended.state.items() if not is_whole(path, data, base.state)]
    if "Fatal error" in ended.stderr or "*** " in ended.stderr:
        found.append("trap")
    return found


class Tally:
    """What the attacks on one command came to: runs, kinds of what happened, and findings, which are printed as they come."""

    def __init__(self, row):
        self.row, self.count, self.kinds, self.findings = row, 0, collections.Counter(), []

    def find(self, text):
        self.findings.append(text)
        print(f"FINDING {self.row}: {text}", flush=True)


def _attack(attack, options, row, position):
    """Attacks one command in a directory of its own."""
    command, tally = commands()[position], Tally(row)
    folder = memory_directory(command.name)
    try:
        template = folder / "template"
        template.mkdir()
        prepare(template, options.program)
        bench = Bench(options.program, template, command)
        bench.fresh()
        base = bench.run()
        if base.status == 2 or base.status == "hang":
            raise SystemExit(f"{command.name}: {base.status} without any fault: {base.stderr}")
        attack(bench, base, options, tally)
    finally:
        remove(folder)
    return tally


def each(row, options, attack):
    """Calls `attack` with every command that is chosen: its bench, what it usually does, the options and a tally; adds the tallies to
    the row. --jobs commands are attacked at a time. Returns the kinds of all."""
    names = [command.name for command in commands()]
    chosen = options.commands.split(",") if options.commands else names
    kinds = collections.Counter()
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        running = [pool.submit(_attack, attack, options, row.name, names.index(name)) for name in chosen]
        for each in running:
            tally = each.result()
            row.count += tally.count
            row.findings += tally.findings
            kinds += tally.kinds
    return kinds


def heals(bench, base):
    """What is still wrong after the same command ran again, without a fault: outputs and leftovers. What interrupted runs leave in a
    store is removed by `store prune` a day later."""
    again = bench.run()
    isRemoved = bench.command.name == "store-remove" and "nothing in the store" in again.stderr
    found = [] if again.status == base.status or isRemoved else [f"the next run ends with {again.status}: {again.stderr.strip()[:200]}"]
    changed = differs(again.state, base.state)
    if any(path.startswith("store/") for path in changed):
        bench.prune()
        changed = differs(bench.state(), base.state)
    return found + (["the next run leaves " + ", ".join(changed[:3])] if changed else [])


class Injection:
    """A run under faults/inject: the arguments before the program, and what it recorded."""

    def __init__(self, mode, number, folder, limit=20):
        self.result = folder / "calls"
        self.prefix = [helper("inject"), str(self.result), mode, str(number), str(limit)]

    def read(self):
        """The recorded calls (number, process, call, first two arguments, path), and the end (calls, status, signal, hang, outlived)."""
        calls, end = [], None
        for line in self.result.read_text().splitlines():
            words = line.split()
            if words[0] == "call":
                calls.append((int(words[1]), int(words[2]), int(words[3]), words[4], words[5], " ".join(words[6:])))
            else:
                end = [int(word) for word in words[1:]]
        return calls, end
