#!/usr/bin/env python3
"""Measures `summarize` and the outputs that compute triage against text output: Benchmarks/summarize.py [--help]

Makes reports of an app with debug files (Fixtures/Binaries/shop-cpp, ten builds of it): a third each of Apple text, .ips and
KSCrash, the same bytes in every run. The crashes have known failures (bad access, traps, exceptions, aborts, watchdog), real functions
of the app and of the system, devices, versions and days. Runs are interleaved, so that a machine whose speed changes treats all
the same; ratios are medians of the ratios of runs that follow each other. Memory is the largest peak among the processes of a run
(VmHWM). `plain` is text output of all reports into one file, without triage. `text` and `json` write a file for each report, `ndjson` one
file; these three end with summary.json, for which every report is triaged.

The sizes of `mixed` follow the 148 reports of the corpus of real ones (Apple text, .ips, KSCrash, PLCrashReporter; tenths of
them are below the sizes in DECILES). Half of them are below 29 KB, and the mean is 50 KB.
"""
import argparse, json, os, random, shutil, statistics, struct, subprocess, sys, tempfile, time, uuid

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
BINARIES = os.path.join(ROOT, "Fixtures", "Binaries")
DECILES = [3_000, 4_000, 8_800, 19_200, 23_900, 28_700, 39_000, 63_500, 91_400, 128_000, 400_000]
BUILDS = 10
APP = "/private/var/containers/Bundle/Application/7A5CC6CC-4E1D-4A07-8B29-ECF2C9BB92A7/Shop.app"
LOADS = {"Shop": 0x1027f4000, "PayKit": 0x104f5c000}
SYSTEM = {
    "libsystem_kernel.dylib": "/usr/lib/system", "libsystem_pthread.dylib": "/usr/lib/system", "libsystem_c.dylib": "/usr/lib/system",
    "libdispatch.dylib": "/usr/lib/system", "libobjc.A.dylib": "/usr/lib", "libc++abi.dylib": "/usr/lib", "libswiftCore.dylib": "/usr/lib/swift",
    "dyld": "/usr/lib", "CoreFoundation": "/System/Library/Frameworks/CoreFoundation.framework", "Foundation": "/System/Library/Frameworks/Foundation.framework",
    "UIKitCore": "/System/Library/PrivateFrameworks/UIKitCore.framework", "QuartzCore": "/System/Library/Frameworks/QuartzCore.framework",
    "GraphicsServices": "/System/Library/PrivateFrameworks/GraphicsServices.framework", "CFNetwork": "/System/Library/Frameworks/CFNetwork.framework",
    "SwiftUI": "/System/Library/Frameworks/SwiftUI.framework", "CoreData": "/System/Library/Frameworks/CoreData.framework",
}
# Innermost first; a line is an image and what it calls.
MAIN = """UIKitCore -[UIApplication sendAction:to:from:forEvent:]|UIKitCore -[UIControl sendAction:to:forEvent:]
UIKitCore -[UIControl _sendActionsForEvents:withEvent:]|UIKitCore -[UIWindow sendEvent:]|UIKitCore -[UIApplication sendEvent:]
UIKitCore __processEventQueue|CoreFoundation __CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE0_PERFORM_FUNCTION__|CoreFoundation __CFRunLoopDoSource0
CoreFoundation __CFRunLoopDoSources0|CoreFoundation __CFRunLoopRun|CoreFoundation CFRunLoopRunSpecific|GraphicsServices GSEventRunModal
UIKitCore -[UIApplication _run]|UIKitCore UIApplicationMain"""
QUEUE = """libdispatch.dylib _dispatch_call_block_and_release|libdispatch.dylib _dispatch_client_callout|libdispatch.dylib _dispatch_lane_serial_drain
libdispatch.dylib _dispatch_lane_invoke|libdispatch.dylib _dispatch_workloop_worker_thread|libsystem_pthread.dylib _pthread_wqthread
libsystem_pthread.dylib start_wqthread"""
WAITS = [
    "libsystem_kernel.dylib __workq_kernreturn|libsystem_pthread.dylib _pthread_wqthread|libsystem_pthread.dylib start_wqthread",
    """libsystem_kernel.dylib mach_msg2_trap|libsystem_kernel.dylib mach_msg2_internal|libsystem_kernel.dylib mach_msg_overwrite
libsystem_kernel.dylib mach_msg|CoreFoundation __CFRunLoopServiceMachPort|CoreFoundation __CFRunLoopRun|CoreFoundation CFRunLoopRunSpecific
Foundation -[NSRunLoop(NSRunLoop) runMode:beforeDate:]|UIKitCore -[UIEventFetcher threadMain]|Foundation __NSThread__start__
libsystem_pthread.dylib _pthread_start|libsystem_pthread.dylib thread_start""",
    """libsystem_kernel.dylib __psynch_cvwait|libsystem_pthread.dylib _pthread_cond_wait|Foundation -[NSCondition waitUntilDate:]
CFNetwork -[__CFNURLSessionLocal waitForData:]|Foundation __NSThread__start__|libsystem_pthread.dylib _pthread_start""",
    "libsystem_kernel.dylib __semwait_signal|libsystem_c.dylib nanosleep|APP|APP|libsystem_pthread.dylib _pthread_start",
    """libsystem_kernel.dylib kevent_id|libdispatch.dylib _dispatch_kq_poll|libdispatch.dylib _dispatch_event_loop_wait_for_ownership
libdispatch.dylib __DISPATCH_WAIT_FOR_QUEUE__|libdispatch.dylib _dispatch_sync_f_slow|APP|APP|APP|""" + QUEUE]
BETWEEN = """CoreFoundation -[__NSArrayM enumerateObjectsWithOptions:usingBlock:]|Foundation -[NSObject performSelector:withObject:]
SwiftUI closure #1 in ViewGraph.updateOutputs(at:)|SwiftUI specialized ViewGraph.instantiate(at:in:)|libdispatch.dylib _dispatch_client_callout
CoreData -[NSManagedObjectContext executeFetchRequest:error:]|CoreData __65-[NSManagedObjectContext(_NSCoreDataSPI) performWithOptions:andBlock:]_block_invoke
QuartzCore CA::Layer::layout_if_needed(CA::Transaction*)|CoreFoundation __NSArrayEnumerate|libswiftCore.dylib Collection.map<A>(_:)
UIKitCore -[UIView(Hierarchy) layoutBelowIfNeeded]|UIKitCore __40-[UIViewController(Transitions) present:]_block_invoke_2"""
ABORT = "libsystem_kernel.dylib __pthread_kill|libsystem_pthread.dylib pthread_kill|libsystem_c.dylib abort"
THROW = "CoreFoundation __exceptionPreprocess|libobjc.A.dylib objc_exception_throw|"
# Type, signal, code, exception name, reason, termination code, what the stack begins with.
FAILURES = [
    ("EXC_BAD_ACCESS", "SIGSEGV", 0, None, None, None, ""), ("EXC_BAD_ACCESS", "SIGSEGV", 0x18, None, None, None, ""),
    ("EXC_BAD_ACCESS", "SIGBUS", 0x2a3f7c4810, None, None, None, "libobjc.A.dylib objc_release|libobjc.A.dylib objc_storeStrong"),
    ("EXC_BAD_ACCESS", "SIGSEGV", 0x4f5a91c30, None, None, None, "libobjc.A.dylib objc_msgSend"), ("EXC_BREAKPOINT", "SIGTRAP", None, None, None, None, ""),
    ("EXC_BREAKPOINT", "SIGTRAP", None, None, "Shop/Cart.swift:{0}: Fatal error: Index out of range", None, "libswiftCore.dylib _assertionFailure(_:_:file:line:flags:)"),
    ("EXC_BREAKPOINT", "SIGTRAP", None, None, "Shop/Feed.swift:{0}: Fatal error: Unexpectedly found nil while unwrapping an Optional value", None,
     "libswiftCore.dylib _assertionFailure(_:_:file:line:flags:)"),
    ("EXC_CRASH", "SIGABRT", None, "NSRangeException", "*** -[__NSArrayM objectAtIndex:]: index {0} beyond bounds [0 .. 2]", None,
     THROW + "CoreFoundation -[__NSArrayM objectAtIndex:]"),
    ("EXC_CRASH", "SIGABRT", None, "NSInvalidArgumentException", "-[__NSCFNumber length]: unrecognized selector sent to instance 0x28{0}", None,
     THROW + "CoreFoundation -[NSObject(NSObject) doesNotRecognizeSelector:]|CoreFoundation ___forwarding___|CoreFoundation _CF_forwarding_prep_0"),
    ("EXC_CRASH", "SIGABRT", None, None, "abort() called", None, ABORT), ("EXC_CRASH", "SIGABRT", None, None, "free(): pointer being freed was not allocated", None, ABORT),
    ("EXC_CRASH", "SIGKILL", None, None, "scene-create watchdog transgression: exhausted real time allowance of 19.97 seconds", 0x8badf00d,
     "libsystem_kernel.dylib __psynch_mutexwait|libsystem_pthread.dylib _pthread_mutex_firstfit_lock_slow"),
]


def calls(text): return [tuple(line.split(" ", 1)) if " " in line else line for line in text.replace("\n", "|").split("|") if line]


def app_addresses():
    """Addresses of the app's two images from their beginning, from the fixtures' list of answers."""
    found = {"Shop": [], "PayKit": []}
    for line in open(os.path.join(BINARIES, "oracle.tsv")):
        file, _, address = (line.split("\t") + ["", ""])[:3]
        name = os.path.basename(file)
        if file.startswith("shop-cpp/out/ios-arm64/") and name in found:
            found[name].append(int(address, 16) & ~3)
    base = {"Shop": 0x100000000, "PayKit": 0}
    return {name: [address - base[name] for address in list] for name, list in found.items()}


def builds(folder):
    """Writes ten builds of the two debug files; returns the IDs of each build by image."""
    ids = [{} for _ in range(BUILDS)]
    for name, bundle in (("Shop", "Shop.dSYM"), ("PayKit", "PayKit.framework.dSYM")):
        source = os.path.join(BINARIES, "shop-cpp", "out", "ios-arm64", bundle, "Contents", "Resources", "DWARF", name)
        data = bytearray(open(source, "rb").read())
        at, count = 32, struct.unpack_from("<I", data, 16)[0]
        for _ in range(count):
            command, size = struct.unpack_from("<II", data, at)
            if command == 0x1B: place = at + 8
            at += size
        for number in range(BUILDS):
            data[place] = number + 1
            ids[number][name] = uuid.UUID(bytes=bytes(data[place : place + 16]))
            with open(os.path.join(folder, f"{name}{number}"), "wb") as file: file.write(data)
    return ids


class Maker:
    def __init__(self, ids, seed):
        self.ids, self.random, self.addresses = ids, random.Random(seed), app_addresses()
        start = 0x1a0000000
        self.system = {}
        for name, folder in SYSTEM.items():
            self.system[name] = (start, 0x400000, name, f"{folder}/{name}", uuid.uuid5(uuid.NAMESPACE_URL, name))
            start += 0x800000
        self.fillers = [(start + n * 0x400000, 0x200000, f"Framework{n}", f"/System/Library/PrivateFrameworks/Framework{n}.framework/Framework{n}",
                         uuid.uuid5(uuid.NAMESPACE_URL, str(n))) for n in range(1000)]
        self.places = {}

    def frame(self, call):
        if call == "APP":
            name = "PayKit" if self.random.random() < 0.2 else "Shop"
            return name, self.random.choice(self.addresses[name]), None, 0
        image, function = call
        offset = self.places.setdefault(call, 0x1000 + 0x80 * len(self.places))
        return image, offset + 4 * self.random.randrange(1, 30), function, 0

    def crash_stack(self, first):
        own = ["APP"] * self.random.randrange(1, 7)
        for _ in range(self.random.randrange(3)): own.insert(self.random.randrange(1, len(own) + 1), self.random.choice(calls(BETWEEN)))
        end = calls(MAIN) + ["APP", ("dyld", "start")] if self.random.random() < 0.7 else calls(QUEUE)
        return [self.frame(call) for call in calls(first) + own + end]

    def report(self, form, size):
        failure = self.random.choice(FAILURES)
        build = self.random.randrange(BUILDS)
        cost = {"crash": 80, "ips": 95, "json": 170}[form]
        stacks = [self.crash_stack(failure[6])]
        frames = max(12, min(450, int(size * 0.4 / cost)))
        while sum(map(len, stacks)) < frames:
            stacks.append([self.frame(call) for call in calls(self.random.choice(WAITS))])
        images = [(LOADS[name], 0x8000, name, f"{APP}/{name}" if name == "Shop" else f"{APP}/Frameworks/{name}.framework/{name}", self.ids[build][name])
                  for name in LOADS] + list(self.system.values())
        self.facts = dict(failure=failure, build=build, stacks=stacks, images=images, key=f"{self.random.randrange(3000):040x}",
                          day=self.random.randrange(1, 21), second=self.random.randrange(60), number=self.random.randrange(10, 99),
                          pid=self.random.randrange(300, 30000), id=uuid.UUID(int=self.random.getrandbits(128)), model=self.random.choice(["iPhone14,5", "iPhone15,2", "iPad13,1"]),
                          system=self.random.choice([("17.1", "21B74"), ("18.1", "22B83"), ("18.2", "22C152"), ("26.1", "23B85")]))
        make = {"crash": self.text, "ips": self.ips, "json": self.kscrash}[form]
        missing = size - len(make())
        if missing > 0: images += self.fillers[: missing // {"crash": 150, "ips": 200, "json": 290}[form]]
        return make()

    def address(self, image): return LOADS.get(image) or self.system[image][0]

    def text(self):
        f = self.facts
        kind, signal, fault, name, reason, code, _ = f["failure"]
        lines = [f"Incident Identifier: {str(f['id']).upper()}", f"CrashReporter Key:   {f['key']}", f"Hardware Model:      {f['model']}",
                 f"Process:             Shop [{f['pid']}]", f"Path:                {APP}/Shop", "Identifier:          com.example.shop",
                 f"Version:             4.{f['build']}.0 ({1100 + f['build']})", "Code Type:           ARM-64 (Native)", "Role:                Foreground",
                 "Parent Process:      launchd [1]", "", f"Date/Time:           2026-11-{f['day']:02} 11:43:{f['second']:02}.1291 +0100",
                 f"Launch Time:         2026-11-{f['day']:02} 11:{self.facts['number'] % 43:02}:51.0052 +0100", f"OS Version:          iPhone OS {f['system'][0]} ({f['system'][1]})",
                 "Report Version:      104", "", f"Exception Type:  {kind} ({signal})"]
        if fault is not None: lines += [f"Exception Subtype: KERN_INVALID_ADDRESS at {fault:#018x}", f"Exception Codes: 0x0000000000000001, {fault:#018x}"]
        if code: lines += ["Termination Reason: FRONTBOARD 2343432205", reason]
        lines += ["Triggered by Thread:  0", ""]
        if name: lines += ["Application Specific Information:", f"*** Terminating app due to uncaught exception '{name}', reason: '{reason.format(f['number'])}'", ""]
        elif reason and not code: lines += ["Application Specific Information:", reason.format(f["number"]), ""]
        for number, stack in enumerate(f["stacks"]):
            if number == 0: lines.append("Thread 0 name:   Dispatch queue: com.apple.main-thread")
            lines.append(f"Thread {number}{' Crashed' if number == 0 else ''}:")
            for index, (image, offset, function, distance) in enumerate(stack):
                start = self.address(image)
                tail = f"{function} + {offset & 0x7f}" if function else f"{start:#x} + {offset}"
                lines.append(f"{index:<4}{image:<30}\t{start + offset:#018x} {tail}")
            lines.append("")
        lines += ["Thread 0 crashed with ARM Thread State (64-bit):"]
        lines += ["  ".join(f"{'x' + str(n):>5}: {n * 0x123456:#018x}" for n in range(first, first + 4)) for first in range(0, 28, 4)]
        lines += ["", "Binary Images:"] + [f"{start:#18x} - {start + size - 1:#18x} {name} arm64  <{id.hex}> {path}" for start, size, name, path, id in f["images"]]
        return "\n".join(lines + ["", "EOF", ""])

    def ips(self):
        f = self.facts
        kind, signal, fault, name, reason, code, _ = f["failure"]
        order = {image[2]: number for number, image in enumerate(f["images"])}
        version, build = f"4.{f['build']}.0", str(1100 + f["build"])
        system = f"iPhone OS {f['system'][0]} ({f['system'][1]})"
        head = {"app_name": "Shop", "timestamp": f"2026-11-{f['day']:02} 11:43:03.00 +0100", "app_version": version, "build_version": build, "bundleID": "com.example.shop",
                "bug_type": "309", "os_version": system, "name": "Shop", "incident_id": str(f["id"]).upper()}
        body = {"uptime": 51000, "procRole": "Foreground", "modelCode": f["model"], "osVersion": {"train": f"iPhone OS {f['system'][0]}", "build": f["system"][1]},
                "captureTime": f"2026-11-{f['day']:02} 11:43:{f['second']:02}.1291 +0100", "procLaunch": f"2026-11-{f['day']:02} 11:42:51.0052 +0100",
                "incident": str(f["id"]).upper(), "pid": f["pid"], "cpuType": "ARM-64", "procName": "Shop", "procPath": APP + "/Shop", "crashReporterKey": f["key"],
                "bundleInfo": {"CFBundleShortVersionString": version, "CFBundleVersion": build, "CFBundleIdentifier": "com.example.shop"},
                "exception": {"type": kind, "signal": signal, **({"codes": f"0x0000000000000001, {fault:#018x}", "subtype": f"KERN_INVALID_ADDRESS at {fault:#018x}"} if fault is not None else {})},
                "faultingThread": 0}
        if code: body["termination"] = {"flags": 6, "code": code, "namespace": "FRONTBOARD", "reasons": [reason]}
        elif reason: body["asi"] = {"CoreFoundation" if name else "libsystem_c.dylib": [(f"*** Terminating app due to uncaught exception '{name}', reason: '" if name else "") + reason.format(f["number"])]}
        body["threads"] = [{"id": 70000 + number, **({"triggered": True, "queue": "com.apple.main-thread", "threadState": {"x": [{"value": n * 0x123456} for n in range(29)], "flavor": "ARM_THREAD_STATE64"}} if number == 0 else {}),
                            "frames": [{"imageOffset": offset, "imageIndex": order[image], **({"symbol": function, "symbolLocation": offset & 0x7f} if function else {})}
                                       for image, offset, function, _ in stack]} for number, stack in enumerate(f["stacks"])]
        body["usedImages"] = [{"source": "P", "arch": "arm64", "base": start, "size": size, "uuid": str(id), "path": path, "name": name} for start, size, name, path, id in f["images"]]
        return json.dumps(head, separators=(",", ":")) + "\n" + json.dumps(body, indent=None if len(f["images"]) < 30 else 1)

    def kscrash(self):
        f = self.facts
        kind, signal, fault, name, reason, code, _ = f["failure"]
        error = {"type": "nsexception" if name else "mach", "address": fault or 0, "signal": {"name": signal, "signal": 11 if fault is not None else 6, "code": 0},
                 "mach": {"exception": {"EXC_BAD_ACCESS": 1, "EXC_BREAKPOINT": 6, "EXC_CRASH": 10}[kind], "exception_name": kind, "code": 1, "subcode": 0}}
        if name: error |= {"nsexception": {"name": name}, "reason": reason.format(f["number"])}
        elif reason: error["reason"] = reason.format(f["number"])
        contents = lambda stack: [{"object_name": image, "object_addr": self.address(image), "symbol_name": function or "<redacted>",
                                   "symbol_addr": self.address(image) + (offset & ~0x7f), "instruction_addr": self.address(image) + offset} for image, offset, function, _ in stack]
        report = {"report": {"version": "3.3.0", "id": str(f["id"]).upper(), "process_name": "Shop", "timestamp": f"2026-11-{f['day']:02}T10:43:{f['second']:02}Z", "type": "standard"},
                  "binary_images": [{"image_addr": start, "image_vmaddr": 4294967296, "image_size": size, "name": path, "uuid": str(id).upper(), "cpu_type": 16777228, "cpu_subtype": 0,
                                     "major_version": 0, "minor_version": 0, "revision_version": 0} for start, size, _, path, id in f["images"]],
                  "system": {"system_name": "iOS", "system_version": f["system"][0], "os_version": f["system"][1], "machine": f["model"], "cpu_arch": "arm64", "process_name": "Shop", "process_id": f["pid"],
                             "CFBundleIdentifier": "com.example.shop", "CFBundleShortVersionString": f"4.{f['build']}.0", "CFBundleVersion": str(1100 + f["build"]), "device_app_hash": f["key"],
                             "app_start_time": f"2026-11-{f['day']:02}T10:42:51Z",
                             "application_stats": {"launches_since_last_crash": 3, "active_time_since_launch": 9.5, "background_time_since_launch": 0, "sessions_since_launch": 1}},
                  "crash": {"error": error, "threads": [{"index": number, "crashed": number == 0, "current_thread": number == 0, "backtrace": {"contents": contents(stack), "skipped": 0},
                                                         **({"registers": {"basic": {f"x{n}": n * 0x123456 for n in range(29)}}} if number == 0 else {})} for number, stack in enumerate(f["stacks"])]}}
        return json.dumps(report, separators=(",", ":"))


def make(folder, count, size, ids, seed):
    """Writes `count` reports of a size in bytes, or of mixed sizes (0). Returns the bytes of all."""
    maker, total = Maker(ids, seed), 0
    os.makedirs(folder)
    for number in range(count):
        wanted = size
        if not size:
            place = maker.random.random() * 10
            low, high = DECILES[int(place)], DECILES[int(place) + 1]
            wanted = int(low * (high / low) ** (place % 1))
        form = ("crash", "ips", "json")[number % 3]
        data = maker.report(form, wanted)
        total += len(data)
        with open(f"{folder}/{number:05}.{form}", "w") as file: file.write(data)
    return total


class Case:
    """One command: what it took in each run."""

    def __init__(self, name, program, arguments, output):
        self.name, self.command, self.output, self.walls, self.cpus, self.peak = name, [program] + arguments, output, [], [], 0

    def run(self, counts):
        with tempfile.NamedTemporaryFile("r") as memory, open(self.output, "wb") as output:
            before = time.perf_counter()
            process = subprocess.Popen(["/usr/bin/time", "-q", "-f", "%M", "-o", memory.name] + self.command, stdout=output, stderr=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            wall = time.perf_counter() - before
            process.returncode = 0
            if os.waitstatus_to_exitcode(status) > 1: sys.exit(f"{' '.join(self.command)}: exit {os.waitstatus_to_exitcode(status)}")
            self.peak = max(self.peak, int(memory.read().split()[-1]) / 1024)
        if counts:
            self.walls.append(wall)
            self.cpus.append(usage.ru_utime + usage.ru_stime)


def measure(folder, title, count, arguments, programs):
    symbols, inputs = f"{folder}/symbols", f"{folder}/{title}"
    outputs = f"{folder}/out"
    cases = []
    for label, program in programs.items():
        rest = ["-s", symbols, inputs, "-j", str(arguments.jobs)]
        for name in arguments.outputs:
            own = {"plain": rest, "summarize": ["summarize"] + rest, "ndjson": rest + ["-f", "ndjson", "-o", f"{outputs}/all.ndjson"]}
            cases.append(Case(f"{name}{label}", program, own.get(name, rest + ["-f", name, "-o", f"{outputs}/{name}"]), f"{outputs}/stdout"))
    for turn in range(arguments.runs + 1):
        for case in cases:
            shutil.rmtree(outputs, ignore_errors=True)
            os.makedirs(outputs)
            case.run(counts=turn > 0)
    first = cases[0]
    for case in cases:
        speed = statistics.median(mine / other for mine, other in zip(first.walls, case.walls))
        work = statistics.median(mine / other for mine, other in zip(case.cpus, first.cpus))
        wall = statistics.median(case.walls)
        print(f"{title:8} {case.name:18} {wall:7.2f} s {count / wall:7.0f} reports/s {statistics.median(case.cpus):7.2f} s processor {case.peak:6.0f} MB"
              f"   speed {speed:.2f} of {first.name}, processor time {work:.2f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", default=os.path.join(ROOT, ".build", "release", "symbolicate"))
    parser.add_argument("--before", help="another build, measured in the same runs")
    parser.add_argument("--reports", type=int, default=10000, help="how many reports of mixed sizes (default 10000)")
    parser.add_argument("--sizes", default="mixed,8,33,120", help="sets: mixed, or kilobytes of a report (default mixed,8,33,120)")
    parser.add_argument("--outputs", default="plain,summarize,text,json,ndjson", help="what is compared with the first (default plain,summarize,text,json,ndjson)")
    parser.add_argument("--runs", type=int, default=5, help="measured runs, after one that is not (default 5)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="threads (default: all)")
    parser.add_argument("--keep", help="makes the reports in this directory and stops, or takes those in it")
    arguments = parser.parse_args()
    arguments.outputs = arguments.outputs.split(",")
    folder = arguments.keep or tempfile.mkdtemp(dir=os.environ.get("BENCH_TMP"))
    os.environ["XDG_CACHE_HOME"] = f"{folder}/cache"
    made = []
    try:
        os.makedirs(f"{folder}/symbols", exist_ok=True)
        ids = builds(f"{folder}/symbols")
        for title in arguments.sizes.split(","):
            size = 0 if title == "mixed" else int(title) * 1000
            count = arguments.reports if not size else max(1, min(arguments.reports, 60_000_000 // size))
            if not os.path.exists(f"{folder}/{title}"):
                total = make(f"{folder}/{title}", count, size, ids, seed=2026 + size)
                made.append(f"{title}: {count} reports, {total / 1e6:.0f} MB, {total / count / 1000:.1f} KB each")
        if made and arguments.keep: return print("\n".join(made))
        if made: print("\n".join(made), flush=True)
        programs = {"": arguments.program} | ({" (before)": arguments.before} if arguments.before else {})
        for title in arguments.sizes.split(","): measure(folder, title, len(os.listdir(f"{folder}/{title}")), arguments, programs)
    finally:
        if not arguments.keep: shutil.rmtree(folder, ignore_errors=True)


main()
