#!/bin/bash
# The shop for macOS arm64 without debug information: full symbol table, then stripped.
. "$(dirname "$0")/../../common.sh"
begin symbols-only
cp -R "$BINARIES/shop-cpp/src" src
mkdir -p obj out/stripped
for source in main.cpp checkout.cpp category.cpp inventory.cpp receipt.cpp ledger.c Basket.m; do
    language=()
    case $source in
    *.cpp) language=(-std=c++17) ;;
    *.m) language=(-fblocks) ;;
    esac
    (cd src && clang-19 "${COMMON_FLAGS[@]}" -target arm64-apple-macos13 -g0 -fvisibility=hidden "${language[@]}" \
        -c "$source" -o "../obj/${source%.*}.o")
done
ld64.lld-19 -arch arm64 -platform_version macos 13.0 13.0 -undefined dynamic_lookup -o out/Shop obj/*.o
llvm-strip-19 -x -o out/stripped/Shop out/Shop
finish symbols-only
