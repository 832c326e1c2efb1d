#!/bin/bash
# C++, Objective-C and C for Apple platforms: executables and dSYMs.
. "$(dirname "$0")/../../common.sh"
begin shop-cpp
cp -R "$BINARIES/shop-cpp/src" src

# objects VARIANT TARGET DWARF [FLAGS...]: every source into obj/VARIANT
objects() {
    local variant=$1 target=$2 dwarf=$3 source name
    shift 3
    mkdir -p "obj/$variant"
    for source in main.cpp checkout.cpp category.cpp inventory.cpp receipt.cpp ledger.c Basket.m paykit/PayKit.cpp; do
        name=$(basename "${source%.*}")
        local flags=("${COMMON_FLAGS[@]}" -target "$target" -g "-gdwarf-$dwarf" "$@"
            "-ffile-prefix-map=$PWD/src=/src/shop" -fdebug-compilation-dir=/src/shop)
        case $source in
        *.cpp) flags+=(-std=c++17) ;;
        *.m) flags+=(-fblocks) ;;
        esac
        (cd src && clang-19 "${flags[@]}" -c "$source" -o "../obj/$variant/$name.o")
    done
}

# shop VARIANT ARCH PLATFORM VERSION
shop() {
    mkdir -p "out/$1"
    (cd "obj/$1" && ls | grep -v PayKit | sed "s|^|obj/$1/|") > "obj/$1.list"
    ld64.lld-19 -arch "$2" -platform_version "$3" "$4" "$4" -undefined dynamic_lookup \
        -oso_prefix "$PWD/" -o "out/$1/Shop" $(cat "obj/$1.list")
    debug_symbols "out/$1/Shop"
}

for dwarf in 4 5; do
    for arch in arm64 x86_64; do
        objects "macos-$arch-dwarf$dwarf" "$arch-apple-macos13" $dwarf
        shop "macos-$arch-dwarf$dwarf" $arch macos 13.0
    done
    mkdir -p "out/macos-fat-dwarf$dwarf"
    llvm-lipo-19 -create "out/macos-arm64-dwarf$dwarf/Shop" "out/macos-x86_64-dwarf$dwarf/Shop" \
        -output "out/macos-fat-dwarf$dwarf/Shop"
    debug_symbols "out/macos-fat-dwarf$dwarf/Shop"
done

# An iOS app with an embedded framework (vmaddr 0).
objects ios-arm64 arm64-apple-ios16.0 5 -DSHOP_IOS
shop ios-arm64 arm64 ios 16.0
mkdir -p out/ios-arm64/PayKit.framework
ld64.lld-19 -arch arm64 -platform_version ios 16.0 16.0 -undefined dynamic_lookup -dylib \
    -install_name @rpath/PayKit.framework/PayKit -oso_prefix "$PWD/" \
    -o out/ios-arm64/PayKit.framework/PayKit obj/ios-arm64/PayKit.o
dsymutil-19 out/ios-arm64/PayKit.framework/PayKit -o out/ios-arm64/PayKit.framework.dSYM
rm -rf out/ios-arm64/PayKit.framework.dSYM/Contents/Resources/Relocations

# The same framework one build later: another UUID, for the near miss.
objects ios-arm64-later arm64-apple-ios16.0 5 -DSHOP_IOS -O1
mkdir -p out/ios-arm64-later/PayKit.framework
ld64.lld-19 -arch arm64 -platform_version ios 16.0 16.0 -undefined dynamic_lookup -dylib \
    -install_name @rpath/PayKit.framework/PayKit -oso_prefix "$PWD/" \
    -o out/ios-arm64-later/PayKit.framework/PayKit obj/ios-arm64-later/PayKit.o
dsymutil-19 out/ios-arm64-later/PayKit.framework/PayKit -o out/ios-arm64-later/PayKit.framework.dSYM
rm -rf out/ios-arm64-later/PayKit.framework.dSYM/Contents/Resources/Relocations
rm -rf out/ios-arm64-later/PayKit.framework

# arm64e: no linker here writes it, so the heads of an arm64 pair are changed.
mkdir -p out/macos-arm64e
cp out/macos-arm64-dwarf5/Shop out/macos-arm64e/Shop
cp -R out/macos-arm64-dwarf5/Shop.dSYM out/macos-arm64e/Shop.dSYM
python3 "$BINARIES/shop-cpp/arm64e.py" out/macos-arm64e/Shop out/macos-arm64e/Shop.dSYM/Contents/Resources/DWARF/Shop

finish shop-cpp
