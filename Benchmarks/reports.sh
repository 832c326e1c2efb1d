#!/usr/bin/env bash
# Measures reading and writing of crash reports, stage by stage and format by format: Benchmarks/reports.sh [REPORT...]
# Without operands, makes reports of 600 frames first (Benchmarks/reports.py). Beside it, Python's json reads the JSON ones.
set -euo pipefail
cd "$(dirname "$0")/.."
build=(swift build -c release --static-swift-stdlib --product ReportSpeed)
"${build[@]}" >&2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ $# = 0 ]; then
  python3 Benchmarks/reports.py "$work"
  set -- "$work"/*
fi
"$("${build[@]}" --show-bin-path)/ReportSpeed" "$@"
python3 - "$@" <<'PY'
import json, statistics, sys, time
for path in sys.argv[1:]:
    text = open(path, encoding="utf-8", errors="replace").read()
    body = text[text.find("\n{") + 1 :] if path.endswith(".ips") else text
    try:
        json.loads(body)
    except ValueError:
        continue
    times = []
    for _ in range(21):
        start = time.perf_counter()
        json.loads(body)
        times.append(time.perf_counter() - start)
    print(f"{len(body) / statistics.median(times) / 1e6:9.2f}  MB/s  {path}, Python's json")
PY
