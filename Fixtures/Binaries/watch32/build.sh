#!/bin/bash
# 32 bit Mach-O: arm64_32 linked with a dSYM, armv7 (Thumb) and i386 as objects,
# for which no linker is at hand. The DWARF of an object needs its relocations.
. "$(dirname "$0")/../../common.sh"
begin watch32
cp -R "$BINARIES/watch32/src" src
mkdir -p obj out/objects
compile() {
    (cd src && clang-19 "${COMMON_FLAGS[@]}" -target "$1" -g "-gdwarf-$2" "-ffile-prefix-map=$PWD=/src/watch" \
        -fdebug-compilation-dir=/src/watch -c watch.c -o "../$3")
}
compile arm64_32-apple-watchos9.0 4 obj/watch.o
ld64.lld-19 -arch arm64_32 -platform_version watchos 9.0 9.0 -undefined dynamic_lookup \
    -oso_prefix "$PWD/" -o out/Watch obj/watch.o
debug_symbols out/Watch
compile armv7-apple-ios10.0 4 out/objects/watch-armv7.o
compile i386-apple-macos10.13 5 out/objects/watch-i386.o
finish watch32
