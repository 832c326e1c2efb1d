/// Apple's text reports, and the texts of tools.
extension GrowingInput {
  private static let head = """
    Process:             Shop [3608]
    Path:                /Applications/Shop.app/Shop
    Identifier:          com.example.shop
    Version:             4.2.0 (1187)
    Code Type:           ARM-64 (Native)
    Date/Time:           2026-11-20 11:43:03.1291 +0100
    OS Version:          iPhone OS 17.1 (21B74)

    Exception Type:  EXC_BAD_ACCESS (SIGSEGV)
    Exception Codes: KERN_INVALID_ADDRESS at 0x0000000000000018


    """
  private static let images = """

    Binary Images:
    0x102000000 - 0x102ffffff Shop arm64 <4c4c44e455553144a1b0602671ad96b1> /Applications/Shop.app/Shop
    0x180000000 - 0x18fffffff libsystem.dylib arm64 <9f3a1d3e2cad53638727762fe178b1a8> /usr/lib/libsystem.dylib

    """

  private static func frame(_ index: Int) -> String {
    let offset = 16_384 + index * 4 % 0xf00000
    return "\(index)   Shop   \t\((0x1_0200_0000 + offset).address) 0x102000000 + \(offset)\n"
  }

  private static let crashed = "Thread 0 Crashed:\n" + frame(0) + frame(1)

  static let appleText: [GrowingInput] = [
    GrowingInput("apple-text reports") { _ in head + crashed + images + "\n" },
    GrowingInput("apple-text threads", head + crashed, end: images) { "\nThread \($0 + 1):\n" + frame($0) + frame($0 + 1) },
    GrowingInput("apple-text names of threads", head + crashed, end: images) {
      "\nThread \($0 + 1) name:  Dispatch queue: com.example.\($0)\nThread \($0 + 1):\n" + frame(0)
    },
    GrowingInput("apple-text frames", head + "Thread 0 Crashed:\n", end: images) { frame($0) },
    GrowingInput("apple-text frames of one address", head + "Thread 0 Crashed:\n", end: images) {
      "\($0)   Shop   \t0x0000000102004000 0x102000000 + 16384\n"
    },
    GrowingInput("apple-text named frames", head + "Thread 0 Crashed:\n", end: images) {
      "\($0)   libsystem.dylib   \t0x0000000180004000 function\($0) + 16\n"
    },
    GrowingInput("apple-text frames without images", head + "Thread 0 Crashed:\n") {
      "\($0)   Library\($0)   \t0x0000000180004000 0x180000000 + 16384\n"
    },
    GrowingInput("apple-text images", head + crashed + images) {
      let start = 0x2_0000_0000 + $0 * 0x10000
      return "\(start.address) - \((start + 0xffff).address) Library\($0) arm64 <\(identifier($0))> /usr/lib/Library\($0)\n"
    },
    GrowingInput("apple-text images at one address", head + crashed + images) {
      "0x102000000 - 0x102ffffff Library\($0) arm64 <\(identifier($0))> /usr/lib/Library\($0)\n"
    },
    GrowingInput("apple-text repeated keys", end: head + crashed + images) { _ in "Process:             Shop [3608]\n" },
    GrowingInput("apple-text keys", "Process:             Shop [3608]\n", end: head + crashed + images) { "Key \($0):  value\n" },
    GrowingInput("apple-text empty lines", head, end: crashed + images) { _ in "\n" },
    GrowingInput("apple-text information", head + "Application Specific Information:\n", end: "\n" + crashed + images) {
      "message \($0) of the application\n"
    },
    GrowingInput("apple-text registers", head + crashed + "\nThread 0 crashed with ARM Thread State (64-bit):\n", end: images) {
      "    x\($0): 0x0000000000000018   x\($0 + 1): 0x0000000048617c8b\n"
    },
    GrowingInput("apple-text long value", "Process:             Shop", end: " [3608]\n" + head + crashed + images) { _ in "a b "
    },
    GrowingInput(
      "apple-text long name", head + "Thread 0 Crashed:\n0   Shop   \t0x0000000102004000 ", end: " + 16\n" + images
    ) { "name\($0)<" },
    GrowingInput("apple-text long path", head + crashed + images + "0x2 - 0x3 Library arm64 <\(identifier(1))> ") { "/a\($0)" },
    GrowingInput(
      "apple-text backtraces", head + "Last Exception Backtrace:\n", end: "\n" + crashed + images
    ) { frame($0) },
    GrowingInput("apple-text summary of memory", head + crashed + images + "\nVM Region Summary:\n") {
      "MALLOC_SMALL \($0)                 8192K        1\n"
    },
  ]

  static let trees: [GrowingInput] = [
    GrowingInput("sample nodes", sampleHead, end: sampleEnd) {
      "    + 2 function\($0)  (in Shop) + 294  [0x101671dca]\n"
    },
    GrowingInput("sample depth", sampleHead, end: sampleEnd) {
      "    + " + String(repeating: " ", count: $0 % 512) + "2 function\($0)  (in Shop) + 294  [0x101671dca]\n"
    },
    GrowingInput("sample threads", sampleHead, end: sampleEnd) {
      "    2761 Thread_\($0)\n      2761 start  (in Shop) + 1  [0x101671e30]\n"
    },
    GrowingInput("spindump processes", "Date/Time:        2026-11-20 03:12:44.000 +0100\nEvent:            hang\n\n") {
      """
      Process:          Shop\($0) [\($0)]

        Thread 0x34    DispatchQueue "com.apple.main-thread"(1)    1000 samples (1-1000)
        1000  start + 462 (dyld + 21790) [0x113f6c51e] 1-1000
          1000  ??? (Shop + 535708) [0x10da97c9c] 1-1000

        Binary Images:
                 0x10da15000 -        0x10dbe0fff  Shop (6)   <EEE799AA-AEAB-3BF1-AC79-C58000DAAC3A>  /Applications/Shop


      """
    },
  ]

  private static let sampleHead = """
    Analysis of sampling Shop (pid 94) every 1 millisecond
    Process:         Shop [94]
    Analysis Tool:   /usr/bin/sample
    ----

    Call graph:
        2761 Thread_22   DispatchQueue_1: com.apple.main-thread  (serial)
        + 2761 start  (in libdyld.dylib) + 1  [0x7fff70df52a5]

    """

  private static let sampleEnd = """

    Total number in stack (recursive counted multiple, when >=5):

    Binary Images:
           0x101671000 -        0x101671fff +Shop (0) <3457264D-8E59-379C-B9DE-F64DD04F1BB7> /Users/*/Shop

    """

  static let texts: [GrowingInput] = [
    GrowingInput("swift-backtrace reports") { _ in swift + "0      0x00007f30b8f5319e\n\n\n" + swiftImages },
    GrowingInput("swift-backtrace threads", swift + "0      0x00007f30b8f5319e\n", end: "\n\n" + swiftImages) {
      "\nThread \($0 + 1):\n\n0      0x00007f30b8cd7335\n1 [ra] 0x00007f30b8cd7339\n"
    },
    GrowingInput("swift-backtrace frames", swift, end: "\n\n" + swiftImages) {
      "\($0) [ra] \((0x7f30_b8f5_3000 + $0).address)\n"
    },
    GrowingInput("swift-backtrace images", swift + "0      0x00007f30b8f5319e\n\n\n" + swiftImages) {
      let start = 0x7f31_0000_0000 + $0 * 0x10000
      return "\(start.address)–\((start + 0xffff).address) \(identifier($0)) lib\($0).so /usr/lib/lib\($0).so\n"
    },
    GrowingInput("swift-backtrace named frames", swift, end: "\n\n" + swiftImages) {
      "\($0) [ra] 0x00007f30b8f5319e name\($0) + 28 in shop at /src/shop.swift:\($0)\n"
    },
    GrowingInput("crashlytics threads", crashlytics) {
      "\nThread \($0)\n0  Shop  0x4370 (Missing UUID 4c4c44e455553144a1b0602671ad96b1)\n1  UIKit  0xb4c8 name + 8\n"
    },
    GrowingInput("crashlytics frames", crashlytics) {
      "\($0 + 1)  Shop  0x\($0) (Missing UUID 4c4c44e455553144a1b0602671ad96b1)\n"
    },
    GrowingInput("crashlytics images", crashlytics) { "\($0 + 1)  Library\($0)  0x4370 (Missing UUID \(identifier($0)))\n" },
    GrowingInput("crashlytics headers", "# Crashlytics - Stack trace\n", end: crashlytics) { "# Key \($0): value\n" },
    GrowingInput("lldb threads", lldb) {
      "  thread #\($0 + 2), name = 'worker'\n    frame #0: 0x000000019b0e8000 libsystem`wait + 8\n"
    },
    GrowingInput("lldb frames", lldb) { "    frame #\($0 + 1): 0x0000000100003f5c Shop`pick\($0) at Basket.swift:12:9\n" },
    GrowingInput("lldb images", lldb) { "    frame #\($0 + 1): 0x0000000100003f5c Library\($0)`pick + 9\n" },
    GrowingInput("lldb long name", lldb + "    frame #1: 0x0000000100003f5c Shop`") { "name\($0)<" },
    GrowingInput("lldb reports") { _ in lldb + "\n" },
    GrowingInput("threads alone") { "Thread \($0):\n0   Shop   \t0x0000000102004000 0x102000000 + 16384\n\n" },
    GrowingInput("quoted report", end: "\n") {
      "> " + (head + "Thread \($0) Crashed:\n" + frame(0)).replacing("\n", with: "\n> ")
    },
    GrowingInput(
      "prefixed report",
      head.split(separator: "\n", omittingEmptySubsequences: false).map { "12:30:00 I/crash: " + $0 + "\n" }.joined()
    ) {
      "12:30:00 I/crash: " + frame($0)
    },
  ]

  static let lldb = """
    * thread #1, queue = 'com.apple.main-thread', stop reason = EXC_BAD_ACCESS (code=1, address=0x10)
      * frame #0: 0x0000000100003f5c Shop`pick at Basket.swift:12:9

    """

  private static let swift = """
    *** Signal 4: Backtracing from 0x7f30b8f5319e... done ***

    *** Program crashed: Illegal instruction at 0x00007f30b8f5319e ***

    Platform: x86_64 Linux (Debian GNU/Linux 12 (bookworm))

    Thread 0 "shop" crashed:


    """

  private static let swiftImages = """
    Images (1 omitted):

    0x00007f30b8f50000–0x00007f30b8f60000 abf3bf33e5ef637a37c537cbdcdcc2bcaf747ece shop /srv/shop/bin/shop

    """

  private static let crashlytics = """
    # Crashlytics - Stack trace
    # Application: com.example.kiosk
    # Platform: apple
    # Version: 3.1 (12)

    Crashed: com.apple.main-thread
    0  Shop  0x452c (Missing UUID 4c4c44e455553144a1b0602671ad96b1)

    """

  static func identifier(_ index: Int) -> String {
    let digits = String(index, radix: 16)
    return "9f3a1d3e2cad53638727762f" + String(repeating: "0", count: max(8 - digits.count, 0)) + digits
  }
}
