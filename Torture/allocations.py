#!/usr/bin/env python3
"""Fails each allocation of every command once, in turn.

A command may end with a message and its exit status, or by SIGABRT, SIGILL or SIGTRAP: Swift ends the process when there is no memory.
Swift's runtime also follows null pointers in its own caches, which ends the process in the same way (SIGSEGV in the first page). Any
other SIGSEGV would mean that something went on with what it did not get. No output is torn, and the next run answers as usual.

    allocations.py [--program PATH] [--commands NAME,NAME] [--step N] [--jobs N]
"""
from common import Row, arguments, helper
from runs import differs, each, heals, is_whole, leftovers, wrong

# Signals by which Swift's runtime and the C libraries end a process without memory: SIGILL, SIGTRAP, SIGABRT.
ENDS = {-4, -5, -6}


def attack(bench, base, options, tally):
    counter, library = bench.work.parent / "counter", helper("allocation")

    def run(number):
        counter.write_bytes(bytes(16))
        bench.fresh()
        # The process that reads debug files may end so, and is started again; Swift need not say so.
        return bench.run(LD_PRELOAD=library, TORTURE_COUNTER=counter, TORTURE_ALLOCATION=number, SWIFT_BACKTRACE="enable=no")

    run(0)
    total = int.from_bytes(counter.read_bytes()[:8], "little")
    chosen = range(1 + options.seed % options.step, total + 1, options.step)
    print(f"{bench.command.name}: {len(chosen)} of {total} allocations", flush=True)
    for number in chosen:
        ended = run(number)
        tally.count += 1
        isNull = counter.read_bytes()[8] == 1
        isEnd = ended.status in ENDS or ended.status == -11 and isNull
        tally.kinds["null pointer" if ended.status == -11 else "ended by Swift or a library" if isEnd else "answered or said why"] += 1
        if isEnd:
            found = [f"torn {path}" for path, data in ended.state.items() if not is_whole(path, data, base.state)]
        else:
            found = wrong(ended, base, bench.command.name)
        if differs(ended.state, base.state) or leftovers(ended.state, base.state):
            found += heals(bench, base)
        for problem in found:
            tally.find(f"{bench.command.name} allocation {number}: {problem} [{ended.stderr.strip().splitlines()[-1:]}]")


def main():
    options = arguments(__doc__, commands="", step=1, jobs=1)
    row = Row("faults: allocations", "allocations that fail once")
    kinds = each(row, options, attack)
    row.note = ", ".join(f"{count} {name}" for name, count in kinds.most_common())
    row.end()


if __name__ == "__main__":
    main()
