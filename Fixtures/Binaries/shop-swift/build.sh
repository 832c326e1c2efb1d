#!/bin/bash
# Embedded Swift: the only Swift that a Linux toolchain compiles for an Apple platform.
. "$(dirname "$0")/../../common.sh"
begin shop-swift
cp -R "$BINARIES/shop-swift/src" src
toolchain="$(dirname "$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")")"
mkdir -p obj out

# swift_object OBJECT FLAGS...
swift_object() {
    local object=$1
    shift
    (cd src && swiftc -target arm64-apple-ios18.0 -enable-experimental-feature Embedded -wmo -g "$@" \
        -parse-as-library -module-name Shop -module-cache-path "$SCRATCH/modules" \
        -file-prefix-map "$PWD=/src/shop" -file-prefix-map "$SCRATCH=/build" -file-prefix-map "$toolchain=/toolchain" \
        -file-compilation-dir /src/shop \
        -c Basket.swift Checkout.swift Shop.swift -o "../$object")
}

swift_object obj/Shop.o -O
ld64.lld-19 -arch arm64 -platform_version ios 18.0 18.0 -undefined dynamic_lookup \
    -oso_prefix "$PWD/" -o out/Shop obj/Shop.o
debug_symbols out/Shop

finish shop-swift
