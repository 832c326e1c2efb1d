#!/usr/bin/env python3
"""Symbolicates crash reports with Spark: one `symbolicate stream` for each task, complete output, no duplicates.

    spark-submit --py-files integrations/symbolicate_stream.py integrations/spark/symbolicate_job.py \\
        --input reports/ --output answers/ --symbols /shared/dSYMs

Input: a directory of report files (the ID of a report is its path), or rows of Parquet or JSON lines with one report each.
Output: Parquet below --output, `status=ok` with the answers and `status=failed` with what could not be read and why. Each
input has at least one row; an input with several reports has several, numbered by `part`. The files are committed by Spark
when all tasks are done: a task that is lost with its executor is done again and counted once.
"""

import argparse
import fcntl
import json
import os
import subprocess
import sys
from typing import Iterator, List

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as columns

#: The columns of the output; `report` is the object of `symbolicate -f json` (docs/JSON.md), those after it are taken from it.
TEXTS = ["id", "status", "error", "report", "app", "version", "os", "class", "group", "cause"]
SCHEMA = "part int, " + ", ".join(f"`{name}` string" for name in TEXTS)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--input", required=True, help="a directory of reports, or a Parquet or JSON lines dataset")
    parser.add_argument("--input-format", choices=["files", "parquet", "json"], default="files")
    parser.add_argument("--id-column", default="id", help="of rows: what names a report (default: id)")
    parser.add_argument("--report-column", default="report", help="of rows: the report as text or bytes (default: report)")
    parser.add_argument("--output", required=True, help="where the Parquet files go; must not exist")
    parser.add_argument("--symbols", action="append", default=[], help="debug files on a path that all nodes see; repeatable")
    parser.add_argument("--store", help="a store of debug files on a path that all nodes see")
    parser.add_argument("--cache", help="a directory of each node for indexes (default: symbolicate's own)")
    parser.add_argument("--program", default="symbolicate", help="the command on each node (default: symbolicate)")
    parser.add_argument("--partitions", type=int, help="how many tasks (default: as Spark reads the input)")
    parser.add_argument("--index", action="append", default=[],
                        help="a debug file whose index each node builds before its first task; repeatable")
    parser.add_argument("--top", type=int, default=20, help="how many groups to print at the end (default: 20)")
    parser.add_argument("rest", nargs="*", help="after --: more options of `symbolicate stream`")
    return parser.parse_args()


def read(spark: SparkSession, chosen: argparse.Namespace) -> DataFrame:
    """The reports as rows of `id` and `content`."""
    if chosen.input_format == "files":
        files = spark.read.format("binaryFile").option("recursiveFileLookup", "true").load(chosen.input)
        return files.select(columns.col("path").alias("id"), columns.col("content"))
    rows = spark.read.format(chosen.input_format).load(chosen.input)
    return rows.select(columns.col(chosen.id_column).cast("string").alias("id"),
                       columns.col(chosen.report_column).cast("binary").alias("content"))


def prepare_node(program: str, debug_files: List[str]) -> None:
    """Builds the indexes of `debug_files` once on this node: the first task builds, those beside it wait for it."""
    if not debug_files:
        return
    cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    os.makedirs(cache, exist_ok=True)
    with open(os.path.join(cache, "symbolicate-node.lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        built = subprocess.run([program, "index", "-q", *debug_files], capture_output=True, text=True, check=False)
    if built.returncode:  # without an index the debug files answer: slower, with the same result
        print(f"symbolicate index: {built.stderr.strip()}", file=sys.stderr)


def row(key: str, part: int, report: dict, text: str) -> dict:
    """One answered report; the columns beside `report` are those that people group by."""
    process, triage = report.get("process") or {}, report.get("triage") or {}
    causes = triage.get("causes") or [{}]
    system = report.get("os") or {}
    return {"id": key, "part": part, "status": "ok", "report": text, "app": process.get("bundleID") or process.get("name"),
            "version": process.get("version"), "os": " ".join(filter(None, [system.get("name"), system.get("version")])) or None,
            "class": triage.get("class"), "group": triage.get("group"), "cause": causes[0].get("id")}


def symbolicator(chosen: argparse.Namespace):
    """The function that answers one partition."""
    arguments = ["--jobs", "1"]  # Spark gives each task one core
    for path in chosen.symbols:
        arguments += ["--symbols", path]
    if chosen.store:
        arguments += ["--store", chosen.store]
    arguments += chosen.rest
    program, cache, debug_files = chosen.program, chosen.cache, chosen.index

    def answer(batches: Iterator) -> Iterator:
        import pyarrow
        from symbolicate_stream import SymbolicateStream

        if cache:
            os.environ["XDG_CACHE_HOME"] = cache
        prepare_node(program, debug_files)
        schema = pyarrow.schema([("part", pyarrow.int32()), *((name, pyarrow.string()) for name in TEXTS)])
        reports = ((line["id"], line["content"] or b"") for batch in batches for line in batch.to_pylist())
        rows: List[dict] = []
        with SymbolicateStream(arguments, program) as stream:
            for key, answered in stream.answers(reports):
                if answered.error is not None:
                    rows.append({"id": key, "part": 0, "status": "failed", "error": answered.error})
                for part, report in enumerate(answered.reports):
                    rows.append(row(key, part, report, json.dumps(report, ensure_ascii=False, separators=(",", ":"))))
                if len(rows) >= 256:
                    yield pyarrow.RecordBatch.from_pylist(rows, schema)
                    rows = []
        yield pyarrow.RecordBatch.from_pylist(rows, schema)

    return answer


def main() -> int:
    chosen = options()
    spark = SparkSession.builder.appName("symbolicate").getOrCreate()
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "64")  # reports are large: few at a time
    reports = read(spark, chosen)
    if chosen.partitions:
        reports = reports.repartition(chosen.partitions)
    answers = reports.mapInArrow(symbolicator(chosen), SCHEMA)
    answers.write.partitionBy("status").parquet(chosen.output)

    done = spark.read.schema(SCHEMA).parquet(chosen.output)
    counts = {line["status"]: line["count"] for line in done.groupBy("status").count().collect()}
    print(f"{counts.get('ok', 0)} reports symbolicated, {counts.get('failed', 0)} inputs failed; written to {chosen.output}")
    groups = done.where("status = 'ok'").groupBy("group", "cause").count().orderBy(columns.desc("count"), "group")
    for line in groups.limit(chosen.top).collect():
        print(f"{line['count']:8}  {line['cause'] or '-':24}  {line['group']}")
    spark.stop()
    return 0


if __name__ == "__main__":
    sys.exit(main())
