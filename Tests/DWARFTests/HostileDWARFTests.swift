import ObjectFiles
import SymbolModel
import TestSupport
import Testing

@testable import DWARF

/// Debug information in which a few bytes ask for endless work or memory.
@Suite struct HostileDWARFTests {
  private static func word(_ value: Int) -> [UInt8] { ELFFile.bytes(UInt32(value)) }
  private static func long(_ value: Int) -> [UInt8] { ELFFile.bytes(UInt64(value)) }

  /// So many times the same bytes.
  private static func times(_ count: Int, _ bytes: [UInt8]) -> [UInt8] { Array(repeatElement(bytes, count: count).joined()) }

  /// 1: a unit with children, code and a line table; 2: a unit with a range list; 3: a function with code and an origin; 4: an
  /// entry with a specification and an origin; 5: a function with a range list; 6: an inlined call with code and children.
  private static let abbreviations: [UInt8] = [
    1, 0x11, 1, 0x11, 0x01, 0x12, 0x06, 0x10, 0x17, 0, 0,
    2, 0x11, 0, 0x11, 0x01, 0x55, 0x17, 0, 0,
    3, 0x2e, 0, 0x11, 0x01, 0x12, 0x06, 0x31, 0x13, 0, 0,
    4, 0x2e, 0, 0x47, 0x13, 0x31, 0x13, 0, 0,
    5, 0x2e, 0, 0x55, 0x17, 0, 0,
    6, 0x1d, 1, 0x11, 0x01, 0x12, 0x06, 0, 0,
    7, 0x2e, 1, 0x11, 0x01, 0x12, 0x06, 0, 0, 0,
  ]

  /// A unit of DWARF 4 with these entries.
  private static func unit(_ entries: [UInt8]) -> [UInt8] {
    word(entries.count + 7) + ELFFile.bytes(UInt16(4)) + word(0) + [8] + entries
  }

  /// The root entry of abbreviation 1.
  private static let root: [UInt8] = [1] + long(0x1000) + word(0x1000) + word(0)

  /// A range list of so many ranges of four bytes, eight bytes apart, from the unit's base on.
  private static func rangeList(_ count: Int) -> [UInt8] {
    (0..<count).flatMap { long($0 * 8 + 8) + long($0 * 8 + 12) } + long(0) + long(0)
  }

  private static func file(_ folder: TemporaryFolder, info: [UInt8], ranges: [UInt8] = [], line: [UInt8] = []) throws
    -> ObjectFile
  {
    let elf = ELFFile([
      .init(".text", [UInt8](repeating: 0, count: 0x1000), flags: 6, address: 0x1000), .init(".debug_info", info),
      .init(".debug_abbrev", abbreviations), .init(".debug_ranges", ranges), .init(".debug_line", line),
    ])
    return try #require(try ObjectFile.load(path: folder.write(elf.bytes, to: "hostile")).first)
  }

  @Test func originsThatLeadToThemselvesEnd() throws {
    let folder = try TemporaryFolder()
    let head = 11 + Self.root.count
    let own: [UInt8] = [3] + Self.long(0x1000) + Self.word(16) + Self.word(head)
    let circle: [UInt8] = [3] + Self.long(0x1010) + Self.word(16) + Self.word(head + 34)
    // Each names the other one twice: without a bound the number of ways doubles with every step.
    let first: [UInt8] = [4] + Self.word(head + 43) + Self.word(head + 43)
    let second: [UInt8] = [4] + Self.word(head + 34) + Self.word(head + 34)
    let functions = own + circle + first + second
    let info = Self.unit(Self.root + functions + [0])
    let session = try DWARFSession(try Self.file(folder, info: info))
    let answers = session.answers(to: [LinkAddress(0x1004), LinkAddress(0x1014), LinkAddress(0x1024)])
    #expect(answers.map { $0?.frames.count } == [1, 1, nil])
    #expect(answers.allSatisfy { $0?.frames.first?.function?.name == nil && $0?.frames.first?.function?.linkageName == nil })
    session.forEachFlatUnit(jobs: 1) { _, flat in #expect(flat.scopes.count == 2) }
  }

  @Test func unitsThatShareOneLongRangeListAreBounded() throws {
    let folder = try TemporaryFolder()
    let ranges = Self.rangeList(2000)
    let units = Self.times(500, Self.unit([2] + Self.long(0x1000) + Self.word(0)))
    let file = try Self.file(folder, info: units, ranges: ranges)
    let entries = DebugEntries(try DebugSections(file), zeroIsCode: false)
    #expect(entries.units.count == 500 && entries.units.first?.ranges.count == 2000)
    #expect(entries.units.reduce(0) { $0 + $1.ranges.count } <= ranges.count)
    let damage = try #require(try DWARFSession(file).damage)
    #expect(damage.hasPrefix("the units from byte ") && damage.hasSuffix(" of .debug_info on have too many code ranges"))
  }

  @Test func functionsThatShareOneLongRangeListAreBounded() throws {
    let folder = try TemporaryFolder()
    let ranges = Self.rangeList(200)
    let functions = Self.times(500, [5] + Self.word(0))
    let file = try Self.file(folder, info: Self.unit(Self.root + functions + [0]), ranges: ranges)
    let entries = DebugEntries(try DebugSections(file), zeroIsCode: false)
    let context = entries.context(of: try #require(entries.units.first))
    let whole = ScopeTable(context)
    #expect(whole.functions.count <= ranges.count && whole.functions.count >= 200 && whole.damage != nil)
    // Limited to an address that no range holds, nothing is kept, and no more is read.
    let limited = ScopeTable(context, holding: [0x1001])
    #expect(limited.scopes.isEmpty && limited.damage == whole.damage)
    #expect(try DWARFSession(file).answers(to: [LinkAddress(0x1009)]).first??.hasFunction == true)
  }

  @Test func callsThatNestWithoutEndAreCut() throws {
    let folder = try TemporaryFolder()
    let depth = 20_000
    let calls = Self.times(depth, [6] + Self.long(0x1000) + Self.word(16))
    let function: [UInt8] = [7] + Self.long(0x1000) + Self.word(16)
    let entries = function + calls + Self.times(depth + 1, [0])
    let session = try DWARFSession(try Self.file(folder, info: Self.unit(Self.root + entries + [0])))
    let answers = session.answers(to: (0..<16).map { LinkAddress(0x1000 + $0) })
    #expect(answers.allSatisfy { $0?.frames.count == 1000 })
  }

  /// 40 bytes a row: a piece ends before it has its number of rows.
  @Test(arguments: [10, 3000]) func longRowsAreReadInPieces(rowsInPiece: Int) throws {
    let folder = try TemporaryFolder()
    let row = Self.times(19, [5, 7]) + [0x4b, 5, 1]
    let start: [UInt8] = [0, 9, 2] + Self.long(0x1000)
    let program = start + Self.times(4000, row) + [2, 4, 0, 1, 1]
    let entries = try Self.entries(folder, lineProgram: program)
    let reader = LineReader(entries.sections, rowsInPiece: rowsInPiece)
    let unit = try #require(entries.units.first)
    let (whole, pieces) = (try #require(reader.wholeTable(of: unit)), try #require(reader.tableInPieces(of: unit)))
    #expect(whole.rows.count > 4000)
    #expect(pieces.addresses.last == whole.addresses.last && pieces.rows.last?.line == whole.rows.last?.line)
    for address in stride(from: UInt64(0x1000), to: 0x1800, by: 3) {
      let (one, other) = (
        whole.row(at: address).map { whole.rows[$0].line }, pieces.row(at: address).map { pieces.rows[$0].line }
      )
      #expect(one == other)
    }
  }

  /// A unit with a line table of one file, `line_base` -5, `line_range` 14 and `opcode_base` 13.
  private static func entries(_ folder: TemporaryFolder, lineProgram program: [UInt8]) throws -> DebugEntries {
    let lengths: [UInt8] = [0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1]
    let names: [UInt8] = [0] + Array("a.c".utf8) + [0, 0, 0, 0, 0]
    let header: [UInt8] = [1, 1, 1, UInt8(bitPattern: -5), 14, 13] + lengths + names
    let body = ELFFile.bytes(UInt16(4)) + word(header.count) + header + program
    let file = try file(folder, info: unit(root + [0]), line: word(body.count) + body)
    return DebugEntries(try DebugSections(file), zeroIsCode: false)
  }

  /// A sequence ends with a row where another one begins; libdw puts the row of the later one last.
  @Test func rowsThatCoverNoAddressAnswerForNone() throws {
    let folder = try TemporaryFolder()
    let first: [UInt8] = [0, 9, 2] + Self.long(0x1100) + [3, 4, 1, 2, 16, 0, 1, 1]
    let second: [UInt8] =
      [0, 9, 2] + Self.long(0x1000) + [3, 9, 1] + [0, 9, 2] + Self.long(0x1100) + [3, 5, 1, 3, 5, 1, 0, 1, 1]
    let entries = try Self.entries(folder, lineProgram: first + second)
    let unit = try #require(entries.units.first)
    let reader = LineReader(entries.sections)
    let tables = [
      try #require(reader.wholeTable(of: unit)), try #require(reader.tableInPieces(of: unit)),
      try #require(reader.lines(of: unit, in: [0x1000...0x1000, 0x1100...0x1108])),
    ]
    for table in tables {
      let lines = [0x1000, 0x10ff, 0x1100, 0x1108, 0x1110].map { table.row(at: $0).map { table.rows[$0].line } }
      #expect(lines == [10, 10, 5, 5, nil])
    }
    for (address, line) in [(0x1100, 5), (0x1000, 10), (0x10ff, 10), (0x110f, 5)] as [(UInt64, UInt32)] {
      let alone = try #require(reader.lines(of: unit, in: [address...address]))
      #expect(alone.row(at: address).map { alone.rows[$0].line } == line)
    }
    let last = try Self.entries(folder, lineProgram: second)
    let unitOfLast = try #require(last.units.first)
    for (address, line) in [(0x1000, 10), (0x10ff, 10), (0x1100, nil)] as [(UInt64, UInt32?)] {
      let alone = try #require(LineReader(last.sections).lines(of: unitOfLast, in: [address...address]))
      #expect(alone.row(at: address).map { alone.rows[$0].line } == line)
    }
  }

  /// Sequences that overlap, touch or go back: those that libdw is not given must not change an answer.
  @Test func onlyTheNeededSequencesAnswerLikeAll() throws {
    let seed = SeededGenerator.seed(of: "sequences", usual: 0x5e9)
    var random = SeededGenerator(seed)
    let folder = try TemporaryFolder()
    for _ in 0..<SeededGenerator.rounds(40) {
      var program: [UInt8] = []
      let isTidy = Bool.random(using: &random)
      var next: UInt64 = 0x1000
      for _ in 0..<Int.random(in: 1...30, using: &random) {
        if !isTidy || Bool.random(using: &random) {
          next = isTidy ? next + UInt64.random(in: 0...40, using: &random) : UInt64.random(in: 0...0x1400, using: &random)
        }
        program += [0, 9, 2] + Self.long(Int(next))
        for _ in 0..<Int.random(in: 0...12, using: &random) {
          switch Int.random(in: 0..<8, using: &random) {
          case 0: program += [2, UInt8.random(in: 0...60, using: &random)]
          case 1: program += [3, UInt8.random(in: 0...9, using: &random), 1]
          case 6:
            program +=
              [3] + Self.signed(Int.random(in: -3_000_000...3_000_000, using: &random) >> Int.random(in: 0...20, using: &random))
          case 7: program += [5, UInt8.random(in: 0x80...0xff, using: &random), UInt8.random(in: 0...0x7f, using: &random)]
          case 2: program += [8]
          case 3: program += [9, UInt8.random(in: 0...9, using: &random), 0]
          default: program += [UInt8.random(in: 13...255, using: &random)]
          }
        }
        program += [2, UInt8.random(in: 0...9, using: &random), 0, 1, 1]
        if isTidy { next += 0x180 }
      }
      let entries = try Self.entries(folder, lineProgram: program)
      let unit = try #require(entries.units.first)
      let reader = LineReader(entries.sections, rowsInPiece: Int.random(in: 1...40, using: &random))
      let whole = try #require(reader.tableInPieces(of: unit), "seed \(seed)")
      let wanted = Set(
        (0..<Int.random(in: 1...6, using: &random)).map { _ in
          Bool.random(using: &random)
            ? whole.addresses.randomElement(using: &random) ?? 0 : UInt64.random(in: 0...0x2000, using: &random)
        }
      ).sorted()
      let libdw = try #require(reader.wholeTable(of: unit))
      let some = try #require(reader.tableInPieces(of: unit, in: wanted.map { $0...$0 }), "seed \(seed)")
      for address in wanted {
        let answers = [libdw, whole, some].map { table in table.row(at: address).map { table.rows[$0] } }
        for answer in answers.dropFirst() {
          #expect(answer?.line == answers[0]?.line && answer?.column == answers[0]?.column, "seed \(seed), address \(address)")
        }
      }
    }
  }

  /// A signed LEB128 number.
  private static func signed(_ number: Int) -> [UInt8] {
    var (bytes, rest) = ([UInt8](), number)
    while rest < -64 || rest > 63 {
      bytes.append(UInt8(rest & 0x7f) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest & 0x7f)]
  }
}
