#!/usr/bin/env bash
# Measures the store and the search of folders: Benchmarks/store.sh [SYMBOLICATE [ENTRIES [FILES]]]
#
# Makes a store of ENTRIES (100,000) small debug files, each with a UUID of its own, and prints the rate of adding, the time to
# find one by its UUID and by its name, the time to list all, and the size. Then searches FILES (2,000) object files of this
# machine, unread and remembered. Needs python3, some 2 GB in $TMPDIR and a few minutes. Run as root, it also drops the page
# cache before the cold search.
set -euo pipefail
cd "$(dirname "$0")/.."
tool=$(realpath "${1:-.build/release/symbolicate}")
entries=${2:-100000}
files=${3:-2000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_CACHE_HOME="$work/cache" SYMBOLICATE_STORE="$work/store"
unset SYMBOLICATE_SYMBOL_PATHS

# The milliseconds that a command takes, the best of $1 runs.
best() {
  python3 - "$@" <<'PY'
import subprocess, sys, time
times = []
for _ in range(int(sys.argv[1])):
    start = time.perf_counter()
    subprocess.run(sys.argv[2:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    times.append(time.perf_counter() - start)
print(f"{min(times) * 1000:.1f}")
PY
}

per_second() { python3 -c "print(f'{$1 / ($2 / 1000):,.0f}')"; }

echo "making $entries debug files"
python3 - "$work/files" "$entries" <<'PY'
import os, struct, sys, uuid
folder, count = sys.argv[1], int(sys.argv[2])
ids = open(os.path.dirname(folder) + "/ids", "w")
for number in range(count):
    place = f"{folder}/{number // 1000:03}"
    os.makedirs(place, exist_ok=True)
    id = uuid.uuid5(uuid.NAMESPACE_OID, str(number))
    # mach-o/loader.h: an MH_DSYM for arm64 with a __DWARF segment, one section of 64 bytes in it, and a UUID.
    uuid_command = struct.pack("<II16s", 0x1B, 24, id.bytes)
    segment = struct.pack("<II16sQQQQiiII", 0x19, 152, b"__DWARF", 0x100008000, 4096, 208, 64, 7, 3, 1, 0)
    section = struct.pack("<16s16sQQIIIIIIII", b"__debug_info", b"__DWARF", 0x100008000, 64, 208, 0, 0, 0, 0, 0, 0, 0)
    header = struct.pack("<IiiIIIII", 0xFEEDFACF, 0x0100000C, 0, 10, 2, 24 + 152, 0, 0)
    with open(f"{place}/App{number % 500}-{number}", "wb") as file:
        file.write(header + uuid_command + segment + section + struct.pack("<Q", number) * 8)
    ids.write(f"{id}\n")
PY
id=$(sed -n "$((entries / 2))p" "$work/ids")
name=App$((entries / 2 % 500))-$((entries / 2))

ms=$(best 1 "$tool" store add -q "$work/files")
echo "add             $(per_second "$entries" "$ms") files a second ($((${ms%.*} / 1000)) s)"
ms=$(best 1 "$tool" store add -q "$work/files")
echo "add again       $(per_second "$entries" "$ms") files a second"
echo "entries         $("$tool" store list | wc -l)"
echo "size on disk    $(du -sm --apparent-size "$work/store" | cut -f1) MB apparent, $(du -sm "$work/store" | cut -f1) MB in blocks"
sleep 4 # a listing is remembered once it is older than three seconds
echo "list, unread    $(best 1 "$tool" store list) ms"
echo "list            $(best 3 "$tool" store list) ms"
echo "find ID         $(best 20 "$tool" store find "$id") ms, whole process"
echo "  nothing       $(best 20 "$tool" --version) ms, the same process doing nothing"
echo "  system calls  $(python3 - "$work/store" "$work/ids" <<'PY'
import os, sys, time
# The look-up itself: the listing of one folder and the reading of one record.
store, ids = sys.argv[1], [line.strip().replace("-", "") for line in open(sys.argv[2])][::97]
start = time.perf_counter()
for id in ids:
    folder = f"{store}/{id[:2]}/{id[2:]}"
    for name in os.listdir(folder):
        open(f"{folder}/{name}/info.json", "rb").read()
print(f"{(time.perf_counter() - start) / len(ids) * 1000:.3f} ms for one ID")
PY
)"
echo "find NAME       $(best 5 "$tool" store find "$name") ms, whole process"
echo "verify          $(best 1 "$tool" store verify) ms"
echo "prune --dry-run $(best 1 "$tool" store prune --keep-last 10 --dry-run) ms"
echo "cache           $(du -sm "$work/cache" | cut -f1) MB"

echo "looking for $files object files of this machine"
mkdir "$work/real"
python3 - "$work/real" "$files" <<'PY'
import os, sys
folder, count = sys.argv[1], int(sys.argv[2])
magics = {b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe", b"\xca\xfe\xba\xbe"}
found = 0
for root in ["/usr/lib", "/usr/bin", "/usr/libexec", "/opt", "/usr/local", "/usr/share", os.path.abspath("Fixtures")]:
    for place, folders, names in os.walk(root):
        for name in names:
            path = os.path.join(place, name)
            if found >= count or os.path.islink(path) or not os.path.isfile(path):
                continue
            try:
                with open(path, "rb") as file:
                    if file.read(4) not in magics:
                        continue
            except OSError:
                continue
            os.makedirs(f"{folder}/{found // 100}", exist_ok=True)
            os.symlink(path, f"{folder}/{found // 100}/{found}-{name}")
            found += 1
print(f"found           {found}")
PY
count=$(find "$work/real" -type l | wc -l)
export SYMBOLICATE_STORE="$work/none"
report=$(find Fixtures/Reports/ips -name '*.ips' | sort | head -1)
nothing=$(best 5 "$tool" "$report" -q -s "$(dirname "$report")")
rm -rf "$work/cache"
sync
if [ -w /proc/sys/vm/drop_caches ] && echo 3 2>/dev/null >/proc/sys/vm/drop_caches; then
  echo "scan, from disk $(per_second "$count" "$(best 1 "$tool" "$report" -q -s "$work/real")") files a second"
  rm -rf "$work/cache"
fi
ms=$(best 1 "$tool" "$report" -q -s "$work/real")
echo "scan, unread    $(per_second "$count" "$ms") files a second ($ms ms; the same run without them $nothing ms)"
ms=$(best 5 "$tool" "$report" -q -s "$work/real")
echo "scan, again     $(per_second "$count" "$ms") files a second ($ms ms)"
