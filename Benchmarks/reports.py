#!/usr/bin/env python3
"""Makes one crash report of each format in a directory.

30 threads of 20 frames and 150 images unless given, about 100 KB each: a third of the frames the app's own without a name, the
others the system's with names, as reports from devices are. The same bytes in every run."""
import argparse, json, os, random, uuid

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("folder")
for name, count in {"threads": 30, "frames": 20, "images": 150}.items():
    parser.add_argument(name, nargs="?", type=int, default=count)
options = parser.parse_args()
folder, threads, frames, images = options.folder, options.threads, options.frames, options.images
random.seed(20)
os.makedirs(folder, exist_ok=True)

NAMES = ["-[UIApplication _run]", "__CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE0_PERFORM_FUNCTION__", "mach_msg2_trap", "_dispatch_call_block_and_release",
         "swift::_swift_release_dealloc(swift::HeapObject*)", "closure #1 in ViewController.viewDidLoad()", "_pthread_wqthread", "start",
         "-[NSRunLoop(NSRunLoop) runMode:beforeDate:]", "std::__1::__function::__func<void ()>::operator()()", "objc_msgSend"]
base, table = 0x100000000, []
for number in range(images):
    size = random.randrange(4, 2000) * 0x4000
    app = number < 8
    name = f"App{number}" if app else f"Framework{number}"
    path = (f"/private/var/containers/Bundle/Application/7A5CC6CC-4E1D-4A07-8B29-ECF2C9BB92A7/Shop.app/Frameworks/{name}.framework/{name}" if app
            else f"/System/Library/PrivateFrameworks/{name}.framework/{name}")
    table.append((base, size, name, path, uuid.UUID(int=random.getrandbits(128))))
    base += size + random.randrange(1, 50) * 0x4000
stacks = []
for _ in range(threads):
    stack = []
    for _ in range(frames):
        image = random.randrange(8) if random.random() < 0.35 else random.randrange(8, images)
        stack.append((image, random.randrange(0x4000, table[image][1]), None if image < 8 else random.choice(NAMES), random.randrange(4, 900)))
    stacks.append(stack)

REGISTERS = [f"x{number}" for number in range(29)] + ["fp", "lr", "sp", "pc", "cpsr", "far", "esr"]
values = {name: random.getrandbits(40) for name in REGISTERS}


def apple_text():
    lines = ["Incident Identifier: 2F5A6E90-1D2B-4C6F-93C1-5A0D7E0C9B11", "Hardware Model:      iPhone14,2", "Process:             Shop [3608]",
             "Path:                " + table[0][3], "Identifier:          com.example.shop", "Version:             4.2.0 (1187)",
             "Code Type:           ARM-64 (Native)", "Role:                Foreground", "Parent Process:      launchd [1]", "",
             "Date/Time:           2026-11-20 11:43:03.1291 +0100", "Launch Time:         2026-11-20 11:42:51.0052 +0100",
             "OS Version:          iPhone OS 18.1 (22B83)", "Report Version:      104", "", "Exception Type:  EXC_BREAKPOINT (SIGTRAP)",
             "Exception Codes: 0x0000000000000001, 0x0000000102a3c1d4", "Termination Reason: SIGNAL 5 Trace/BPT trap: 5", "",
             "Triggered by Thread:  0", ""]
    for number, stack in enumerate(stacks):
        if number % 3 == 0:
            lines.append(f"Thread {number} name:   Dispatch queue: com.example.queue.{number}")
        lines.append(f"Thread {number}{' Crashed' if number == 0 else ''}:")
        for index, (image, offset, name, distance) in enumerate(stack):
            start = table[image][0]
            tail = f"{name} + {distance}" if name else f"0x{start:x} + {offset}"
            lines.append(f"{index:<4}{table[image][2]:<30}\t{start + offset:#18x} {tail}")
        lines.append("")
    lines.append("Thread 0 crashed with ARM Thread State (64-bit):")
    for first in range(0, len(REGISTERS), 4):
        lines.append("  ".join(f"{name:>5}: {values[name]:#018x}" for name in REGISTERS[first : first + 4]))
    lines += ["", "Binary Images:"]
    for start, size, name, path, id in table:
        lines.append(f"{start:#18x} - {start + size - 1:#18x} {name} arm64  <{id.hex}> {path}")
    return "\n".join(lines + ["", "EOF", ""])


def ips():
    header = {"app_name": "Shop", "timestamp": "2026-11-20 11:43:03.00 +0100", "app_version": "4.2.0", "bug_type": "309", "build_version": "1187",
              "bundleID": "com.example.shop", "os_version": "iPhone OS 18.1 (22B83)", "name": "Shop"}
    body = {"uptime": 51000, "procRole": "Foreground", "version": 2, "modelCode": "iPhone14,2", "osVersion": {"train": "iPhone OS 18.1", "build": "22B83"},
            "captureTime": "2026-11-20 11:43:03.1291 +0100", "pid": 3608, "cpuType": "ARM-64", "procName": "Shop", "procPath": table[0][3],
            "bundleInfo": {"CFBundleShortVersionString": "4.2.0", "CFBundleVersion": "1187", "CFBundleIdentifier": "com.example.shop"},
            "exception": {"codes": "0x0000000000000001, 0x0000000102a3c1d4", "rawCodes": [1, 4339253716], "type": "EXC_BREAKPOINT", "signal": "SIGTRAP"},
            "termination": {"flags": 0, "code": 5, "namespace": "SIGNAL", "indicator": "Trace/BPT trap: 5"}, "faultingThread": 0, "threads": [],
            "usedImages": [{"source": "P", "arch": "arm64", "base": start, "size": size, "uuid": str(id), "path": path, "name": name}
                           for start, size, name, path, id in table]}
    for number, stack in enumerate(stacks):
        thread = {"id": 70000 + number, "frames": []}
        if number == 0:
            thread["triggered"] = True
            thread["threadState"] = {"x": [{"value": values[f"x{number}"]} for number in range(29)], "flavor": "ARM_THREAD_STATE64",
                                     **{name: {"value": values[name]} for name in REGISTERS[29:]}}
        if number % 3 == 0:
            thread["queue"] = f"com.example.queue.{number}"
        for image, offset, name, distance in stack:
            frame = {"imageOffset": offset, "imageIndex": image}
            if name:
                frame.update(symbol=name, symbolLocation=distance)
            thread["frames"].append(frame)
        body["threads"].append(thread)
    return json.dumps(header, separators=(",", ":")) + "\n" + json.dumps(body, indent=2)


def kscrash():
    def frame(image, offset, name, distance):
        start = table[image][0]
        return {"object_name": table[image][2], "object_addr": start, "symbol_name": name or "<redacted>",
                "symbol_addr": start + (offset - distance if name else 0), "instruction_addr": start + offset}
    report = {"report": {"version": "3.8.0", "id": "E0ABC030-0CF2-5516-A84B-A650276D4B34", "process_name": "Shop", "timestamp": 1795171383129100,
                         "type": "standard"},
              "binary_images": [{"image_addr": start, "image_vmaddr": 4294967296, "image_size": size, "name": path, "uuid": str(id).upper(),
                                 "cpu_type": 16777228, "cpu_subtype": 0, "major_version": 0, "minor_version": 0, "revision_version": 0}
                                for start, size, name, path, id in table],
              "system": {"system_name": "iOS", "system_version": "18.1", "machine": "iPhone14,2", "cpu_arch": "arm64", "process_name": "Shop",
                         "CFBundleIdentifier": "com.example.shop", "CFBundleShortVersionString": "4.2.0", "CFBundleVersion": "1187"},
              "crash": {"error": {"type": "mach", "address": 0, "mach": {"exception": 6, "exception_name": "EXC_BREAKPOINT", "code": 1, "subcode": 0},
                                  "signal": {"signal": 5, "name": "SIGTRAP", "code": 0}},
                        "threads": [{"index": number, "crashed": number == 0, "current_thread": number == 0,
                                     "backtrace": {"contents": [frame(*entry) for entry in stack], "skipped": 0},
                                     **({"registers": {"basic": values}} if number == 0 else {})} for number, stack in enumerate(stacks)]}}
    return json.dumps(report, separators=(",", ":"))


def swift_backtrace():
    def frame(index, image, offset, name, distance):
        result = {"kind": "programCounter" if index == 0 else "returnAddress", "address": f"0x{table[image][0] + offset:016x}"}
        if name:
            result.update(symbol=name, offset=distance, description=f"{name} + {distance}", image=table[image][2], system=True)
        return result
    return json.dumps({"timestamp": "2026-11-20T10:43:03.129100Z", "kind": "crashReport", "description": "Illegal instruction",
                       "faultAddress": "0x00007f30b8f5319e", "platform": "x86_64 Linux (Debian GNU/Linux 12 (bookworm))", "architecture": "x86_64",
                       "threads": [{"name": f"worker {number}", **({"crashed": True} if number == 0 else {}),
                                    "registers": {name: f"0x{value:016x}" for name, value in list(values.items())[:18]},
                                    "frames": [frame(index, *entry) for index, entry in enumerate(stack)]} for number, stack in enumerate(stacks)],
                       "images": [{"name": name, "buildId": id.hex, "path": path, "baseAddress": f"0x{start:016x}", "endOfText": f"0x{start + size:016x}"}
                                  for start, size, name, path, id in table]})


for name, make in {"apple-text.crash": apple_text, "apple.ips": ips, "kscrash.json": kscrash, "swift.json": swift_backtrace}.items():
    with open(os.path.join(folder, name), "w") as file:
        file.write(make())
