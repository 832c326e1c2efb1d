#!/usr/bin/env bash
# Shows what a release does from the crash to the commit, with the program on the PATH: each command and what it prints. All that it needs is
# made here, with the same names, dates and hashes everywhere: a repository whose newest version misses a check, reports of the crash, and
# how often the versions ran.
#   tour.sh DIR FIXTURES        DIR: an empty directory; FIXTURES: the directory Fixtures
# docs/transcripts.py keeps what it prints in docs/pictures/tour.txt, and Packaging/test-packages compares that in empty roots. It needs git.
set -euo pipefail
directory=${1:?usage: tour.sh DIR FIXTURES} fixtures=$(realpath "${2:?usage: tour.sh DIR FIXTURES}")
export LC_ALL=C.UTF-8 TZ=UTC HOME=$directory/home GIT_CONFIG_NOSYSTEM=1
unset XDG_CACHE_HOME XDG_DATA_HOME SYMBOLICATE_STORE SYMBOLICATE_SYMBOL_PATHS
mkdir -p "$HOME"
cd "$directory"

# commit DAY SUBJECT: all changes of the repository, by the same author at the same time everywhere.
commit() {
  git -C shop add -A
  GIT_AUTHOR_DATE="$1T09:00:00Z" GIT_COMMITTER_DATE="$1T09:00:00Z" \
    git -C shop -c user.name=Ann -c user.email=ann@example.com -c commit.gpgSign=false commit -q -m "$2"
}

make_repository() {
  git init -q -b main shop
  mkdir -p shop/.github shop/Sources
  printf '* @shop/app\n/Sources/Basket.swift @shop/basket\n' >shop/.github/CODEOWNERS
  cp "$fixtures"/Binaries/shop-swift/src/*.swift shop/Sources/
  sed -i 's|^ *lines\[index\].*|        guard index < lines.count else { return Line.none }\n&|' shop/Sources/Basket.swift
  commit 2026-10-05 "Sell things"
  git -C shop tag v4.1.0
  echo "A shop." >shop/README.md
  commit 2026-10-19 "Describe the shop"
  sed -i 's/sum &+= body(element)/sum \&+= body(element) \/\/ adds/' shop/Sources/Checkout.swift
  commit 2026-10-26 "Explain the sum"
  cp "$fixtures"/Binaries/shop-swift/src/Basket.swift shop/Sources/
  commit 2026-11-02 "Trust the index of a step"
  git -C shop tag v4.2.0
}

make_reports() {
  mkdir reports
  cp -r "$fixtures/Binaries/shop-swift/out" dSYMs
  local number
  for number in 1 2 3; do
    sed "s/^Incident Identifier: 4094EEF2/Incident Identifier: 4094EEF$number/; s/^\(.*Time: *2026-11-\)20/\12$number/" \
      "$fixtures/Reports/apple-text/ios-swift/Shop.crash" >"reports/$number.crash"
  done
  printf 'version,day,sessions,crashed_sessions\n4.1.0,2026-10-30,12000,12\n4.2.0,2026-11-21,8000,80\n' >sessions.csv
}

# What an assistant sends to the server.
make_questions() {
  local client='"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"tour","version":"1"}'
  printf '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{%s}}\n' "$client" >questions
  printf '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"explain","arguments":{"path":"reports/1.crash"}}}\n' >>questions
}

# show COMMAND: the command, what it prints, and its exit code if it is not 0.
show() {
  local code=0
  echo "\$ $1"
  bash -c "$1" 2>&1 || code=$?
  [ "$code" = 0 ] || echo "exit code $code"
  echo
}

make_repository
make_reports
make_questions
show "symbolicate summarize reports -s dSYMs --git shop --owners"
show "symbolicate summarize reports -s dSYMs --git shop --group-by owner"
show "symbolicate summarize reports -s dSYMs --sessions sessions.csv --fail-on regression"
show "symbolicate reports/1.crash -s dSYMs --git shop -f brief"
show "symbolicate mcp --allow . -s dSYMs --git shop <questions | tail -n 1 | grep -o '[0-9a-f]* 2026-11-02[^\\\\]*'"
