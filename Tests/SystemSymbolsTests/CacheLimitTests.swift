import Bytes
import Foundation
import System
import TestSupport
import Testing

@testable import SystemSymbols

/// Limits of single fields: what is outside them is left out, and the rest stays.
@Suite struct CacheLimitTests {
  let copy: CacheCopy

  init() throws { copy = try CacheCopy("26") }

  /// Everything that a reader of the cache sees.
  func text() -> String {
    do {
      let cache = try SharedCache(path: copy.main)
      return cache.problems.joined(separator: "\n") + "\n" + CacheCopy.text(cache)
    } catch {
      return "\(error)"
    }
  }

  /// The position of LC_SYMTAB of the first image in the main file.
  func symbolTable() throws -> Int { try #require(try copy.command(2, from: copy.firstHeader())) }

  static let linkEdit = ".05.dyldlinkedit"
  static let alpha = "0x1000\talpha_public"
  /// The distance of the entry of `alpha_public` from the start of the symbol table: after those of two local symbols.
  static let alphaEntry = 32
  static let beta = "0x1000\tbeta_public"

  @Test func positionsInTheFileDoNotOverflow() throws {
    try copy.put(UInt64.max - 0x100, at: 0x228 + 16)
    #expect(text().contains("larger than the address space") || text().contains("no mappings"))
  }

  @Test(arguments: [".a/b", "..", "x01", ".\u{7}", ". ", ""]) func suffixesStayInTheDirectory(_ suffix: String) throws {
    let entry = Int(try copy.number(UInt32.self, at: 0x188)) + 24
    for (position, byte) in (Array(suffix.utf8) + [0]).enumerated() { try copy.put(byte, at: entry + position) }
    #expect(text().contains("subcache 1 has the suffix '\(suffix)', which no cache has"))
  }

  @Test func pathsOfImagesEndInTheFile() throws {
    let record = Int(try copy.number(UInt64.self, at: 0x88))
    let size = try FileManager.default.attributesOfItem(atPath: copy.main)[.size] as? Int ?? 0
    // Outside the file; at its last byte, which is no zero; in the middle of 5,000 letters.
    try copy.put(UInt32.max, at: record + 28)
    #expect(text().contains("image\t\t370C6838") && text().contains(Self.beta))
    try copy.append([UInt8](repeating: 0x41, count: 5000) + [0])
    try copy.put(UInt32(size), at: record + 28)
    #expect(text().contains("image\t\t370C6838"))
    try copy.put(UInt32(size + 4000), at: record + 28)
    #expect(text().contains("image\t" + String(repeating: "A", count: 1000) + "\t370C6838"))
    try copy.cut("", to: size + 4500)
    #expect(text().contains("image\t\t370C6838"))
  }

  @Test(arguments: [0, 4, 7, 10, 0xffff_fffc, 0xffff_ffff] as [UInt32]) func commandsHaveSizes(_ size: UInt32) throws {
    try copy.put(size, at: copy.firstHeader() + 36)
    #expect(text().contains("error\tits Mach-O header is damaged") && text().contains(Self.beta))
  }

  @Test func commandsEndWithTheirNumberAndTheMapping() throws {
    let header = try copy.firstHeader()
    // More commands, and more bytes of them, than there are: the last ones are zeros, which have no size.
    try copy.put(UInt32.max, at: header + 16)
    try copy.put(UInt32.max, at: header + 20)
    #expect(text().contains("error\tits Mach-O header is damaged") && text().contains(Self.beta))
    try copy.put(UInt32(3), at: header + 16)
    #expect(text().contains("problem\t") || !text().contains(Self.alpha), "without its symbol table, it has no names")
  }

  @Test func namesAreInTheirPool() throws {
    let command = try symbolTable()
    let entries = Int(try copy.number(UInt32.self, at: command + 8))
    let size = try copy.number(UInt32.self, at: command + 20)
    try copy.put(size, at: entries + Self.alphaEntry, in: Self.linkEdit)
    #expect(!text().contains(Self.alpha) && text().contains("alpha_tail") && text().contains("alpha_local"))
    #expect(text().contains(Self.beta))
  }

  @Test func longNamesAreLeftOut() throws {
    let command = try symbolTable()
    let pool = Int(try copy.number(UInt32.self, at: command + 16))
    let size = try FileManager.default.attributesOfItem(atPath: copy.path(Self.linkEdit))[.size] as? Int ?? 0
    try copy.append([UInt8](repeating: 0x41, count: 70_000) + [0], to: Self.linkEdit)
    try copy.put(UInt32(size + 70_001 - pool), at: command + 20)
    let entry = Int(try copy.number(UInt32.self, at: command + 8)) + Self.alphaEntry
    try copy.put(UInt32(size - pool), at: entry, in: Self.linkEdit)
    let cut = text()
    #expect(!cut.contains("AAAA") && !cut.contains(Self.alpha) && cut.contains("alpha_tail") && cut.contains(Self.beta))
    try copy.put(UInt32(size + 10_000 - pool), at: entry, in: Self.linkEdit)
    #expect(text().contains("0x1000\t" + String(repeating: "A", count: 60_000) + "\n"))
  }

  @Test(arguments: [0, 0x1_8000_3fff, 0x1_8000_8000, .max] as [UInt64]) func symbolsAreInTheCodeOfTheirImage(_ address: UInt64)
    throws
  {
    let entry = Int(try copy.number(UInt32.self, at: try symbolTable() + 8)) + Self.alphaEntry
    try copy.put(address, at: entry + 8, in: Self.linkEdit)
    #expect(!text().contains("alpha_public") && text().contains("alpha_tail") && text().contains(Self.beta))
  }

  @Test func localsOfMoreImagesThanThereAreAreRefused() throws {
    try copy.put(UInt32(7), at: 0x4000 + 20, in: ".symbols")
    #expect(text().contains("its table of local symbols is damaged"))
    #expect(text().contains(Self.alpha) && !text().contains("alpha_local"))
  }

  @Test func functionStartsEndAtNumbersThatAreTooLong() throws {
    let command = try #require(try copy.command(0x26, from: copy.firstHeader()))
    let table = Int(try copy.number(UInt32.self, at: command + 8))
    for position in 0..<11 { try copy.put(UInt8(0xff), at: table + position, in: Self.linkEdit) }
    #expect(text().contains("0x1000\talpha_public") && text().contains("0x10c0\talpha_tail"))
  }

  @Test func namesOfACacheAreLimited() {
    let budget = NameBudget(bytes: 1000)
    #expect(budget.take(symbols: 10, bytes: 4000))
    #expect(!budget.take(symbols: 10, bytes: 2 << 20), "names that many images share count each time")
    let other = NameBudget(bytes: 1 << 40)
    for _ in 0..<16 { #expect(other.take(symbols: NameBudget.imageSymbolLimit, bytes: 0)) }
    #expect(!other.take(symbols: 1, bytes: 0))
  }
}

/// What is read of a cache: every table once, in the order of the files.
@Suite struct CacheOrderTests {
  @Test(arguments: ["14", "15", "16", "26", "27", "mac", "sim", "watch"]) func tablesAreReadOnceAndInOrder(_ layout: String)
    throws
  {
    let copy = try CacheCopy(layout)
    let log = ReadLog()
    let cache = try SharedCache(path: copy.main, log: log)
    for image in cache.images { _ = try cache.symbols(of: image) { _, _, _ in } }
    let kinds = Dictionary(grouping: log.reads) { "\($0.path) \($0.table)" }
    #expect(!kinds.isEmpty)
    for (kind, reads) in kinds {
      for (read, next) in zip(reads, reads.dropFirst()) {
        #expect(read.range.upperBound <= next.range.lowerBound, "\(kind): \(read.range), then \(next.range)")
      }
    }
    #expect(kinds.keys.contains { $0.hasSuffix("symbols") }, "the images' own tables")
    #expect(["mac", "sim"].contains(layout) || kinds.keys.contains { $0.hasSuffix("locals") })
  }
}
