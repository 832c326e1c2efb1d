import CLibdw
import ObjectFiles
import SymbolModel
import TestSupport
import Testing

@testable import DWARF

/// Functions and inlined calls with code as libdw's own iteration finds them: the oracle of the walk over the mapped bytes.
private struct LibdwWalk {
  var scopes: [Int: Set<Range<UInt64>>] = [:]

  init(_ sections: DebugSections) throws {
    let handle = try #require(sections.openLibdw())
    let dwarf = handle.dwarf
    defer { withExtendedLifetime(handle) {} }
    var offset: Dwarf_Off = 0
    var next: Dwarf_Off = 0
    var headerSize = 0
    while dwarf_nextcu(dwarf, offset, &next, &headerSize, nil, nil, nil) == 0 {
      var root = Dwarf_Die()
      if dwarf_offdie(dwarf, offset + Dwarf_Off(headerSize), &root) != nil { visit(&root) }
      offset = next
    }
  }

  private mutating func visit(_ entry: inout Dwarf_Die) {
    let tag = dwarf_tag(&entry)
    if tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine {
      var base: Dwarf_Addr = 0
      var low: Dwarf_Addr = 0
      var high: Dwarf_Addr = 0
      var position = 0
      var ranges: Set<Range<UInt64>> = []
      while true {
        position = dwarf_ranges(&entry, position, &base, &low, &high)
        if position <= 0 { break }
        if low < high { ranges.insert(low..<high) }
      }
      if !ranges.isEmpty { scopes[Int(dwarf_dieoffset(&entry))] = ranges }
    }
    var child = Dwarf_Die()
    guard dwarf_child(&entry, &child) == 0 else { return }
    var current = child
    while true {
      visit(&current)
      child = current
      guard dwarf_siblingof(&child, &current) == 0 else { return }
    }
  }
}

@Suite struct ScopeTableOracleTests {
  static let files = [
    "shop-cpp/out/macos-arm64-dwarf4/Shop.dSYM/Contents/Resources/DWARF/Shop",
    "shop-cpp/out/macos-x86_64-dwarf5/Shop.dSYM/Contents/Resources/DWARF/Shop",
    "shop-swift/out/Shop.dSYM/Contents/Resources/DWARF/Shop",
    "watch32/out/Watch.dSYM/Contents/Resources/DWARF/Watch",
    "elf/out/gcc-dwarf2/shop", "elf/out/gcc-dwarf4/shop", "elf/out/gcc-dwarf5/shop", "elf/out/clang-dwarf5/shop",
    "elf/out/clang-dwarf64/shop", "elf/out/clang-sections/shop", "elf/out/elf32/shop", "elf/out/gcc-types/shop",
    "elf/out/zlib/shop",
    "elf/out/zstd/shop",
  ]

  @Test(arguments: files)
  func walkFindsWhatLibdwFinds(name: String) throws {
    let file = try #require(try ObjectFile.load(path: FixtureFolder.path("Binaries/" + name)).first)
    let expected = try LibdwWalk(DebugSections(file)).scopes
    let entries = DebugEntries(try DebugSections(file), zeroIsCode: true)
    var found: [Int: Set<Range<UInt64>>] = [:]
    for unit in entries.units {
      let table = ScopeTable(entries.context(of: unit))
      for scope in table.scopes where scope.low < scope.high { found[scope.entry] = Set(table.ranges(of: scope)) }
    }
    #expect(expected.count >= 5)
    #expect(found == expected)
  }

  @Test(arguments: files)
  func everyScopeLiesInsideItsFunction(name: String) throws {
    let file = try #require(try ObjectFile.load(path: FixtureFolder.path("Binaries/" + name)).first)
    let entries = DebugEntries(try DebugSections(file), zeroIsCode: false)
    for unit in entries.units {
      let table = ScopeTable(entries.context(of: unit))
      for (position, scope) in table.scopes.enumerated() where scope.low < scope.high {
        #expect(Int(scope.end) > position && Int(scope.end) <= table.scopes.count)
        let chain = table.chain(at: scope.low)
        #expect(!chain.isEmpty && table.scopes[chain[0]].isFunction)
      }
    }
  }
}

@Suite struct LimitedScopeTableTests {
  @Test(arguments: ScopeTableOracleTests.files)
  func tablesOfSomeAddressesAnswerLikeThoseOfTheUnit(name: String) throws {
    let file = try #require(try ObjectFile.load(path: FixtureFolder.path("Binaries/" + name)).first)
    let entries = DebugEntries(try DebugSections(file), zeroIsCode: true)
    var compared = 0
    for unit in entries.units {
      let whole = ScopeTable(entries.context(of: unit))
      let all = whole.functions.flatMap { [$0.low, $0.low + ($0.high - $0.low) / 2, $0.high - 1, $0.high] }.sorted()
      for step in [1, 3, all.count] where step > 0 {
        let asked = stride(from: 0, to: all.count, by: step).map { all[$0] }
        let limited = ScopeTable(entries.context(of: unit), holding: asked)
        #expect(limited.hasCode == whole.hasCode)
        for address in asked {
          let chain = { (table: ScopeTable) in table.chain(at: address).map { table.scopes[$0].entry } }
          #expect(chain(limited) == chain(whole) && limited.functionStart(of: address) == whole.functionStart(of: address))
          compared += 1
        }
      }
    }
    #expect(compared > 20)
  }
}

@Suite struct DamagedDWARFTests {
  @Test(arguments: [
    "shop-swift/out/Shop.dSYM/Contents/Resources/DWARF/Shop", "elf/out/clang-dwarf5/libpaykit.so",
    "watch32/out/Watch.dSYM/Contents/Resources/DWARF/Watch",
  ])
  func damageEndsInAnswersOrErrors(name: String) throws {
    let seed = SeededGenerator.seed(of: "damaged scopes", usual: 0x5c0)
    var random = SeededGenerator(seed)
    let original = try FixtureFolder.bytes("Binaries/" + name)
    let folder = try TemporaryFolder()
    for _ in 0..<SeededGenerator.rounds(60) {
      var bytes = original
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        bytes[Int.random(in: 64..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 0..<bytes.count / 2, using: &random)) }
      let path = try folder.write(bytes, to: "damaged")
      guard let file = try? ObjectFile.load(path: path).first, let session = try? DWARFSession(file) else { continue }
      let code = file.sections.filter(\.isCode).prefix(2)
      let addresses = code.flatMap { section in (0..<64).map { LinkAddress(section.address.value &+ section.size / 64 &* $0) } }
      for rule in [LineZeroRule.asRecorded, .nearestEarlier] {
        let answers = session.answers(to: addresses, ResolveOptions(lineZero: rule)).map { $0?.words }
        // Threads share the rows of few units, and their addresses.
        let other = try DWARFSession(file)
        let shared = other.answers(to: addresses, ResolveOptions(lineZero: rule, jobs: 3)).map { $0?.words }
        #expect(answers == shared, "seed \(seed)")
      }
    }
  }

  @Test(arguments: FixtureFolder.files(below: "Malformed/out"))
  func malformedFilesAreRefusedOrAnswered(name: String) throws {
    guard let files = try? ObjectFile.load(path: FixtureFolder.path(name)) else { return }
    for file in files {
      guard let session = try? DWARFSession(file) else { continue }
      let addresses = (0..<256).map { LinkAddress(file.textBase.value &+ 0x900 &+ $0 * 16) }
      let answers = session.answers(to: addresses, ResolveOptions(lineZero: .asRecorded))
      let shared = try DWARFSession(file).answers(to: addresses, ResolveOptions(lineZero: .asRecorded, jobs: 2))
      #expect(answers.map { $0?.words } == shared.map { $0?.words })
    }
  }
}
