#!/usr/bin/env bash
# Measures system symbols: adds a made dyld shared cache of realistic size to an empty store, and looks up frames in it.
#
#   system-symbols.sh PROGRAM WORK [NAMES [IMAGES]]
#
# WORK gets the cache (5 GB with 15 million names; 1.4 GB on the disk, the rest are holes) unless it is there already. The names are
# invented Objective-C methods, and runs of the Swift and C++ names of the libraries of the Swift toolchain.
set -euo pipefail
program=$(realpath "$1") work=$2 names=${3:-15000000} images=${4:-4000}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$work" && cd "$work"
export XDG_CACHE_HOME=$work/xdg HOME=$work SYMBOLICATE_STORE=$work/store
if [ ! -e cache/expect.tsv ]; then
  usr=$(dirname "$(dirname "$(readlink -f "$(command -v swift)")")")
  libraries=()
  for file in bin/sourcekit-lsp bin/swift-package bin/swift-format lib/libsourcekitdInProc.so lib/liblldb.so.* \
    lib/swift/linux/libswiftCore.so lib/swift/linux/libFoundation.so; do
    for path in "$usr"/$file; do [ ! -f "$path" ] || libraries+=("$path"); done
  done
  python3 "$here/../Fixtures/SharedCaches/make-cache.py" cache 26 --images "$images" --names "$names" --data 2 --libraries "${libraries[@]}"
fi
bytes=$(stat -c %s cache/dyld* | paste -sd+ | bc)
echo "cache: $((bytes / 1000000)) MB, $images images, $names names"
for jobs in 2 4; do
  rm -rf store
  /usr/bin/time -o time.txt -f "%e %M %U %S" "$program" store add -q -j "$jobs" --os-build 23B85 cache
  read -r seconds memory user system <time.txt
  echo "add, $jobs jobs: $seconds s ($(bc <<<"$bytes / 1000000 / $seconds") MB/s of cache), processor time $(bc <<<"$user + $system") s, memory $((memory / 1000)) MB"
done
echo "container: $(stat -c %s store/*/*/*/*.symcache | awk '{ print int($1 / 1000000) }') MB"
# One frame in each of 1, 100 and 1,000 images.
for frames in 1 100 1000; do
  python3 - "$frames" >"$frames.crash" <<'END'
import sys
wanted, images, current = int(sys.argv[1]), [], None
for line in open("cache/expect.tsv"):
    part = line.rstrip("\n").split("\t")
    if part[0] == "image":
        current = (part[1], part[2], int(part[3], 16), [])
        images.append(current)
    elif part[1]:
        current[3].append(int(part[0], 16))
images = [image for image in images if len(image[3]) > 10]
images = images[:: max(1, len(images) // wanted)][:wanted]
base, slide = 0x180000000, 0x4000000
print("Process:             Shop [1]\nCode Type:           ARM-64\nOS Version:          iPhone OS 26.1 (23B85)\n\nThread 0 Crashed:")
for number, (path, uuid, offset, functions) in enumerate(images):
    start = base + slide + offset
    print(f"{number:<4}{path.split('/')[-1]:30}\t0x{start + functions[len(functions) // 2] + 4:016x} 0x{start:x} + 4")
print("\nBinary Images:")
for path, uuid, offset, functions in images:
    start = base + slide + offset
    print(f"0x{start:x} - 0x{start + functions[-1] + 0x3000:x} {path.split('/')[-1]} arm64e  <{uuid.replace('-', '').lower()}> {path}")
END
  python3 - "$program" "$frames" <<'END'
import subprocess, sys, time, resource
times = []
for _ in range(15):
    start = time.perf_counter()
    run = subprocess.run([sys.argv[1], sys.argv[2] + ".crash"], capture_output=True, text=True)
    times.append(time.perf_counter() - start)
times.sort()
print(f"lookup of {sys.argv[2]} frames in as many images, one process: best {times[0] * 1000:.1f} ms, median {times[7] * 1000:.1f} ms;", run.stderr.split(": ", 2)[-1].strip())
END
done
