#!/usr/bin/env bash
# Makes the shared caches in out/, one directory for each layout: see make-cache.py.
set -euo pipefail
cd "$(dirname "$0")"
rm -rf out
for layout in 14 15 16 26 27 arm64 mac rosetta driverkit sim watch watch7k; do python3 make-cache.py "out/$layout" "$layout"; done
python3 make-cache.py out/development 26 --seed 2 --development
