#!/usr/bin/env bash
# Symbolicates the crash reports of a CI job and makes the job fail for the chosen reason. action.yml runs it; any other CI system
# can: the inputs are environment variables, and those that hold paths hold one a line.
#   REPORTS   crash reports, or directories of them
#   SYMBOLS   debug files: dSYMs, .xcarchive, zip files, or directories
#   SOURCE_MAPS  source maps of React Native's JavaScript, or directories of them
#   STORE     a store of debug files (symbolicate store)
#   BUILDS    builds that are checked first: every image must have debug information, every bundle its source map (symbolicate check)
#   FORMAT    the format of the symbolicated reports: markdown (default), text, json ...
#   OUTPUT    the directory of the results: the reports, summary.json, crashes.xml (JUnit)
#   FAIL_ON   none (default); missing: a frame of the app has no name; any, crash, new, loop, unsymbolicated: there is such a group
#   BASELINE  an earlier summary.json, which FAIL_ON=new compares with
#   MAP_PATH  FROM=TO: replaces a prefix of source paths, so that they are paths of the repository
# Exits with symbolicate's exit code; 4, nothing could be resolved, counts only with FAIL_ON=missing.
set -euo pipefail
output=${OUTPUT:-symbolicated}
common=() arguments=() summary=() reports=() builds=() symbols=() scripts=() maps=()

# lines TEXT ARRAY: the lines that are not empty, as elements.
lines() {
  local line
  local -n into=$2
  while IFS= read -r line; do
    if [ -n "$line" ]; then into+=("$line"); fi
  done <<<"$1"
}

lines "${REPORTS:-}" reports
lines "${BUILDS:-}" builds
lines "${SYMBOLS:-}" symbols
for path in "${symbols[@]}"; do common+=(--symbols "$path"); done
lines "${SOURCE_MAPS:-}" scripts
for path in "${scripts[@]}"; do common+=(--source-map "$path"); done
if [ -n "${STORE:-}" ]; then common+=(--store "$STORE"); fi
lines "${MAP_PATH:-}" maps
for map in "${maps[@]}"; do arguments+=(--map-path "$map"); done
case ${FAIL_ON:-none} in
  none) ;;
  missing) arguments+=(--strict) ;;
  any | crash | new | loop | unsymbolicated) summary+=(--fail-on "$FAIL_ON") ;;
  *) echo "report.sh: FAIL_ON is '$FAIL_ON', not none, missing, any, crash, new, loop or unsymbolicated" >&2; exit 2 ;;
esac
if [ -n "${BASELINE:-}" ]; then summary+=(--baseline "$BASELINE"); fi
if [ "${#reports[@]}" = 0 ] && [ "${#builds[@]}" = 0 ]; then echo "report.sh: neither REPORTS nor BUILDS is set" >&2; exit 2; fi

# note COMMAND...: runs it; the first status that is not 0 is kept.
status=0
note() { "$@" || { local code=$?; [ "$status" != 0 ] || status=$code; }; }

if [ "${#builds[@]}" -gt 0 ]; then note symbolicate check "${common[@]}" -- "${builds[@]}"; fi
if [ "${#reports[@]}" -gt 0 ]; then
  mkdir -p "$output"
  code=0
  symbolicate "${common[@]}" "${arguments[@]}" --format "${FORMAT:-markdown}" --output "$output" -- "${reports[@]}" || code=$?
  if [ "$code" = 4 ] && [ "${FAIL_ON:-none}" != missing ]; then code=0; fi
  if [ "$code" != 0 ]; then status=$code; fi
  if [ -f "$output/summary.json" ]; then
    # The summary has a stack of each group.
    symbolicate summarize ${BASELINE:+--baseline "$BASELINE"} --format junit --output "$output/crashes.xml" "$output/summary.json"
    # In a job of GitHub Actions: annotations, and the table of groups as the summary of the step.
    if [ "${GITHUB_ACTIONS:-}" = true ]; then format=github; else format=text; fi
    note symbolicate summarize "${summary[@]}" --format "$format" "$output/summary.json"
  fi
fi
if [ -n "${GITHUB_OUTPUT:-}" ]; then printf 'directory=%s\nexit-code=%s\n' "$output" "$status" >>"$GITHUB_OUTPUT"; fi
exit "$status"
