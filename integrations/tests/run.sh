#!/usr/bin/env bash
# Runs the tests of the integrations with the release binary ($SYMBOLICATE names another). Names of tests as operands choose some:
# run.sh mcp ci. What they need is installed: Java and kcat for spark and kafka, Python packages into an environment of their own.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
environment=$root/.build/integrations
tests=(${@:-stream kafka spark mcp source_maps ci})
requirements=()
missing=()
need() { command -v "$1" >/dev/null || missing+=("$2"); }
for test in "${tests[@]}"; do
  case $test in
    spark) need java openjdk-17-jre-headless; requirements+=(pyspark pandas pyarrow) ;;
    kafka) need java openjdk-17-jre-headless; need kcat kcat; requirements+=(confluent-kafka) ;;
    mcp) requirements+=(mcp) ;;
    source_maps) requirements+=(symbolic) ;;
    ci) requirements+=(jsonschema rfc3986-validator xmlschema) ;;
  esac
done
python3 -m venv --help >/dev/null 2>&1 || missing+=(python3-venv)
if [ "${#missing[@]}" -gt 0 ]; then
  as_root=(); [ "$(id -u)" = 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -q
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}" </dev/null
fi
[ -x "$environment/bin/python" ] || python3 -m venv "$environment"
if [ "${#requirements[@]}" -gt 0 ]; then
  pattern="^($(IFS='|'; echo "${requirements[*]}"))([<>=!~]|\$)"
  if ! grep -E "$pattern" requirements.txt | "$environment/bin/python" -m pip install -q --disable-pip-version-check -r /dev/stdin; then
    [ -n "${MAY_SKIP:-}" ] || exit 1
    echo "run.sh: skipped: ${tests[*]}: Python packages cannot be installed" >&2
    exit 0
  fi
fi
export SYMBOLICATE=${SYMBOLICATE:-$root/.build/release/symbolicate}
for test in "${tests[@]}"; do
  echo "== $test"
  "$environment/bin/python" "test_$test.py"
done
