#!/bin/bash
# Rebuild every fixture, or the named cases: build.sh [shop-cpp|shop-swift|symbols-only|watch32|elf|breakpad|dart|faults|malformed|shared-caches|oracle|reports|scripts|bundles|values]...
# Debian 12 or its like; compilers come from apt, swiftc (6.3) has to be on the PATH.
set -euo pipefail
export PYTHONDONTWRITEBYTECODE=1
here="$(cd "$(dirname "$0")" && pwd -P)"

tools=(clang-19 ld64.lld-19 ld.lld-19 dsymutil-19 llvm-lipo-19 llvm-dwp-19 llvm-objcopy-19 llvm-symbolizer-19 dwz gcc-12 g++-12 objcopy xz python3)
for tool in "${tools[@]}"; do
    if ! command -v "$tool" > /dev/null; then
        apt-get update -qq
        apt-get install -y -qq --no-install-recommends clang-19 lld-19 llvm-19 dwz gcc-12 g++-12 binutils xz-utils python3
        break
    fi
done

cases=("$@")
[ $# -gt 0 ] || cases=(shop-cpp shop-swift symbols-only watch32 elf breakpad dart malformed shared-caches oracle reports scripts bundles values)
for case in "${cases[@]}"; do
    case $case in
    values) bash "$here/Values/build.sh" ;;
    bundles) python3 "$here/Bundles/make.py" ;;
    breakpad) python3 "$here/Binaries/breakpad/make.py" ;;
    malformed) python3 "$here/Malformed/make.py" ;;
    # Needs gdb, and unicorn of PyPI: `make faults` installs it.
    faults) "$here/../.build/faults-venv/bin/python" "$here/Faults/make.py" ;;
    oracle) python3 "$here/make-oracle.py" ;;
    reports) python3 "$here/make-reports.py" ;;
    scripts) python3 "$here/Scripts/build.py" ;;
    shared-caches) bash "$here/SharedCaches/build.sh" ;;
    *) bash "$here/Binaries/$case/build.sh" ;;
    esac
done

# Nothing may depend on the place where this was built.
paths="$(for file in $(find "$here/Binaries" "$here/Values" -path '*/out/*' -type f); do
    strings -a "$file" | grep -E '/(tmp|root|home|work|opt)/' | sed "s|^|$file: |" || true
done)"
if [ -n "$paths" ]; then
    echo "paths of the build machine in the outputs:" >&2
    echo "$paths" >&2
    exit 1
fi
