#!/usr/bin/env bash
# Shows what the program does: three reports of Fixtures against their dSYMs, then a crash made on the spot.
#   demo.sh PATH/TO/symbolicate [FOLDER]     FOLDER: what crash.sh left there is shown instead, which needs no Swift
set -euo pipefail
tool=$(realpath "${1:-.build/release/symbolicate}")
folder=${2:-}
cd "$(dirname "$0")/.."

show() {
  printf '\n\033[1m$ symbolicate %s\033[0m\n\n' "$*"
  "$tool" "$@"
}

binaries=Binaries/shop-cpp/out
show Reports/apple-text/ios-arm64/Shop.crash -s $binaries/ios-arm64
show Reports/ips/macos-x86_64/Shop-2026-11-20-114303.ips -s $binaries/macos-x86_64-dwarf5
show Reports/kscrash/mach/report.json -s $binaries/ios-arm64

if [ -z "$folder" ]; then
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  LiveCrash/crash.sh "$folder"
fi
show "$folder/crash.json"
