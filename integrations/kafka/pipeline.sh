#!/bin/sh
# The same as three commands, for a first try, for topics whose messages are reports as JSON on one line each. What kcat has read
# counts as done: a pipeline that is killed may lose reports (symbolicate_service.py does not).
#   pipeline.sh BROKERS INPUT OUTPUT [OPTIONS OF symbolicate stream]
set -eu
brokers=$1 input=$2 output=$3
shift 3
kcat -C -b "$brokers" -t "$input" -o beginning ${KCAT_EXIT_AT_END:+-e} -q \
  | "${SYMBOLICATE:-symbolicate}" stream "$@" \
  | kcat -P -b "$brokers" -t "$output"
