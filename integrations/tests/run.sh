#!/usr/bin/env bash
# Runs the tests of the integrations with the release binary ($SYMBOLICATE names another): installs Java, kcat and, into a virtual
# environment of its own, PySpark, confluent-kafka, mcp and symbolic. Names of tests as operands choose some: run.sh stream kafka mcp.
set -euo pipefail
cd "$(dirname "$0")"
root=$(cd ../.. && pwd)
environment=$root/.build/integrations
missing=()
command -v java >/dev/null || missing+=(openjdk-17-jre-headless)
command -v kcat >/dev/null || missing+=(kcat)
python3 -m venv --help >/dev/null 2>&1 || missing+=(python3-venv)
if [ "${#missing[@]}" -gt 0 ]; then
  as_root=(); [ "$(id -u)" = 0 ] || as_root=(sudo)
  "${as_root[@]}" apt-get update -q
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}" </dev/null
fi
[ -x "$environment/bin/python" ] || python3 -m venv "$environment"
"$environment/bin/python" -m pip install -q -r requirements.txt
export SYMBOLICATE=${SYMBOLICATE:-$root/.build/release/symbolicate}
for name in "${@:-stream kafka spark mcp source_maps ci}"; do
  for test in $name; do
    echo "== $test"
    "$environment/bin/python" "test_$test.py"
  done
done
