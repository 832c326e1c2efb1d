import SymbolModel
import System
import TestSupport
import Testing

@testable import SymbolIndex

/// The example of `IndexLayout`, and enough further segments for several blocks.
private func sample() -> [UInt8] { Array(sampleParts().joined()) }

private func sampleParts() -> [[UInt8]] {
  var writer = IndexWriter()
  let main = writer.add(function: .init(linkageName: "_main", name: "main"))
  let inner = writer.add(function: .init(name: "f", scopes: "shop::(anonymous namespace)"))
  let outer = writer.add(scope: .init(function: main))
  let a = writer.add(file: "/src/a.c")
  let b = writer.add(file: "/src/b.c")
  let inlined = writer.add(scope: .init(function: inner, parent: outer, callFile: b, callLine: 3, callColumn: 7))
  writer.append(.init(start: 0x400, scope: outer, file: b, line: 2, column: 1))
  writer.append(.init(start: 0x408, scope: inlined, file: a, line: 12, column: 5))
  writer.append(.init(start: 0x410, scope: outer, file: b, line: 4, column: 1))
  writer.append(.init(start: 0x418, scope: outer, file: b, line: 0))
  writer.append(.init(start: 0x41c, scope: inlined, file: a, line: 0))
  writer.append(.init(start: 0x420))
  for index in 0..<100 as Range<UInt32> {
    writer.append(.init(start: 0x10000 + index * 40, scope: outer, file: a, line: 1000 - index * 9))
  }
  writer.append(.init(start: 0x10fa0, scope: outer, file: b, line: 0))
  writer.append(.init(start: 0x10fb0, scope: inlined, file: a, line: 0))
  writer.append(.init(start: 0x20000))
  return writer.finish(
    fingerprint: 77, textBase: LinkAddress(0x1_0000_0000), isELF: true, functionStarts: [0x400, 0x10000],
    symbols: [.init(start: 0x400, end: 0x420, name: "main"), .init(start: 0x30000, end: 0x30010, name: "stub")]) ?? []
}

private func open(_ bytes: [UInt8], fingerprint: UInt64? = 77) throws -> SymbolIndex {
  let folder = try TemporaryFolder()
  return try SymbolIndex(path: folder.write(bytes, to: "index"), fingerprint: fingerprint)
}

@Suite struct SymbolIndexTests {
  @Test(
    arguments: [(0x400, 1, 2), (0x407, 1, 2), (0x408, 2, 12), (0x40f, 2, 12), (0x410, 1, 4), (0x41b, 1, 0), (0x41f, 2, 0)]
      as [(UInt32, UInt32, UInt32)])
  func segmentsReachToTheNext(offset: UInt32, scope: UInt32, line: UInt32) throws {
    let segment = try #require(try open(sample()).segment(at: offset))
    #expect(segment.scope == scope && segment.line == line)
  }

  @Test(arguments: [0, 0x3ff, 0x420, 0xffff, 0x20000, .max] as [UInt32])
  func gapsHaveNothing(offset: UInt32) throws {
    #expect(try open(sample()).segment(at: offset) == nil)
  }

  @Test func everySegmentOfEveryBlockComesBack() throws {
    let index = try open(sample())
    for position in 0..<100 as Range<UInt32> {
      let segment = try #require(index.segment(at: 0x10000 + position * 40 + 39))
      #expect(segment.start == 0x10000 + position * 40 && segment.line == 1000 - position * 9)
    }
  }

  @Test func scopesLeadOutwards() throws {
    let index = try open(sample())
    let inlined = try #require(index.scope(2))
    #expect(index.function(inlined.function) == .init(name: "f", scopes: "shop::(anonymous namespace)"))
    #expect(index.file(inlined.callFile) == "/src/b.c" && inlined.callLine == 3 && inlined.callColumn == 7)
    let outer = try #require(index.scope(inlined.parent))
    #expect(index.function(outer.function) == .init(linkageName: "_main") && outer.parent == 0)
    #expect(index.scope(0) == nil && index.scope(3) == nil && index.file(99) == nil)
  }

  @Test func earlierLinesStayInTheirScope() throws {
    let index = try open(sample())
    func earlierLine(_ offset: UInt32) throws -> UInt32? {
      index.earlierSegment(before: try #require(index.segment(at: offset)))?.line
    }
    #expect(try earlierLine(0x418) == 4 && earlierLine(0x41c) == 12)
    #expect(try earlierLine(0x10fa0) == 1000 - 99 * 9)
    #expect(try earlierLine(0x10fb0) == nil, "a gap lies between")
    #expect(try earlierLine(0x400) == nil, "it has a line itself")
  }

  @Test func symbolsAndFunctionStarts() throws {
    let index = try open(sample())
    #expect(
      index.symbol(at: 0x41f)?.name == "main" && index.symbol(at: 0x420) == nil && index.symbol(at: 0x3000f)?.name == "stub")
    #expect(
      index.functionStart(of: 0x405) == 0x400 && index.functionStart(of: 0x11000) == 0x10000 && index.functionStart(of: 1) == nil)
    #expect(index.isELF && index.textBase.value == 0x1_0000_0000)
  }

  /// An answer may be kept for all addresses of a symbol only if no other one begins in it.
  @Test func symbolsInSymbolsAreNotAlone() throws {
    let symbols: [SymbolIndex.Symbol] = [
      .init(start: 0x10, end: 0x40, name: "around"), .init(start: 0x20, end: 0x30, name: "inside"),
      .init(start: 0x40, end: 0x50, name: "last"),
    ]
    var writer = IndexWriter()
    let parts = writer.finish(
      fingerprint: 77, textBase: LinkAddress(0), isELF: true, functionStarts: [], symbols: symbols)
    let index = try open(Array((parts ?? []).joined()))
    #expect(index.symbol(at: 0x11) == .init(start: 0x10, end: 0x40, name: "around", isAlone: false))
    #expect(index.symbol(at: 0x2f) == .init(start: 0x20, end: 0x30, name: "inside", isAlone: true))
    #expect(index.symbol(at: 0x30) == nil && index.symbol(at: 0x4f)?.isAlone == true)
  }

  @Test func unusableFilesAreRefused() throws {
    let bytes = sample()
    #expect(throws: SymbolIndex.Refusal.stale) { try open(bytes, fingerprint: 78) }
    #expect(throws: SymbolIndex.Refusal.truncated) { try open(Array(bytes.dropLast())) }
    #expect(throws: SymbolIndex.Refusal.truncated) { try open(bytes + [0]) }
    #expect(throws: SymbolIndex.Refusal.otherVersion) { try open([]) }
    var other = bytes
    other[7] ^= 1
    #expect(throws: SymbolIndex.Refusal.otherVersion) { try open(other) }
    var damaged = bytes
    damaged[40] ^= 1
    #expect(throws: SymbolIndex.Refusal.damaged) { try open(damaged) }
  }

  @Test func everyPrefixIsRefused() throws {
    let bytes = sample()
    for length in 0..<bytes.count { #expect(throws: SymbolIndex.Refusal.self) { try open(Array(bytes[..<length])) } }
  }

  @Test func mutationsBehindTheHeaderAreReadWithoutTraps() throws {
    let seed = SeededGenerator.seed(of: "damaged indexes", usual: 0x1de)
    var random = SeededGenerator(seed)
    let bytes = sample()
    for _ in 0..<SeededGenerator.rounds(200) {
      var damaged = bytes
      for _ in 0..<8 {
        damaged[Int.random(in: IndexHeader.size..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let index = try open(damaged)
      for offset in stride(from: 0 as UInt32, to: 0x31000, by: 0x123) {
        let segment = index.segment(at: offset)
        _ = index.scope(segment?.scope ?? 0).map { index.function($0.function) }
        _ = (index.file(segment?.file ?? 0), index.symbol(at: offset), index.functionStart(of: offset), "seed \(seed)")
        _ = segment.map { index.earlierSegment(before: $0) }
      }
    }
  }
}

@Suite struct IndexCacheTests {
  let id = ImageID(bytes: Array(1...16))

  @Test func whatWasAddedIsFoundByItsFingerprint() throws {
    let folder = try TemporaryFolder()
    let cache = IndexCache(folder: folder.path + "/cache", budget: 1 << 30)
    let id = try #require(id)
    #expect(cache.find(id, fingerprint: 77) == nil)
    #expect(try cache.add(sampleParts(), of: id, fingerprint: 77) != nil)
    #expect(cache.find(id, fingerprint: 77)?.segmentCount == 109)
    #expect(cache.find(id, fingerprint: 78) == nil)
  }

  @Test func damagedFilesAreRemoved() throws {
    let folder = try TemporaryFolder()
    let cache = IndexCache(folder: folder.path, budget: 1 << 30)
    let id = try #require(id)
    let path = cache.path(of: id, fingerprint: 77)
    try folder.write(Array(sample().prefix(500)), to: String(path.dropFirst(folder.path.utf8.count + 1)))
    #expect(cache.find(id, fingerprint: 77) == nil)
    #expect(FileSystem.status(path) == nil)
  }

  @Test func theBudgetIsKept() throws {
    let folder = try TemporaryFolder()
    let size = sample().count
    let cache = IndexCache(folder: folder.path, budget: size * 3 + size / 2)
    for byte in 1...6 as ClosedRange<UInt8> {
      _ = try cache.add(sampleParts(), of: try #require(ImageID(bytes: [byte, 2, 3, 4])), fingerprint: 77)
    }
    #expect(Files.below(folder.path).count == 3)
    #expect(cache.find(try #require(ImageID(bytes: [6, 2, 3, 4])), fingerprint: 77) != nil, "the newest stays")
  }
}
