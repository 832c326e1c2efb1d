#!/usr/bin/env python3
"""Kills commands (SIGKILL) at random moments, each many times: batch, stream, store add, index, a cold cache, summarize, filter.

After each kill no output is torn; the next run answers as usual, its outputs are whole, and what the killed one left is gone by then.

    kills.py [--program PATH] [--rounds 200] [--seed N] [--commands NAME,NAME] [--jobs N]

The moments are system calls, chosen by the seed: so that a run can be repeated, and so that short commands are killed in the middle as
often as at their ends."""
import random

from common import Row, arguments
from runs import Injection, differs, each, heals, is_whole, leftovers

COMMANDS = "batch,batch-again,batch-html,ndjson,one-page,stream,store-add,store-add-zip,store-remove,store-prune,index,zip,summarize,filter,redact"


def attack(bench, base, options, tally):
    pick = random.Random(f"{options.seed}/{bench.command.name}")
    counting = Injection("count", 0, bench.work.parent)
    bench.fresh()
    bench.run(counting.prefix)
    _, end = counting.read()
    for number in sorted(pick.randint(1, end[0]) for _ in range(options.rounds)):
        bench.fresh()
        injection = Injection("kill", number, bench.work.parent)
        killed = bench.run(injection.prefix)
        calls, end_of_killed = injection.read()
        tally.kinds["before the end" if calls else "after it"] += 1
        tally.count += 1
        found = [f"torn {path}" for path, data in killed.state.items() if not is_whole(path, data, base.state)]
        if end_of_killed and end_of_killed[4]:
            found.append("a process outlived the command")
        if differs(killed.state, base.state) or leftovers(killed.state, base.state):
            found += heals(bench, base)
        for problem in found:
            tally.find(f"{bench.command.name} killed at call {number} ({calls[0][2:] if calls else 'after its end'}): {problem}")
    print(f"{bench.command.name}: {options.rounds} kills among {end[0]} calls", flush=True)


def main():
    options = arguments(__doc__, rounds=200, commands=COMMANDS, jobs=1)
    row = Row("kill -9", "kills at random moments, after which the next run answers as usual")
    kinds = each(row, options, attack)
    row.note = ", ".join(f"{count} {name}" for name, count in kinds.most_common())
    row.end()


if __name__ == "__main__":
    main()
