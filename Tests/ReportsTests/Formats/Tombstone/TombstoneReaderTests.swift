import AppleLayout
import CrashModel
import Reports
import SymbolModel
import TestSupport
import Testing

/// Native backtraces of Android. The forms are those of AOSP's `tombstone_proto_to_text.cpp` and of real tombstones.
@Suite struct TombstoneReaderTests {
  static let text = """
    *** *** *** *** *** *** *** *** *** *** *** *** *** *** *** ***
    Build fingerprint: 'google/bluejay/bluejay:16/BP3A.250905.014/13873947:user/release-keys'
    Revision: 'MP1.0'
    ABI: 'arm64'
    Timestamp: 2025-11-24 16:26:18.007439439+0100
    Process uptime: 4s
    Cmdline: com.example.shop
    pid: 21891, tid: 21926, name: OkHttp Connecti  >>> com.example.shop <<<
    uid: 10302
    signal 6 (SIGABRT), code -1 (SI_QUEUE), fault addr --------
    Abort message: 'no account 7'
        x0  0000000000000001  x1  0000007fd37b0720  x2  0000000000000004  x3  00000defc7c63d47
        lr  0000007546e46a74  sp  0000007fd37b1fd0  pc  0000007546e46a7c  pst 0000000060001000

    5 total frames
    backtrace:
      NOTE: Function names and BuildId information is missing for some frames
          #00 pc 0000000000000a7c  /data/app/~~a==/com.example.shop-b==/lib/arm64/libshop.so (pay(int, Account*)+52) (BuildId: 64f2531fcba4a95daeaf6a4c899d517bb6f8479f)
          #01 pc 00000000000a7c10  /data/app/~~a==/com.example.shop-b==/base.apk!libcart.so (offset 0x1b70000) (BuildId: eb4ec0f1d1c7267591d83fa87cb36390)
          #02 pc 000000000000ba10  <anonymous:7942abc000> (com.example.shop.MainActivity.lambda$onCreate$13+0)
          #03 pc 000000000225f094  /memfd:jit-cache (deleted) (offset 0x2000000) (android.os.Handler.handleCallback+132)
          #04 pc 0000000000001010  <unknown>

    memory map (4 entries):
    --->Fault address falls at 00000000'00000000 before any mapped regions
        00000075'46e46000-00000075'46e46fff r--         0      1000  /data/app/~~a==/com.example.shop-b==/lib/arm64/libshop.so (BuildId: 64f2531fcba4a95daeaf6a4c899d517bb6f8479f)
        00000075'47000000-00000075'470fffff r--   1b70000    100000  /data/app/~~a==/com.example.shop-b==/base.apk (load bias 0x1000)
        00000075'47100000-00000075'471fffff r-x   1c70000    100000  /data/app/~~a==/com.example.shop-b==/base.apk (load bias 0x1000)
        00000075'48000000-00000075'48000fff rw-         0      1000

    --- --- --- --- --- --- --- --- --- --- --- --- --- --- --- ---
    Cmdline: com.example.shop
    pid: 21891, tid: 21938, name: worker  >>> com.example.shop <<<
    uid: 10302
        x0  0000000000000001  pc  0000007546e46a7c

    1 total frames
    backtrace:
          #00 pc 0000000000000a7c  /data/app/~~a==/com.example.shop-b==/lib/arm64/libshop.so (pay+52) (BuildId: 64f2531fcba4a95daeaf6a4c899d517bb6f8479f)

    open files:
        fd 0: /dev/null (unowned)
    --------- log main
    11-24 16:26:18.001  21891 21891 I shop    : charging

    """

  private static func reports(_ text: String) throws -> [CrashReport] { try ReportDocument(reading: Array(text.utf8)).reports }

  @Test func theFactsThreadsAndImagesAreRead() throws {
    let report = try #require(try Self.reports(Self.text).first)
    #expect(report.format == .tombstone && report.kind == .crash && report.diagnostics.isEmpty)
    #expect(report.process.name == "com.example.shop" && report.process.pid == 21891 && report.lifetime == 4)
    #expect(report.system.name == "Android" && report.system.version == "16" && report.system.build == "BP3A.250905.014")
    #expect(report.device.model == "bluejay" && report.device.cpuType == "arm64")
    #expect(report.exception?.signal == "SIGABRT" && report.exception?.codes == "SI_QUEUE")
    #expect(report.exception?.reason == "no account 7" && report.exception?.faultAddress == nil)
    #expect(report.threads.map(\.index) == [21926, 21938] && report.threads.map(\.name) == ["OkHttp Connecti", "worker"])
    #expect(report.threads.map(\.crashed) == [true, false] && report.threads.map(\.registers.count) == [8, 2])
    #expect(report.threads[0].registers.first { $0.name == "pc" }?.value == 0x75_46e4_6a7c)
    #expect(report.details.map(\.key) == ["fingerprint", "revision", "commandLine", "user", "memoryMap"])
    #expect(report.other.map(\.path) == ["line 17", "open files", "--------- log main"])
  }

  @Test func framesAreInTheFileOrTheLibraryInsideIt() throws {
    let report = try #require(try Self.reports(Self.text).first)
    #expect(report.images.map(\.name) == ["libshop.so", "libcart.so", "<anonymous:7942abc000>", "memfd:jit-cache (deleted)"])
    #expect(
      report.images.map(\.id?.hex) == [
        "64f2531fcba4a95daeaf6a4c899d517bb6f8479f", "eb4ec0f1d1c7267591d83fa87cb36390", nil, nil,
      ])
    #expect(report.images.map(\.inApp) == [true, true, false, false])
    #expect(report.images.map(\.loadAddress?.value) == [0x75_46e4_6000, 0x75_4700_0000, 0x79_42ab_c000, nil])
    #expect(report.images[1].size == 0x20_0000)
    // The address in the file counts from 0, the one in the process from where its first byte is: 0x1000 in this file.
    #expect(
      report.frames.map(\.address?.value) == [
        0x75_46e4_6a7c, 0x75_470a_6c10, 0x79_42ac_7a10, nil, 0x1010, 0x75_46e4_6a7c,
      ])
    #expect(report.frames.map(\.kind).allSatisfy { $0 == .exact } && report.frames[3].imageOffset?.value == 0x225_f094)
    #expect(report.frames.map { $0.reported?.symbol }.prefix(2) == ["pay(int, Account*)", nil])
    #expect(report.frames[0].reported?.offset == 52)
  }

  /// What loggers write before the lines; several crashes at once; the lines of other programs between them.
  @Test(arguments: [
    "11-24 16:26:18.201 22310 22310 F DEBUG   : ", "11-24 16:26:18.201 F/DEBUG   (22310): ", "F/DEBUG   (22310): ",
  ])
  func mixedLinesOfCrashesInLogcatAreReadEach(prefix: String) throws {
    let lines = Self.text.split(separator: "\n", omittingEmptySubsequences: false)
    let mixed = lines.flatMap { line in
      [
        prefix + line, prefix.replacing("22310", with: "22399") + line.replacing("21891", with: "31891"),
        "I/other   (  77): line",
      ]
    }
    let reports = try Self.reports(mixed.joined(separator: "\n"))
    #expect(reports.map(\.format) == [.tombstone, .tombstone] && reports.map(\.process.pid) == [21891, 31891])
    #expect(reports.map { $0.threads.map(\.frames.count) } == [[5, 1], [5, 1]])
    #expect(
      reports.map { $0.images.map(\.loadAddress) } == [
        reports[0].images.map(\.loadAddress), reports[0].images.map(\.loadAddress),
      ])
  }

  @Test func otherFormsOfFramesAreRead() throws {
    let report = try #require(
      try Self.reports(
        """
        #00 pc 000a7c10  /data/app/shop/base.apk (pay(char const (&) [3])+52) (offset 0x1b70000)
        #01 pc 0x00000000000a7c10 /system/lib64/libart.so (art::Execute(art::Thread*) (.__uniq.1124.llvm.48)+332) (BuildId: eb4e)
        #02 pc 00000000000a7c10  /data/app/shop/libc++_shared.so!lib/libc++_shared.so
        #03 pc 00000000000a7c10  [vdso] (__kernel_rt_sigreturn+0)
        """
      ).first)
    #expect(report.frames.count == 4 && report.exception == nil && report.threads.map(\.crashed) == [true])
    #expect(
      report.frames.map { $0.reported?.symbol } == [
        "pay(char const (&) [3])", "art::Execute(art::Thread*) (.__uniq.1124.llvm.48)", nil, "__kernel_rt_sigreturn",
      ])
    #expect(report.images.map(\.name) == ["base.apk", "libart.so", "libc++_shared.so", "[vdso]"])
    #expect(report.images.map(\.inApp) == [true, false, true, false] && report.images[1].id?.hex == "eb4e")
  }

  /// The names go into the parentheses before the ID, and the result is read again.
  @Test func answersAreWrittenAndReadAgain() throws {
    let document = try ReportDocument(reading: Array(Self.text.utf8))
    func answers(_ report: CrashReport) -> SymbolicatedReport {
      var answers = SymbolicatedReport(
        report: report, resolutions: report.frames.map { _ in FrameResolution(basis: .none, reason: .notLookedUp) },
        imageStatuses: [], path: "-")
      for position in [0, 1] {
        answers.resolutions[position] = FrameResolution(
          basis: .line, symbol: "pay(int, Account*)", symbolOffset: 52,
          sources: [
            SourceFrame(function: "Ledger::post(int)", file: "/src/ledger.cpp", line: 7, inlined: true),
            SourceFrame(function: "pay(int, Account*)", file: "/src/pay.cpp", line: 12),
          ])
      }
      return answers
    }
    let filled = document.filled(with: [answers(document.reports[0])], style: FrameStyle()).bytes
    let lines = String(decoding: filled, as: UTF8.self).split(separator: "\n").filter { $0.contains(" pc 0") }
    #expect(
      lines[0].hasSuffix(
        "/libshop.so (Ledger::post(int) [inlined] (ledger.cpp:7)) (BuildId: 64f2531fcba4a95daeaf6a4c899d517bb6f8479f)"))
    #expect(
      lines[1].hasSuffix("/libshop.so (pay(int, Account*) + 52 (pay.cpp:12)) (BuildId: 64f2531fcba4a95daeaf6a4c899d517bb6f8479f)")
    )
    #expect(
      lines[3].hasSuffix(
        "!libcart.so (offset 0x1b70000) (pay(int, Account*) + 52 (pay.cpp:12)) (BuildId: eb4ec0f1d1c7267591d83fa87cb36390)"))
    let again = try ReportDocument(reading: filled)
    #expect(again.reports[0].frames.map(\.address) == document.reports[0].frames.map(\.address))
    #expect(again.reports[0].frames[0].reportedInlines.map(\.symbol) == ["Ledger::post(int)"])
    #expect(again.filled(with: [answers(again.reports[0])], style: FrameStyle()).bytes == filled)
  }

  @Test func everyPrefixAndHostileNumbersAreRead() throws {
    let bytes = Array(Self.text.utf8)
    for count in stride(from: 0, through: bytes.count, by: 3) {
      let prefix = Array(bytes.prefix(count))
      guard let document = try? ReportDocument(reading: prefix) else { continue }
      let answers = document.reports.map { SymbolicatedReport(report: $0, resolutions: [], imageStatuses: [], path: "") }
      #expect(document.filled(with: answers, style: FrameStyle()).bytes == prefix)
    }
    let large = "ffffffffffffffff"
    let text = """
      pid: 99999999999999999999, tid: 7, name: a  >>> <<<
      signal (, code
          pc  \(large)
      backtrace:
        #00 pc \(large)  /data/app/a.so (x+99999999999999999999) (BuildId: zz)
        #999999 pc 1  /data/app/a.so (offset 0x\(large)) (BuildId: )
        #1000000 pc 1  /data/app/a.so
      memory map (1 entries):
          \(large)-\(large) r-x \(large) \(large)  /data/app/a.so (load bias 0x\(large))
          00000000'00000000-\(large) r-x 0 \(large)  /data/app/a.so (load bias 0x\(large))
      """
    let report = try #require(try Self.reports(text).first)
    #expect(report.frames.count == 2 && report.process.pid == nil && report.images.map(\.id) == [nil, nil])
  }
}
