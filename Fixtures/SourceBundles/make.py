#!/usr/bin/env python3
"""Write source bundles as `sentry-cli debug-files bundle-sources` does: a zip file after `SYSB` and a version, with a manifest.

    out/Shop.src.zip   of Binaries/shop-swift/out/Shop.dSYM: offsets count from the beginning of the file
    out/old.src.zip    the same with `SYSB` alone before it, and offsets that count from after it
    out/other.src.zip  says that it is of another build
"""
import io
import json
import os
import re
import struct
import subprocess
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
BINARIES = os.path.join(os.path.dirname(HERE), "Binaries")
SOURCES = os.path.join(BINARIES, "shop-swift/src")
DSYM = os.path.join(BINARIES, "shop-swift/out/Shop.dSYM/Contents/Resources/DWARF/Shop")


def fill(file, debug_id):
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as bundle:
        files = {}
        for name in sorted(os.listdir(SOURCES)):
            with open(os.path.join(SOURCES, name), "rb") as source:
                info = zipfile.ZipInfo("files/src/shop/" + name)
                info.compress_type = zipfile.ZIP_DEFLATED
                bundle.writestr(info, source.read())
            files["files/src/shop/" + name] = {"type": "source", "path": "/src/shop/./" + name}
        manifest = {"files": files, "arch": "arm64", "debug_id": debug_id, "object_name": "Shop"}
        bundle.writestr(zipfile.ZipInfo("manifest.json"), json.dumps(manifest))


def main():
    os.makedirs(os.path.join(HERE, "out"), exist_ok=True)
    text = subprocess.run(["llvm-dwarfdump", "--uuid", DSYM], capture_output=True, text=True, check=True).stdout
    uuid = re.search(r"UUID: ([0-9A-F-]+)", text)[1].lower()
    for name, debug_id in (("Shop", uuid), ("other", "00112233-4455-6677-8899-aabbccddeeff")):
        with open(os.path.join(HERE, f"out/{name}.src.zip"), "wb") as out:
            out.write(b"SYSB" + struct.pack("<I", 2))
            fill(out, debug_id)
    buffer = io.BytesIO()
    fill(buffer, uuid)
    with open(os.path.join(HERE, "out/old.src.zip"), "wb") as out:
        out.write(b"SYSB" + buffer.getvalue())


main()
