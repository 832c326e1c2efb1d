import CrashModel
import Reports
import SymbolModel
import TestSupport
import Testing

/// What minidump-stackwalk prints for a minidump, of rust-minidump and of Breakpad.
@Suite struct MinidumpReaderTests {
  private static func fixture(_ name: String) throws -> CrashReport {
    try #require(try ReportDocument(reading: FixtureFolder.bytes("Reports/minidump/\(name)")).reports.first)
  }

  @Test func theJSONIsRead() throws {
    let report = try Self.fixture("json/shop.json")
    #expect(report.format == .minidump && report.kind == .crash)
    #expect(report.exception?.signal == "SIGSEGV" && report.exception?.subtype == "SEGV_MAPERR")
    #expect(report.exception?.faultAddress == RuntimeAddress(0))
    #expect(report.process.name == "shop" && report.process.pid == 3608 && report.lifetime == 131)
    #expect(report.threads.map(\.crashed) == [true, false] && report.threads[0].registers.contains { $0.name == "rip" })
    #expect(report.frames[0].otherPlaces.count == 1, "the crashed thread stands twice")
    // Offsets of callers are one byte before the return address already.
    #expect(report.frames.allSatisfy { $0.kind == .exact && $0.image != nil })
    // A build ID is longer than the identifier made of it.
    #expect(report.images.compactMap { $0.id?.hex.count } == [40, 40, 40])
  }

  @Test(arguments: ["text/Shop.txt", "table/Shop.out"]) func theTextsAreRead(name: String) throws {
    let report = try Self.fixture(name)
    #expect(report.exception?.type == "EXC_BAD_ACCESS" && report.exception?.subtype == "KERN_INVALID_ADDRESS")
    #expect(report.process.name == "Shop" && report.threads.map(\.crashed) == [true, false])
    // On ARM, Breakpad's table has the addresses of calls; the registers in the text have return addresses.
    let isTable = name.hasPrefix("table")
    let callers: [UInt64] = isTable ? [0x1_04b1_cc7c, 0x1_04b1_ce38] : [0x1_04b1_cc80, 0x1_04b1_ce3c]
    #expect(report.frames.prefix(3).map(\.address?.value) == [0x1_04b1_cb2c] + callers)
    let kind: Frame.Kind = isTable ? .exact : .returnAddress
    #expect(report.frames.prefix(3).map(\.kind) == [.exact, kind, kind])
    #expect(report.images.allSatisfy { $0.id?.count == 16 && $0.loadAddress != nil && $0.size != nil })
  }

  /// rust-minidump names functions that are inlined in lines of their own, and does not print the registers of these.
  @Test func inlinedFunctionsAndNamesOfTheToolAreKept() throws {
    let text = """
      Operating system: Mac OS X
                        11.6.7 20G630
      CPU: amd64

      Crash reason:  EXC_BAD_ACCESS / KERN_INVALID_ADDRESS
      Crash address: 0xffffffff80000042
      Memory accessed by instruction:
        0. Address: 0xffffffff80000042
      Process uptime: 0 seconds

      Thread 0 main (crashed) - tid: 4611
       0  crash-client!core::ptr::write_volatile::<u8> [mod.rs : 1574]
          Found by: inlining
       1  crash-client!sadness_generator::raise_segfault [lib.rs : 133 + 0x0]
           rax = 0x0000000102a58239    rdx = 0x0000700008e8b000
           rip = 0x0000000102a68cd4
          Found by: given as instruction pointer in context
       2  crash-client!crash_client::main [main.rs : 142 + 0x562]
           rip = 0x0000000102a5823e
          Found by: call frame info
       3  0x7fff00001234 (unloaded gone.dylib@0x1234)
          Found by: stack scanning

      Loaded modules:
      0x102a54000 - 0x102b5bfff  crash-client  ???  (main)
      0x7fff20000000 - 0x7fff20000fff  libdyld.dylib  0.852.2.0

      """
    let report = try #require(try ReportDocument(reading: Array(text.utf8)).reports.first)
    #expect(report.format == .minidumpText && report.system.version == "11.6.7" && report.system.build == "20G630")
    #expect(report.threads.first?.name == "main")
    #expect(report.frames.map(\.reportedName) == ["sadness_generator::raise_segfault", "crash_client::main", nil])
    #expect(report.frames[0].reportedInlines.map(\.symbol) == ["core::ptr::write_volatile::<u8>"])
    #expect(report.frames.map(\.address?.value) == [0x1_02a6_8cd4, 0x1_02a5_823e, 0x7fff_0000_1234])
    #expect(report.frames[1].reported?.line == 142 && report.frames.map(\.image) == [0, 0, nil])
    #expect(report.images[1].version == "0.852.2.0")
    #expect(report.other.contains { $0.path == "Memory accessed by instruction" })
  }

  /// Modules of Windows, and of ELF without a code ID, have only the identifier that symbol files of Breakpad have: a GUID and an age.
  @Test func theBreakpadIdentifierIsTheIDWhereThereIsNoOther() throws {
    let text = """
      OS|Windows NT|5.1.2600 Service Pack 2
      CPU|x86|GenuineIntel family 6 model 13 stepping 8|1
      GPU|||
      Crash|EXCEPTION_ACCESS_VIOLATION_WRITE|0x45|0
      Module|test_app.exe||test_app.pdb|5A9832E5287241C1838ED98914E9B7FF1|0x00400000|0x0042cfff|1

      0|0|test_app.exe|`anonymous namespace'::CrashFunction|c:\\test_app.cc|58|0x3
      0|1|kernel32.dll|BaseProcessStart|||0x23

      """
    let report = try #require(try ReportDocument(reading: Array(text.utf8)).reports.first)
    #expect(
      report.images.map { $0.id?.hex } == ["5a9832e5287241c1838ed98914e9b7ff00000001"]
        && report.images[0].idText == "5A9832E5287241C1838ED98914E9B7FF1")
    #expect(report.exception?.type == "EXCEPTION_ACCESS_VIOLATION_WRITE" && report.exception?.faultAddress?.value == 0x45)
    #expect(report.frames.map(\.reportedName) == ["`anonymous namespace'::CrashFunction", "BaseProcessStart"])
    #expect(report.frames[0].reported?.line == 58 && report.frames[1].reported?.offset == 0x23)
    #expect(report.frames[1].imageName == "kernel32.dll")
  }

  /// Breakpad's tool for microdumps prints no reason, in both of its forms.
  @Test(arguments: [
    """
    OS|Android|OS 64 VERSION INFO
    CPU|arm64||2
    GPU|||
    Crash||0x0|0
    Module|unittests||unittests|D6D1FEC9A15DE7F38A236898871A2E770|0x555f608000|0x555f6c7fff|0

    0|0|unittests|Setup_Test::TestBody|/s/microdump_unittest.cc|77|0xc
    """,
    """
    Operating system: Android
                      OS 64 VERSION INFO
    CPU: arm64
         2 CPUs

    Crash reason:  \u{20}
    Crash address: 0x0

    Thread 0 (crashed)
     0  unittests!Setup_Test::TestBody [microdump_unittest.cc : 77 + 0xc]
         pc = 0x000000555f611234
        Found by: given as instruction pointer in context

    Loaded modules:
    0x555f608000 - 0x555f6c7fff  unittests  ???
    """,
  ])
  func aMicrodumpHasACrashedThreadAndNoReason(text: String) throws {
    let report = try #require(try ReportDocument(reading: Array(text.utf8)).reports.first)
    #expect(report.kind == .crash && report.exception == nil && report.threads.map(\.crashed) == [true])
    #expect(report.frames.map(\.reportedName) == ["Setup_Test::TestBody"] && report.frames[0].reported?.line == 77)
  }

  @Test func aMinidumpIsToldWhatReadsIt() {
    #expect { _ = try ReportDocument(reading: Array("MDMP\u{93}\u{a7}".utf8) + [0, 0, 16, 0]) } throws: { error in
      (error as? ReportError)?.message.contains("minidump-stackwalk --json") == true
    }
  }

  @Test(arguments: ["json/shop.json", "text/Shop.txt", "table/Shop.out"]) func prefixesAreReadOrRefused(name: String) throws {
    let bytes = try FixtureFolder.bytes("Reports/minidump/\(name)")
    var generator = SeededGenerator(SeededGenerator.seed(of: "prefixes of minidump-stackwalk", usual: 0x5eed))
    for cut in SeededGenerator.cuts(of: bytes.count, usual: 100, &generator) {
      guard let document = try? ReportDocument(reading: Array(bytes[..<cut])) else { continue }
      #expect(document.reports.allSatisfy { $0.frames.allSatisfy { $0.sourceRange.upperBound <= cut } })
    }
  }
}
