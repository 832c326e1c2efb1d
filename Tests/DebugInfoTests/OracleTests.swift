import DWARF
import Demangling
import Foundation
import ObjectFiles
import SymbolModel
import TestSupport
import Testing

@testable import DebugInfo

/// One function at one place, as a symbolizer prints it.
private struct Place: Hashable, CustomStringConvertible {
  var function: String
  var location: String
  var description: String { "\(function) @ \(location)" }

  /// Paths are compared without `.` components and doubled slashes.
  init(function: String, location: String) {
    self.function = function
    self.location =
      location.isEmpty || location == ":0:0"
      ? "??:0:0" : location.replacingOccurrences(of: "/./", with: "/").replacingOccurrences(of: "//", with: "/")
  }
}

/// Our answers in the same form, rows and names as recorded.
private func answers(_ file: ObjectFile, _ addresses: [UInt64]) -> [[Place]] {
  DebugImage(files: [file]).resolve(addresses.map { LinkAddress($0) }, names: .mangled, lineZero: .asRecorded).map { answer in
    guard let answer else { return [Place(function: "??", location: "??:0:0")] }
    return answer.sources.map { source in
      Place(
        function: source.function.isEmpty ? "??" : source.function,
        location: "\(source.file ?? "??"):\(source.line ?? 0):\(source.column ?? 0)")
    }
  }
}

private func file(_ name: String, _ architecture: String) throws -> ObjectFile {
  let files = try ObjectFile.load(path: FixtureFolder.path("Binaries/" + name))
  return try #require(files.first { $0.architecture?.name == architecture })
}

/// Fixtures/Binaries/oracle.tsv: answers of llvm-symbolizer 19 that were recorded when the fixtures were built.
private let recorded: [(file: String, architecture: String, address: UInt64, places: [Place])] = {
  let text = (try? String(contentsOfFile: FixtureFolder.path("Binaries/oracle.tsv"), encoding: .utf8)) ?? ""
  return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
    let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    let places = cells[3].components(separatedBy: " <- ").map { place in
      let parts = place.components(separatedBy: " @ ")
      return Place(function: parts[0], location: parts.count > 1 ? parts[1] : "")
    }
    return (cells[0], cells[1], UInt64(cells[2].dropFirst(2), radix: 16) ?? 0, places)
  }
}()

@Suite struct RecordedOracleTests {
  static let files = Set(recorded.map { "\($0.file)|\($0.architecture)" }).sorted()
  static let twins: [[String]] = {
    let text = (try? String(contentsOfFile: FixtureFolder.path("Binaries/twins.tsv"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.split(separator: "\t").map(String.init) }
  }()

  @Test(arguments: files)
  func agreesWithTheRecordedAnswers(key: String) throws {
    let parts = key.split(separator: "|").map(String.init)
    try compare(file: parts[0], architecture: parts[1], with: parts[0])
  }

  /// Threads share the units of a file, or the rows and addresses of a few, and name what they find.
  @Test(arguments: files)
  func threadsAnswerAsOneDoes(key: String) throws {
    let parts = key.split(separator: "|").map(String.init)
    let file = try file(parts[0], parts[1])
    let addresses = recorded.filter { $0.file == parts[0] && $0.architecture == parts[1] }.map { LinkAddress($0.address) }
    // Each address again, and some in its neighborhood, which nothing may contain.
    let asked = (addresses + addresses.flatMap { [LinkAddress($0.value &+ 1), LinkAddress($0.value &+ 4_096)] }).sorted()
    for (style, rule) in [(NameStyle.short, LineZeroRule.asRecorded), (.mangled, .nearestEarlier)] {
      let alone = DebugImage(files: [file]).resolve(asked, names: style, lineZero: rule)
      #expect(alone.contains { $0 != nil })
      #expect(DebugImage(files: [file], jobs: 3).resolve(asked, names: style, lineZero: rule) == alone)
    }
  }

  /// The same program with its debug information stored in another way gives the same answers.
  @Test(arguments: twins.filter { !needsStore.contains($0[0]) })
  func twinsAgree(row: [String]) throws {
    try compare(file: row[0], architecture: row[1], with: row[2])
  }

  /// Programs whose debug information is in a file of its own, which is found by ID: the store's tests look at them.
  static let needsStore: Set = ["elf/out/debuglink/shop", "elf/out/build-id/shop"]

  private func compare(file name: String, architecture: String, with original: String) throws {
    let rows = recorded.filter { $0.file == original && ($0.architecture == architecture || name != original) }
    #expect(rows.count >= 7)
    let found = answers(try file(name, architecture), rows.map(\.address))
    for (row, mine) in zip(rows, found) {
      #expect(
        mine == row.places || Difference(row.places, mine) != nil,
        "\(name) 0x\(String(row.address, radix: 16)): llvm \(row.places), ours \(mine)")
    }
  }
}

/// The classes in which we differ from llvm-symbolizer on purpose.
private enum Difference {
  /// LLVM falls back to the `STT_FILE` symbol for the file of code without a line; we give no file without a line.
  case fileOfSymbolTable
  /// LLVM replaces the DWARF name of an ELF function by that of a symbol at the same address; we keep the DWARF linkage name.
  case aliasOfSymbolTable

  /// LLVM names code outside every function (the procedure linkage table, padding) after the symbol before it; we name nothing
  /// there.
  case gapBetweenSymbols

  init?(_ reference: [Place], _ mine: [Place]) {
    if mine == [Place(function: "??", location: "??:0:0")], reference.count == 1, reference[0].location.hasSuffix(":0:0"),
      !reference[0].location.hasPrefix("/")
    {
      self = .gapBetweenSymbols
      return
    }
    guard reference.count == mine.count, reference.dropLast() == mine.dropLast(), let theirs = reference.last,
      let ours = mine.last
    else { return nil }
    if theirs.function == ours.function, ours.location == "??:0:0", theirs.location.hasSuffix(":0:0"),
      !theirs.location.hasPrefix("/")
    {
      self = .fileOfSymbolTable
    } else if theirs.location == ours.location, theirs.function != "??", ours.function != "??" {
      self = .aliasOfSymbolTable
    } else {
      return nil
    }
  }
}

@Suite struct LiveOracleTests {
  /// llvm-symbolizer 19, or the distribution's own; nil when none is installed.
  static let symbolizer = ["/usr/bin/llvm-symbolizer-19", "/usr/bin/llvm-symbolizer"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Every address of the code sections: function, file, line, column and inline chain.
  @Test(.enabled(if: symbolizer != nil, "llvm-symbolizer is not installed"), arguments: RecordedOracleTests.files)
  func agreesOnEveryAddress(key: String) throws {
    let symbolizer = try #require(Self.symbolizer)
    let parts = key.split(separator: "|").map(String.init)
    let object = try file(parts[0], parts[1])
    let addresses = object.sections.filter { $0.isCode && $0.size < 1 << 20 }.flatMap { section in
      (0..<section.size).map { section.address.value + $0 }
    }
    let folder = try TemporaryFolder()
    let list = try folder.write(addresses.map { "0x" + String($0, radix: 16) }.joined(separator: "\n") + "\n", to: "addresses")
    let path = FixtureFolder.path("Binaries/" + parts[0])
    let run = try ToolRun.of(
      symbolizer, ["--no-demangle", "--inlines", "--obj=" + path], input: [UInt8](Data(contentsOf: URL(fileURLWithPath: list))))
    let blocks = run.stdout.components(separatedBy: "\n\n").dropLast()
    try #require(blocks.count == addresses.count)
    let mine = answers(object, addresses)
    var wrong = 0
    for ((block, ours), address) in zip(zip(blocks, mine), addresses) {
      let lines = block.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      let reference = stride(from: 0, to: lines.count - 1, by: 2).map { Place(function: lines[$0], location: lines[$0 + 1]) }
      if reference == ours || Difference(reference, ours) != nil { continue }
      wrong += 1
      if wrong <= 3 { Issue.record("\(parts[0]) 0x\(String(address, radix: 16)): llvm \(reference), ours \(ours)") }
    }
    #expect(wrong == 0)
  }
}

@Suite struct NameTests {
  @Test func namesAreDemangledUnlessAsked() throws {
    let object = try file("shop-cpp/out/macos-arm64-dwarf4/Shop.dSYM/Contents/Resources/DWARF/Shop", "arm64")
    let start = try #require(object.symbolTable().functions.first { $0.name == "_ZN4shop3runEi" }).start
    let image = DebugImage(files: [object])
    #expect(image.resolve([start], names: .short)[0]?.sources.last?.function == "shop::run(int)")
    #expect(image.resolve([start], names: .mangled)[0]?.sources.last?.function == "_ZN4shop3runEi")
    #expect(image.resolve([start])[0]?.functionStart == start)
  }

  /// Line 0 gives the nearest earlier line of the same scope, marked, and never one of another function.
  @Test func lineZeroIsMarked() throws {
    let object = try file("shop-cpp/out/macos-arm64-dwarf4/Shop.dSYM/Contents/Resources/DWARF/Shop", "arm64")
    let image = DebugImage(files: [object])
    let zero = recorded.filter { $0.file.hasPrefix("shop-cpp/out/macos-arm64-dwarf4") && $0.places[0].location.contains(":0:") }
    #expect(!zero.isEmpty)
    var marked = 0
    for row in zero {
      let answer = try #require(image.resolve([LinkAddress(row.address)], names: .mangled)[0])
      #expect(answer.sources[0].function == row.places[0].function)
      if answer.sources[0].line != nil {
        #expect(answer.sources[0].approximate)
        marked += 1
      }
    }
    #expect(marked > 0)
  }

  @Test func completingABinaryWithItsDSYM() throws {
    let program = try ObjectFile.load(path: FixtureFolder.path("Binaries/elf/out/debuglink/shop"))
    let companion = try ObjectFile.load(path: FixtureFolder.path("Binaries/elf/out/debuglink/shop.debug"))
    let image = DebugImage(files: program + companion)
    #expect(image.files.first?.path.hasSuffix("shop.debug") == true)
    let rows = recorded.filter { $0.file == "elf/out/gcc-dwarf5/shop" && $0.places.count > 3 }
    #expect(!rows.isEmpty)
    for row in rows {
      let answer = try #require(image.resolve([LinkAddress(row.address)], names: .mangled, lineZero: .asRecorded)[0])
      #expect(answer.sources.map(\.function) == row.places.map(\.function))
    }
  }
}
