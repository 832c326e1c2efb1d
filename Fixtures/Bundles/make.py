#!/usr/bin/env python3
"""Write what Xcode and iOS wrap crash logs in, around reports of Fixtures/Reports.

    out/Shop.xcresult                                    results of tests: a crash log among the diagnostics of a simulator, one among the
                                                         attachments of a test, the first one again, and a log
    out/sysdiagnose_2026.11.20_..._iPhone14-5.tar.gz     a crash, again among the retired ones, a panic, and logs
"""
import base64
import gzip
import hashlib
import io
import os
import shutil
import struct
import tarfile

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join(HERE, "out")
REPORTS = os.path.join(os.path.dirname(HERE), "Reports")
TOP = "sysdiagnose_2026.11.20_11-45-00+0100_iPhone-OS_iPhone14-5_21B74"


def report(path, old="", new=""):
    with open(os.path.join(REPORTS, path)) as file:
        return file.read().replace(old, new).encode()


def zstd(data):
    """A frame whose blocks are stored as they are (RFC 8878)."""
    pieces = [data[start:start + 100_000] for start in range(0, max(len(data), 1), 100_000)]
    blocks = b"".join(struct.pack("<I", len(piece) << 3 | (number == len(pieces) - 1))[:3] + piece for number, piece in enumerate(pieces))
    return b"\x28\xb5\x2f\xfd\xa0" + struct.pack("<I", len(data)) + blocks


class Results:
    """A bundle of test results: objects by ID, and the references of each."""

    def __init__(self, path):
        self.data = os.path.join(path, "Data")
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(self.data)
        with open(os.path.join(path, "Info.plist"), "w") as file:
            file.write('<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict><key>version</key><dict>'
                       "<key>major</key><integer>3</integer><key>minor</key><integer>53</integer></dict></dict></plist>\n")

    def add(self, data, references=()):
        identifier = hashlib.sha512(data).digest()
        name = "0~" + base64.urlsafe_b64encode(identifier).decode()
        with open(os.path.join(self.data, "data." + name), "wb") as file:
            file.write(zstd(data))
        with open(os.path.join(self.data, "refs." + name), "wb") as file:
            file.write(bytes([len(references)]) + b"".join(b"\x41\x00" + reference for reference in references))
        return identifier

    def folder(self, files):
        kinds = {True: 2, False: 1}
        rows = ",".join(f'{{"name":"{name}","type":{kinds[is_folder]}}}' for name, _, is_folder in files)
        return self.add(f"[{rows}]".encode(), [identifier for _, identifier, _ in files])


def results():
    crash = report("ips/ios-arm64/Shop-2026-11-20-114303.ips")
    other = report("ips/ios-swift/Shop-2026-11-20-114303.ips", "4094EEF2", "7C3A51B2")
    bundle = Results(os.path.join(OUT, "Shop.xcresult"))
    reports = bundle.folder([
        ("Shop-2026-11-20-114303.ips", bundle.add(crash), False), ("again.ips", bundle.add(b"\n" + crash), False),
        ("system.log", bundle.add(b"Shop[3608]: charging 3 items\n"), False)])
    diagnostics = bundle.folder([("DiagnosticReports", reports, True)])
    bundle.folder([("simctl_diagnostics", diagnostics, True)])
    # An attachment has no name but in a database.
    bundle.add(other)
    bundle.add(b"[T[K2:_nV22:ActionsInvocationRecord]]")


def sysdiagnose():
    crash = report("ips/ios-arm64/Shop-2026-11-20-114303.ips")
    files = {
        "crashes_and_spins/Shop-2026-11-20-114303.ips": crash,
        "crashes_and_spins/Retired/Shop-2026-11-20-114303.ips": crash,
        "crashes_and_spins/Shop-2026-11-20-114417.crash": report("apple-text/ios-swift/Shop.crash", "4094EEF2", "7C3A51B2"),
        "summaries/crashes_and_spins.log": b"Shop-2026-11-20-114303.ips\n",
        "system_logs.logarchive/0000000000000001.tracev3": bytes(4096),
        "logs/powerlogs/powerlog.log": b"battery 84\n",
    }
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in files.items():
            info = tarfile.TarInfo(f"{TOP}/{name}")
            info.size = len(data)
            info.mtime = 1795171500
            archive.addfile(info, io.BytesIO(data))
    with open(os.path.join(OUT, TOP + ".tar.gz"), "wb") as file:
        file.write(gzip.compress(buffer.getvalue(), mtime=0))


results()
sysdiagnose()
