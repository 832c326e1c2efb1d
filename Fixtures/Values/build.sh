#!/bin/bash
# A program whose variables are read: Linux by gcc -O0 and clang -O2, macOS arm64 by clang -O0 with its dSYM. Then reports of it.
. "$(dirname "$0")/../common.sh"
begin values
cp -R "$FIXTURES/Values/src" src
flags=(-g -fno-ident -std=c++17 "-ffile-prefix-map=$PWD/src=/src/basket")

mkdir -p out/linux-gcc out/linux-clang out/macos
(cd src && g++-12 "${flags[@]}" -O0 -gdwarf-5 -fcf-protection=none -Wl,--build-id=sha1 -o ../out/linux-gcc/basket basket.cpp)
(cd src && clang-19 "${flags[@]}" -fdebug-compilation-dir=/src/basket -O2 -Wl,--build-id=sha1 -o ../out/linux-clang/basket basket.cpp)
(cd src && clang-19 "${flags[@]}" -fdebug-compilation-dir=/src/basket -O0 -fno-stack-protector -target arm64-apple-macos13 \
    -c basket.cpp -o ../basket.o)
ld64.lld-19 -arch arm64 -platform_version macos 13.0 13.0 -undefined dynamic_lookup -oso_prefix "$PWD/" -o out/macos/basket basket.o
debug_symbols out/macos/basket

python3 "$FIXTURES/Values/make.py" out
rm -rf "$FIXTURES/Values/out"
cp -R out "$FIXTURES/Values/out"
