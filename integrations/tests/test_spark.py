#!/usr/bin/env python3
"""The Spark job on `local-cluster`: real executors as processes of their own, one of which is killed in the middle of a task."""

import collections
import json
import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import time

from common import PROGRAM, ROOT, SYMBOLS, check, finish, names_something, reports

COUNT = int(os.environ.get("REPORTS", "600"))

#: Runs the program; the first one to answer its 20th line kills the Java process of its executor, once. What `index` prints
#: goes to $INDEXED.
KILLER = f"""#!/usr/bin/env python3
import os, signal, subprocess, sys
if sys.argv[1] != "stream":
    with open(os.environ["INDEXED"], "a") as printed:
        sys.exit(subprocess.call(["{PROGRAM}", *(word for word in sys.argv[1:] if word != "-q")], stdout=printed))
child = subprocess.Popen(["{PROGRAM}", *sys.argv[1:]], stdout=subprocess.PIPE)
def executor(pid):
    while pid > 1:
        if open(f"/proc/{{pid}}/comm").read().strip() == "java": return pid
        pid = int(open(f"/proc/{{pid}}/stat").read().rsplit(")", 1)[1].split()[1])
for number, line in enumerate(child.stdout):
    if number == 20:
        try: os.close(os.open(os.environ["KILLED"], os.O_CREAT | os.O_EXCL))
        except FileExistsError: pass
        else: os.kill(executor(os.getpid()), signal.SIGKILL)
    sys.stdout.buffer.write(line); sys.stdout.buffer.flush()
sys.exit(child.wait())
"""


def run_job(folder: str, executors: int, *arguments: str, program: str = PROGRAM, **environment: str) -> str:
    """Runs the job as a user does and returns its standard output."""
    command = [
        "spark-submit", "--master", f"local-cluster[{executors},1,1024]", "--conf", "spark.ui.enabled=false",
        "--conf", "spark.driver.host=127.0.0.1", "--conf", "spark.driver.bindAddress=127.0.0.1",
        "--conf", "spark.executor.memory=512m", "--conf", f"spark.local.dir={folder}/spark",
        "--py-files", str(ROOT / "integrations/symbolicate_stream.py"), str(ROOT / "integrations/spark/symbolicate_job.py"),
        "--program", program, "--symbols", SYMBOLS, "--cache", folder + "/cache", *arguments]
    path = os.path.dirname(sys.executable) + ":" + os.environ["PATH"]
    values = {**os.environ, "PATH": path, "PYSPARK_PYTHON": sys.executable, **environment}
    done = subprocess.run(command, capture_output=True, text=True, env=values, cwd=folder, check=False)
    if done.returncode:
        sys.exit(f"spark-submit ended with {done.returncode}:\n{done.stdout[-2000:]}\n{done.stderr[-6000:]}")
    return done.stdout


def rows(output: str) -> list:
    """All rows that the job wrote, read without Spark."""
    import pyarrow.dataset

    return pyarrow.dataset.dataset(output, partitioning="hive").to_table().to_pylist()


def expect_complete(written: list, expected: set, what: str) -> None:
    counts = collections.Counter((row["id"], row["part"]) for row in written)
    found = {key for key, _ in counts}
    check(found == expected, f"{what}: {len(found)} of {len(expected)} inputs are in the output")
    check(max(counts.values()) == 1, f"{what}: no row is there twice")


def test_killed_executor(folder: str) -> None:
    source = pathlib.Path(folder, "reports")
    source.mkdir()
    for number, content in enumerate(reports(COUNT)):
        (source / f"{number:05}.report").write_bytes(content)
    (source / "bad.report").write_text("this is no report")
    program = pathlib.Path(folder, "program")
    program.write_text(KILLER)
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    debug_file = ROOT / "Fixtures/Binaries/shop-cpp/out/ios-arm64/Shop.dSYM"
    printed = run_job(folder, 2, "--input", str(source), "--output", folder + "/out", "--partitions", "8",
                      "--index", str(debug_file), program=str(program), KILLED=folder + "/killed", INDEXED=folder + "/indexed")
    print("".join("      " + line + "\n" for line in printed.splitlines()), end="")
    check(os.path.exists(folder + "/killed"), "an executor was killed in the middle of a task")
    written = rows(folder + "/out")
    expect_complete(written, {f"file:{source}/{path.name}" for path in source.iterdir()}, "files, one executor killed")
    failed = [row for row in written if row["status"] == "failed"]
    check([row["id"].rsplit("/", 1)[1] for row in failed] == ["bad.report"], "the side output has the bad row only")
    check("not a crash report" in failed[0]["error"], "and says why")
    good = [json.loads(row["report"]) for row in written if row["status"] == "ok"]
    check(all(names_something(report) for report in good), "every answer has source lines")
    check(f"{COUNT} reports symbolicated, 1 inputs failed" in printed, "the job prints what it did")
    indexed = [line.split()[0] for line in pathlib.Path(folder, "indexed").read_text().splitlines()]
    check(len(indexed) >= 8 and indexed.count("built") == 1, f"of {len(indexed)} tasks on the node, one built the index")


def test_rows(folder: str, kind: str) -> None:
    import pyarrow
    import pyarrow.parquet

    texts = [content.decode() for content in reports(30)]
    if kind == "json":
        name = folder + "/rows.jsonl"
        pathlib.Path(name).write_text("".join(json.dumps({"key": n, "body": text}) + "\n" for n, text in enumerate(texts)))
    else:
        name = folder + "/rows.parquet"
        pyarrow.parquet.write_table(pyarrow.table({"key": list(range(30)), "body": texts}), name)
    run_job(folder, 2, "--input", name, "--input-format", kind, "--id-column", "key", "--report-column", "body",
            "--output", f"{folder}/out-{kind}", "--partitions", "3", "--", "--only-crashed")
    expect_complete(rows(f"{folder}/out-{kind}"), {str(number) for number in range(30)}, kind)


def write_rows(name: str, count: int) -> str:
    """A file of JSON lines with `count` reports."""
    with open(name, "w") as file:
        for number, content in enumerate(reports(count)):
            file.write(json.dumps({"id": number, "report": content.decode()}) + "\n")
    return name


def print_throughput(folder: str) -> None:
    """The rate of a job with $THROUGHPUT_REPORTS rows, also without the time of a job with 16 rows: the start of Spark."""
    count = int(os.environ.get("THROUGHPUT_REPORTS", "100000"))

    def seconds(executors: int, rows_: int) -> float:
        name = folder + f"/{rows_}.jsonl"
        if not os.path.exists(name):
            write_rows(name, rows_)
        start = time.monotonic()
        run_job(folder, executors, "--input", name, "--input-format", "json", "--output", f"{folder}/{rows_}-{executors}",
                "--partitions", "16")
        return time.monotonic() - start

    write_rows(f"{folder}/{count}.jsonl", count)
    size = os.path.getsize(f"{folder}/{count}.jsonl")
    few = seconds(1, 16)
    print(f"      throughput, {count} reports, {size / 1e6:.0f} MB, on {os.cpu_count()} cores; a job with 16 reports: {few:.1f} s", flush=True)
    for executors in (1, 2, 4):
        whole = seconds(executors, count)
        print(f"      {executors} executors: {whole:6.1f} s, {count / whole:7.0f} reports/s; without the start "
              f"{count / max(whole - few, 0.001):7.0f} reports/s", flush=True)


with tempfile.TemporaryDirectory() as temporary:
    if os.environ.get("THROUGHPUT") != "only":
        test_killed_executor(temporary)
        test_rows(temporary, "json")
        test_rows(temporary, "parquet")
    if os.environ.get("THROUGHPUT"):
        print_throughput(temporary)
finish()
