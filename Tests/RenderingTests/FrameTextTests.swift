import CrashModel
import SymbolModel
import Testing

@testable import AppleLayout

struct FrameTextTests {
  private static func lines(of resolution: FrameResolution, style: FrameStyle = FrameStyle()) -> [String]? {
    FrameText.words(of: resolution, style: style)?.map(\.line)
  }

  @Test func inlinedFunctionsStandAboveTheirCaller() {
    let lines = Self.lines(of: SampleAnswers.shop.resolutions[0])
    #expect(lines == ["Basket.pick(_:) [inlined] (Basket.swift:12)", "checkout(_:at:) + 24 (Checkout.swift:31)"])
    let full = Self.lines(of: SampleAnswers.shop.resolutions[0], style: FrameStyle(fullPaths: true))
    #expect(full == ["Basket.pick(_:) [inlined] (/src/Basket.swift:12)", "checkout(_:at:) + 24 (/src/Checkout.swift:31)"])
  }

  @Test func whatTheReporterSaysStays() {
    #expect(Self.lines(of: FrameResolution(basis: .reported, symbol: "a")) == nil)
    #expect(Self.lines(of: FrameResolution(basis: .none, reason: .notLookedUp)) == nil)
  }

  /// Sources of one frame and its line.
  static let wordings: [(SourceFrame, UInt64?, Bool, String)] = [
    (SourceFrame(function: "f"), 4, false, "f + 4"), (SourceFrame(function: "f"), nil, false, "f"),
    (SourceFrame(function: "f", file: "a.c"), 4, false, "f + 4 (a.c)"),
    (SourceFrame(function: "f", file: "/x/<compiler-generated>", line: nil), 4, false, "f + 4 (<compiler-generated>)"),
    (SourceFrame(function: "f", file: "C:\\x\\a.c", line: 3, approximate: true), 4, false, "f + 4 (a.c:3, approximate)"),
    (SourceFrame(function: "f", file: "a.c", line: 3), 0, true, "f + 0 (a.c:3) [mismatch]"),
  ]

  @Test(arguments: wordings.indices) func marks(_ row: Int) {
    let (source, offset, isMismatch, wanted) = Self.wordings[row]
    var resolution = FrameResolution(basis: .line, symbol: source.function, symbolOffset: offset, sources: [source])
    resolution.fromMismatch = isMismatch
    #expect(Self.lines(of: resolution) == [wanted])
  }

  /// An answer, whose names are read where they are, is written as its source frames are.
  @Test(arguments: [false, true], [nil, 24] as [UInt64?]) func anAnswerIsWrittenAsItsSourceFramesAre(
    fullPaths: Bool, offset: UInt64?
  ) {
    let inner = SourceFrame(function: "in\u{1B}[2J(x)\r\n", file: "/src/a\u{202E}.c", line: 3, inlined: true)
    let outers = [
      SourceFrame(function: "main", file: "C:\\x\\b.c", line: 70_001, approximate: true), SourceFrame(function: "f\n", line: 1),
      SourceFrame(function: "f", file: ""), SourceFrame(function: "f", file: "/src/dir/", line: 0),
      SourceFrame(function: "名前", file: "/src/<compiler-generated>"),
    ]
    let plain = SourceFrame(function: "$s3App2goyyF", file: "/src/go.swift", line: 9, inlined: true)
    for (sources, omitsOffsets) in outers.flatMap({
      [([$0], false), ([inner, $0], false), ([inner, inner, $0], true), ([plain, $0], false), ([plain, plain, $0], true)]
    }) {
      let answer = ResolvedAddress(basis: .debugInformation, sources: sources, functionStart: nil, isNamed: true)
      let symbol = sources.last?.function
      func written(_ resolution: FrameResolution) -> String {
        var writer = LineWriter()
        writer.omitsOffsets = omitsOffsets
        writer.head.append(literal: "0   App ")
        #expect(FrameText.write(at: 0, [resolution], FrameStyle(fullPaths: fullPaths), "", to: &writer))
        return String(decoding: writer.bytes.array, as: UTF8.self)
      }
      let expected = written(FrameResolution(basis: .line, symbol: symbol, symbolOffset: offset, sources: sources))
      #expect(written(FrameResolution(basis: .line, symbolOffset: offset, answer: answer)) == expected)
      #expect(written(FrameResolution(basis: .line, symbol: symbol, symbolOffset: offset, answer: answer)) == expected)
      #expect(written(FrameResolution(basis: .line, symbol: "own", symbolOffset: offset, answer: answer)).contains(" own"))
      var changed = FrameResolution(basis: .line, symbol: symbol, symbolOffset: offset, answer: answer)
      changed.sources[0].file = "/other.c"
      #expect(changed.answer == nil && written(changed) != expected)
    }
  }

  /// A symbol and a chain that are an answer's stay what they are when the other one changes.
  @Test func theSymbolOfAnAnswerIsItsRealFunction() {
    let sources = [SourceFrame(function: "in", inlined: true), SourceFrame(function: "main")]
    let answer = ResolvedAddress(basis: .debugInformation, sources: sources, functionStart: nil, isNamed: true)
    #expect(answer.function == "main" && answer.inlinedFunctions == 1 && !answer.mayBeMangled)
    let resolution = FrameResolution(basis: .line, answer: answer)
    #expect(resolution.symbol == "main" && resolution.inlinedFunctions == 1)
    #expect(FrameResolution(basis: .line, symbol: "other", answer: answer).symbol == "other")
    var changed = resolution
    changed.sources = []
    #expect(changed.symbol == "main" && changed.sources.isEmpty && changed.inlinedFunctions == 0)
    changed = resolution
    changed.symbol = "new"
    #expect(changed.symbol == "new" && changed.sources == sources)
    changed = resolution
    changed.symbol = nil
    #expect(changed.symbol == nil && changed.sources == sources && changed.inlinedFunctions == 1)
    #expect(
      ["$s4main", "_Z1f", "@__swiftmacro"].allSatisfy { name in
        ResolvedAddress(basis: .symbolTable, sources: [SourceFrame(function: name)], functionStart: nil, isNamed: true)
          .mayBeMangled
      })
  }

  @Test func symbolsWithoutSources() {
    #expect(Self.lines(of: FrameResolution(basis: .symbol, symbol: "main", symbolOffset: 12)) == ["main + 12"])
  }

  @Test func reportedNamesAreWordedTheSameWay() {
    var frame = Frame(index: 0, kind: .exact)
    frame.reported = ReportedSymbol(symbol: "b", offset: 4, file: "/x/b.c", line: 2)
    frame.reportedInlines = [ReportedSymbol(symbol: "a", file: "a.c", line: 1)]
    #expect(
      FrameText.words(reportedFor: frame, FrameResolution(basis: .reported), style: FrameStyle())?.map(\.line) == [
        "a [inlined] (a.c:1)", "b + 4 (b.c:2)",
      ])
    for symbol in ["_mh_execute_header", "<redacted>"] {
      frame.reported = ReportedSymbol(symbol: symbol, offset: 4)
      let unnamed = FrameResolution(basis: .none, reason: .notLookedUp)
      #expect(FrameText.words(reportedFor: frame, unnamed, style: FrameStyle())?.map(\.line) == nil)
    }
  }

  @Test func reportedNamesAreReadable() {
    var frame = Frame(index: 0, kind: .exact)
    frame.reported = ReportedSymbol(symbol: "_ZL3runPv", offset: 4)
    let named = FrameResolution(basis: .reported, symbol: "run(void*)", symbolOffset: 4)
    #expect(FrameText.words(reportedFor: frame, named, style: FrameStyle())?.map(\.line) == ["run(void*) + 4"])
    let unnamed = FrameResolution(basis: .none, reason: .notLookedUp)
    #expect(FrameText.words(reportedFor: frame, unnamed, style: FrameStyle())?.map(\.line) == ["_ZL3runPv + 4"])
  }
}
