#!/bin/sh
# How fast `symbolicate filter` copies a log without call stacks, and how much memory it takes then and for a line, a call stack and
# JSON without an end: Benchmarks/filter.sh [PROGRAM [MB]]
set -eu
program=${1:-.build/release/symbolicate}
size=${2:-500}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Six lines of text to two of JSON, one of a web server and one that holds an address and a sum.
awk 'BEGIN {
  srand(7)
  for (line = 0; line < 20000; line++) {
    time = sprintf("2026-11-21T09:%02d:%02d.%06dZ", rand() * 60, rand() * 60, rand() * 1000000)
    id = int(rand() * 1000000)
    kind = int(rand() * 10)
    if (kind < 6) printf "%s INFO  [worker] request %d of the queue was taken, table commit, cache flush, took %.2f ms\n", time, id, rand() * 100
    else if (kind < 8) printf "{\"ts\":\"%s\",\"level\":\"info\",\"msg\":\"shard index page query\",\"user\":%d,\"path\":\"/api/v1/query\",\"status\":200}\n", time, id
    else if (kind < 9) printf "192.168.0.%d - - [21/Nov/2026:09:00:00 +0000] \"GET /api/item/%d HTTP/1.1\" 200 5120 \"-\" \"Mozilla/5.0 (X11)\"\n", rand() * 256, id
    else printf "%s DEBUG [cache] object 0x%x leaves the table of leaders + %d followers\n", time, id * 4096, rand() * 9
  }
}' > "$folder/part"
while [ "$(stat -c %s "$folder/part")" -lt 20000000 ]; do cat "$folder/part" "$folder/part" > "$folder/twice"; mv "$folder/twice" "$folder/part"; done
while cat "$folder/part"; do :; done 2> /dev/null | head -c "${size}M" > "$folder/log"

run() {
  name=$1
  shift
  "$@" | /usr/bin/time -f '%e %M' -o "$folder/time" "$program" filter -q > "$folder/out"
  read -r seconds memory < "$folder/time"
  awk -v name="$name" -v mb="$size" -v s="$seconds" -v kb="$memory" \
    'BEGIN { printf "%-24s %6.0f MB/s %6.0f MB\n", name, mb * 1.048576 / s, kb / 1000 }'
}
run "a log" cat "$folder/log"
cmp "$folder/log" "$folder/out"
size=100
run "a line without an end" sh -c 'head -c 100M /dev/zero | tr "\0" x'
run "a stack without an end" sh -c 'yes "3   Shop   0x0000000104a3c5f8 main + 24" | head -c 100M'
run "JSON without an end" sh -c '(echo "{"; yes "  \"key\": [1, 2, 3],") | head -c 100M'
