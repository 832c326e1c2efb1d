#!/usr/bin/env python3
"""gcc takes another id for the same .dwo on every run: put a fixed one into each .dwo and its object."""
import hashlib
import os
import subprocess
import sys

for path in sys.argv[1:]:
    section = path + ".info"
    subprocess.run(["llvm-objcopy-19", "--dump-section", f".debug_info.dwo={section}", path, "/dev/null"], check=True)
    with open(section, "rb") as file:
        old = file.read()[12:20]  # unit length, version, unit type, address size, abbreviations, id
    os.remove(section)
    new = hashlib.sha256(os.path.basename(path).encode()).digest()[:8]
    for name in (path, path[:-4] + ".o"):
        with open(name, "rb") as file:
            data = file.read()
        assert data.count(old) == 1, name
        with open(name, "wb") as file:
            file.write(data.replace(old, new))
