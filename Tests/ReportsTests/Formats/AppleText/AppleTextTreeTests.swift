import AppleLayout
import CrashModel
import SymbolModel
import Testing

@testable import Reports

/// Call trees of sample, spindump and their kin.
struct AppleTextTreeTests {
  static let sample = """
    Analysis of sampling Shop (pid 94) every 1 millisecond
    Process:         Shop [94]
    Analysis Tool:   /usr/bin/sample
    ----

    Call graph:
        2761 Thread_22   DispatchQueue_1: com.apple.main-thread  (serial)
        + 2761 start  (in libdyld.dylib) + 1  [0x7fff70df52a5]
        +   2761 ???  (in Shop)  load address 0x101671000 + 0xe30  [0x101671e30]
        +     ! 2000 ???  (in Shop)  load address 0x101671000 + 0xd68  [0x101671d68,0x101671d70]
        +     761 main  (in Shop) + 294  [0x101671dca]  main.c:276
        2761 Thread_23
          2761 ???  (in <unknown binary>)  [0x4800047383]

    Total number in stack (recursive counted multiple, when >=5):

    Binary Images:
           0x101671000 -        0x101671fff +Shop (0) <3457264D-8E59-379C-B9DE-F64DD04F1BB7> /Users/*/Shop

    """

  static let spindump = """
    Date/Time:        2026-11-20 03:12:44.000 +0100
    OS Version:       macOS 12.4 (Build 21F79)
    Event:            hang

    Process:          Shop [99] [unique pid 696637]

      Thread 0x34    DispatchQueue "com.apple.main-thread"(1)    1000 samples (1-1000)
      1000  start + 462 (dyld + 21790) [0x113f6c51e] 1-1000
        1000  ??? (Shop + 535708) [0x10da97c9c] 1-1000
          1000  <patched truncated backtrace>
            600  main + 4 (main.m:14 in Shop + 100) [0x10da15064]
             *600  ??? (kernel + 696640) [0xffffff80002ba140]

      Binary Images:
               0x10da15000 -        0x10dbe0fff  Shop (6)   <EEE799AA-AEAB-3BF1-AC79-C58000DAAC3A>  /Applications/Shop.app/Contents/MacOS/Shop
       *0xffffff8000210000 - 0xffffff8000c0ffff  kernel (8020) <3C587984-4004-3C76-8ADF-997822977184>  /System/Library/Kernels/kernel


    Process:          Other [7]

      Thread 0x35    1000 samples (1-1000)
      1 CoreFoundation 0x1858ec000 + 37028 [0x1858f50a4]

    """

  @Test func samplesBecomeTrees() throws {
    let report = try #require(AppleTextReader.read(Array(Self.sample.utf8)).first)
    #expect(report.kind == .sample)
    #expect(report.callTrees.map(\.name) == ["Thread_22   DispatchQueue_1: com.apple.main-thread  (serial)", "Thread_23"])
    #expect(report.callTrees.first?.nodes.map(\.depth) == [0, 1, 2, 2])
    #expect(report.callTrees.first?.nodes.map(\.sampleCount) == [2761, 2761, 2000, 761])
    #expect(report.frames.map(\.kind) == [.returnAddress, .returnAddress, .exact, .exact, .exact])
    #expect(report.frames.map(\.image) == [nil, 0, 0, 0, nil])
    #expect(report.frames.map(\.reported?.symbol) == ["start", nil, nil, "main", nil])
    #expect(report.frames[3].reported == ReportedSymbol(symbol: "main", offset: 294, file: "main.c", line: 276))
  }

  @Test func spindumpsHoldSeveralProcesses() throws {
    let reports = AppleTextReader.read(Array(Self.spindump.utf8))
    #expect(reports.map(\.process.name) == ["Shop", "Other"])
    #expect(reports.map(\.kind) == [.hang, .hang])
    #expect(reports.map(\.system.build) == ["21F79", "21F79"])
    #expect(reports.map(\.frames.count) == [4, 1])
    #expect(reports[0].callTrees.first?.nodes.map(\.depth) == [0, 1, 2, 3])
    #expect(reports[0].frames[2].reported == ReportedSymbol(symbol: "main", offset: 4, file: "main.m", line: 14))
    #expect(reports[0].frames.map(\.kind) == [.returnAddress, .returnAddress, .returnAddress, .exact])
    #expect(reports[1].frames.first?.reported == nil)
  }

  /// The address less the distance is where the image lies; a microstackshot's header has the UUID of the executable.
  @Test func nodesPlaceImagesThatNoListHas() throws {
    let text = """
      Date/Time:        2026-11-20 03:12:44.000 +0100
      Command:          Shop
      Path:             /private/var/containers/Bundle/Application/0/Shop.app/Shop
      Event:            disk writes

      Heaviest stack for the target process:
        61  ??? (libsystem_pthread.dylib + 2240) [0x22f72b8c0]
        52  ??? (Shop + 6324) [0x1007698b4]
        51  ??? (<7F1C0A52-8E6B-3B5E-9C0B-0A4F2E6D1C11> + 16) [0x107000010]

      Powerstats for:   Shop [122]
      UUID:             27E9C3C9-3AD1-3168-8D1A-52416AE93937

      """
    let reports = AppleTextReader.read(Array(text.utf8))
    let report = try #require(reports.first)
    #expect(report.kind == .diskWrite)
    #expect(report.images.map(\.name) == ["libsystem_pthread.dylib", "Shop", nil])
    #expect(report.images.map { $0.loadAddress?.value } == [0x2_2f72_b000, 0x1_0076_8000, 0x1_0700_0000])
    #expect(
      report.images.map { $0.id?.description } == [
        nil, "27E9C3C9-3AD1-3168-8D1A-52416AE93937", "7F1C0A52-8E6B-3B5E-9C0B-0A4F2E6D1C11",
      ])
    #expect(report.images.map(\.inApp) == [false, true, false])
    #expect(report.frames.map(\.image) == [0, 1, 2])
  }

  @Test func treesWithoutAListHaveTheImagesOfTheirLines() throws {
    let sample = """
      Call graph:
          2189 Thread_1
            2189 ???  (in Shop)  load address 0x1052bd000 + 0x3f8e36  [0x1056b5e36]
              2189 main  (in Shop) + 294  [0x1056b5e40]
                9 ???  (in <unknown binary>)  [0x4800047383]

      """
    let report = try #require(AppleTextReader.read(Array(sample.utf8)).first)
    #expect(report.images.map(\.name) == ["Shop"])
    #expect(report.images.map(\.loadAddress?.value) == [0x1_052b_d000])
    #expect(report.frames.map(\.image) == [0, nil, nil])
    #expect(report.frames.map(\.imageName) == [nil, "Shop", nil])
    let stack = """
      Heaviest stack for the target process:
        61  ??? (analyticsd + 6324) [0x1007698b4]
        52  ??? (<EEE799AA-AEAB-3BF1-AC79-C58000DAAC3A> + 196600) [0x7fff20030ff8]

      """
    let images = try #require(AppleTextReader.read(Array(stack.utf8)).first).images
    #expect(images.map(\.name) == ["analyticsd", nil])
    #expect(images.map(\.id?.description) == [nil, "EEE799AA-AEAB-3BF1-AC79-C58000DAAC3A"])
    #expect(images.map(\.loadAddress?.value) == [0x1_0076_8000, 0x7fff_2000_1000])
  }

  @Test func treesKeepTheirOwnWording() throws {
    let sample = Self.filled(Self.sample) { $0 == 1 ? ["pick [inlined] (A.swift:1)", "pay(_:) + 40 (B.swift:2)"] : nil }
    #expect(
      sample.contains(
        """
            +   2761 pick [inlined]  (in Shop)  [0x101671e30]  A.swift:1
            +   2761 pay(_:)  (in Shop) + 40  [0x101671e30]  B.swift:2

        """))
    let spindump = Self.filled(Self.spindump) { $0 == 1 ? ["pay(_:) + 40 (B.swift:2)"] : nil }
    #expect(spindump.contains("    1000  pay(_:) + 40 (B.swift:2 in Shop + 535708) [0x10da97c9c] 1-1000\n"))
  }

  /// Answers are arranged as they are, and not as their text would be read: a name may end like a file and line.
  @Test(arguments: [
    (sample, "2761 f (a.c:7)  (in Shop) + 4  [0x101671e30]  B.swift:2, approximate\n"),
    (spindump, "1000  f (a.c:7) + 4 (B.swift:2, approximate in Shop + 535708) [0x10da97c9c] 1-1000\n"),
  ]) func treesShowAnswersAsTheyAre(_ text: String, _ line: String) throws {
    let bytes = Array(text.utf8)
    let report = try #require(AppleTextReader.read(bytes).first)
    var resolutions = report.frames.map { _ in FrameResolution(basis: .none) }
    let source = SourceFrame(function: "f (a.c:7)", file: "/b/B.swift", line: 2, approximate: true)
    resolutions[1] = FrameResolution(basis: .line, symbol: "f (a.c:7)", sources: [source])
    resolutions[1].symbolOffset = 4
    let statuses = report.images.map { _ in ImageStatus(.found) }
    let answers = SymbolicatedReport(report: report, resolutions: resolutions, imageStatuses: statuses, path: "trees")
    var edits = ByteEdits()
    AppleTextEditor.fill(report, in: bytes, FrameReplacement(answers, style: FrameStyle()), &edits)
    #expect(String(decoding: edits.applied(to: bytes), as: UTF8.self).contains(line))
  }

  @Test(arguments: [sample, spindump]) func fillingAgainChangesNothing(_ text: String) throws {
    try AppleTextEditing.check(Array(text.utf8), name: "trees")
  }

  private static func filled(_ text: String, _ lines: @escaping (Int) -> [String]?) -> String {
    let bytes = Array(text.utf8)
    let filled = AppleTextEditor.fill(bytes, reports: AppleTextReader.read(bytes)) { part, frame in part == 0 ? lines(frame) : nil
    }
    return String(decoding: filled, as: UTF8.self)
  }
}
