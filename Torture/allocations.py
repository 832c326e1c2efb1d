#!/usr/bin/env python3
"""Fails each allocation of every command once, in turn.

A command answers as usual, or ends with a message and its exit status: the program ends in one place when there is no memory
(Sources/CSystem/memory.c). No signal ends it, no output is torn, and the next run answers as usual.

    allocations.py [--program PATH] [--commands NAME,NAME] [--step N] [--jobs N]
"""
from common import Row, arguments, helper
from runs import differs, each, heals, leftovers, wrong


def attack(bench, base, options, tally):
    counter, library = bench.work.parent / "counter", helper("allocation")

    def run(number):
        counter.write_bytes(bytes(8))
        bench.fresh()
        return bench.run(LD_PRELOAD=library, TORTURE_COUNTER=counter, TORTURE_ALLOCATION=number, SWIFT_BACKTRACE="enable=no")

    run(0)
    total = int.from_bytes(counter.read_bytes(), "little")
    chosen = range(1 + options.seed % options.step, total + 1, options.step)
    print(f"{bench.command.name}: {len(chosen)} of {total} allocations", flush=True)
    for number in chosen:
        ended = run(number)
        tally.count += 1
        tally.kinds["answered" if ended.status == base.status else "ended with a message" if ended.status == 1 else f"ended: {ended.status}"] += 1
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
