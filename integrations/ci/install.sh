#!/usr/bin/env bash
# Installs a release of symbolicate for this machine's processor, after comparing its SHA-256 sum, unless it is installed already.
#   install.sh DIRECTORY          the program is DIRECTORY/bin/symbolicate then
# $SYMBOLICATE_RELEASE is the address of the directory with the release's files: https://..., file:///... or a path.
set -euo pipefail
directory=${1:?usage: install.sh DIRECTORY}
release=${SYMBOLICATE_RELEASE:?SYMBOLICATE_RELEASE is the address of the release\'s files}
release=${release%/}
[ "$(uname -s)" = Linux ] || { echo "install: symbolicate runs on Linux, this is $(uname -s); on a Mac it runs in a container" >&2; exit 1; }
if [ -x "$directory/bin/symbolicate" ]; then exit 0; fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fetch() {
  case $release in
    *://*) curl -fsSL --retry 3 "$release/$1" -o "$work/$1" ;;
    *) cp "$release/$1" "$work/$1" ;;
  esac
}
fetch SHA256SUMS
archive=$(awk '{ print $2 }' "$work/SHA256SUMS" | grep -E "^symbolicate-[0-9.]+-linux-$(uname -m)\.tar\.zst$" | head -n 1 || true)
[ -n "$archive" ] || { echo "install: the release has no archive for $(uname -m)" >&2; exit 1; }
fetch "$archive"
(cd "$work" && grep "  $archive\$" SHA256SUMS | sha256sum --check --quiet)
mkdir -p "$directory"
zstd -dc "$work/$archive" | tar -x -C "$directory" --strip-components=1
"$directory/bin/symbolicate" self-test
