#!/usr/bin/env python3
"""Fails each system call of every command once, in turn, with the error that fits it or with EINTR; or kills the command at it.

For each call: the exit status and the message are right, no output is torn, nothing hangs, nothing is left behind that the next run
does not remove, and the next run answers as usual.

    syscalls.py [--program PATH] [--mode error|interrupt|kill] [--commands NAME,NAME] [--step N]
                [--jobs N]
"""
import pathlib
import re

from common import Row, arguments
from runs import Injection, answer_lines, differs, each, heals, leftovers, new_lines, wrong

# isInterrupted of faults/inject.c, with the numbers of x86-64.
INTERRUPTED = {0, 1, 2, 7, 17, 18, 19, 20, 23, 40, 42, 44, 45, 61, 73, 77, 247, 257, 270, 271, 288, 326}


# Differences that are right: command, call, and why.
EXPLAINED = {
    # The kernel fails it where the directory is gone, and then no relative path leads anywhere.
    ("config", "getcwd"): "the answer names the same file, as ./.symbolicate.toml",
    ("mcp", "getcwd"): "the relative path of --symbols leads nowhere: the debug files are those of the allowed directory",
}


def names():
    text = pathlib.Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h").read_text()
    return {int(number): name for name, number in re.findall(r"#define __NR_(\w+) (\d+)", text)}


def tried(bench, base, mode, number, folder):
    """One run with a fault: what is wrong, and the call that failed."""
    bench.fresh()
    injection = Injection(mode, number, folder)
    ended = bench.run(injection.prefix, limit=90)
    calls, end = injection.read()
    if end is None:
        return ["inject failed"], None
    if not calls:
        return [], None  # fewer calls than in the run that counted: threads shared the work in another way
    _, status, signal, hang, outlived = end
    ended.status = -signal if signal else status
    found = ["hang"] if hang else []
    if outlived:
        found.append("a process outlived the command")
    if mode == "kill":
        found += [problem for problem in wrong(ended, base, bench.command.name) if problem.startswith("torn")]
    else:
        found += wrong(ended, base, bench.command.name)
    if differs(ended.state, base.state):
        found += heals(bench, base)
    elif leftovers(ended.state, base.state):
        found.append("left: " + ", ".join(leftovers(ended.state, base.state)[:3]))
    usual = set(base.stderr.splitlines())
    lines = [line for line in ended.stderr.splitlines() if line not in usual] or new_lines(answer_lines(ended), answer_lines(base))
    text = " / ".join(line.strip() for line in lines)[:200]
    return [f"{problem} [{text}]" for problem in found], calls[0]


def attack(bench, base, options, tally):
    folder, spelled = bench.work.parent, names()
    counting = Injection("count", 0, folder)
    bench.fresh()
    bench.run(counting.prefix)
    calls, _ = counting.read()
    chosen = [call[0] for call in calls if options.mode != "interrupt" or call[2] in INTERRUPTED][options.seed % options.step::options.step]
    print(f"{bench.command.name}: {len(chosen)} of {len(calls)} calls, usual status {base.status}", flush=True)
    for number in chosen:
        found, call = tried(bench, base, options.mode, number, folder)
        tally.count += call is not None
        if call:
            tally.kinds[spelled.get(call[2], str(call[2]))] += 1
        where = f" call {number} {spelled.get(call[2], call[2])}({call[5] or call[3] + ', ' + call[4]})" if call else ""
        if call and (bench.command.name, spelled.get(call[2])) in EXPLAINED:
            found = [problem for problem in found if not problem.startswith("another answer without a message")]
        for problem in found:
            tally.find(f"{bench.command.name}{where}: {problem}")


def main():
    options = arguments(__doc__, mode="error", commands="", step=1, jobs=1)
    what = {"error": "system calls that fail once", "interrupt": "system calls interrupted once (EINTR)", "kill": "kill -9 at a system call"}
    row = Row(f"faults: {options.mode}", what[options.mode])
    kinds = each(row, options, attack)
    row.note = f"{len(kinds)} kinds of calls"
    row.end()


if __name__ == "__main__":
    main()
