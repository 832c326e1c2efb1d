#!/usr/bin/env bash
# Builds Warehouse.swift without optimisation, so that it keeps its frames, runs it until it crashes, and leaves the program
# and the Swift runtime's report, crash.json, in a folder.
#   crash.sh FOLDER
set -euo pipefail
folder=$(realpath "$1")
cd "$(dirname "$0")"
swiftc -Onone -g -parse-as-library -Xlinker --build-id Warehouse.swift -o "$folder/warehouse"

settings=enable=yes,color=no,format=json,symbolicate=off,images=all,output-to=$folder/crash.json
status=0
(SWIFT_BACKTRACE=$settings "$folder/warehouse") || status=$?
[ "$status" -gt 128 ] || { echo "crash.sh: the program ended with $status instead of crashing" >&2; exit 1; }
[ -s "$folder/crash.json" ] || { echo "crash.sh: the Swift runtime wrote no report" >&2; exit 1; }
