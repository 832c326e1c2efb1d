import Bytes
import TestSupport
import Testing

@testable import BreakpadSymbols

/// The records of symbol files, in the odd forms that tools write.
@Suite struct BreakpadSymbolsTests {
  /// The frames at an address, innermost first: `function file:line`.
  static func frames(_ text: String, at address: UInt64) -> [String] {
    let symbols = BreakpadSymbols(ByteSlice(Array(text.utf8)))
    guard let (_, code) = symbols.code(at: address) else { return [] }
    let segment = code.segments[code.segment(at: address)]
    var (place, next) = ((segment.file, segment.line), segment.scope)
    var frames: [String] = []
    while next >= 0 {
      let scope = code.scopes[next]
      let name = scope.name < 0 ? "?" : symbols.table.text(at: scope.name)
      frames.append("\(name) \(place.0.flatMap { symbols.path($0) } ?? "?"):\(place.1)")
      (place, next) = ((scope.callFile, scope.callLine), scope.parent)
    }
    return frames
  }

  static func table(_ text: String) -> BreakpadTable { BreakpadTable(ByteSlice(Array(text.utf8))) }

  static let inlined = """
    MODULE mac arm64 4C4C44A955553144A146005A60474DE40 Shop
    FUNC m 1000 40 0 Shop::pay(std::vector<int> const&)
    INLINE 1 12 1 0 1010 8
    INLINE 0 30 0 7 1008 10 1030 8
    1000 8 29 0
    1008 8 11 1
    1010 8 5 2
    1018 18 0 0
    1030 8 13 1
    FILE 0 pay.cpp
    FILE 1 cart.h
    FILE 2 hg:hg.mozilla.org/mozilla-central:mfbt/Span.h:e4b11f027efc
    INLINE_ORIGIN 0 operator[]
    INLINE_ORIGIN 7 Cart::total()

    """

  @Test func inlinedCallsLeadFromTheLineToTheFunction() {
    let pay = "Shop::pay(std::vector<int> const&)"
    #expect(Self.frames(Self.inlined, at: 0x1004) == ["\(pay) pay.cpp:29"])
    #expect(Self.frames(Self.inlined, at: 0x1008) == ["Cart::total() cart.h:11", "\(pay) pay.cpp:30"])
    #expect(
      Self.frames(Self.inlined, at: 0x1017) == ["operator[] mfbt/Span.h:5", "Cart::total() cart.h:12", "\(pay) pay.cpp:30"])
    #expect(Self.frames(Self.inlined, at: 0x1018) == ["\(pay) pay.cpp:0"], "line 0 is no line")
    #expect(Self.frames(Self.inlined, at: 0x1037) == ["Cart::total() cart.h:13", "\(pay) pay.cpp:30"])
    #expect(Self.frames(Self.inlined, at: 0x1038) == ["\(pay) ?:0"], "no line covers it")
    #expect(Self.frames(Self.inlined, at: 0xfff).isEmpty && Self.frames(Self.inlined, at: 0x1040).isEmpty)
  }

  @Test func lineEndsOfWindowsAndEmptyLinesMakeNoDifference() {
    let text = Self.inlined.replacing("\n", with: "\r\n\r\n")
    #expect(Self.frames(text, at: 0x1017) == Self.frames(Self.inlined, at: 0x1017))
    #expect(Self.table(text).damage == nil)
  }

  /// Before 2022 the file of a call was not written, but that of each inlined function.
  @Test func theOlderFormOfInlinedCallsIsTold() {
    let text = """
      MODULE Linux x86_64 BBA6FA10B8AAB33D00000000000000000 shop
      FILE 0 main.cpp
      FILE 1 cart.h
      INLINE_ORIGIN 1 1 Cart::total() const
      INLINE_ORIGIN 2 1 sum
      FUNC 100 20 0 main
      INLINE 0 42 1 104 1c
      INLINE 1 39 2 108 8 118 4
      100 4 41 0
      104 1c 7 1
      """
    #expect(Self.frames(text, at: 0x11a) == ["sum cart.h:7", "Cart::total() const cart.h:39", "main main.cpp:42"])
    #expect(Self.frames(text, at: 0x110) == ["Cart::total() const cart.h:7", "main main.cpp:42"])
  }

  @Test func functionsComeBeforePublicSymbolsAndEndAtTheNext() {
    let table = Self.table(
      """
      MODULE windows x86 111111111111111111111111111111111 module1.pdb
      PUBLIC 0 0 start
      FUNC 200 80 0 second
      FUNC 100 180 4 first
      FUNC 300 0 0 empty
      300 4 88 2
      PUBLIC m 100 0 alias of first
      PUBLIC 210 0 inside
      PUBLIC 280 0 after
      PUBLIC 2a0 0 last

      """)
    #expect(table.damage == nil)
    #expect(table.symbols.map { table.text(at: $0.name) } == ["start", "first", "second", "after", "last"])
    #expect(table.symbols.map(\.end) == [0x100, 0x200, 0x280, 0x2a0, .max])
    #expect(table.function(at: 0x1ff).map { table.functions[$0].start } == 0x100 && table.function(at: 0x280) == nil)
  }

  @Test(arguments: [
    ("FUNC 1000\n", 2), ("FILE 0 a.c\n1000 4 44 0\n", 3), ("PUBLIC zz 0 name\n", 2), ("FUNC ffffffffffffffff 10 0 far\n", 2),
    ("INLINE_ORIGIN x y\n", 2), ("FUNC 11111111111111111111 1 0 long\n", 2),
  ])
  func damageIsToldWithItsLine(text: String, line: Int) {
    let table = Self.table("MODULE mac arm64 4C4C44A955553144A146005A60474DE40 Shop\n" + text)
    #expect(table.damage == "its line \(line) is no complete record")
  }

  @Test func namesMayBeMissingOrVeryLong() {
    let text = "MODULE mac arm64 0 a\nFUNC 10 4 0\nFUNC 20 4 0 " + String(repeating: "x", count: 150_000) + "\n"
    let table = Self.table(text)
    #expect(table.functions.map { table.text(at: $0.name).utf8.count } == [0, 65_536])
  }

  /// Whatever is in the file: an answer or none, and no end of the process.
  @Test func damagedFilesAnswerOrDoNot() throws {
    var generator = SeededGenerator(SeededGenerator.seed(of: "symbol files of Breakpad", usual: 30))
    let name = "Binaries/breakpad/out/mac/Shop/4C4C44E455553144A1B0602671AD96B10/Shop.sym"
    let original = try FixtureFolder.bytes(name)
    for _ in 0..<SeededGenerator.rounds(60) {
      var bytes = original
      for _ in 0..<Int.random(in: 1...40, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[place] = "0123456789abcdefFIP \n\rm-:\0".utf8.randomElement(using: &generator) ?? 0
      }
      bytes.removeLast(Int.random(in: 0..<bytes.count / 2, using: &generator))
      let symbols = BreakpadSymbols(ByteSlice(bytes))
      symbols.forEachFunction { function, code in
        #expect(
          code.segments.first?.start == function.start && code.segments.allSatisfy { code.scopes.indices.contains($0.scope) })
        #expect(code.scopes.enumerated().allSatisfy { $0.element.parent < $0.offset })
      }
      let list = symbols.table.symbols
      #expect(zip(list, list.dropFirst()).allSatisfy { $0.end <= $1.start })
    }
  }

  /// What grows in a file: functions, lines of one, calls beside each other and inside each other, public symbols, names.
  static let growing: [(String, @Sendable (Int) -> String)] = [
    ("functions", { "FUNC \(hex($0 * 16)) 10 0 f\($0)\n\(hex($0 * 16)) 10 \($0) 0\n" }),
    ("lines", { ($0 == 0 ? "FUNC 0 ffffff 0 f\n" : "") + "\(hex($0 * 4)) 4 \($0 % 2) 0\n" }),
    ("calls", { ($0 == 0 ? "FUNC 0 ffffff 0 f\n" : "") + "INLINE 0 \($0) 0 1 \(hex($0 * 4)) 4\n" }),
    ("depth", { ($0 == 0 ? "FUNC 0 ffffff 0 f\n" : "") + "INLINE \($0 % 8) \($0) 0 1 \(hex($0)) 8000\n" }),
    ("ranges", { $0 == 0 ? "FUNC 0 ffffff 0 f\nINLINE 0 1 0 1" : " \(hex($0 * 8)) 4" }),
    ("one place", { ($0 == 0 ? "FUNC 0 ffffff 0 f\n" : "") + "INLINE 0 \($0) 0 1 10 4\n10 4 \($0) 0\n" }),
    ("public symbols", { "PUBLIC \(hex($0 * 16)) 0 f\($0)\n" }), ("origins", { "INLINE_ORIGIN \($0) f\n" }),

  ]

  private static func hex(_ number: Int) -> String { String(number, radix: 16) }

  /// The work for a file and for one address in each of its functions grows with its length.
  @Test(arguments: growing.indices) func stepsGrowWithTheLength(index: Int) {
    let (name, unit) = Self.growing[index]
    var last: Int?
    for count in [500, 1000, 2000, 4000, 8000] {
      let text = "MODULE mac arm64 4C4C44A955553144A146005A60474DE40 Shop\nFILE 0 a.c\n" + (0..<count).map(unit).joined() + "\n"
      let bytes = ByteSlice(Array(text.utf8))
      let steps = StepCount(limit: .max) {}
      steps.during {
        let symbols = BreakpadSymbols(bytes)
        symbols.forEachFunction { _, code in
          for position in code.segments.indices { _ = code.earlierSegment(before: position) }
        }
      }
      if let last { #expect(steps.total < last * 5 / 2 + 4000, "\(name): \(count) after \(last)") }
      last = steps.total
    }
    #expect((last ?? 0) > 8000, "\(name)")
  }

  @Test(arguments: [
    ("mac arm64 4C4C44A955553144A146005A60474DE40", "", ["4C4C44A9-5555-3144-A146-005A60474DE4"]),
    ("Mac x86_64 4C4C44A955553144A146005A60474DE41", "INFO CODE_ID 00\n", ["4C4C44A9-5555-3144-A146-005A60474DE4"]),
    (
      "Linux x86_64 5A5F32914295A4FA22B591670A49FBEF0", "INFO CODE_ID 91325F5A9542FAA422B591670A49FBEF719A143E\n",
      ["91325f5a9542faa422b591670a49fbef719a143e", "5A5F3291-4295-A4FA-22B5-91670A49FBEF"]
    ),
    (
      "Linux x86_64 5A5F32914295A4FA22B591670A49FBEF0", "INFO GENERATOR x\n",
      ["91325F5A-9542-FAA4-22B5-91670A49FBEF", "5A5F3291-4295-A4FA-22B5-91670A49FBEF"]
    ),
    (
      "windows x86_64 09F9D7ECF31F60E34C4C44205044422Ea", "INFO CODE_ID 5E8F310E69D0000 xul.dll\n",
      ["09f9d7ecf31f60e34c4c44205044422e0000000a"]
    ),
    ("windows x86 222222222", "", ["22222222"]), ("Linux arm 000000000000000000000000000000000", "", []),
  ])
  func reportsNameABuildInSeveralWays(module: String, info: String, ids: [String]) throws {
    let header = try #require(BreakpadHeader(ByteSlice(Array("MODULE \(module) my app\n\(info)FUNC 1 1 0 x\n".utf8))))
    #expect(header.ids.map(\.description) == ids && header.name == "my app")
  }

  @Test(arguments: ["", "MODULE", "MODULE mac arm64\n", "MODULE x y not-an-id z\n", "MODULARITY mac arm64 00 x\n"])
  func otherTextIsNoSymbolFile(text: String) { #expect(BreakpadHeader(ByteSlice(Array(text.utf8))) == nil) }
}
