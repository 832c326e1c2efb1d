#!/usr/bin/env bash
# Kills `store add` of a shared cache a hundred times, at random moments, and checks that the store never has half a container.
#
#   kill.sh PROGRAM CACHE [ROUNDS]
set -euo pipefail
program=$(realpath "$1") cache=$(realpath "$2") rounds=${3:-100}
export SYMBOLICATE_STORE HOME
HOME=$(mktemp -d)
trap 'rm -rf "$HOME"' EXIT
SYMBOLICATE_STORE=$HOME/store
start=$(date +%s%N)
"$program" store add -q "$cache" 2>/dev/null
whole=$(($(date +%s%N) - start))
rm -rf "$SYMBOLICATE_STORE"
complete=0
for round in $(seq "$rounds"); do
  "$program" store add -q "$cache" 2>/dev/null &
  process=$!
  sleep "$(awk -v n="$RANDOM" -v all="$whole" 'BEGIN { print n / 32768 * all * 0.9 / 1e9 }')"
  kill -9 "$process" 2>/dev/null || true
  wait "$process" 2>/dev/null || true
  "$program" store verify -q 2>/dev/null || { echo "round $round: the store is damaged"; exit 1; }
  entries=$("$program" store list 2>/dev/null | wc -l)
  [ "$entries" -le 1 ] || { echo "round $round: $entries entries"; exit 1; }
  if [ "$entries" -eq 1 ]; then
    complete=$((complete + 1))
    rm -rf "$SYMBOLICATE_STORE"
  fi
done
"$program" store add -q "$cache" 2>/dev/null
"$program" store verify
echo "$rounds kills: $complete after the add, $((rounds - complete)) before its end; never half a container"
