#!/bin/bash
# The shop for Linux: the same code in every shape of ELF debug information.
. "$(dirname "$0")/../../common.sh"
begin elf
cp -R "$BINARIES/shop-cpp/src" src
program_flags=()
sources=(main.cpp checkout.cpp category.cpp inventory.cpp receipt.cpp ledger.c basket_plain.c)

# objects VARIANT COMPILER FLAGS... (gcc or clang), into obj/VARIANT
objects() {
    local variant=$1 compiler=$2 source name
    shift 2
    mkdir -p "obj/$variant"
    for source in "${sources[@]}" paykit/PayKit.cpp; do
        name=$(basename "${source%.*}")
        local flags=("${COMMON_FLAGS[@]}" -fPIC "-frandom-seed=$name" "-ffile-prefix-map=$PWD/src=/src/shop" "$@")
        case $source in *.cpp) flags+=(-std=c++17) ;; esac
        if [ "$compiler" = gcc ]; then
            (cd src && gcc-12 "${flags[@]}" -c "$source" -o "$name.o")
        else
            (cd src && clang-19 "${flags[@]}" -target x86_64-linux-gnu -fdebug-compilation-dir=/src/shop \
                -c "$source" -o "$name.o")
        fi
        mv src/"$name.o" "obj/$variant/"
        if [ -f src/"$name.dwo" ]; then mv src/"$name.dwo" "obj/$variant/"; fi
    done
}

# link VARIANT OBJECTS [FLAGS...]: out/VARIANT/shop and libpaykit.so
link() {
    local variant=$1 objects=$2
    shift 2
    mkdir -p "out/$variant"
    (cd "obj/$objects" && g++-12 -shared -Wl,--build-id=sha1 -Wl,-soname,libpaykit.so "$@" PayKit.o \
        -o "../../out/$variant/libpaykit.so")
    (cd "obj/$objects" && g++-12 -Wl,--build-id=sha1 "${program_flags[@]}" "$@" $(printf '%s\n' "${sources[@]}" | sed 's/\..*/.o/') \
        -Wl,-rpath,'$ORIGIN' "../../out/$variant/libpaykit.so" -o "../../out/$variant/shop")
}

build_id() {
    llvm-readelf-19 -n "$1" | sed -n 's/.*Build ID: //p'
}

# Compilers and versions.
objects gcc-dwarf5 gcc -g -gdwarf-5
link gcc-dwarf5 gcc-dwarf5
objects clang-dwarf5 clang -g -gdwarf-5
link clang-dwarf5 clang-dwarf5
for version in 2 3 4; do
    objects gcc-dwarf$version gcc -g -gdwarf-$version -gstrict-dwarf
    link gcc-dwarf$version gcc-dwarf$version
done
objects gcc-types gcc -g -gdwarf-5 -fdebug-types-section
link gcc-types gcc-types
objects clang-dwarf64 clang -g -gdwarf-5 -gdwarf64
link clang-dwarf64 clang-dwarf64
# A fixed load address, 0x400000.
program_flags=(-no-pie)
link gcc-nopie gcc-dwarf5
program_flags=()
# A section for every basic block, shuffled: functions are many ranges.
objects clang-sections clang -g -gdwarf-5 -fbasic-block-sections=all
link clang-sections clang-sections -fuse-ld=lld -B"$SCRATCH/bin" -Wl,--shuffle-sections='.text*=7'

# Compressed sections.
link zlib gcc-dwarf5 -Wl,--compress-debug-sections=zlib
link zdebug gcc-dwarf4 -Wl,--compress-debug-sections=zlib-gnu
mkdir -p out/zstd
llvm-objcopy-19 --compress-debug-sections=zstd out/clang-dwarf5/shop out/zstd/shop

# Split DWARF: .dwo files next to the program, and one .dwp.
# The .dwo names are relative to /src/shop, where nothing is.
for compiler in clang gcc; do
    flags=(-g -gdwarf-5 -gsplit-dwarf)
    objects split-$compiler $compiler "${flags[@]}"
    rm obj/split-$compiler/PayKit.dwo
    [ $compiler = clang ] || python3 "$BINARIES/elf/dwo-ids.py" obj/split-$compiler/*.dwo
    link split-$compiler split-$compiler
    rm out/split-$compiler/libpaykit.so
    cp obj/split-$compiler/*.dwo out/split-$compiler/
done
mkdir -p out/dwp
cp out/split-clang/shop out/dwp/shop
llvm-dwp-19 -o out/dwp/shop.dwp out/split-clang/*.dwo

# dwz -m: what two programs have in common goes to a third file.
mkdir -p out/dwz
cp out/gcc-dwarf5/shop out/dwz/shop
link dwz-more gcc-dwarf5 -Wl,--defsym=shop_more=1
cp out/dwz-more/shop out/dwz/shop-more
rm -rf out/dwz-more
(cd out/dwz && dwz -m shop-common.debug -M shop-common.debug shop shop-more)

# Separate debug files.
mkdir -p out/debuglink out/debuglink-wrong-crc
cp out/gcc-dwarf5/shop "$SCRATCH/shop"
llvm-objcopy-19 --only-keep-debug "$SCRATCH/shop" out/debuglink/shop.debug
objcopy --strip-all --remove-section=.note.gnu.build-id "$SCRATCH/shop" out/debuglink/shop
(cd out/debuglink && objcopy --add-gnu-debuglink=shop.debug shop)
cp out/debuglink/shop out/debuglink-wrong-crc/shop
cp out/debuglink/shop.debug out/debuglink-wrong-crc/shop.debug
printf 'x' >> out/debuglink-wrong-crc/shop.debug
id=$(build_id out/clang-dwarf5/shop)
mkdir -p "out/build-id/.build-id/${id:0:2}"
objcopy --only-keep-debug out/clang-dwarf5/shop "out/build-id/.build-id/${id:0:2}/${id:2}.debug"
objcopy --strip-all out/clang-dwarf5/shop out/build-id/shop

# Symbols only.
mkdir -p out/symtab out/dynsym
objcopy --strip-debug out/gcc-dwarf5/shop out/symtab/shop
objcopy --strip-all out/gcc-dwarf5/libpaykit.so out/dynsym/libpaykit.so

# .gnu_debugdata: the symbol table once more, as xz, in a stripped program.
mkdir -p out/minidebug
nm out/gcc-dwarf5/shop | awk '$2 ~ /[tT]/ { print $3 }' > "$SCRATCH/functions"
objcopy -S --remove-section=.comment --keep-symbols="$SCRATCH/functions" out/gcc-dwarf5/shop "$SCRATCH/mini"
xz --format=xz --check=crc32 -6 "$SCRATCH/mini"
objcopy --strip-all out/gcc-dwarf5/shop out/minidebug/shop
objcopy --add-section .gnu_debugdata="$SCRATCH/mini.xz" out/minidebug/shop

# ELF 32.
objects32() {
    mkdir -p obj/elf32
    for source in "${sources[@]}"; do
        local flags=("${COMMON_FLAGS[@]}" -target i386-linux-gnu -fno-pic -g -gdwarf-4
            "-ffile-prefix-map=$PWD/src=/src/shop" -fdebug-compilation-dir=/src/shop)
        case $source in *.cpp) flags+=(-std=c++17) ;; esac
        (cd src && clang-19 "${flags[@]}" -c "$source" -o "../obj/elf32/${source%.*}.o")
    done
}
objects32
mkdir -p out/elf32
(cd obj/elf32 && ld.lld-19 -m elf_i386 -nostdlib -static --build-id=sha1 --unresolved-symbols=ignore-all -e main \
    $(printf '%s\n' "${sources[@]}" | sed 's/\..*/.o/') -o ../../out/elf32/shop)

# libpaykit.so is kept where a report needs it.
for variant in out/*; do
    case $variant in
    out/gcc-dwarf5 | out/clang-dwarf5 | out/dynsym) ;;
    *) rm -f "$variant/libpaykit.so" ;;
    esac
done
finish elf
