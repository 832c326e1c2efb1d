#!/usr/bin/env python3
"""The client of `symbolicate stream` alone: order, errors, a report that ends the process, a source that fails."""

import os
import pathlib
import stat
import tempfile

from common import PROGRAM, SYMBOLS, check, finish, names_something, reports
from symbolicate_stream import SymbolicateStream

#: Runs the program, but ends it (as a crash would) when a line contains DEADLY; $RUNS counts the starts.
DEADLY = f"""#!/usr/bin/env python3
import os, subprocess, sys
with open(os.environ["RUNS"], "a") as runs: runs.write("run\\n")
child = subprocess.Popen(["{PROGRAM}", *sys.argv[1:]], stdin=subprocess.PIPE)
for line in sys.stdin.buffer:
    if b"DEADLY" in line:
        child.stdin.close(); child.wait()
        sys.stderr.write("out of luck\\n"); sys.stderr.flush()
        os._exit(9)
    child.stdin.write(line); child.stdin.flush()
child.stdin.close()
sys.exit(child.wait())
"""


def test_order_and_errors() -> None:
    contents = reports(300)
    contents[7], contents[8], contents[9] = b"no report", b"", b"plcrash\x01\xff\xff"
    with SymbolicateStream(["--symbols", SYMBOLS], PROGRAM) as stream:
        answers = list(stream.answers(enumerate(contents)))
    check([key for key, _ in answers] == list(range(300)), "300 answers come in the order of the reports")
    failed = [key for key, answer in answers if answer.error is not None]
    check(failed == [7, 8, 9], f"what is no report has an error, also a damaged binary one: {failed}")
    good = [answer for _, answer in answers if answer.error is None]
    check(all(names_something(report) for answer in good for report in answer.reports), "every other report has source lines")
    check(stream.restarts == 0, "one process answered all")


def test_deadly_report() -> None:
    contents = reports(40)
    contents[20] = b"DEADLY"
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder, "program")
        program.write_text(DEADLY)
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        os.environ["RUNS"] = folder + "/runs"
        with SymbolicateStream(["--symbols", SYMBOLS], str(program)) as stream:
            answers = list(stream.answers(enumerate(contents)))
        starts = len(pathlib.Path(folder, "runs").read_text().split())
    check([key for key, _ in answers] == list(range(40)), "a report that ends the process loses no other")
    failed = {key: answer.error for key, answer in answers if answer.error is not None}
    check(list(failed) == [20], f"only that report has an error: {failed}")
    check("ended with 9: out of luck" in failed.get(20, ""), "its error names the exit code and the message")
    check(starts == 3, f"three processes: the first, the one that the report alone ended, one for the rest ({starts})")


def test_failing_source() -> None:
    def source():
        yield 0, reports(1)[0]
        raise OSError("the disk is gone")

    got, error = [], None
    with SymbolicateStream([], PROGRAM) as stream:
        try:
            for key, _ in stream.answers(source()):
                got.append(key)
        except OSError as caught:
            error = str(caught)
    check(got == [0] and error == "the disk is gone", "an error of the source reaches the caller, after the answers before it")


test_order_and_errors()
test_deadly_report()
test_failing_source()
finish()
