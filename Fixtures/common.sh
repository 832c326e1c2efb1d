# Sourced by the build scripts. Everything is compiled in a scratch folder and
# with remapped paths, so that the outputs do not depend on where this is run.
set -euo pipefail
export PYTHONDONTWRITEBYTECODE=1
export LC_ALL=C TZ=UTC ZERO_AR_DATE=1 SOURCE_DATE_EPOCH=1700000000
umask 022

FIXTURES="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)"
BINARIES="$FIXTURES/Binaries"
SCRATCH=/tmp/symbolicate-fixtures
exec 9> "$SCRATCH.lock"
flock 9
rm -rf "$SCRATCH"
mkdir "$SCRATCH"
trap 'rm -rf "$SCRATCH"' EXIT

# dsymutil runs a program named lipo for fat files.
mkdir "$SCRATCH/bin"
ln -s "$(command -v llvm-lipo-19)" "$SCRATCH/bin/lipo"
ln -s "$(command -v ld.lld-19)" "$SCRATCH/bin/ld.lld"
export PATH="$SCRATCH/bin:$PATH"

# -fno-optimize-sibling-calls keeps every frame of the call chains.
COMMON_FLAGS=(-O2 -fno-optimize-sibling-calls -fno-ident)

# begin NAME: a clean scratch folder with the sources; the current folder afterwards.
begin() {
    echo "== $1"
    mkdir "$SCRATCH/$1"
    cd "$SCRATCH/$1"
}

# finish CASE: replace the committed outputs.
finish() {
    rm -rf "$BINARIES/$1/out"
    mkdir -p "$BINARIES/$1"
    cp -R out "$BINARIES/$1/out"
}

# debug_symbols FILE: FILE.dSYM, without the relocation map that nothing here needs.
debug_symbols() {
    dsymutil-19 "$1" -o "$1.dSYM"
    rm -rf "$1.dSYM/Contents/Resources/Relocations"
}
