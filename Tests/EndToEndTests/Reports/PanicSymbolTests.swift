import Foundation
import TestSupport
import Testing

/// The kernel's frames and those of its extensions are looked up by the UUIDs in the panic's text. The debug file of the fixtures stands for
/// those of the kernel and of an extension.
@Suite struct PanicSymbolTests {
  private static let id = "4C4C44E4-5555-3144-A1B0-602671AD96B1"
  private static let file = "Binaries/shop-cpp/out/ios-arm64/Shop.dSYM/Contents/Resources/DWARF/Shop"
  private static let lines = ["(checkout.cpp:27)", "(ledger.c:22)"]

  /// Intel's panics print frames and return addresses, and where `__TEXT` is.
  private static let intel = """
    *** Panic Report ***
    panic(cpu 2 caller 0xffffff8012b6e3b9): Kernel trap at 0xffffff8012a1b2c3

    Backtrace (CPU 2), Frame : Return Address
    0xffffff9118e3b0a0 : 0xffffff8012a04370
    0xffffff9118e3b120 : 0xffffff8012a0452c
          Kernel Extensions in backtrace:

    BSD process name corresponding to current thread: kernel_task
    Kernel version:
    Darwin Kernel Version 22.0.0
    Kernel UUID: \(id)
    Kernel slide:     0x0000000012800000
    Kernel text base: 0xffffff8012a00000

    """

  /// ARM's panics print return addresses, and where the code of the kernel and of its extensions is.
  private static func arm(kernel: String, extension id: String) -> String {
    """
    panic(cpu 1 caller 0xfffffff02e156784): watchdog timeout
    Kernel UUID: \(kernel)
    Kernel slide:      0x0000000025ec0000
    Kernel text base:  0xfffffff02cec4000
    Kernel text exec slide: 0x0000000025f78000
    Kernel text exec base:  0xfffffff02cf7c000
    Panicked task 0xffffffeadba39378: 0 pages, 263 threads: pid 0: kernel_task
    Panicked thread: 0xffffffe90ed3ced8, backtrace: 0xffffffecfb44f7e0, tid: 798
    \t\t  lr: 0xfffffff02cf7c370  fp: 0xffffffecfb44f820
    \t\t  lr: 0xfffffff02e13cd2c  fp: 0x0000000000000000
          Kernel Extensions in backtrace:
             com.example.driver(1.0)[\(id)]@0xfffffff02e13c800->0xfffffff02e156783
                dependency: com.apple.Family(1.0)[98A24B67-A443-3C7F-A0D6-F33C1BADF6D4]@0xfffffff02d85a740->0xfffffff02d8a796f

    """
  }

  /// Writes the debug file with a segment `__TEXT_EXEC` 0x4000 after `__TEXT`, as kernels of ARM processors have it.
  private static func writeKernel(to folder: TemporaryFolder) throws {
    var bytes = try FixtureFolder.bytes(file)
    let name = Array("__DATA\0\0".utf8)
    let segment = try #require(bytes.indices.first { Array(bytes[$0..<min($0 + 8, bytes.count)]) == name })
    bytes.replaceSubrange(segment..<segment + 12, with: Array("__TEXT_EXEC\0".utf8))
    bytes.replaceSubrange(segment + 16..<segment + 24, with: [0, 0x40, 0, 0, 1, 0, 0, 0])
    try folder.write(bytes, to: "kernel.dSYM/Contents/Resources/DWARF/kernel")
  }

  private static func images(_ report: String, _ arguments: [String]) throws -> [[String: Any]] {
    try #require(try SampleText.object(report, arguments)["images"] as? [[String: Any]])
  }

  @Test func framesOfIntelKernelsAreNamedInTheText() throws {
    let symbols = ["-s", FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64")]
    let run = try Symbolicate.run(["-"] + symbols, input: Array(Self.intel.utf8))
    #expect(
      run.stdout.contains("0xffffff9118e3b0a0 : 0xffffff8012a04370 checkout_entry + 12 (checkout.cpp:27)\n"), "\(run.stdout)")
    #expect(run.stdout.contains("0xffffff9118e3b120 : 0xffffff8012a0452c ledger_commit + 36 (ledger.c:22)\n"))
    #expect(try Symbolicate.run(["-"] + symbols, input: run.output).output == run.output)
    let images = try Self.images(Self.intel, symbols)
    #expect(images.map { $0["name"] as? String } == ["kernel"] && images[0]["status"] as? String == "found")
  }

  @Test func framesOfARMKernelsCountFromTheirCode() throws {
    let folder = try TemporaryFolder()
    try Self.writeKernel(to: folder)
    for isKernel in [true, false] {
      let other = "6AAC7152-26B3-355D-95F0-EC89EFA4152C"
      let report = Self.arm(kernel: isKernel ? Self.id : other, extension: isKernel ? other : Self.id)
      let run = try Symbolicate.run(["-", "-s", folder.path], input: Array(report.utf8))
      let named =
        isKernel ? "0xfffffff02cf7c370  fp: 0xffffffecfb44f820 checkout_entry + 12" : "fp: 0x0000000000000000 ledger_commit + 36"
      #expect(
        run.stdout.contains("\t\t  lr: ") && run.stdout.contains("\(named) \(Self.lines[isKernel ? 0 : 1])\n"), "\(run.stdout)")
      #expect(try Symbolicate.run(["-", "-s", folder.path], input: run.output).output == run.output)
    }
  }

  /// Before iOS 15 the message has only the address of `__TEXT`; the segments of a kernel outside a collection keep their distances.
  @Test func framesOfOlderARMKernelsCountFromTheirText() throws {
    let folder = try TemporaryFolder()
    try Self.writeKernel(to: folder)
    let text = Self.arm(kernel: Self.id, extension: "6AAC7152-26B3-355D-95F0-EC89EFA4152C")
    let lines = text.components(separatedBy: "\n").filter { !$0.hasPrefix("Kernel text exec") }
    let old = lines.joined(separator: "\n").replacingOccurrences(of: "0xfffffff02cf7c370", with: "0xfffffff02cec8370")
    let run = try Symbolicate.run(["-", "-s", folder.path], input: Array(old.utf8))
    #expect(
      run.stdout.contains("0xfffffff02cec8370  fp: 0xffffffecfb44f820 checkout_entry + 12 (checkout.cpp:27)\n"), "\(run.stdout)")
    let collected = old.replacingOccurrences(of: "Kernel slide:", with: "KernelCache slide: 0x00000000252d8000\nKernel slide:")
    let other = try Symbolicate.run(["-", "-s", folder.path], input: Array(collected.utf8))
    #expect(other.stdout == collected)
    let why = "the panic does not say where the kernel was (`Kernel text exec base`), so its addresses are not looked up"
    #expect(other.stderr.contains(why) && !run.stderr.contains(why))
    let named = try SampleText.object(old)
    #expect((named["triage"] as? [String: Any])?["class"] as? String == "panic")
    #expect(!run.stderr.contains("no symbols for"), "caches of the system do not have the kernel")
  }

  /// A driver's developer learns which debug file is missing; the system's are listed as missing, too.
  @Test func missingDebugFilesAreReported() throws {
    let report = Self.arm(kernel: Self.id, extension: "6AAC7152-26B3-355D-95F0-EC89EFA4152C")
    let run = try Symbolicate.run(["-"], input: Array(report.utf8))
    #expect(run.stdout == report && run.status == 4)
    #expect(run.stderr.contains("missing  com.example.driver 6AAC7152-26B3-355D-95F0-EC89EFA4152C, 1 frame"), "\(run.stderr)")
    let images = try Self.images(report, [])
    #expect(images.map { $0["name"] as? String } == ["kernel", "com.example.driver"])
    #expect(images.map { $0["status"] as? String } == ["missing", "missing"])
    #expect(images.map { $0["inApp"] as? Bool } == [false, true])
  }

  /// A file with the right ID and without the segment says nothing about where the code is: no name is better than a wrong one.
  @Test func aFileWithoutTheSegmentGivesNoNames() throws {
    let report = Self.arm(kernel: Self.id, extension: "6AAC7152-26B3-355D-95F0-EC89EFA4152C")
    let run = try Symbolicate.run(["-", "-s", FixtureFolder.path("Binaries/shop-cpp/out/ios-arm64")], input: Array(report.utf8))
    #expect(run.stdout == report)
  }

  /// Spindump prints the addresses of a stackshot: on ARM those of the code, on Intel those of `__TEXT`.
  @Test(arguments: [("0xfffffe0007d8c000", "0xfffffe0007d8c52c", 1324), ("0xffffff8007d88000", "0xffffff8007d8c52c", 17708)])
  func kernelsInSpindumpsCountFromTheirCode(base: String, address: String, offset: Int) throws {
    let folder = try TemporaryFolder()
    try Self.writeKernel(to: folder)
    let report = """
      Process:          kiosk [99]
      Path:             /Applications/Kiosk.app/Contents/MacOS/Kiosk

        Thread 0x3461855    10 samples (1-10)    priority 4 (base 4)
         *10  ??? (kernel + \(offset)) [\(address)]
           *10  ??? (kernel + \(offset - 4)) [\(address.dropLast(2))28]

        Binary Images:
         *\(base) - ???  kernel (8020.121.3)  <\(Self.id)>  /System/Library/Kernels/kernel

      """
    let run = try Symbolicate.run(["-", "-s", folder.path], input: Array(report.utf8))
    #expect(run.stdout.contains("ledger_commit + 36 (ledger.c:22"), "\(run.stdout)")
  }

  /// Stackshots beside the panic have the unslid addresses of the code, and no names of images.
  @Test func framesOfStackshotsCountFromTheCode() throws {
    let folder = try TemporaryFolder()
    try Self.writeKernel(to: folder)
    let body: [String: Any] = [
      "panicString": Self.arm(kernel: Self.id, extension: "6AAC7152-26B3-355D-95F0-EC89EFA4152C"), "product": "iPhone13,2",
      "processByPid": [
        "0": ["procname": "kernel_task", "threadById": ["798": ["id": 798, "kernelFrames": [[0, 0x370], [0, 0x52c]]]]]
      ],
      "binaryImages": [[Self.id.lowercased(), 0xfff_fff0_07ca_4000, "T"]],
    ]
    let text = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
    let report = #"{"bug_type":"210","os_version":"iPhone OS 17.4 (21E219)"}"# + "\n" + text
    let object = try SampleText.object(report, ["-s", folder.path])
    let thread = try #require((object["threads"] as? [[String: Any]])?.first)
    let frames = try #require(thread["frames"] as? [[String: Any]])
    #expect(frames[1]["symbol"] as? String == "ledger_commit", "\(frames)")
    let names = try #require(object["images"] as? [[String: Any]]).map { $0["name"] as? String }
    #expect(names == ["kernel", "kernel", "com.example.driver"])
  }
}
