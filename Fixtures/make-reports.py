#!/usr/bin/env python3
"""Write Reports/: crash reports of the programs in Binaries/, and expected.tsv.

The stacks are real call chains: frame 0 is the instruction that faults, every other frame the return address of
the call that is marked in the sources. Load addresses, registers and system images are made up.
"""
import hashlib
import json
import os
import re
import shutil
import tempfile
import uuid

from fixturelib import BINARIES, ROOT, answer, disassemble, frames, marks, run

REPORTS = os.path.join(ROOT, "Reports")
NAMESPACE = uuid.UUID("6f1c0a52-8e6b-4b5e-9c0b-0a4f2e6d1c11")


def made_up(name):
    return uuid.uuid5(NAMESPACE, name)


def number(*parts):
    """A made-up 64-bit number, the same on every run."""
    return int.from_bytes(hashlib.sha256("/".join(map(str, parts)).encode()).digest()[:8], "big")


def demangled(name):
    return run("llvm-cxxfilt-19", text=name + "\n").strip()


# ---------------------------------------------------------------- programs


class Program:
    """An executable with its debug file; finds the instructions of a call chain."""

    def __init__(self, name, path, debug, sources, arch):
        self.name, self.arch = name, arch
        self.path = os.path.join(BINARIES, path)
        self.debug = os.path.join(BINARIES, debug)
        self.debug_name = debug
        self.instructions, _ = disassemble(self.path)
        chains = frames(self.debug, [i.address for i in self.instructions])
        self.chains = {i.address: chain for i, chain in zip(self.instructions, chains)}
        self.marks = marks(os.path.join(BINARIES, sources))
        self.elf = open(self.path, "rb").read(4) == b"\x7fELF"
        if self.elf:
            self.vmaddr, self.size = self.elf_segments()
            self.id = re.search(r"Build ID: (\w+)", run("llvm-readelf-19", "-n", self.path)).group(1)
        else:
            self.vmaddr, self.size = self.text_segment()
            text = run("llvm-dwarfdump-19", "--uuid", self.path)
            self.id = uuid.UUID(re.search(r"UUID: (\S+)", text).group(1))

    def text_segment(self):
        text = run("llvm-objdump-19", "--macho", "--private-headers", self.path)
        match = re.search(r"segname __TEXT\s+vmaddr (\S+)\s+vmsize (\S+)", text)
        return int(match.group(1), 16), int(match.group(2), 16)

    def elf_segments(self):
        loads = re.findall(r"LOAD\s+\S+ (\S+) \S+ \S+ (\S+)", run("llvm-readelf-19", "-lW", self.path))
        first = int(loads[0][0], 16) & ~0xFFF
        text = [(int(a, 16), int(s, 16)) for a, s in loads]
        return first, max(a + s for a, s in text) - first

    def lines(self, mark):
        assert mark in self.marks, mark
        return set(self.marks[mark])

    def on_line(self, address, mark, depth=None):
        chain = self.chains[address]
        wanted = self.lines(mark)
        return any((os.path.basename(file), line) in wanted for _, file, line, _ in chain[:depth])

    def crash(self, function, mark, kind):
        """The faulting instruction: kind is store, load or trap."""
        for instruction in self.instructions:
            chain = self.chains[instruction.address]
            if chain and function in chain[-1][0] and getattr(instruction, "is_" + kind) and self.on_line(instruction.address, mark):
                return instruction.address
        raise SystemExit(f"{self.debug_name}: no {kind} for {mark} in {function}")

    def call(self, function, mark):
        """The return address of a marked call."""
        for instruction in self.instructions:
            chain = self.chains[instruction.address]
            if chain and function in chain[-1][0] and instruction.is_call and self.on_line(instruction.address, mark):
                return instruction.next
        raise SystemExit(f"{self.debug_name}: no call {mark} in {function}")

    def any_in(self, function, index=2):
        found = [i.address for i in self.instructions if self.chains[i.address] and function in self.chains[i.address][-1][0]]
        return found[index]

    def line_zero_call(self, function):
        for instruction in self.instructions:
            chain = self.chains[instruction.address]
            if chain and function in chain[-1][0] and instruction.is_call and chain[0][2] == 0:
                return instruction.next
        raise SystemExit(f"{self.debug_name}: no call on line 0 in {function}")

    def function_start(self, address):
        """Start of the outermost function around an address."""
        name = self.chains[self.nearest(address)][-1][0]
        start = address
        for instruction in reversed([i for i in self.instructions if i.address <= address]):
            chain = self.chains[instruction.address]
            if not chain or chain[-1][0] != name:
                break
            start = instruction.address
        return start

    def nearest(self, address):
        return max(i.address for i in self.instructions if i.address <= address)


def shop(variant):
    return Program(
        "Shop",
        f"shop-cpp/out/{variant}/Shop",
        f"shop-cpp/out/{variant}/Shop.dSYM/Contents/Resources/DWARF/Shop",
        "shop-cpp/src",
        "arm64e" if "arm64e" in variant else "x86_64" if "x86_64" in variant else "arm64",
    )


# ---------------------------------------------------------------- images and frames


class Image:
    def __init__(self, name, base, size, id, arch, path, bundle=None, program=None, version=None, known=True):
        self.name, self.base, self.size, self.id, self.arch, self.path = name, base, size, id, arch, path
        self.bundle, self.program, self.version = bundle or name, program, version
        self.known = known  # false: no debug file has this id

    @property
    def vmaddr(self):
        return self.program.vmaddr if self.program else 0

    def runtime(self, link):
        return link - self.vmaddr + self.base


class Frame:
    """address is what the report shows; exact: not a return address."""

    def __init__(self, image, address, exact=False, symbol=None, offset=None, pac=0, bare=False):
        self.image, self.address, self.exact = image, address, exact
        self.symbol, self.offset, self.pac, self.bare = symbol, offset, pac, bare

    @property
    def shown(self):
        return self.address | self.pac

    @property
    def link(self):
        """The address to look up, in the debug file's own space."""
        return self.address - self.image.base + self.image.vmaddr - (0 if self.exact else 1)

    def chain(self):
        program = self.image.program
        return frames(program.debug, [self.link])[0]


SYSTEM = {
    "ios": {
        "dyld": ("/usr/lib/dyld", 0x1C2B48000, 0x5A000),
        "UIKitCore": ("/System/Library/PrivateFrameworks/UIKitCore.framework/UIKitCore", 0x18A2F4000, 0x1620000),
        "CoreFoundation": ("/System/Library/Frameworks/CoreFoundation.framework/CoreFoundation", 0x187E3C000, 0x3EB000),
        "GraphicsServices": ("/System/Library/PrivateFrameworks/GraphicsServices.framework/GraphicsServices", 0x1C9D10000, 0x9000),
        "libdispatch.dylib": ("/usr/lib/system/libdispatch.dylib", 0x18F4E1000, 0x48000),
        "libsystem_kernel.dylib": ("/usr/lib/system/libsystem_kernel.dylib", 0x1C51A3000, 0x38000),
        "libsystem_pthread.dylib": ("/usr/lib/system/libsystem_pthread.dylib", 0x1E4A58000, 0xC000),
        "libsystem_c.dylib": ("/usr/lib/system/libsystem_c.dylib", 0x18F530000, 0x7E000),
        "libobjc.A.dylib": ("/usr/lib/libobjc.A.dylib", 0x180DB6000, 0x3C000),
    },
    "macos": {
        "dyld": ("/usr/lib/dyld", 0x18D9E8000, 0x8E000),
        "AppKit": ("/System/Library/Frameworks/AppKit.framework/Versions/C/AppKit", 0x190FD1000, 0x1053000),
        "CoreFoundation": ("/System/Library/Frameworks/CoreFoundation.framework/Versions/A/CoreFoundation", 0x18DDC8000, 0x4D8000),
        "HIToolbox": ("/System/Library/Frameworks/Carbon.framework/Versions/A/Frameworks/HIToolbox.framework/Versions/A/HIToolbox", 0x197D2C000, 0x35E000),
        "libdispatch.dylib": ("/usr/lib/system/libdispatch.dylib", 0x18DBAB000, 0x47000),
        "libsystem_kernel.dylib": ("/usr/lib/system/libsystem_kernel.dylib", 0x18DD02000, 0x3B000),
        "libsystem_pthread.dylib": ("/usr/lib/system/libsystem_pthread.dylib", 0x18DD3D000, 0xD000),
        "libsystem_c.dylib": ("/usr/lib/system/libsystem_c.dylib", 0x18DBF2000, 0x7F000),
        "libobjc.A.dylib": ("/usr/lib/libobjc.A.dylib", 0x18D99E000, 0x4A000),
    },
}
# function -> (image of iOS, image of macOS, offset of the function, offset of the return address in it)
CALLS = {
    "start": ("dyld", 0x1A2C, 2104),
    "-[UIApplication sendAction:to:from:forEvent:]": ("UIKitCore", 0x3F11A8, 100),
    "-[UIControl sendAction:to:forEvent:]": ("UIKitCore", 0x2D8844, 112),
    "-[UIApplication _run]": ("UIKitCore", 0x43A010, 816),
    "UIApplicationMain": ("UIKitCore", 0x439C1C, 340),
    "GSEventRunModal": ("GraphicsServices", 0x1180, 164),
    "CFRunLoopRunSpecific": ("CoreFoundation", 0x7AB54, 608),
    "__CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE0_PERFORM_FUNCTION__": ("CoreFoundation", 0x53F2C, 28),
    "__exceptionPreprocess": ("CoreFoundation", 0xE4C10, 176),
    "-[NSApplication(NSResponder) sendAction:to:from:]": ("AppKit", 0x2711F4, 440),
    "-[NSApplication run]": ("AppKit", 0x31A44, 464),
    "NSApplicationMain": ("AppKit", 0x8D68, 880),
    "objc_exception_throw": ("libobjc.A.dylib", 0x164DC, 60),
    "__pthread_kill": ("libsystem_kernel.dylib", 0x9348, 8),
    "pthread_kill": ("libsystem_pthread.dylib", 0x6C20, 268),
    "abort": ("libsystem_c.dylib", 0x769A0, 180),
    "mach_msg2_trap": ("libsystem_kernel.dylib", 0x1B30, 8),
    "mach_msg2_internal": ("libsystem_kernel.dylib", 0x13C64, 80),
    "__semwait_signal": ("libsystem_kernel.dylib", 0x4710, 8),
    "nanosleep": ("libsystem_c.dylib", 0xE600, 220),
    "usleep": ("libsystem_c.dylib", 0xE4D0, 68),
    "_pthread_start": ("libsystem_pthread.dylib", 0x6FA4, 148),
    "thread_start": ("libsystem_pthread.dylib", 0x1DA0, 8),
    "_pthread_wqthread": ("libsystem_pthread.dylib", 0x1F00, 288),
    "start_wqthread": ("libsystem_pthread.dylib", 0x1D94, 8),
    "__workq_kernreturn": ("libsystem_kernel.dylib", 0x1BC0, 8),
}


class Process:
    """The images of one report."""

    def __init__(self, platform, arch, name="Shop", bundle="com.example.shop"):
        self.platform, self.arch, self.name, self.bundle = platform, arch, name, bundle
        self.apps = []
        self.used = {}

    def app(self, program, base, id=None, path=None, known=True):
        if path is None:
            path = (
                f"/private/var/containers/Bundle/Application/{str(made_up('container')).upper()}/Shop.app/{program.name}"
                if self.platform == "ios"
                else f"/Applications/Shop.app/Contents/MacOS/{program.name}"
            )
            if program.name == "PayKit":
                path = path.replace("PayKit", "Frameworks/PayKit.framework/PayKit") if self.platform == "ios" else path
        image = Image(
            program.name,
            base,
            program.size,
            id or program.id,
            program.arch,
            path,
            bundle="com.example.paykit" if program.name == "PayKit" else self.bundle,
            program=program,
            version=("4.2.0", "1187"),
            known=known,
        )
        self.apps.append(image)
        return image

    def system(self, name, exact=False):
        """A frame of a system function."""
        image_name, start, offset = CALLS[name]
        if image_name not in self.used:
            path, base, size = SYSTEM[self.platform][image_name]
            if self.arch == "x86_64":
                base += 0x7FF600000000
            elif self.arch == "arm64_32":
                base = 0x1F000000 + (base & 0xFFF000)
                size &= 0xFFFFF
            self.used[image_name] = Image(
                image_name,
                base,
                size,
                made_up(f"{self.platform} {image_name} {self.arch}"),
                {"arm64_32": "arm64_32", "x86_64": "x86_64"}.get(self.arch, "arm64e"),
                path,
                bundle={"AppKit": "com.apple.AppKit", "CoreFoundation": "com.apple.CoreFoundation", "UIKitCore": "com.apple.UIKitCore"}.get(image_name),
                version=("1", "0"),
            )
        image = self.used[image_name]
        start %= image.size
        return Frame(image, image.base + start + offset, exact=exact, symbol=name, offset=offset)

    @property
    def images(self):
        found = sorted(self.apps + list(self.used.values()), key=lambda image: image.base)
        for image, above in zip(found, found[1:]):
            assert image.base + image.size <= above.base, (image.name, above.name)
        return found


class Thread:
    def __init__(self, frames, crashed=False, name=None, queue=None, registers=True):
        self.frames, self.crashed, self.name, self.queue, self.registers = frames, crashed, name, queue, registers


def frame(image, link, exact=False, **more):
    return Frame(image, image.runtime(link), exact=exact, **more)


# ---------------------------------------------------------------- the chains of the shop


def chain_store(process, image, tapped=False):
    p = image.program
    found = [
        frame(image, p.crash("Checkout5total", "CRASH: store", "store"), exact=True),
        frame(image, p.call("checkout_entry", "CALL: total")),
        frame(image, p.call("ledger_commit", "CALL: entry")),
        frame(image, p.call("_block_invoke", "CALL: ledger_commit")),
        frame(image, p.call("perform", "CALL: work")),
        frame(image, p.call("addItem", "CALL: perform")),
    ]
    if not tapped:
        found += [
            frame(image, p.call("basket_add", "CALL: basket")),
            frame(image, p.call("shop3run", "CALL: basket_add")),
        ]
        return found + chain_main(process, image)
    ios = process.platform == "ios"
    found.append(frame(image, p.call("tapped:", "CALL: addItem")))
    found += [process.system(name) for name in (
        ["-[UIApplication sendAction:to:from:forEvent:]", "-[UIControl sendAction:to:forEvent:]",
         "__CFRUNLOOP_IS_CALLING_OUT_TO_A_SOURCE0_PERFORM_FUNCTION__", "CFRunLoopRunSpecific", "GSEventRunModal",
         "-[UIApplication _run]", "UIApplicationMain"]
        if ios
        else ["-[NSApplication(NSResponder) sendAction:to:from:]", "CFRunLoopRunSpecific", "-[NSApplication run]", "NSApplicationMain"]
    )]
    found.append(frame(image, p.call("main", "CALL: UIApplicationMain" if ios else "CALL: NSApplicationMain")))
    found.append(process.system("start"))
    return found


def chain_main(process, image):
    return [frame(image, image.program.call("main", "CALL: run")), process.system("start")]


def chain_verify(process, image):
    p = image.program
    return [
        frame(image, p.crash("Shelf6verify", "CRASH: verify", "trap"), exact=True),
        frame(image, p.call("Inventory5audit", "CALL: verify")),
        frame(image, p.call("shop3run", "CALL: audit")),
    ] + chain_main(process, image)


def chain_depth(process, image):
    p = image.program
    return (
        [frame(image, p.crash("Category5depth", "CRASH: depth", "store"), exact=True)]
        + [frame(image, p.call("Category5depth", "CALL: depth"))] * 3
        + [frame(image, p.call("shop3run", "CALL: first depth"))]
        + chain_main(process, image)
    )


def chain_panic(process, image):
    p = image.program
    return [
        frame(image, p.crash("5panic", "CRASH: panic", "trap"), exact=True),
        frame(image, p.call("Receipt5print", "CALL: panic")),
        frame(image, p.call("shop3run", "CALL: print")),
    ] + chain_main(process, image)


def chain_account(process, image):
    p = image.program
    return [
        frame(image, p.crash("ledger_post", "CRASH: account", "load"), exact=True),
        frame(image, p.call("shop3run", "CALL: ledger_post")),
    ] + chain_main(process, image)


def chain_stamp(process, image):
    p = image.program
    return [
        frame(image, p.any_in("4seal"), exact=True),
        frame(image, p.line_zero_call("Receipt5stamp")),
        frame(image, p.call("shop3run", "CALL: stamp")),
    ] + chain_main(process, image)


def chain_paykit(process, image, paykit):
    k = paykit.program
    return [
        frame(paykit, k.crash("4sign", "CRASH: sign", "trap"), exact=True),
        frame(paykit, k.call("Gateway6charge", "CALL: sign")),
        frame(paykit, k.call("paykit_charge", "CALL: charge")),
        frame(image, image.program.call("shop3run", "CALL: paykit_charge")),
    ] + chain_main(process, image)


def sync_thread(process, image, name="com.example.shop.sync"):
    return Thread(
        [
            process.system("__semwait_signal", exact=True),
            process.system("nanosleep"),
            process.system("usleep"),
            frame(image, image.program.call("sync_loop", "CALL: usleep")),
            process.system("_pthread_start"),
            process.system("thread_start"),
        ],
        name=name,
    )


def worker_thread(process):
    return Thread([process.system("__workq_kernreturn", exact=True), process.system("_pthread_wqthread"), process.system("start_wqthread")])


def swift_chain(process, image):
    p = image.program
    return [
        frame(image, p.crash("8CheckoutC6settle", "CRASH: pick", "trap"), exact=True),
        frame(image, p.call("$e4Shop5QueueV4each", "CALL: body")),
        frame(image, p.call("$e4Shop8CheckoutC3run", "CALL: each")),
        frame(image, p.call("$e4Shop04openA0", "CALL: run")),
        frame(image, p.call("main", "CALL: openShop")),
        process.system("start"),
    ]


def swift_recursion(process, image):
    p = image.program
    return (
        [frame(image, p.crash("7recurse", "CRASH: recurse", "trap"), exact=True)]
        + [frame(image, p.call("7recurse", "CALL: recurse"))] * 3
        + [frame(image, p.call("main", "CALL: first recurse")), process.system("start")]
    )


# ---------------------------------------------------------------- what is expected

EXPECTED = []


def expect(report, process, threads, last_exception=None, backtraces=(), part=None, trees=(), recrash=(), words=()):
    """One line for every frame of an app image. part: the number of the report in a file of several."""

    def add(label, index, frame, exact=None):
        if frame.image not in process.apps:
            return
        if exact is not None:
            frame = Frame(frame.image, frame.address, exact=exact)
        known = frame.image.known
        if part is not None:
            label = f"{part}:{label}"
        EXPECTED.append((report, label, index, frame.image.name, f"0x{frame.link:x}",
                         answer(frame.chain()) if known else "missing", frame.image.program.debug_name if known else "-"))

    for position, thread in enumerate(threads):
        for index, item in enumerate(thread.frames):
            add(position, index, item)
    for index, item in enumerate(last_exception or []):
        add("LEB", index, item, exact=False)
    for position, block in enumerate(backtraces):
        for index, item in enumerate(block):
            add(f"ASB{position}", index, item, exact=False)
    for position, nodes in enumerate(trees):
        for index, (item, _, _) in enumerate(nodes):
            add(f"TREE{position}", index, item)
    for index, item in enumerate(recrash):
        add("RECRASH", index, item)
    for index, item in enumerate(words):
        add("STACK", index, item, exact=False)


def write(path, text):
    path = os.path.join(REPORTS, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)


# ---------------------------------------------------------------- registers


def registers(arch, thread, seed):
    """name -> value, in the order of a report; pc and lr belong to the frames."""
    pc = thread.frames[0].address
    caller = thread.frames[1].shown if len(thread.frames) > 1 else 0
    low = 0x16F000000 + (number(seed, "stack") & 0xFFFFF0)
    if arch == "x86_64":
        low += 0x7FF000000000
        names = "rax rbx rcx rdx rdi rsi rbp rsp r8 r9 r10 r11 r12 r13 r14 r15".split()
        found = {name: number(seed, name) & 0xFFFFFFFF for name in names}
        found.update(rbp=low + 0x40, rsp=low, rip=pc, rflags=0x10206, cr2=0x18)
        return found
    if arch == "arm64_32":
        low = 0x2A000000 + (number(seed, "stack") & 0xFFFF0)
    found = {f"x{index}": number(seed, index) & 0xFFFFFFFF for index in range(29)}
    found["x0"] = 0x18
    found.update(fp=low + 0x40, lr=caller, sp=low, pc=pc, cpsr=0x60001000, far=0x18, esr=0x92000046)
    return found


# ---------------------------------------------------------------- Apple text


def apple_frame(index, frame, process, style="base"):
    name = frame.image.name
    width = "0x%016x" if process.platform == "ios" else "%18s"
    address = width % frame.shown if process.platform == "ios" else width % ("0x%x" % frame.shown)
    if frame.symbol is not None:
        rest = f"{frame.symbol} + {frame.offset}"
    elif style == "name":
        rest = f"{name} + {frame.address - frame.image.base}"
    else:
        rest = f"0x{frame.image.base:x} + {frame.address - frame.image.base}"
    return f"{index:<4}{name:<30}\t{address} {rest}"


def apple_text(process, threads, exception, last_exception=None, bare_list=False, backtraces=(), style="base", notes=()):
    ios = process.platform == "ios"
    crashed = next(i for i, thread in enumerate(threads) if thread.crashed)
    code_type = {"x86_64": "X86-64"}.get(process.arch, "ARM-64")
    main = process.apps[0]
    out = []
    if ios:
        out += [
            f"Incident Identifier: {str(made_up('incident')).upper()}",
            f"CrashReporter Key:   {hashlib.sha1(b'key').hexdigest()}",
            "Hardware Model:      iPhone14,5",
            f"Process:             {process.name} [3608]",
            f"Path:                {main.path}",
            f"Identifier:          {process.bundle}",
            "Version:             4.2.0 (1187)",
            "AppStoreTools:       15A240a",
            f"Code Type:           {code_type} (Native)",
            "Role:                Foreground",
            "Parent Process:      launchd [1]",
            f"Coalition:           {process.bundle} [1117]",
            "",
            "Date/Time:           2026-11-20 11:43:03.1291 +0100",
            "Launch Time:         2026-11-20 11:42:51.0052 +0100",
            "OS Version:          iPhone OS 17.1 (21B74)",
            "Release Type:        User",
            "Baseband Version:    3.10.02",
            "Report Version:      104",
            "",
        ]
    else:
        out += [
            f"Process:               {process.name} [3608]",
            f"Path:                  {main.path}",
            f"Identifier:            {process.bundle}",
            "Version:               4.2.0 (1187)",
            f"Code Type:             {code_type} (Native)",
            "Parent Process:        launchd [1]",
            "User ID:               501",
            "",
            "Date/Time:             2026-11-20 11:43:03.1291 +0100",
            "OS Version:            macOS 14.1 (23B74)",
            "Report Version:        12",
            f"Anonymous UUID:        {str(made_up('anonymous')).upper()}",
            "",
            "Time Awake Since Boot: 51000 seconds",
            "",
            "System Integrity Protection: enabled",
            "",
            f"Crashed Thread:        {crashed}" + ("  Dispatch queue: com.apple.main-thread" if crashed == 0 else ""),
            "",
        ]
    kind, signal, codes, termination = exception
    pad = "" if ios else "       "
    out += [
        f"Exception Type: {pad}{' ' if ios else ''}{kind} ({signal})",
        f"Exception Codes:{pad or ' '}{codes.format(pc=threads[crashed].frames[0].address)}",
    ]
    if not ios:
        out.append("Exception Note:         EXC_CORPSE_NOTIFY")
    out.append("")
    out.append(f"Termination Reason: {'' if ios else '   '}{termination}")
    out.append(f"Terminating Process: {'' if ios else '  '}exc handler [3608]")
    out.append("")
    if ios:
        out += [f"Triggered by Thread:  {crashed}", ""]
    out += list(notes)
    for position, block in enumerate(backtraces):
        out.append(f"Application Specific Backtrace {position}:")
        for index, item in enumerate(block):
            rest = f"{item.symbol} + {item.offset}" if item.symbol else f"{item.image.name} + {item.address - item.image.base}"
            out.append(f"{index:<4}{item.image.name:<35} 0x{item.shown:016x} {rest}")
        out.append("")
    if last_exception:
        out.append("Last Exception Backtrace:")
        if bare_list:
            out.append("(" + " ".join(f"0x{item.shown:x}" for item in last_exception) + ")")
        else:
            out += [apple_frame(index, item, process, style) for index, item in enumerate(last_exception)]
        out.append("")
    for position, thread in enumerate(threads):
        if ios:
            if thread.queue:
                out.append(f"Thread {position} name:  Dispatch queue: {thread.queue}")
            elif thread.name:
                out.append(f"Thread {position} name:  {thread.name}")
            out.append(f"Thread {position}{' Crashed' if thread.crashed else ''}:")
        else:
            title = f"Thread {position}{' Crashed' if thread.crashed else ''}:"
            if thread.queue:
                title += f": Dispatch queue: {thread.queue}"
            elif thread.name:
                title += f": {thread.name}"
            out.append(title)
        out += [apple_frame(index, item, process, style) for index, item in enumerate(thread.frames)]
        out.append("")
    values = registers(process.arch, threads[crashed], process.arch)
    out.append("")
    if process.arch == "x86_64":
        out.append(f"Thread {crashed} crashed with X86 Thread State (64-bit):")
        names = {"r8": " r8", "r9": " r9", "rflags": "rfl"}
    else:
        out.append(f"Thread {crashed} crashed with ARM Thread State (64-bit):")
        names = {}
    row, columns = [], 4
    for name, value in values.items():
        row.append(f"{names.get(name, name):>4}: 0x{value:016x}" if name not in ("cpsr", "esr") else f"{name:>4}: 0x{value:08x}")
        if len(row) == columns:
            out.append(" " + " ".join(row))
            row = []
    if row:
        out.append(" " + " ".join(row))
    if process.arch == "x86_64":
        out += ["  ", "Logical CPU:     2", "Error Code:      0x00000006 (no mapping for user data write)", "Trap Number:     14"]
    out += ["", "Binary Images:"]
    for image in process.images:
        end = image.base + image.size - 1
        id = str(image.id)
        if ios:
            out.append(f"0x{image.base:x} - 0x{end:x} {image.name} {image.arch}  <{id.replace('-', '')}> {image.path}")
        else:
            version = image.version[0] if image in process.apps else "*"
            label = image.bundle if image in process.apps or image.bundle.startswith("com.") else image.name
            out.append(f"{'0x%x' % image.base:>18} - {'0x%x' % end:>18} {label} ({version}) <{id}> {image.path}")
    if ios:
        out += ["", "EOF", ""]
    else:
        out.append("               0x0 - 0xffffffffffffffff ??? (*) <00000000-0000-0000-0000-000000000000> ???")
        out += ["", "External Modification Summary:", "  Calls made by other processes targeting this process:", "    task_for_pid: 0", ""]
    return "\n".join(out)


BAD_ACCESS = ("EXC_BAD_ACCESS", "SIGSEGV", "KERN_INVALID_ADDRESS at 0x0000000000000018", "Namespace SIGNAL, Code 11 Segmentation fault: 11")
TRAP = ("EXC_BREAKPOINT", "SIGTRAP", "0x0000000000000001, 0x{pc:016x}", "Namespace SIGNAL, Code 5 Trace/BPT trap: 5")
INSTRUCTION = ("EXC_BAD_INSTRUCTION", "SIGILL", "0x0000000000000001, 0x0000000000000000", "Namespace SIGNAL, Code 4 Illegal instruction: 4")
ABORT = ("EXC_CRASH", "SIGABRT", "0x0000000000000000, 0x0000000000000000", "Namespace SIGNAL, Code 6 Abort trap: 6")
MAIN_QUEUE = "com.apple.main-thread"


def abort_thread(process, tail=()):
    names = ["__pthread_kill", "pthread_kill", "abort"]
    return Thread([process.system(name, exact=position == 0) for position, name in enumerate(names)] + list(tail), crashed=True, queue=MAIN_QUEUE)


def exception_chain(process, image, chain):
    """A recorded stack: the runtime's frames, then return addresses of the app."""
    return [process.system("__exceptionPreprocess"), process.system("objc_exception_throw")] + chain[1:]


class Programs:
    """Each program is read once."""

    def __init__(self):
        self.cache = {}

    def __call__(self, variant):
        if variant not in self.cache:
            self.cache[variant] = self.make(variant)
        return self.cache[variant]

    def make(self, variant):
        if variant == "swift":
            return Program("Shop", "shop-swift/out/Shop", "shop-swift/out/Shop.dSYM/Contents/Resources/DWARF/Shop", "shop-swift/src", "arm64")
        if variant == "paykit":
            return Program("PayKit", "shop-cpp/out/ios-arm64/PayKit.framework/PayKit",
                           "shop-cpp/out/ios-arm64/PayKit.framework.dSYM/Contents/Resources/DWARF/PayKit", "shop-cpp/src", "arm64")
        if variant == "watch":
            return Program("Watch", "watch32/out/Watch", "watch32/out/Watch.dSYM/Contents/Resources/DWARF/Watch", "watch32/src", "arm64_32")
        if variant.startswith("elf/"):
            name = variant[4:]
            return Program(os.path.basename(name), f"elf/out/{name}", f"elf/out/{name}", "shop-cpp/src", "x86_64")
        return shop(variant)


programs = Programs()


def make_apple_text():
    # iOS, nothing symbolicated, two images that are both there.
    process = Process("ios", "arm64")
    image = process.app(programs("ios-arm64"), 0x1027F4000)
    paykit = process.app(programs("paykit"), 0x102A10000)
    threads = [Thread(chain_store(process, image, tapped=True), crashed=True, queue=MAIN_QUEUE), sync_thread(process, image), worker_thread(process)]
    report = "apple-text/ios-arm64/Shop.crash"
    write(report, apple_text(process, threads, BAD_ACCESS))
    expect(report, process, threads)

    # Two images, PayKit is a build that nobody has.
    process = Process("ios", "arm64")
    image = process.app(programs("ios-arm64"), 0x100DB8000)
    paykit = process.app(programs("paykit"), 0x100F5C000, id=made_up("PayKit of another day"), known=False)
    threads = [Thread(chain_paykit(process, image, paykit), crashed=True, queue=MAIN_QUEUE), sync_thread(process, image)]
    report = "apple-text/ios-paykit-missing/Shop.crash"
    write(report, apple_text(process, threads, TRAP))
    expect(report, process, threads)

    # The UUID of the app differs from every debug file of its name.
    process = Process("ios", "arm64")
    image = process.app(programs("ios-arm64"), 0x104C08000, id=made_up("Shop of another day"), known=False)
    threads = [Thread(chain_depth(process, image), crashed=True, queue=MAIN_QUEUE)]
    report = "apple-text/ios-uuid-mismatch/Shop.crash"
    write(report, apple_text(process, threads, BAD_ACCESS))
    expect(report, process, threads)

    # macOS x86_64, the last exception as a bare list.
    process = Process("macos", "x86_64")
    image = process.app(programs("macos-x86_64-dwarf4"), 0x10AE3D000)
    last = exception_chain(process, image, chain_verify(process, image))
    threads = [abort_thread(process), sync_thread(process, image)]
    report = "apple-text/macos-x86_64-exception/Shop.crash"
    notes = ["Application Specific Information:", "abort() called", "*** Terminating app due to uncaught exception 'ShopAudit', reason: 'stock below zero'", ""]
    write(report, apple_text(process, threads, ABORT, last_exception=last, bare_list=True, notes=notes))
    expect(report, process, threads, last)

    # Half symbolicated by the reporter, the rest as "Shop + offset"; the fat dSYM has this slice too.
    process = Process("macos", "arm64")
    image = process.app(programs("macos-arm64-dwarf4"), 0x104E7C000)
    chain = chain_panic(process, image)
    for item in chain[1:3]:
        start = image.program.function_start(item.link)
        item.symbol = demangled(image.program.chains[image.program.nearest(item.link)][-1][0])
        item.offset = item.link + 1 - start
    threads = [Thread(chain, crashed=True, queue=MAIN_QUEUE), sync_thread(process, image), worker_thread(process)]
    report = "apple-text/macos-arm64-half/Shop.crash"
    write(report, apple_text(process, threads, TRAP, style="name"))
    expect(report, process, threads)

    # CRLF line ends, recursion.
    process = Process("macos", "arm64")
    image = process.app(programs("macos-arm64-dwarf5"), 0x1009B4000)
    threads = [Thread(chain_depth(process, image), crashed=True, queue=MAIN_QUEUE), sync_thread(process, image)]
    report = "apple-text/macos-arm64-crlf/Shop.crash"
    write(report, apple_text(process, threads, BAD_ACCESS).replace("\n", "\r\n"))
    expect(report, process, threads)

    # Application specific backtraces.
    process = Process("macos", "arm64")
    image = process.app(programs("macos-arm64-dwarf5"), 0x102F10000)
    blocks = [exception_chain(process, image, chain_verify(process, image)), exception_chain(process, image, chain_store(process, image))]
    threads = [abort_thread(process, chain_account(process, image)[1:]), sync_thread(process, image)]
    report = "apple-text/macos-arm64-backtraces/Shop.crash"
    notes = ["Application Specific Information:", "*** Terminating app due to uncaught exception 'ShopLedger', reason: 'no account'", ""]
    write(report, apple_text(process, threads, ABORT, backtraces=blocks, notes=notes))
    expect(report, process, threads, None, blocks)

    # Line 0 in a thread that hangs, deep inlining in the crashed one.
    process = Process("macos", "arm64")
    image = process.app(programs("macos-arm64-dwarf5"), 0x104338000)
    threads = [Thread(chain_stamp(process, image), queue=MAIN_QUEUE), Thread(chain_store(process, image)[:6], crashed=True, name="com.example.shop.prices")]
    report = "apple-text/macos-arm64-line-zero/Shop.crash"
    write(report, apple_text(process, threads, BAD_ACCESS))
    expect(report, process, threads)

    # arm64e, pointer authentication bits left in two return addresses and in lr.
    process = Process("macos", "arm64e")
    image = process.app(programs("macos-arm64e"), 0x1047A8000)
    chain = chain_store(process, image)
    chain[1].pac = 0x2B1A << 48
    chain[3].pac = 0x615D << 48
    threads = [Thread(chain, crashed=True, queue=MAIN_QUEUE), sync_thread(process, image)]
    report = "apple-text/macos-arm64e-pac/Shop.crash"
    write(report, apple_text(process, threads, BAD_ACCESS))
    expect(report, process, threads)

    # Embedded Swift.
    process = Process("ios", "arm64")
    image = process.app(programs("swift"), 0x102E6C000)
    threads = [Thread(swift_chain(process, image), crashed=True, queue=MAIN_QUEUE), worker_thread(process)]
    report = "apple-text/ios-swift/Shop.crash"
    write(report, apple_text(process, threads, TRAP))
    expect(report, process, threads)

    # Only symbols, and an image of which nothing but function starts is left.
    process = Process("macos", "arm64")
    program = Program("Shop", "symbols-only/out/Shop", "symbols-only/out/Shop", "shop-cpp/src", "arm64")
    image = process.app(program, 0x100B1C000)
    calls = program.instructions

    def symbol_call(function, callee):
        lines = run("llvm-objdump-19", "-d", program.path).splitlines()
        for line in lines:
            match = re.match(r"([0-9a-f]+):.*\sbl\s.*<_?(.*)>", line)
            if match and callee in match.group(2) and function in program.chains[int(match.group(1), 16)][-1][0]:
                return int(match.group(1), 16) + 4
        raise SystemExit(f"no call of {callee} in {function}")

    chain = [
        frame(image, program.any_in("5panic", 2), exact=True),
        frame(image, symbol_call("Receipt5print", "5panic")),
        frame(image, symbol_call("shop3run", "Receipt5print")),
        frame(image, symbol_call("main", "shop3run")),
        process.system("start"),
    ]
    threads = [Thread(chain, crashed=True, queue=MAIN_QUEUE)]
    report = "apple-text/macos-symbols-only/Shop.crash"
    write(report, apple_text(process, threads, TRAP))
    expect(report, process, threads)


# ---------------------------------------------------------------- .ips


def ips(process, threads, exception, last_exception=None, asi=None, backtraces=(), expand=()):
    ios = process.platform == "ios"
    kind, signal, codes, termination = exception
    images = process.images
    crashed = next(i for i, thread in enumerate(threads) if thread.crashed)

    raw = {"EXC_BAD_ACCESS": [1, 24], "EXC_BREAKPOINT": [1, threads[crashed].frames[0].address], "EXC_CRASH": [0, 0]}.get(kind, [1, 0])

    def entries(item):
        entry = {"imageOffset": item.shown - item.image.base, "imageIndex": images.index(item.image)}
        if item.symbol is not None:
            return [dict(entry, symbol=item.symbol, symbolLocation=item.offset)]
        if item in expand:
            program = item.image.program
            chain = item.chain()
            start = program.function_start(item.link)
            found = []
            for position, (function, file, line, _) in enumerate(chain):
                inline = position + 1 < len(chain)
                found.append(dict(entry, symbol=demangled(function), sourceFile=os.path.basename(file), sourceLine=line,
                                  **({"inline": True} if inline else {"symbolLocation": item.link + (0 if item.exact else 1) - start})))
            return found
        return [entry]

    def frame_list(items):
        return [entry for item in items for entry in entries(item)]

    def thread_object(position, thread):
        found = {"id": 912345 + position * 3}
        if thread.crashed:
            found["triggered"] = True
        if thread.name:
            found["name"] = thread.name
        if thread.queue:
            found["queue"] = thread.queue
        if thread.crashed:
            values = registers(process.arch, thread, process.arch)
            if process.arch == "x86_64":
                state = {name: {"value": value} for name, value in values.items()}
                state["rip"]["matchesCrashFrame"] = 1
                state["flavor"] = "x86_THREAD_STATE"
            else:
                state = {"x": [{"value": values[f"x{index}"]} for index in range(29)], "flavor": "ARM_THREAD_STATE64"}
                for name in ("lr", "cpsr", "fp", "sp", "esr", "pc", "far"):
                    state[name] = {"value": values[name]}
                if kind == "EXC_BREAKPOINT":
                    state["esr"] = {"value": 0xF2000001, "description": "(Breakpoint) brk 1"}
                    state["far"]["value"] = 0
                elif kind == "EXC_CRASH":
                    state["esr"] = {"value": 0x56000080, "description": "Address size fault"}
                else:
                    state["esr"]["description"] = "(Data Abort) byte write Translation fault"
                state["pc"]["matchesCrashFrame"] = 1
            found["threadState"] = state
        found["frames"] = frame_list(thread.frames)
        return found

    head = {
        "app_name": process.name, "timestamp": "2026-11-20 11:43:03.00 +0100", "app_version": "4.2.0", "slice_uuid": str(process.apps[0].id),
        "adam_id": 0, "build_version": "1187", "platform": 2 if ios else 1, "bundleID": process.bundle, "share_with_app_devs": 1, "is_first_party": 0,
        "bug_type": "309", "os_version": "iPhone OS 17.1 (21B74)" if ios else "macOS 14.1 (23B74)", "roots_installed": 0,
        "name": process.name, "incident_id": str(made_up("incident")).upper(),
    }
    body = {
        "uptime": 51000, "procRole": "Foreground", "version": 2, "userID": 501, "deployVersion": 210,
        "modelCode": "iPhone14,5" if ios else "Mac14,2", "coalitionID": 1117,
        "osVersion": {"train": "iPhone OS 17.1" if ios else "macOS 14.1", "build": "21B74" if ios else "23B74", "releaseType": "User", **({"isEmbedded": True} if ios else {})},
        "captureTime": "2026-11-20 11:43:03.1291 +0100", "incident": head["incident_id"], "pid": 3608, "translated": False,
        "cpuType": "X86-64" if process.arch == "x86_64" else "ARM-64", "procLaunch": "2026-11-20 11:42:51.0052 +0100",
        "procName": process.name, "procPath": process.apps[0].path,
        "bundleInfo": {"CFBundleShortVersionString": "4.2.0", "CFBundleVersion": "1187", "CFBundleIdentifier": process.bundle},
        "parentProc": "launchd", "parentPid": 1, "coalitionName": process.bundle, "crashReporterKey": hashlib.sha1(b"key").hexdigest(),
        "isCorpse": 1,
        "exception": {"codes": ", ".join(f"0x{code:016x}" for code in raw), "rawCodes": raw, "type": kind, "signal": signal,
                      **({"subtype": codes} if codes.startswith("KERN") else {})},
        "termination": {"flags": 0, "code": int(re.search(r"Code (\d+)", termination).group(1)), "namespace": "SIGNAL",
                        "indicator": termination.split(" ", 4)[4], "byProc": "exc handler", "byPid": 3608},
    }
    if asi:
        body["asi"] = asi
    if backtraces:
        body["asiBacktraces"] = [
            "\n".join(
                f"{index:<4}{item.image.name:<35} 0x{item.shown:016x} " + (f"{item.symbol} + {item.offset}" if item.symbol else f"{item.image.name} + {item.address - item.image.base}")
                for index, item in enumerate(block)
            )
            for block in backtraces
        ]
    if last_exception:
        body["lastExceptionBacktrace"] = frame_list(last_exception)
    body["faultingThread"] = crashed
    body["threads"] = [thread_object(position, thread) for position, thread in enumerate(threads)]
    body["usedImages"] = [
        {
            "source": "P", "arch": image.arch, "base": image.base,
            **({"CFBundleShortVersionString": image.version[0], "CFBundleVersion": image.version[1], "CFBundleIdentifier": image.bundle} if image in process.apps else {}),
            "size": image.size, "uuid": str(image.id), "path": image.path, "name": image.name,
        }
        for image in images
    ] + [{"size": 0, "source": "A", "base": 0, "uuid": "00000000-0000-0000-0000-000000000000"}]
    body["sharedCache"] = {"base": 0x180000000 + (0x7FF600000000 if process.arch == "x86_64" else 0), "size": 4294967296, "uuid": str(made_up("cache"))}
    body["vmSummary"] = "ReadOnly portion of Libraries: Total=842.1M resident=0K(0%) swapped_out_or_unallocated=842.1M(100%)\n"
    body["legacyInfo"] = {"threadTriggered": {"queue": MAIN_QUEUE}}
    body["logWritingSignature"] = hashlib.sha1(b"signature").hexdigest()
    text = json.dumps(head, separators=(",", ":")).replace("/", "\\/") + "\n"
    lines = [f'  "{key}" : {json.dumps(value, separators=(",", ":"))}' for key, value in body.items()]
    return text + "{\n" + ",\n".join(lines).replace("/", "\\/") + "\n}\n"


def make_ips():
    process = Process("ios", "arm64")
    image = process.app(programs("ios-arm64"), 0x1043B0000)
    paykit = process.app(programs("paykit"), 0x104578000)
    threads = [Thread(chain_paykit(process, image, paykit), crashed=True, queue=MAIN_QUEUE), sync_thread(process, image), worker_thread(process),
               Thread(chain_store(process, image, tapped=True)[:7], name="com.example.shop.prices")]
    report = "ips/ios-arm64/Shop-2026-11-20-114303.ips"
    write(report, ips(process, threads, TRAP))
    expect(report, process, threads)

    process = Process("macos", "arm64")
    image = process.app(programs("macos-arm64-dwarf5"), 0x100F48000)
    last = exception_chain(process, image, chain_verify(process, image))
    blocks = [exception_chain(process, image, chain_store(process, image))]
    threads = [abort_thread(process), sync_thread(process, image)]
    report = "ips/macos-arm64-exception/Shop-2026-11-20-114303.ips"
    asi = {"libsystem_c.dylib": ["abort() called"], "CoreFoundation": ["*** Terminating app due to uncaught exception 'ShopAudit', reason: 'stock below zero'"]}
    write(report, ips(process, threads, ABORT, last_exception=last, asi=asi, backtraces=blocks))
    expect(report, process, threads, last, blocks)

    process = Process("ios", "arm64")
    image = process.app(programs("swift"), 0x100A54000)
    threads = [Thread(swift_chain(process, image), crashed=True, queue=MAIN_QUEUE), Thread(swift_recursion(process, image), name="com.example.shop.depth")]
    report = "ips/ios-swift/Shop-2026-11-20-114303.ips"
    write(report, ips(process, threads, TRAP))
    expect(report, process, threads)

    process = Process("macos", "x86_64")
    image = process.app(programs("macos-x86_64-dwarf5"), 0x10F2A1000)
    threads = [Thread(chain_panic(process, image), crashed=True, queue=MAIN_QUEUE), sync_thread(process, image)]
    report = "ips/macos-x86_64/Shop-2026-11-20-114303.ips"
    write(report, ips(process, threads, INSTRUCTION))
    expect(report, process, threads)

    # Already symbolicated: inlined frames stand before their caller, with the same offset.
    process = Process("macos", "arm64")
    image = process.app(programs("macos-arm64-dwarf4"), 0x10266C000)
    chain = chain_store(process, image)
    threads = [Thread(chain, crashed=True, queue=MAIN_QUEUE), sync_thread(process, image)]
    report = "ips/macos-arm64-inline/Shop-2026-11-20-114303.ips"
    write(report, ips(process, threads, BAD_ACCESS, expand=chain))
    expect(report, process, threads)


# ---------------------------------------------------------------- KSCrash

CPU = {"arm64": (16777228, 0), "arm64e": (16777228, -2147483646), "x86_64": (16777223, 3), "arm64_32": (33554444, 1)}


def kscrash(process, threads, error, version="3.8.0", words=(), crash=None, text=True, **more):
    """words: frames whose addresses stand in the crashed thread's stack memory; crash, more: members to add."""
    main = process.apps[0]

    def content(item):
        found = {"object_name": item.image.name, "object_addr": item.image.base, "instruction_addr": item.shown}
        if item.symbol:
            found.update(symbol_name=item.symbol, symbol_addr=item.address - item.offset)
        elif item.image in process.apps:
            found.update(symbol_name="_mh_execute_header", symbol_addr=item.image.base)  # stripped: the nearest name
        return found

    def thread_object(position, thread):
        found = {"backtrace": {"contents": [content(item) for item in thread.frames], "skipped": 0}}
        if thread.registers:
            values = registers(process.arch, thread, f"{process.arch}{position}")
            basic = {name: value for name, value in values.items() if name not in ("far", "esr", "cr2")}
            found["registers"] = {"basic": basic}
            if thread.crashed and "far" in values:
                found["registers"]["exception"] = {"exception": 0, "esr": values["esr"], "far": values["far"]}
        found.update(index=position)
        if thread.queue:
            found["dispatch_queue"] = thread.queue
        if thread.name:
            found["name"] = thread.name
        found.update(crashed=thread.crashed, current_thread=thread.crashed)
        if thread.crashed:
            found["stack"] = {
                "grow_direction": "-", "dump_start": 0x16F000000, "dump_end": 0x16F000020, "stack_pointer": 0x16F000010, "overflow": False,
                "contents": hashlib.sha256(b"stack").hexdigest().upper(),
            }
            if words:
                memory = b"".join(part for word in words for part in (word.shown.to_bytes(8, "little"), (0x16F000100).to_bytes(8, "little")))
                found["stack"].update(contents=memory.hex().upper(), dump_end=0x16F000000 + len(memory))
            found["notable_addresses"] = {}
        return found

    document = {
        "report": {"version": version, "id": str(made_up("kscrash " + main.name)).upper(), "process_name": main.name, "timestamp": 1795171383 if version < "3.3.0" else 1795171383129100, "type": "standard"},
        "binary_images": [
            {
                "image_addr": image.base, "image_vmaddr": image.vmaddr if image.program else 0x180000000 + image.base % 0x1000000, "image_size": image.size,
                "name": image.path, "uuid": str(image.id).upper(), "cpu_type": CPU[image.arch][0], "cpu_subtype": CPU[image.arch][1],
                "major_version": 0, "minor_version": 0, "revision_version": 0,
            }
            for image in process.images
        ],
        "process": {},
        "system": {
            "system_name": "watchOS" if process.arch == "arm64_32" else "iOS" if process.platform == "ios" else "macOS",
            "system_version": "10.1" if process.arch == "arm64_32" else "17.1", "machine": "Watch6,2" if process.arch == "arm64_32" else "iPhone14,5",
            "model": "D17AP", "kernel_version": "Darwin Kernel Version 23.1.0", "os_version": "21B74", "jailbroken": False, "app_start_time": "2026-11-20T10:42:51Z",
            "CFBundleExecutablePath": main.path, "CFBundleExecutable": main.name, "CFBundleIdentifier": process.bundle, "CFBundleName": main.name,
            "CFBundleVersion": "1187", "CFBundleShortVersionString": "4.2.0", "app_uuid": str(main.id).upper(), "cpu_arch": process.arch,
            "binary_arch": process.arch, "cpu_type": CPU[process.arch][0], "cpu_subtype": CPU[process.arch][1],
            "binary_cpu_type": CPU[process.arch][0], "binary_cpu_subtype": CPU[process.arch][1],
            "time_zone": "CET", "process_name": main.name, "process_id": 3608, "parent_process_id": 1, "build_type": "app store",
        },
        "crash": {"error": error, "threads": [thread_object(position, thread) for position, thread in enumerate(threads)]},
        "user": {"basket": "7", "note": "caf\u00e9 \u30c6\u30b9\u30c8"},
    }
    if version >= "3.8.0":
        document["report"]["monitor_id"] = "MachException"
    document["crash"].update(crash or {})
    document.update(more)
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n" if text else document


def make_kscrash():
    process = Process("ios", "arm64")
    image = process.app(programs("ios-arm64"), 0x102DB4000)
    paykit = process.app(programs("paykit"), 0x102F80000)
    threads = [Thread(chain_store(process, image, tapped=True), crashed=True, queue=MAIN_QUEUE), sync_thread(process, image),
               Thread(chain_paykit(process, image, paykit)[:4], name="com.example.paykit")]
    error = {"type": "mach", "address": 24, "mach": {"exception": 1, "exception_name": "EXC_BAD_ACCESS", "code": 1, "code_name": "KERN_INVALID_ADDRESS", "subcode": 24},
             "signal": {"signal": 11, "name": "SIGSEGV", "code": 0}}
    report = "kscrash/mach/report.json"
    text = kscrash(process, threads, error)
    write(report, text)
    expect(report, process, threads)

    # The same, cut off inside the second thread: the images stand before.
    report = "kscrash/cut-off/report.json"
    cut = text.index('"instruction_addr"', text.index('"com.apple.main-thread"') + 900) + 25
    write(report, text[:cut])
    whole = len(re.findall(r'"instruction_addr": \d+,', text[:cut]))
    left = [Thread(list(thread.frames), crashed=thread.crashed) for thread in threads]
    for thread in left:
        thread.frames = thread.frames[:whole]
        whole -= len(thread.frames)
    expect(report, process, left)

    # NSException: the runtime recorded the stack, there are no registers: every frame is a return address.
    process = Process("ios", "arm64")
    image = process.app(programs("ios-arm64"), 0x100B9C000)
    chain = exception_chain(process, image, chain_verify(process, image))
    threads = [Thread(chain, crashed=True, queue=MAIN_QUEUE, registers=False), sync_thread(process, image)]
    signal = {"signal": 6, "name": "SIGABRT", "code": 0}
    mach = {"exception": 10, "exception_name": "EXC_CRASH", "code": 0, "subcode": 0}
    error = {"type": "nsexception", "address": 0, "mach": mach, "signal": signal, "reason": "stock below zero", "nsexception": {"name": "ShopAudit"}}
    report = "kscrash/nsexception/report.json"
    write(report, kscrash(process, threads, error, version="3.3.0"))
    expect(report, process, threads)

    # A C++ exception, recorded in __cxa_throw: frame 0 is a return address of the app (and throw never returns).
    process = Process("ios", "arm64")
    image = process.app(programs("ios-arm64"), 0x104E30000)
    chain = [frame(image, image.program.call("Shelf6verify", "CALL: throw"))] + chain_verify(process, image)[1:]
    threads = [Thread(chain, crashed=True, queue=MAIN_QUEUE, registers=False), sync_thread(process, image)]
    error = {"type": "cpp_exception", "address": 0, "mach": mach, "signal": signal, "reason": "4", "cpp_exception": {"name": "N4shop10AuditErrorE"}}
    report = "kscrash/cpp-exception/report.json"
    write(report, kscrash(process, threads, error, version="3.2.0"))
    expect(report, process, threads)

    # 32 bit.
    process = Process("ios", "arm64_32", name="Watch", bundle="com.example.shop.watch")
    program = programs("watch")
    image = process.app(program, 0x00A4C000, path="/private/var/containers/Bundle/Application/ShopWatch.app/Watch")
    chain = [
        frame(image, program.crash("record", "CRASH: beats", "load"), exact=True),
        frame(image, program.call("workout_tick", "CALL: record")),
        frame(image, program.call("workout_run", "CALL: workout_tick")),
        frame(image, program.call("main", "CALL: workout_run")),
        process.system("start"),
    ]
    other = [process.system("__semwait_signal", exact=True), process.system("nanosleep"), process.system("usleep"), frame(image, program.call("workout_run", "CALL: usleep"))]
    threads = [Thread(chain, crashed=True, queue=MAIN_QUEUE), Thread(other)]
    error = {"type": "mach", "address": 0, "mach": {"exception": 1, "exception_name": "EXC_BAD_ACCESS", "code": 1, "subcode": 0}, "signal": {"signal": 11, "name": "SIGSEGV", "code": 0}}
    report = "kscrash/watch32/report.json"
    write(report, kscrash(process, threads, error))
    expect(report, process, threads)


def make_kscrash_kin():
    # The crash handler crashed too: version 3 puts the report of the crash into a minimal one of the handler's. Words of the
    # stack's memory are addresses of code.
    process = Process("ios", "arm64")
    image = process.app(programs("ios-arm64"), 0x1024F8000)
    threads = [Thread(chain_panic(process, image), crashed=True, queue=MAIN_QUEUE), sync_thread(process, image)]
    words = [frame(image, image.program.call("shop3run", "CALL: print")), frame(image, image.program.call("checkout_entry", "CALL: total"))]
    error = {"type": "mach", "address": 0, "mach": {"exception": 6, "exception_name": "EXC_BREAKPOINT", "code": 1, "subcode": 0},
             "signal": {"signal": 5, "name": "SIGTRAP", "code": 0}}
    inner = kscrash(process, threads, error, version="3.9.0", words=words, text=False)
    handler = [frame(image, image.program.crash("ledger_post", "CRASH: account", "load"), exact=True),
               frame(image, image.program.call("shop3run", "CALL: ledger_post")), process.system("_pthread_start"), process.system("thread_start")]
    values = registers("arm64", Thread(handler), "recrash")
    outer = {
        "report": {"version": "3.9.0", "id": str(made_up("kscrash recrash")).upper(), "process_name": "Shop", "timestamp": 1795171383129900, "type": "minimal"},
        "crash": {
            "error": {"type": "mach", "address": 24, "mach": {"exception": 1, "exception_name": "EXC_BAD_ACCESS", "code": 1, "code_name": "KERN_INVALID_ADDRESS", "subcode": 24},
                      "signal": {"signal": 11, "name": "SIGSEGV", "code": 0}},
            "crashed_thread": {
                "backtrace": {"contents": [{"instruction_addr": item.shown, "object_addr": item.image.base, "object_name": item.image.name} for item in handler], "skipped": 0},
                "registers": {"basic": {name: value for name, value in values.items() if name not in ("far", "esr")},
                              "exception": {"exception": 0, "esr": values["esr"], "far": values["far"]}},
                "index": 4, "name": "KSCrash Exception Handler (Primary)", "crashed": True, "current_thread": True,
            },
            "diagnosis": "Attempted to dereference garbage pointer 0x18.",
        },
        "recrash_report": inner,
    }
    report = "kscrash/recrash/report.json"
    write(report, json.dumps(outer, indent=1) + "\n")
    expect(report, process, threads, recrash=handler, words=words)

    # Several reports in one file: a user report with a JavaScript stack, a hang, a termination without stacks.
    process = Process("ios", "arm64")
    image = process.app(programs("ios-arm64"), 0x104A10000)
    user = [Thread([process.system("__exceptionPreprocess")] + chain_verify(process, image)[1:], crashed=True, queue=MAIN_QUEUE, registers=False)]
    trace = ["checkout@index.bundle:12:344", {"methodName": "onPress", "file": "index.bundle", "lineNumber": 12}]
    first = kscrash(process, user, {"type": "user", "address": 0, "reason": "undefined is not an object",
                                    "user_reported": {"name": "TypeError", "language": "javascript", "line_of_code": "basket.js:7", "backtrace": trace}},
                    version="3.9.0", text=False)
    hung = Process("ios", "arm64")
    second_image = hung.app(programs("ios-arm64"), 0x1007CC000)
    still = [Thread(sync_thread(hung, second_image).frames, crashed=True, queue=MAIN_QUEUE)]
    second = kscrash(hung, still, {"type": "hang", "hang": {"hang_start_nanos": 897133713870375, "hang_start_role": "FOREGROUND_APPLICATION",
                                                            "hang_end_nanos": 897136214870375, "hang_end_role": "FOREGROUND_APPLICATION"}}, version="3.9.0", text=False)
    second["system"]["app_memory"] = {"memory_level": "normal", "memory_pressure": "warn", "memory_footprint": 42814392, "memory_limit": 6000000000, "memory_remaining": 5957185608}
    third = {"report": {"version": "3.9.0", "id": str(made_up("termination")).upper(), "process_name": "Shop", "timestamp": 1795171390000000, "type": "standard", "monitor_id": "Termination"},
             "system": {"application_stats": {"application_active": True, "application_in_foreground": True, "user_perceptible": True}},
             "crash": {"error": {"type": "termination", "termination_reason": "memory_limit", "is_fatal": True, "is_clean_exit": False, "signal": {"signal": 9, "name": "SIGKILL", "code": 0}}}}
    report = "kscrash/several/reports.json"
    write(report, json.dumps([first, second, third], indent=1) + "\n")
    expect(report, process, user, part=0)
    expect(report, hung, still, part=1)


# ---------------------------------------------------------------- PLCrashReporter


def make_plcrash():
    """The text of PLCrashReportTextFormatter.m: wider columns, bare signal names, `+` for the app, `???` for what is unknown."""
    process = Process("ios", "arm64")
    image = process.app(programs("ios-arm64"), 0x1005D4000)
    threads = [Thread(exception_chain(process, image, chain_verify(process, image)), crashed=True), sync_thread(process, image)]
    lines = [
        f"Incident Identifier: {str(made_up('plcrash')).upper()}", "CrashReporter Key:   TODO", "Hardware Model:      iPhone14,5", "Process:         Shop [3608]",
        f"Path:            {image.path}", "Identifier:      com.example.shop", "Version:         4.2.0 (1187)", "Code Type:       ARM-64", "Parent Process:  launchd [1]", "",
        "Date/Time:       2026-11-20 10:43:03 +0000", "OS Version:      iPhone OS 17.1 (21B74)", "Report Version:  104", "",
        "Exception Type:  SIGABRT", "Exception Codes: #0 at 0x1c51ac350", "Crashed Thread:  0", "",
        "Application Specific Information:", "*** Terminating app due to uncaught exception 'ShopAudit', reason: 'stock below zero'", "",
    ]

    def frame_lines(items):
        for index, item in enumerate(items):
            rest = f"{item.symbol} + {item.offset}" if item.symbol else f"0x{item.image.base:x} + {item.address - item.image.base}"
            yield f"{index:<4d}{item.image.name:<35s} 0x{item.shown:016x} {rest}"

    lines += ["Last Exception Backtrace:", *frame_lines(threads[0].frames), ""]
    for position, thread in enumerate(threads):
        shown = thread.frames if position else [process.system("__pthread_kill", exact=True), process.system("abort")] + thread.frames[2:]
        thread.frames = shown
        lines += [f"Thread {position}{' Crashed' if thread.crashed else ''}:", *frame_lines(shown), ""]
    values = registers(process.arch, threads[0], "plcrash")
    entries = [f"{name:>6s}: 0x{value:016x}" for name, value in values.items() if name not in ("far", "esr")]
    lines += ["Thread 0 crashed with ARM-64 Thread State:"] + [" ".join(entries[start:start + 4]) for start in range(0, len(entries), 4)] + ["", "Binary Images:"]
    for item in process.images:
        mark = "+" if item is image else " "
        lines.append(f"{hex(item.base):>18s} - {hex(item.base + item.size - 1):>18s} {mark}{item.name} {item.arch}  <{item.id.hex}> {item.path}")
    lines.append(f"{hex(0x2D0000000):>18s} - {hex(0x2D0000FFF):>18s}  unnamed arm64-unknown  <???> ???")
    report = "apple-text/plcrash/Shop.crash"
    write(report, "\n".join(lines) + "\n")
    expect(report, process, threads, last_exception=exception_chain(process, image, chain_verify(process, image)))


# ---------------------------------------------------------------- MetricKit


def metrickit_frame(item, offset="distance", **more):
    """offset: distance, load (iOS 14), stepped (one byte short, as inner frames of trees of many threads have it)."""
    values = {"distance": item.address - item.image.base, "load": item.image.base, "stepped": item.address - item.image.base - 1}
    return {"binaryUUID": str(item.image.id).upper(), "offsetIntoBinaryTextSegment": values[offset], "sampleCount": 1,
            "binaryName": item.image.name, "address": item.shown, **more}


def metrickit_chain(frames_, offset="distance"):
    """Innermost outside, callers inside."""
    found = None
    for item in reversed(frames_):
        found = metrickit_frame(item, offset, **({"subFrames": [found]} if found else {}))
    return [found]


def metrickit_data(**more):
    return {"regionFormat": "DE", "osVersion": "iPhone OS 17.1 (21B74)", "deviceType": "iPhone14,5", "bundleIdentifier": "com.example.Shop",
            "platformArchitecture": "arm64", "appVersion": "4.2.0", "appBuildVersion": "1187", **more}


def make_metrickit():
    # A payload: a crash with three threads, a processor exception with one tree of many threads, a hang with a tree of one thread.
    process = Process("ios", "arm64")
    image = process.app(programs("ios-arm64"), 0x1029A4000)
    threads = [Thread(chain_store(process, image, tapped=True), crashed=True), sync_thread(process, image), worker_thread(process)]
    stacks = [{"threadAttributed": thread.crashed, "callStackRootFrames": metrickit_chain(thread.frames)} for thread in threads]
    crash = {"version": "1.0.0", "callStackTree": {"callStacks": stacks, "callStackPerThread": True},
             "diagnosticMetaData": metrickit_data(pid=3608, signal=11, exceptionType=1, exceptionCode=0, terminationReason="Namespace SIGNAL, Code 0xb")}

    # start -> main -> run -> checkout_entry -> total, and beside total also print.
    p = image.program
    inner = [process.system("start"), frame(image, p.call("main", "CALL: run")), frame(image, p.call("shop3run", "CALL: print"))]
    leaves = [(frame(image, p.crash("5panic", "CRASH: panic", "trap"), exact=True), 7), (process.system("mach_msg2_trap", exact=True), 5)]
    nodes = [(item, 12, depth) for depth, item in enumerate(inner)] + [(item, count, 3) for item, count in leaves]
    tree = None
    below = [metrickit_frame(item, sampleCount=count) for item, count in leaves]
    for item in reversed(inner):
        below = [metrickit_frame(item, "stepped", sampleCount=12, subFrames=below)]
    cpu = {"version": "1.0.0", "callStackTree": {"callStacks": [{"callStackRootFrames": below}], "callStackPerThread": False},
           "diagnosticMetaData": metrickit_data(totalCPUTime="20 sec", totalSampledTime="60 sec")}

    # The thread's innermost frame, and above it two callers of different samples.
    leaf = process.system("__semwait_signal", exact=True)
    callers = [(frame(image, p.call("sync_loop", "CALL: usleep")), 3), (frame(image, p.call("checkout_entry", "CALL: total")), 1)]
    branches = [metrickit_frame(item, sampleCount=count) for item, count in callers]
    hang = {"version": "1.0.0", "callStackTree": {"callStacks": [{"threadAttributed": True, "callStackRootFrames": [metrickit_frame(leaf, sampleCount=4, subFrames=branches)]}], "callStackPerThread": True},
            "diagnosticMetaData": metrickit_data(hangDuration="2.5 sec")}
    report = "metrickit/payload/payload.json"
    payload = {"timeStampBegin": "2026-11-19 10:00:00", "timeStampEnd": "2026-11-20 10:00:00",
               "crashDiagnostics": [crash], "cpuExceptionDiagnostics": [cpu], "hangDiagnostics": [hang]}
    write(report, json.dumps(payload, indent=2) + "\n")
    expect(report, process, threads, part=0)
    expect(report, process, [], part=1, trees=[nodes])
    expect(report, process, [], part=2, trees=[[(leaf, 4, 0)] + [(item, count, 1) for item, count in callers]])

    # iOS 14: load addresses instead of distances, in one diagnostic alone.
    process = Process("ios", "arm64")
    image = process.app(programs("ios-arm64"), 0x102B18000)
    threads = [Thread(chain_account(process, image), crashed=True), sync_thread(process, image)]
    stacks = [{"threadAttributed": thread.crashed, "callStackRootFrames": metrickit_chain(thread.frames, "load")} for thread in threads]
    data = metrickit_data(osVersion="iPhone OS 14.0.1 (18A393)", signal=11, exceptionType=1, exceptionCode=0)
    report = "metrickit/ios14/diagnostic.json"
    write(report, json.dumps({"version": "1.0.0", "callStackTree": {"callStacks": stacks, "callStackPerThread": True}, "diagnosticMetaData": data}) + "\n")
    expect(report, process, threads)


def metrickit_report_frame(item, below, **more):
    """A frame of iOS 27: its image only by UUID, members in random order, callers always an array."""
    return {"subFrames": below, "address": item.shown, "offsetIntoBinaryTextSegment": item.address - item.image.base,
            "binaryUUID": str(item.image.id).upper(), **more}


def metrickit_report(threads, kind, is_per_thread=True, roots=None, **more):
    """DiagnosticReport of iOS 27."""
    images = {item.image.name: str(item.image.id).upper() for thread in threads for item in thread.frames}
    stacks = []
    for thread in threads:
        below = []
        for item in reversed(thread.frames):
            below = [metrickit_report_frame(item, below)]
        stacks.append({"rootFrames": below, "threadAttributed": thread.crashed})
    if roots is not None:
        stacks = [{"rootFrames": roots}]
    tree = {"callStackPerThread": is_per_thread, "callStackThreads": stacks,
            "binaryInfo": [{"name": name, "uuid": uuid} for name, uuid in sorted(images.items())]}
    environment = {"platformArchitecture": "arm64", "regionFormat": "DE", "bundleIdentifier": "com.example.Shop", "isTestFlightApp": True,
                   "osVersion": {"number": "27.0", "platform": "iPhone OS", "buildNumber": "24A435"}, "deviceType": "iPhone14,5",
                   "lowPowerModeEnabled": False, "applicationVersion": "4.2.0", "applicationBuildVersion": "1187", "pid": 3608, "signpostData": [],
                   "states": [{"domain": "com.example.Shop.cart", "label": "checkout", "duration": {"unit": "s", "value": 12.5}, "stableMetadata": {"items": {"string": "3"}}}]}
    return {"timeRange": {"begin": 810941048.8, "end": 810941048.8}, "environment": environment, kind: {"callStackTree": tree, **more}, "version": "2.0.0"}


def make_metrickit_reports():
    # A crash: the attributed thread is not the first, one thread has no frames.
    process = Process("ios", "arm64")
    image = process.app(programs("ios-arm64"), 0x1045A0000)
    threads = [worker_thread(process), Thread([]), Thread(chain_store(process, image, tapped=True), crashed=True), sync_thread(process, image)]
    report = "metrickit/ios27-crash/report.json"
    value = metrickit_report(threads, "crashDiagnostic", signal=11, exceptionType=1, exceptionCode=2, terminationReason="Namespace SIGNAL, Code 0xb")
    write(report, json.dumps(value, indent=2) + "\n")
    expect(report, process, threads)

    # A hang: one tree of many threads, outermost frames first.
    p = image.program
    inner = [process.system("start"), frame(image, p.call("main", "CALL: run")), frame(image, p.call("shop3run", "CALL: print"))]
    leaves = [(frame(image, p.crash("5panic", "CRASH: panic", "trap"), exact=True), 7), (process.system("mach_msg2_trap", exact=True), 5)]
    below = [metrickit_report_frame(item, [], sampleCount=count) for item, count in leaves]
    for item in reversed(inner):
        below = [metrickit_report_frame(item, below, sampleCount=12)]
    report = "metrickit/ios27-hang/report.json"
    value = metrickit_report([Thread(inner + [item for item, _ in leaves])], "hangDiagnostic", False, below, hangDuration={"unit": "s", "value": 3.1})
    write(report, json.dumps(value, indent=2) + "\n")
    nodes = [(item, 12, depth) for depth, item in enumerate(inner)] + [(item, count, 3) for item, count in leaves]
    expect(report, process, [], trees=[nodes])

    # App Store Connect's log of a hang: numbers are strings, Apple named the system's frames, one frame is blamed.
    def node(item, count, below=(), **more):
        found = {"sampleCount": count, "isBlameFrame": False, "binaryName": item.image.name, "binaryUUID": str(item.image.id).upper(),
                 "address": str(item.shown), "subFrames": list(below), **more}
        if item.symbol:
            return {**found, "symbolName": item.symbol, "offsetIntoSymbol": str(item.offset)}
        return {**found, "offsetIntoBinaryTextSegment": str(item.address - item.image.base)}

    below = [node(leaves[0][0], 7, isBlameFrame=True, insightsCategory="mainThreadIO"), node(leaves[1][0], 5)]
    for item in reversed(inner):
        below = [node(item, 12, below)]
    data = {"bundleId": "com.example.Shop", "event": "hang", "eventDetail": "3.1 sec", "osVersion": "iPhone OS 17.1 (21B74)", "appVersion": "4.2.0",
            "buildVersion": "1187", "deviceType": "iPhone14,5", "platformArchitecture": "arm64"}
    insight = {"insightsCategory": "mainThreadIO", "insightsString": "The main thread waited for the disk.", "insightsURL": "https://example.com/main-thread-io"}
    log = {"callStackTree": [{"callStackPerThread": True, "callStacks": [{"callStackRootFrames": below}]}], "diagnosticMetaData": data}
    report = "metrickit/app-store-connect/logs.json"
    value = {"version": "1.0.0", "productData": [{"signatureId": "00112233", "diagnosticInsights": [insight], "diagnosticLogs": [log]}]}
    write(report, json.dumps(value, indent=2) + "\n")
    expect(report, process, [], trees=[nodes])


# ---------------------------------------------------------------- JSON of other backends


def make_backends():
    """The same crash as five vendors store it, in the shapes of their SDKs."""
    process = Process("ios", "arm64")
    image = process.app(programs("ios-arm64"), 0x1029A4000)
    threads = [Thread(chain_store(process, image, tapped=True), crashed=True), sync_thread(process, image)]
    images = process.images
    device = {"model": "iPhone14,5", "osName": "iOS", "osVersion": "17.1", "osBuild": "21B74", "appVersion": "4.2.0", "appBuild": "1187",
              "appNamespace": "com.example.shop"}

    def put(name, value):
        report = f"json/{name}/report.json"
        write(report, json.dumps(value, indent=2) + "\n")
        expect(report, process, threads)

    # Datadog: stacks are text, images are beside them.
    stacks = ["\n".join(f"{index:<4}{item.image.name:<35} 0x{item.shown:016x} 0x{item.image.base:x} + {item.address - item.image.base}"
                        for index, item in enumerate(thread.frames)) for thread in threads]
    error = {"type": "SIGSEGV (SEGV_MAPERR)", "message": "Application crash: SIGSEGV", "is_crash": True, "stack": stacks[0],
             "threads": [{"name": f"Thread {index}", "crashed": thread.crashed, "stack": stack, "state": None}
                         for index, (thread, stack) in enumerate(zip(threads, stacks))],
             "binary_images": [{"name": item.name, "uuid": str(item.id).upper(), "arch": item.arch, "is_system": item not in process.apps,
                                "load_address": hex(item.base), "max_address": hex(item.base + item.size)} for item in images],
             "meta": {"code_type": "ARM-64", "process": "Shop [3608]", "exception_type": "SIGSEGV", "exception_codes": "SEGV_MAPERR at 0x18"},
             "was_truncated": False}
    put("datadog", {"service": "shop", "ddsource": "ios", "error": error, "device": {"model": "iPhone14,5"},
                    "os": {"name": "iOS", "version": "17.1", "build": "21B74"}})

    # App Center: the crashed thread by its ID, positions as text.
    def code(item):
        return f"{item.symbol} + {item.offset}" if item.symbol else f"0x{item.image.base:x} + {item.address - item.image.base}"

    log = {"type": "appleError", "processId": 3608, "processName": "Shop", "osExceptionType": "SIGSEGV", "osExceptionCode": "SEGV_MAPERR",
           "osExceptionAddress": "0x18", "fatal": True, "errorThreadId": 4, "timestamp": "2026-11-20T10:43:03.129Z",
           "threads": [{"id": 4 + index, "frames": [{"address": hex(item.shown), "code": code(item)} for item in thread.frames]}
                       for index, thread in enumerate(threads)],
           "binaries": [{"id": str(item.id).upper(), "startAddress": hex(item.base), "endAddress": hex(item.base + item.size - 1), "name": item.name,
                         "path": item.path, "architecture": item.arch} for item in images], "device": device}
    put("app-center", {"logs": [log]})

    # New Relic: names in objects of their own.
    def info(item):
        return {"symbolStartAddr": hex(item.address - item.offset), "symbolName": item.symbol} if item.symbol else None

    put("new-relic", {
        "processInfo": {"processId": 3608, "processName": "Shop", "processPath": image.path}, "deviceInfo": {"modelNumber": "iPhone14,5", "osVersion": "17.1"},
        "appInfo": {"bundleId": "com.example.shop", "appVersion": "4.2.0", "appBuild": "1187"},
        "exception": {"name": "SIGSEGV", "cause": "SEGV_MAPERR", "signal": {"faultAddress": "0x18", "signalCode": "SEGV_MAPERR", "signalName": "SIGSEGV"}},
        "threads": [{"crashed": thread.crashed, "threadNumber": str(index), "registers": {"pc": hex(thread.frames[0].shown)},
                     "stack": [{"instructionPointer": hex(item.shown), "symbolInfo": info(item)} for item in thread.frames]}
                    for index, thread in enumerate(threads)],
        "libraries": [{"baseAddress": hex(item.base), "imageName": item.path, "imageSize": str(item.size), "imageUuid": item.id.hex,
                       "codeType": {"arch": item.arch}} for item in images]})

    # Raygun: numbers.
    put("raygun", {"occurredOn": "2026-11-20T10:43:03Z", "details": {
        "version": "4.2.0", "error": {"className": "SIGSEGV", "message": "SEGV_MAPERR"}, "environment": {"oSVersion": "17.1", "deviceModel": "iPhone14,5"},
        "threads": [{"threadIndex": index, "crashed": thread.crashed,
                     "stackFrames": [{"programCounter": item.shown, "symbol": {"name": item.symbol, "startAddress": item.address - item.offset} if item.symbol else None}
                                     for item in thread.frames]} for index, thread in enumerate(threads)],
        "binaryImages": [{"uuid": str(item.id).upper(), "name": item.path, "baseAddress": item.base, "size": item.size} for item in images]}})

    # CrashReportKit: return addresses are signed, so that the image of a frame may be wrong.
    def kit(index, item):
        signed = item.shown | 0x12340000000000 if index == 1 else item.shown
        other = images[-1] if index == 1 else item.image
        return {"address": signed, "image": {"name": other.name, "path": other.path, "uuid": str(other.id).upper(), "offset": signed - other.base},
                "symbols": [{"symbol": item.symbol, "offset": item.offset}] if item.symbol else []}

    put("crash-report-kit", {
        "formatVersion": 1, "id": "2B1F4C1E-0A2B-4C3D-8E4F-5A6B7C8D9E0F", "capturedAt": "2026-11-20T10:43:03Z", "faultingThread": 0,
        "process": {"name": "Shop", "bundleIdentifier": "com.example.shop", "version": "4.2.0", "build": "1187", "operatingSystem": "iOS 17.1 (21B74)", "deviceModel": "iPhone14,5"},
        "exception": {"type": "EXC_BAD_ACCESS", "rawValue": 1, "codes": [1, 24], "hexadecimalCodes": ["0x1", "0x18"]},
        "threads": [{"index": index, "id": 770 + index, "crashed": False,
                     "registers": {"x": list(range(29)), "fp": 0x16D4B1E00, "sp": 0x16D4B1DC0, "pc": thread.frames[0].shown, "cpsr": 0x60001000},
                     "frames": [kit(order, item) for order, item in enumerate(thread.frames)]} for index, thread in enumerate(threads)],
        "binaryImages": [{"path": item.path, "uuid": str(item.id).upper(), "baseAddress": item.base, "size": item.size, "cpuType": 16777228, "cpuSubType": 0}
                         for item in images]})


# ---------------------------------------------------------------- Sentry


def sentry(process, threads, exception, cut=False, repeat=True):
    """cut: addresses without their upper 32 bits. repeat: the exception has the crashed thread's stack too, else alone."""

    def number_text(value):
        return f"0x{value & 0xFFFFFFFF:x}" if cut else f"0x{value:016x}"

    def frame_object(item):
        found = {"package": item.image.path, "image_addr": number_text(item.image.base), "instruction_addr": number_text(item.shown), "in_app": item.image in process.apps}
        if item.symbol:
            found.update(function=item.symbol, symbol_addr=number_text(item.address - item.offset))
        else:
            found.update(function="<redacted>" if cut else "Shop", symbol_addr=number_text(item.image.base))
        return found

    def stack(thread, position):
        found = {"frames": [frame_object(item) for item in reversed(thread.frames)]}
        if thread.registers:
            values = registers(process.arch, thread, f"{process.arch}{position}")
            found["registers"] = {name: number_text(value) for name, value in values.items() if name not in ("far", "esr")}
        return found

    values = []
    for position, thread in enumerate(threads):
        found = {"id": position, "crashed": thread.crashed, "current": thread.crashed}
        if thread.name or thread.queue:
            found["name"] = thread.name or thread.queue
        if repeat or not thread.crashed:
            found["stacktrace"] = stack(thread, position)
        else:
            exception["stacktrace"] = stack(thread, position)
        if repeat and thread.crashed:
            exception["stacktrace"] = {"frames": found["stacktrace"]["frames"]}
        values.append(found)
    images = [{"type": "macho", "debug_id": str(image.id).upper(), "code_file": image.path, "image_addr": number_text(image.base), "image_vmaddr": number_text(image.vmaddr), "image_size": image.size} for image in process.images]
    if cut:
        images = [{"type": "apple", "uuid": str(image.id).upper(), "name": image.path, "image_addr": number_text(image.base), "image_vmaddr": "0x0", "image_size": image.size,
                   "cpu_type": CPU[image.arch][0], "cpu_subtype": CPU[image.arch][1]} for image in process.images]
    return {
        "event_id": made_up("sentry " + str(cut)).hex, "platform": "cocoa", "level": "fatal", "timestamp": "2026-11-20T10:43:03Z", "release": "com.example.shop@4.2.0+1187",
        "contexts": {"device": {"model": "iPhone14,5", "arch": process.arch}, "os": {"name": "iOS", "version": "17.1", "build": "21B74"}, "app": {"app_name": "Shop", "app_identifier": "com.example.shop"}},
        "exception": {"values": [exception]}, "threads": {"values": values}, "debug_meta": {"images": images},
    }


def make_sentry():
    process = Process("ios", "arm64")
    image = process.app(programs("ios-arm64"), 0x1043F0000)
    threads = [Thread(chain_store(process, image, tapped=True), crashed=True, name="com.apple.main-thread"), sync_thread(process, image)]
    mach = {"exception": 1, "code": 1, "subcode": 24, "name": "EXC_BAD_ACCESS"}
    exception = {"type": "EXC_BAD_ACCESS", "value": "Attempted to dereference garbage pointer at 0x18.", "thread_id": 0,
                 "mechanism": {"type": "mach", "handled": False, "data": {"relevant_address": "0x0000000000000018"}, "meta": {"mach_exception": mach, "signal": {"number": 11, "code": 0, "name": "SIGSEGV"}}}}
    report = "sentry/event/event.json"
    write(report, json.dumps(sentry(process, threads, exception), indent=2) + "\n")
    expect(report, process, threads)

    # Addresses cut to 32 bits, so that two images overlap; the exception's stack was recorded and stands with it alone.
    process = Process("ios", "arm64")
    image = process.app(programs("ios-arm64"), 0x187E3C000 - 0x80000000)
    chain = exception_chain(process, image, chain_verify(process, image))
    threads = [Thread(chain, crashed=True, registers=False), sync_thread(process, image)]
    exception = {"type": "ShopAudit", "value": "stock below zero", "thread_id": 0, "mechanism": {"posix_signal": {"signal": 6, "name": "SIGABRT"}, "mach_exception": {"exception": 10, "exception_name": "EXC_CRASH", "code": 0, "subcode": 0}}}
    event = sentry(process, threads, exception, cut=True, repeat=False)
    envelope = [{"event_id": event["event_id"], "sent_at": "2026-11-20T10:43:05Z"}, {"type": "event", "length": len(json.dumps(event))}, event]
    report = "sentry/cut-addresses/envelope.json"
    write(report, "\n".join(json.dumps(part) for part in envelope) + "\n")
    expect(report, process, threads)


# ---------------------------------------------------------------- Swift backtraces


def swift_json(process, threads, description, fault, libc):
    def entry(position, item):
        return {"kind": "programCounter" if item.exact else "returnAddress", "address": f"0x{item.address:016x}"}

    listed = []
    for position, thread in enumerate(threads):
        found = {}
        if thread.name:
            found["name"] = thread.name
        if thread.crashed:
            found["crashed"] = True
            values = registers("x86_64", thread, "linux")
            found["registers"] = {name: f"0x{value:016x}" for name, value in values.items() if name != "cr2"}
        found["frames"] = [entry(index, item) for index, item in enumerate(thread.frames)]
        listed.append(found)
    images = [
        {"name": image.name, **({"buildId": image.id} if image.id else {}), "path": image.path, "baseAddress": f"0x{image.base:016x}", "endOfText": f"0x{image.base + image.size:016x}"}
        for image in sorted(process.apps + [libc], key=lambda image: image.base)
    ]
    document = {
        "timestamp": "2026-11-20T10:43:03.129100Z", "kind": "crashReport", "description": description, "faultAddress": f"0x{fault:016x}",
        "platform": "x86_64 Linux (Debian GNU/Linux 12 (bookworm))", "architecture": "x86_64", "threads": listed, "images": images, "backtraceTime": 0.0417,
    }
    return json.dumps(document, separators=(", ", ": ")) + "\n"


def linux(folder):
    process = Process("linux", "x86_64", name="shop")
    program = programs(f"elf/{folder}/shop")
    image = process.app(program, 0x55D0C4A1F000, path="/srv/shop/bin/shop")
    kit = process.app(programs(f"elf/{folder}/libpaykit.so"), 0x7F30B8F52000, path="/srv/shop/bin/libpaykit.so")
    libc = Image("libc.so.6", 0x7F30B8C00000, 0x1D1000, hashlib.sha1(b"libc").hexdigest(), "x86_64", "/usr/lib/x86_64-linux-gnu/libc.so.6")
    return process, image, kit, libc


def linux_entry(libc):
    return [Frame(libc, libc.base + 0x2724A), Frame(libc, libc.base + 0x27305)]


def linux_sync(image, libc):
    return Thread([Frame(libc, libc.base + 0xD7335, exact=True), frame(image, image.program.call("sync_loop", "CALL: usleep")), Frame(libc, libc.base + 0x891C4)], name="sync")


def linux_store(image):
    p = image.program
    return [
        frame(image, p.crash("Checkout5total", "CRASH: store", "store"), exact=True),
        frame(image, p.call("checkout_entry", "CALL: total")),
        frame(image, p.call("ledger_commit", "CALL: entry")),
        frame(image, p.call("basket_add", "CALL: ledger_commit")),
        frame(image, p.call("shop3run", "CALL: basket_add")),
    ]


def linux_charge(image, kit):
    p, k = image.program, kit.program
    return [
        frame(kit, k.crash("4sign", "CRASH: sign", "trap"), exact=True),
        frame(kit, k.call("Gateway6charge", "CALL: sign")),
        frame(kit, k.call("paykit_charge", "CALL: charge")),
        frame(image, p.call("shop3run", "CALL: paykit_charge")),
        frame(image, p.call("main", "CALL: run")),
    ]


def make_swift_backtrace():
    # gcc: panic is called from the part of print(int) that is moved away.
    process, image, kit, libc = linux("gcc-dwarf5")
    p = image.program
    chain = [
        frame(image, p.crash("5panic", "CRASH: panic", "trap"), exact=True),
        frame(image, p.call("Receipt5print", "CALL: panic")),
        frame(image, p.call("shop3run", "CALL: print")),
        frame(image, p.call("main", "CALL: run")),
    ] + linux_entry(libc)
    threads = [Thread(chain, crashed=True, name="shop"), linux_sync(image, libc)]
    report = "swift-backtrace/gcc/crash.json"
    write(report, swift_json(process, threads, "Illegal instruction", chain[0].address, libc))
    expect(report, process, threads)

    # clang: two images.
    process, image, kit, libc = linux("clang-dwarf5")
    chain = linux_charge(image, kit) + linux_entry(libc)
    threads = [Thread(chain, crashed=True, name="shop"), linux_sync(image, libc), Thread(linux_store(image), name="prices")]
    report = "swift-backtrace/clang/crash.json"
    text = "*** Signal 4: Backtracing from 0x%x... done ***\n\n" % chain[0].address
    write(report, text + swift_json(process, threads, "Illegal instruction", chain[0].address, libc))
    expect(report, process, threads)

    # The same as text.
    report = "swift-backtrace/text/server.log"
    text = "shop listens on 8080\n" + swift_text(process, threads, "Illegal instruction", chain[0].address, libc) + "shop was started again\n"
    write(report, text)
    expect(report, process, threads)


def swift_text(process, threads, description, fault, libc):
    """The runtime's report as text, with symbolicate=off and images=all."""
    lines = ["", "*** Signal 4: Backtracing from 0x%x... done ***" % fault, "", "*** Program crashed: %s at 0x%016x ***" % (description, fault), "",
             "Platform: x86_64 Linux (Debian GNU/Linux 12 (bookworm))", ""]
    for position, thread in enumerate(threads):
        name = f' "{thread.name}"' if thread.name else ""
        lines += [f"Thread {position}{name}{' crashed' if thread.crashed else ''}:", ""]
        for index, item in enumerate(thread.frames):
            lines.append("%d%s 0x%016x" % (index, "     " if item.exact else " [ra]", item.address))
        lines += ["...", ""]
        if thread.crashed:
            lines += ["", "Registers:", ""]
            values = registers("x86_64", thread, "linux")
            lines += ["%3s 0x%016x  %d" % (name, value, value) for name, value in values.items() if name not in ("cr2", "rflags")]
            lines += [""]
    lines += ["", "Images:", ""]
    for image in sorted(process.apps + [libc], key=lambda image: image.base):
        lines.append("0x%016x\u20130x%016x %s %-12s %s" % (image.base, image.base + image.size, image.id or "<no build ID>", image.name, image.path))
    return "\n".join(lines + ["", "Backtrace took 0.04s", "", ""])


# ---------------------------------------------------------------- core dumps of systemd


def coredump(process, threads, libc, names):
    """The stack traces as systemd-coredump logs them. names: functions that the stripped files still export."""
    lines = []
    for image in process.apps + [libc]:
        name = image.path if image.program else image.name
        if image is libc:
            lines.append(f"Module {name} from deb glibc-2.36-9+deb12u10.amd64")
        lines.append(f"Module {name} with build-id {image.id}" if image.id else f"Module {name} without build-id.")
    for position, thread in enumerate(threads):
        lines.append(f"Stack trace of thread {3608 + position}:")
        for index, item in enumerate(thread.frames):
            image = item.image
            name = image.path if image.program else image.name
            text = names.get((image.name, item.address - image.base), "n/a")
            lines.append("#%-2d 0x%016x %s (%s + 0x%x)" % (index, item.address, text, name, item.address - image.base))
    return lines + ["ELF object binary architecture: AMD x86-64"]


def make_coredump():
    process, image, kit, libc = linux("gcc-dwarf5")
    threads = [Thread(linux_store(image) + [frame(image, image.program.call("main", "CALL: run"))] + linux_entry(libc), crashed=True), linux_sync(image, libc)]
    names = {("libc.so.6", 0x2724A): "__libc_start_call_main", ("libc.so.6", 0x27305): "__libc_start_main@@GLIBC_2.34", ("libc.so.6", 0xD7335): "clock_nanosleep@@GLIBC_2.17"}
    message = "Process 3608 (shop) of user 1000 dumped core."
    header = [
        ("PID", "3608 (shop)"), ("UID", "1000 (shop)"), ("GID", "1000 (shop)"), ("Signal", "11 (SEGV)"), ("Timestamp", "Fri 2026-11-20 11:43:03 UTC (2min 11s ago)"),
        ("Command Line", "/srv/shop/bin/shop --port 8080"), ("Executable", "/srv/shop/bin/shop"), ("Control Group", "/system.slice/shop.service"), ("Unit", "shop.service"),
        ("Slice", "system.slice"), ("Boot ID", made_up("boot").hex), ("Machine ID", made_up("machine").hex), ("Hostname", "build7"),
        ("Storage", "/var/lib/systemd/coredump/core.shop.1000.%s.3608.1795174983000000.zst (present)" % made_up("boot").hex), ("Size on Disk", "214.7K"), ("Message", message),
    ]
    report = "systemd-coredump/info/coredumpctl.txt"
    text = ["%14s: %s" % line for line in header] + [" " * 16 + line for line in [""] + coredump(process, threads, libc, names)]
    write(report, "\n".join(text) + "\n")
    expect(report, process, threads)

    # The journal between other lines: the message alone tells of the process.
    process, image, kit, libc = linux("clang-dwarf5")
    threads = [Thread(linux_charge(image, kit) + linux_entry(libc), crashed=True), linux_sync(image, libc)]
    names[("libpaykit.so", threads[0].frames[2].address - kit.base)] = "paykit_charge"
    prefix = "Nov 20 11:43:03 build7 "
    dump = prefix + "systemd-coredump[3621]: "
    lines = [message, ""] + coredump(process, threads, libc, names)
    text = [prefix + "systemd[1]: Started shop.service - Shop.", prefix + "shop[3608]: charging 3 items", dump + "[\U0001F855] " + lines[0]] + [" " * len(dump) + line for line in lines[1:]]
    text += [prefix + "systemd[1]: shop.service: Main process exited, code=dumped, status=4/ILL", prefix + "systemd[1]: shop.service: Failed with result 'core-dump'."]
    report = "systemd-coredump/journal/journal.log"
    write(report, "\n".join(text) + "\n")
    expect(report, process, threads)


# ---------------------------------------------------------------- minidump-stackwalk


def breakpad_id(image):
    """The UUID and an age of 0; of a build ID the first 16 bytes in the order of a GUID."""
    digits = image.id.replace("-", "").upper() if isinstance(image.id, str) else image.id.hex.upper()
    if len(digits) == 40:
        raw = bytes.fromhex(digits)[:16]
        digits = (raw[3::-1] + raw[5:3:-1] + raw[7:5:-1] + raw[8:]).hex().upper()
    return digits + "0"


def minidump_json(process, threads, libc, reason, fault):
    """rust-minidump's JSON: the offsets of callers are one byte before the return address."""

    def frame_object(index, item, thread):
        address = item.address - (0 if item.exact else 1)
        found = {
            "file": None, "frame": index, "function": item.symbol, "function_offset": None if item.symbol is None else "0x%016x" % (item.offset - (0 if item.exact else 1)),
            "inlines": None, "line": None, "missing_symbols": item.symbol is None, "module": item.image.name,
            "module_offset": "0x%016x" % (address - item.image.base), "offset": "0x%016x" % address,
            "trust": "context" if index == 0 else "cfi", "unloaded_modules": None,
        }
        if index == 0:
            values = registers("x86_64", thread, "minidump")
            found["registers"] = {name: "0x%016x" % value for name, value in values.items() if name not in ("cr2", "rflags")}
        return found

    listed = []
    for position, thread in enumerate(threads):
        frames_ = [frame_object(index, item, thread) for index, item in enumerate(thread.frames)]
        listed.append({"frame_count": len(frames_), "frames": frames_, "last_error_value": None, "thread_id": 3608 + position, "thread_name": thread.name})
    crashed = next(index for index, thread in enumerate(threads) if thread.crashed)
    copy = dict(listed[crashed], threads_index=crashed)
    listed[crashed] = dict(listed[crashed], frames=[{key: value for key, value in item.items() if key != "registers"} for item in listed[crashed]["frames"]])
    modules = [
        {
            "base_addr": "0x%016x" % image.base, "cert_subject": None, "code_id": image.id, "corrupt_symbols": False, "debug_file": image.name, "debug_id": breakpad_id(image),
            "end_addr": "0x%016x" % (image.base + image.size), "filename": image.path, "loaded_symbols": False, "missing_symbols": True, "symbol_url": None, "version": None,
        }
        for image in sorted(process.apps + [libc], key=lambda image: image.base)
    ]
    main = next(index for index, module in enumerate(modules) if module["filename"] == process.apps[0].path)
    document = {
        "crash_info": {
            "address": "0x%016x" % fault, "adjusted_address": None, "assertion": None, "crash_inconsistencies": [], "crashing_thread": crashed,
            "instruction": "mov dword [rax], 0x0", "memory_accesses": [{"access_type": "write", "address": "0x%016x" % fault, "size": 4}], "possible_bit_flips": None, "type": reason,
        },
        "crashing_thread": copy, "handles": None, "lsb_release": {"codename": "bookworm", "description": "Debian GNU/Linux 12 (bookworm)", "id": "Debian", "release": "12"},
        "mac_crash_info": None, "main_module": main, "modules": modules, "modules_contains_cert_info": False, "pid": 3608, "process_uptime": 131,
        "system_info": {"cpu_arch": "amd64", "cpu_count": 4, "cpu_info": "family 6 model 85 stepping 7", "os": "Linux", "os_ver": "6.1.0"},
        "status": "OK", "thread_count": len(listed), "threads": listed, "unloaded_modules": [],
    }
    return json.dumps(document, indent=2, sort_keys=True) + "\n"


def minidump_text(process, threads, reason, fault):
    """Breakpad's text: the registers of callers have the return address."""
    lines = ["Operating system: Mac OS X", "                  14.1.1 23B81", "CPU: arm64", "     8 CPUs", "", f"Crash reason:  {reason}", "Crash address: 0x%x" % fault, "Process uptime: 131 seconds", ""]
    for position, thread in enumerate(threads):
        lines.append(f"Thread {position}{' (crashed)' if thread.crashed else ''}")
        for index, item in enumerate(thread.frames):
            name = f"{item.image.name}!{item.symbol} + 0x{item.offset:x}" if item.symbol else f"{item.image.name} + 0x{item.address - item.image.base:x}"
            lines.append("%2d  %s" % (index, name))
            if index == 0:
                values = [(key, value) for key, value in registers("arm64", thread, "minidump").items() if key not in ("cpsr", "esr", "far")]
            else:
                values = [("pc", item.address)]
            for start in range(0, len(values), 4):
                lines.append("    " + "   ".join("%3s = 0x%016x" % pair for pair in values[start : start + 4]))
            lines.append("    Found by: " + ("given as instruction pointer in context" if index == 0 else "previous frame's frame pointer"))
        lines.append("")
    lines += ["Loaded modules:"]
    for image in process.images:
        note = "  (main)" if image is process.apps[0] else ""
        lines.append("0x%x - 0x%x  %s  ???%s  (WARNING: No symbols, %s, %s)" % (image.base, image.base + image.size - 1, image.name, note, image.name, breakpad_id(image)))
    return "\n".join(lines) + "\n"


def minidump_table(process, threads, reason, fault):
    """Breakpad's -m. On ARM, `threads` have the addresses of calls (`at_calls`)."""
    crashed = next(index for index, thread in enumerate(threads) if thread.crashed)
    lines = ["OS|Mac OS X|14.1.1 23B81", "CPU|arm64||8", "GPU|||", f"Crash|{reason}|0x{fault:x}|{crashed}"]
    for image in process.images:
        lines.append("Module|%s||%s|%s|0x%08x|0x%08x|%d" % (image.name, image.name, breakpad_id(image), image.base, image.base + image.size - 1, image is process.apps[0]))
    lines.append("")
    for position in [crashed] + [index for index in range(len(threads)) if index != crashed]:
        for index, item in enumerate(threads[position].frames):
            offset = item.offset if item.symbol else item.address - item.image.base
            lines.append("%d|%d|%s|%s|||0x%x" % (position, index, item.image.name, item.symbol or "", offset))
    return "\n".join(lines) + "\n"


def at_calls(threads):
    """The threads with the addresses of the call instructions, which Breakpad has on ARM, in place of return addresses."""
    return [
        Thread([item if item.exact else Frame(item.image, item.address - 4, True, item.symbol, item.offset and item.offset - 4)
                for item in thread.frames], crashed=thread.crashed, name=thread.name)
        for thread in threads]


def make_minidump():
    process, image, kit, libc = linux("gcc-dwarf5")
    threads = [Thread(linux_store(image) + [frame(image, image.program.call("main", "CALL: run"))] + linux_entry(libc), crashed=True, name="shop"), linux_sync(image, libc)]
    report = "minidump/json/shop.json"
    write(report, minidump_json(process, threads, libc, "SIGSEGV / SEGV_MAPERR", 0))
    expect(report, process, threads)

    for report, form in (("minidump/text/Shop.txt", minidump_text), ("minidump/table/Shop.out", minidump_table)):
        process = Process("macos", "arm64")
        image = process.app(programs("macos-arm64-dwarf5"), 0x104B1C000)
        threads = [Thread(chain_store(process, image), crashed=True), sync_thread(process, image)]
        if form is minidump_table:
            threads = at_calls(threads)
        write(report, form(process, threads, "EXC_BAD_ACCESS / KERN_INVALID_ADDRESS", 0))
        expect(report, process, threads)


# ---------------------------------------------------------------- Dart


class DartProgram(Program):
    """A Flutter app whose oracle is its split debug file without the symbol over all code, or its dSYM."""

    def __init__(self, name, path, debug, arch="arm64"):
        source = os.path.join(BINARIES, debug)
        plain = source
        if debug.endswith(".symbols"):
            self.folder = tempfile.TemporaryDirectory()
            plain = os.path.join(self.folder.name, os.path.basename(debug))
            run("llvm-objcopy-19", "--strip-symbol=_kDartIsolateSnapshotInstructions", "--strip-symbol=_kDartVmSnapshotInstructions",
                "--strip-symbol=_kDartSnapshotText", source, plain)
        super().__init__(name, path, plain, "dart/src", arch)
        self.debug_name = debug
        table = run("llvm-nm-19", source)
        self.symbols = {match.group(2): int(match.group(1), 16) for match in re.finditer(r"(\w+) \w (_kDart\w+)", table)}
        self.start = self.symbols.get("_kDartIsolateSnapshotInstructions") or self.symbols["_kDartSnapshotText"]


def dart_chain(image):
    """The addresses of calls."""
    p = image.program
    calls = [("Cart.checkout", "CALL: throw"), ("ShopPage.onTap", "CALL: checkout"), ("main", "CALL: onTap")]
    return [frame(image, p.call(function, mark) - 1, exact=True) for function, mark in calls]


def dart_trace(image, frames, os_name="android", symbol="_kDartIsolateSnapshotInstructions", vm=True, virt=True, indent="    "):
    p = image.program
    base, start = image.base - p.vmaddr, image.runtime(p.start)
    lines = ["*** " * 15 + "***", "pid: 4242, tid: 4250, name 1.ui", f"os: {os_name} arch: arm64 comp: yes sim: no"]
    lines.append(f"build_id: '{image.id.hex if isinstance(image.id, uuid.UUID) else image.id}'")
    lines.append("isolate_dso_base: %x, vm_dso_base: %x" % (image.base, image.base if vm else 0))
    lines.append("isolate_instructions: %x, vm_instructions: %x" % (start, image.runtime(p.symbols["_kDartVmSnapshotInstructions"]) if vm else 0))
    for index, item in enumerate(frames):
        place = " virt %016x" % item.link if virt else ""
        lines.append("%s#%02d abs %016x%s %s+0x%x" % (indent, index, item.address, place, symbol, item.address - start))
        if index:
            lines.append("<asynchronous suspension>")
    return lines


def make_dart():
    process = Process("android", "arm64")
    image = process.app(DartProgram("libapp.so", "dart/out/android-arm64/libapp.so", "dart/out/android-arm64/app.android-arm64.symbols"), 0x752602B000)
    frames = dart_chain(image)
    error = "[ERROR:flutter/runtime/dart_vm_initializer.cc(41)] Unhandled Exception: Bad state: no account 7"
    prefix = "11-20 11:43:03.129  4242  4250 E flutter : "
    text = ["11-20 11:43:02.871  4242  4242 I flutter : ledger opened"] + [prefix + line for line in [error] + dart_trace(image, frames) + [""]]
    text.append("11-20 11:43:03.204  4242  4242 I flutter : 3 items kept")
    report = "dart/logcat/flutter.log"
    write(report, "\n".join(text) + "\n")
    expect(report, process, [Thread(frames)])

    process = Process("android", "arm64")
    image = process.app(DartProgram("libapp.so", "dart/out/android313-arm64/libapp.so", "dart/out/android313-arm64/app.android313-arm64.symbols"), 0x7B3100F000)
    frames = dart_chain(image)
    trace = "\n".join(dart_trace(image, frames, symbol="_kDartSnapshotText", vm=False))
    # A service's event, with the trace in the reason of the exception.
    event = {
        "event_id": made_up("dart event").hex, "timestamp": "2026-11-20T10:43:03.129Z", "platform": "other", "level": "fatal", "release": "com.example.shop@4.2.0+1187",
        "exception": {"values": [{"type": "StateError", "value": "Bad state: no account 7\n" + trace}]}, "contexts": {"os": {"name": "Android", "version": "16"}},
        "debug_meta": {"images": [{"type": "elf", "code_id": image.id, "debug_id": str(uuid.UUID(bytes_le=bytes.fromhex(image.id)[:16])), "code_file": "libapp.so", "image_addr": "0x%x" % image.base, "arch": "arm64"}]},
    }
    report = "sentry/dart/event.json"
    write(report, json.dumps(event, indent=2) + "\n")
    before = len(EXPECTED)
    expect(report, process, [Thread(frames)])
    EXPECTED[before:] = [row[:1] + ("DART0",) + row[2:] for row in EXPECTED[before:]]

    process = Process("ios", "arm64")
    dsym = "dart/out/ios-arm64/App.framework.dSYM/Contents/Resources/DWARF/App"
    image = process.app(DartProgram("App", "dart/out/ios-arm64/App.framework/App", dsym), 0x10BFBC000, path="App")
    frames = dart_chain(image)
    report = "dart/ios/console.txt"
    write(report, "\n".join(["flutter: Unhandled exception:", "Bad state: no account 7"] + dart_trace(image, frames, os_name="ios", virt=False)) + "\n")
    expect(report, process, [Thread(frames)])


# ---------------------------------------------------------------- tombstones of Android


def tombstone_frame(index, item, apk=None, name=None, old=False):
    image = item.image
    path, link = image.path, item.address - image.base
    if apk and image.name == apk:
        path = path.replace("lib/x86_64/", "base.apk!") + " (offset 0x1b70000)"
    function = " (%s)" % name if name else ""
    return "      #%02d pc %016x  %s%s (BuildId: %s)" % (index, link, path, function, image.id)


def tombstone_registers(thread):
    values = registers("x86_64", thread, "tombstone")
    names = [name for name in values if name not in ("cr2", "rflags")]
    rows = [names[start : start + 4] for start in range(0, len(names), 4)]
    return ["    " + "  ".join("%-3s %016x" % (name, values[name]) for name in row) for row in rows]


def tombstone_calls(frames):
    """Android prints the addresses of calls."""
    return [item if item.exact else Frame(item.image, item.address - 1, exact=True) for item in frames]


def tombstone_head(thread, tid, name, signal):
    lines = ["Build fingerprint: 'google/sdk_gphone64/emu64xa:16/BP3A.250905.014/13873947:userdebug/dev-keys'", "Revision: '0'", "ABI: 'x86_64'",
             "Timestamp: 2026-11-20 11:43:03.129439439+0100", "Process uptime: 41s", "Cmdline: com.example.shop"]
    lines += [f"pid: 3608, tid: {tid}, name: {name}  >>> com.example.shop <<<", "uid: 10302"] + signal
    return lines + tombstone_registers(thread) + ["", "%d total frames" % len(thread.frames), "backtrace:"]


def make_tombstone():
    folder = "/data/app/~~gu-2hA9==/com.example.shop-MFqmKA==/lib/x86_64/"
    process, image, kit, libc = linux("clang-dwarf5")
    image.name, image.path, kit.path, libc.path = "libshop.so", folder + "libshop.so", folder + "libpaykit.so", "/apex/com.android.runtime/lib64/bionic/libc.so"
    main = [Frame(libc, libc.base + 0x2724A, exact=True)]
    threads = [Thread(tombstone_calls(linux_charge(image, kit)) + main, crashed=True), Thread(tombstone_calls(linux_sync(image, libc).frames))]
    names = {threads[0].frames[2].address: "paykit_charge+12", main[0].address: "__libc_init+120"}

    def lines(thread):
        return [tombstone_frame(index, item, "libshop.so", names.get(item.address)) for index, item in enumerate(thread.frames)]

    banner = "*** " * 15 + "***"
    text = [banner] + tombstone_head(threads[0], 3608, "com.example.shop", ["signal 4 (SIGILL), code 2 (ILL_ILLOPN), fault addr 0x%016x" % threads[0].frames[0].address]) + lines(threads[0])
    rows = []
    for item, path in ((image, image.path.replace("lib/x86_64/libshop.so", "base.apk")), (kit, kit.path), (libc, libc.path)):
        offset = 0x1B70000 if item is image else 0
        half = 0x1000
        for start, end, rights, at in ((0, half, "r--", 0), (half, (item.size + 0xFFF) & ~0xFFF, "r-x", half)):
            rows.append((item.base + start, "    %08x'%08x-%08x'%08x %s %9x %9x  %s (BuildId: %s)" % (
                item.base + start >> 32, item.base + start & 0xFFFFFFFF, item.base + end - 1 >> 32, item.base + end - 1 & 0xFFFFFFFF, rights, offset + at, end - start, path, item.id)))
    rows.append((0, "--->Fault address falls at 000055d0'c4a1f000 after any mapped regions"))
    text += ["", "memory map (%d entries):" % (len(rows) - 1)] + [row for _, row in sorted(rows)]
    text += ["", "--- " * 15 + "---", "Cmdline: com.example.shop", "pid: 3608, tid: 3611, name: sync  >>> com.example.shop <<<", "uid: 10302"] + tombstone_registers(threads[1]) + ["", "3 total frames", "backtrace:"] + lines(threads[1])
    text += ["", "--------- log main", "11-20 11:43:02.871  3608  3608 I shop    : charging 3 items"]
    report = "tombstone/file/tombstone_00"
    write(report, "\n".join(text) + "\n")
    expect(report, process, threads)

    # The lines of two crashes in logcat, mixed; the second one has no function and no map.
    process, image, kit, libc = linux("gcc-dwarf5")
    process.apps.remove(kit)
    image.name, image.path, libc.path = "libshop.so", folder + "libshop.so", "/apex/com.android.runtime/lib64/bionic/libc.so"
    thread = Thread(tombstone_calls(linux_store(image)), crashed=True)
    signal = ["signal 6 (SIGABRT), code -1 (SI_QUEUE), fault addr --------", "Abort message: 'no account 7'"]
    crash = [banner] + tombstone_head(thread, 3608, "com.example.shop", signal) + [tombstone_frame(index, item) for index, item in enumerate(thread.frames)]
    other = [banner] + tombstone_head(threads[1], 4711, "sync", ["signal 11 (SIGSEGV), code 1 (SEGV_MAPERR), fault addr 0x0"]) + [tombstone_frame(0, main[0], name="__libc_init+120")]
    text = ["11-20 11:43:03.100  3608  3608 F libc    : Fatal signal 6 (SIGABRT), code -1 (SI_QUEUE) in tid 3608 (com.example.shop), pid 3608 (com.example.shop)"]
    for position in range(max(len(crash), len(other))):
        for lines_, pid in ((crash, 22310), (other, 22311)):
            if position < len(lines_):
                text.append(f"11-20 11:43:03.201 {pid} {pid} F DEBUG   : {lines_[position]}")
        if position % 7 == 3:
            text.append("11-20 11:43:03.201  1204  1311 I ActivityManager: Process com.example.shop has died")
    report = "tombstone/logcat/logcat.txt"
    write(report, "\n".join(text) + "\n")
    expect(report, process, [thread], part=0)


def console_line(index, item, style):
    """A line of callStackSymbols: `mangled` names the function, `image` gives the distance from the image."""
    address = "0x%016x " % item.address
    ours = item.image.known and item.image.program
    if ours and style != "image":
        name = item.image.program.chains[item.image.program.nearest(item.link)][-1][0]
        text = "%s + %d" % (name, item.link + (0 if item.exact else 1) - item.image.program.function_start(item.link))
    elif ours:
        text = "%s + %d" % (item.image.name, item.address - item.image.base)
    else:
        text = "%s + %d" % (item.symbol, item.offset)
    if style == "monitor":
        return "%-30s  0x%x %s" % (item.image.name, item.address, text)
    if style == "bare":
        return "%-4d%-35s %s" % (index, item.image.name, text)
    return "%-4d%-35s %s%s" % (index, item.image.name, address, text)


def expect_stacks(report, process, stacks):
    """Rows CS0, CS1 and so on for the call stacks of a log, all of which were recorded by their threads."""
    before = len(EXPECTED)
    expect(report, process, [], None, stacks)
    for position in range(before, len(EXPECTED)):
        EXPECTED[position] = EXPECTED[position][:1] + (EXPECTED[position][1].replace("ASB", "CS"),) + EXPECTED[position][2:]


def make_console():
    process = Process("macos", "arm64")
    image = process.app(programs("macos-arm64-dwarf4"), 0x102F10000)
    thrown = exception_chain(process, image, chain_verify(process, image))
    audit = exception_chain(process, image, chain_store(process, image))
    reason = "*** Terminating app due to uncaught exception 'ShopLedger', reason: 'no account \"7\"'"

    def lines(frames, style, indent="\t"):
        return [indent + console_line(index, item, style) for index, item in enumerate(frames)]

    # What the runtime prints of an exception, between other lines of a log.
    prefix = "2026-11-20 11:43:03.129 Shop[3608:51707] "
    text = [prefix + "ledger opened", prefix + reason, "*** First throw call stack:", "("] + lines(thrown, "mangled") + [
        ")", "libc++abi: terminating due to uncaught exception of type NSException", prefix + "3 items at 0x102f10d14 kept"]
    report = "console/first-throw/console.log"
    write(report, "\n".join(text) + "\n")
    expect_stacks(report, process, [thrown])

    # Events of an analytics service: a stack in a string, one in an array, and JSON in a string of JSON.
    stack = "before\n" + reason + "\n(\n" + "\n".join(lines(thrown, "mangled")) + "\n)\nafter \u2713"
    events = [
        json.dumps({"event": "launch", "ms": 41}),
        json.dumps({"event": "crash", "props": {"stack \"text\"": stack, "price": "7 + 12"}}),
        json.dumps({"event": "crash", "frames": lines(audit, "image", ""), "n": 2}, separators=(",", ":")),
        json.dumps({"payload": json.dumps({"trace": "\n".join(lines(thrown, "mangled"))})}),
    ]
    report = "console/events/events.json"
    write(report, "\n".join(events) + "\n")
    expect_stacks(report, process, [thrown, audit, thrown])

    # A monitor of hangs, which looks at other threads, and a log without addresses.
    sync = sync_thread(process, image)
    text = ["Lag of 3021 ms", "Backtrace of Thread 0:", "=" * 86] + [console_line(0, item, "monitor") for item in chain_account(process, image)]
    text += ["", "Backtrace of Thread 1:", "=" * 86] + [console_line(0, item, "monitor") for item in sync.frames]
    text += ["", "the same as the store keeps it:"] + lines(thrown, "bare", "")
    report = "console/monitor/lag.txt"
    write(report, "\n".join(text) + "\n")
    expect(report, process, [Thread(chain_account(process, image)), sync])
    expect_stacks(report, process, [thrown])


def make_jetsam():
    header = {"bug_type": "298", "timestamp": "2026-11-20 11:43:03.00 +0100", "os_version": "iPhone OS 26.1 (23B85)", "incident_id": str(made_up("jetsam")).upper()}
    body = {
        "build": "iPhone OS 26.1 (23B85)", "product": "iPhone17,1", "bug_type": "298", "incident": header["incident_id"],
        "memoryStatus": {"pageSize": 16384, "memoryPages": {"active": 81340, "free": 5120}}, "largestProcess": "Shop",
        "processes": [
            {"pid": 61, "name": "SpringBoard", "states": ["active"], "rpages": 9216, "lifetimeMax": 12288, "priority": 160},
            {"pid": 3608, "name": "Shop", "states": ["frontmost", "resume"], "rpages": 131200, "lifetimeMax": 131200, "priority": 100, "reason": "per-process-limit"},
            {"pid": 411, "name": "PayKitService", "states": ["daemon", "idle"], "rpages": 803, "priority": 0},
            {"name": "no pages", "states": []},
        ],
    }
    write("jetsam/per-process-limit/JetsamEvent-2026-11-20-114303.ips", json.dumps(header) + "\n" + json.dumps(body, indent=2) + "\n")


# Scripts/build.py makes these from the others; they stay.
OF_SCRIPTS = {"react-native", "react-native-user", "hermes"}
for format in os.listdir(REPORTS) if os.path.isdir(REPORTS) else []:
    folder = os.path.join(REPORTS, format)
    for case in os.listdir(folder) if os.path.isdir(folder) else []:
        if case not in OF_SCRIPTS:
            shutil.rmtree(os.path.join(folder, case))
make_apple_text()
make_ips()
make_kscrash()
make_kscrash_kin()
make_plcrash()
make_metrickit()
make_metrickit_reports()
make_backends()
make_sentry()
make_swift_backtrace()
make_coredump()
make_minidump()
make_dart()
make_tombstone()
make_console()
make_jetsam()
with open(os.path.join(REPORTS, "expected.tsv"), "w") as file:
    file.write("# report\tthread\tframe\timage\tlink-time address looked up\tanswer of llvm-symbolizer 19\tdebug file\n")
    for row in EXPECTED:
        file.write("\t".join(map(str, row)) + "\n")
reports = {row[0] for row in EXPECTED}
unanswered = [row for row in EXPECTED if row[5] == "??"]
print(f"{len(reports)} reports, {len(EXPECTED)} frames of apps, {sum(row[5].count(' <- ') for row in EXPECTED)} inlined")
if unanswered:
    raise SystemExit(f"no answer for {unanswered}")
