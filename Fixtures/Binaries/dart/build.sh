#!/bin/bash
# A Flutter app compiled ahead of time: libapp.so with split debug information, and App.framework with a dSYM.
. "$(dirname "$0")/../../common.sh"
begin dart
cp -R "$BINARIES/dart/src" src

# dart NAME: the names and files that Dart's compiler writes, in LLVM's intermediate language.
dart() {
    sed -E -e 's|name: "(Cart\|Ledger\|ShopPage)_|name: "\1.|' -e 's|name: "shop_main"|name: "main"|' \
        -e 's/@(Cart|Ledger|ShopPage)_/@\1./g' -e 's/@shop_main/@main/g' \
        -e 's|filename: "([a-z]+\.dart)", directory: "[^"]*"|filename: "package:shop/\1", directory: ""|' \
        -e 's|producer: "[^"]*"|producer: "Dart 3.12.0 (stable)"|' "$1.ll" > "$1.dart.ll"
}

# artificial NAME: makes Ledger.post a function that the compiler, Dart's, made up.
artificial() {
    sed -i -E 's/(DICompileUnit\(language: DW_LANG_C[0-9]*, file: ![0-9]+,)/\1 producer: "Dart 3.12.0 (stable)",/' "$1.dart.ll"
    sed -i -E '/name: "Ledger\.post"/s/ flags: (DIFlagPrototyped)?/ flags: DIFlagArtificial | \1/; s/ \| ,/,/' "$1.dart.ll"
}

# objects VARIANT TARGET SNAPSHOT [FLAGS...]: the code after the symbols of its sections
objects() {
    local variant=$1 target=$2 snapshot=$3 name
    shift 3
    mkdir -p "obj/$variant"
    for name in cart main; do
        (cd src && clang-19 "${COMMON_FLAGS[@]}" -ffreestanding -target "$target" -g "$@" -S -emit-llvm \
            -x c "$name.dart" -o "../obj/$variant/$name.ll")
        (cd "obj/$variant" && dart "$name" && if [ "$variant" = android-artificial-arm64 ]; then artificial "$name"; fi \
            && clang-19 -target "$target" "$@" -c "$name.dart.ll" -o "$name.o")
    done
    printf '.text\n.p2align 6\n.globl _kDartVmSnapshotInstructions\n_kDartVmSnapshotInstructions:\n.fill 48,4,0xd503201f\n' > "obj/$variant/snapshot.s"
    printf '.p2align 6\n.globl %s\n%s:\n.fill 16,4,0xd503201f\n' "$snapshot" "$snapshot" >> "obj/$variant/snapshot.s"
    clang-19 -target "$target" -c "obj/$variant/snapshot.s" -o "obj/$variant/snapshot.o"
}

# split FILE DEBUG: what --split-debug-info writes. Sections of code have no size, and functions no symbols.
split() {
    llvm-objcopy-19 --only-keep-debug --wildcard --strip-symbol='[A-Zms$]*' "$1" "$2"
    python3 "$BINARIES/dart/no-code.py" "$2"
    llvm-strip-19 --strip-all "$1"
}
echo '{ global: _kDart*; local: *; };' > exports

order() { printf "obj/$1/%s.o " snapshot cart main; }

# Android, up to Dart 3.12 and from 3.13 on, where one section holds all code.
for variant in android-arm64 android313-arm64 android-artificial-arm64; do
    symbol=_kDartIsolateSnapshotInstructions
    [ $variant != android313-arm64 ] || symbol=_kDartSnapshotText
    objects $variant aarch64-linux-gnu $symbol -fPIC -gdwarf-4
    mkdir -p out/$variant
    ld.lld-19 -shared --version-script=exports -z max-page-size=4096 --build-id=md5 -soname libapp.so -o out/$variant/libapp.so $(order $variant)
    split out/$variant/libapp.so out/$variant/app.$variant.symbols
done

# iOS: a Mach-O file with a dSYM; the split file is ELF and has no ID.
objects ios-arm64 arm64-apple-ios16.0 _kDartIsolateSnapshotInstructions -gdwarf-4
mkdir -p out/ios-arm64/App.framework
ld64.lld-19 -arch arm64 -platform_version ios 16.0 16.0 -undefined dynamic_lookup -dylib \
    -install_name @rpath/App.framework/App -oso_prefix "$PWD/" -o out/ios-arm64/App.framework/App $(order ios-arm64)
dsymutil-19 out/ios-arm64/App.framework/App -o out/ios-arm64/App.framework.dSYM
rm -rf out/ios-arm64/App.framework.dSYM/Contents/Resources/Relocations
objects ios-split-arm64 aarch64-linux-gnu _kDartIsolateSnapshotInstructions -fPIC -gdwarf-4
mkdir -p out/ios-split-arm64
ld.lld-19 -shared --version-script=exports -z max-page-size=4096 --image-base=0x10000 --build-id=none -o out/ios-split-arm64/App $(order ios-split-arm64)
split out/ios-split-arm64/App out/ios-split-arm64/app.ios-arm64.symbols
finish dart
