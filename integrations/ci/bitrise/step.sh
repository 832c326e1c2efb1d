#!/usr/bin/env bash
# The step of Bitrise: its inputs are variables.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=symbolicate
if [ -n "${release:-}" ]; then
  directory=${BITRISE_CACHE_DIR:-$HOME/.cache/symbolicate-step}
  SYMBOLICATE_RELEASE=$release bash "$here/../install.sh" "$directory"
  program=$directory/bin/symbolicate
fi
arguments=()
while IFS= read -r path; do [ -z "$path" ] || arguments+=(-s "$path"); done <<<"${symbols:-}"
"$program" "$reports" "${arguments[@]}" -f markdown -o "$output"
if command -v envman >/dev/null; then envman add --key SYMBOLICATE_OUTPUT --value "$output"; fi
gate=()
[ "${fail_on:-none}" = none ] || gate=(--fail-on "$fail_on")
"$program" summarize "$reports" "${arguments[@]}" -f junit -o "$output/crashes.xml" "${gate[@]}"
