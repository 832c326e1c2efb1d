#!/usr/bin/env python3
"""Writes Shop.sample.txt beside it: what `sample` prints of an app whose main thread is busy, made up, names already there."""
from pathlib import Path

APP, LOAD = "Shop", 0x104A38000
SYSTEM = {"dyld": 0x18A000000, "UIKitCore": 0x18B000000, "CoreFoundation": 0x18C000000, "Foundation": 0x18D000000,
          "libsystem_kernel.dylib": 0x18E000000, "libdispatch.dylib": 0x18F000000, "libsystem_pthread.dylib": 0x190000000}


def call(count, name, image, *callees):
    return count, name, image, callees


DECODE = [
    call(410, "Catalog.decode(_:)", APP,
         call(300, "Product.init(from:)", APP,
              call(180, "-[NSJSONSerialization _parse:]", "Foundation", call(180, "newJSONString", "Foundation")),
              call(90, "Price.init(_:)", APP, call(60, "-[NSDecimalNumber initWithString:]", "Foundation")),
              call(30, "ImageCache.url(for:)", APP)),
         call(80, "Array.sort(by:)", APP, call(80, "closure #1 in Catalog.decode(_:)", APP))),
    call(160, "Basket.reload()", APP,
         call(120, "Ledger.commit()", APP, call(100, "fsync", "libsystem_kernel.dylib")),
         call(40, "Basket.total.getter", APP)),
]
THREADS = [
    ("Thread_101   DispatchQueue_1: com.apple.main-thread  (serial)",
     call(840, "start", "dyld", call(840, "main", APP, call(840, "UIApplicationMain", "UIKitCore", call(
         840, "CFRunLoopRunSpecific", "CoreFoundation",
         call(600, "__CFRunLoopDoSource0", "CoreFoundation",
              call(590, "CatalogViewController.refresh()", APP, *DECODE)),
         call(240, "__CFRunLoopServiceMachPort", "CoreFoundation", call(240, "mach_msg2_trap", "libsystem_kernel.dylib"))))))),
    ("Thread_102   DispatchQueue_12: shop.images  (serial)",
     call(840, "start_wqthread", "libsystem_pthread.dylib", call(840, "_pthread_wqthread", "libsystem_pthread.dylib",
          call(500, "_dispatch_worker_thread2", "libdispatch.dylib", call(
              500, "closure #1 in ImageCache.store(_:)", APP, call(350, "ImageCache.scale(_:)", APP), call(150, "write", "libsystem_kernel.dylib"))),
          call(340, "__workq_kernreturn", "libsystem_kernel.dylib")))),
    ("Thread_103", call(840, "thread_start", "libsystem_pthread.dylib", call(840, "__semwait_signal", "libsystem_kernel.dylib"))),
]


def lines(node, depth, offsets):
    count, name, image, callees = node
    offset = offsets.setdefault((name, image), 0x1000 + 0x140 * len(offsets))
    base = LOAD if image == APP else SYSTEM[image]
    yield f"    +{'  ' * depth} {count} {name}  (in {image}) + {offset % 200}  [{base + offset:#x}]"
    for callee in callees:
        yield from lines(callee, depth + 1, offsets)


def main():
    offsets = {}
    text = ["Sampling process 3608 for 1 second with 1 millisecond of run time between samples",
            "Analysis of sampling Shop (pid 3608) every 1 millisecond", "Process:         Shop [3608]",
            "Path:            /Applications/Shop.app/Contents/MacOS/Shop", f"Load Address:    {LOAD:#x}",
            "Identifier:      com.example.shop", "Version:         4.2.0 (1187)", "Code Type:       ARM64", "",
            "Date/Time:       2026-11-20 11:43:03.129 +0100", "OS Version:      macOS 14.1 (23B74)", "Report Version:  7",
            "Analysis Tool:   /usr/bin/sample", "----", "", "Call graph:"]
    for title, node in THREADS:
        text.append(f"    {node[0]} {title}")
        text += lines(node, 0, offsets)
    text += ["", "Total number in stack (recursive counted multiple, when >=5):", "", "Binary Images:",
             f"       {LOAD:#x} -        {LOAD + 0x7FFFF:#x} +com.example.shop (4.2.0 - 1187) <8C1E0A52-8E6B-3B5E-9C0B-0A4F2E6D1C11> "
             "/Applications/Shop.app/Contents/MacOS/Shop"]
    for number, (name, base) in enumerate(SYSTEM.items()):
        folder = "/usr/lib" if name.startswith(("lib", "dyld")) else f"/System/Library/Frameworks/{name}.framework"
        text.append(f"       {base:#x} -        {base + 0xFFFFF:#x} {name} (1.0) <00000000-0000-3000-8000-{number + 1:012X}> {folder}/{name}")
    (Path(__file__).parent / "Shop.sample.txt").write_text("\n".join(text) + "\n")


main()
