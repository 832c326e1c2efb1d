import Foundation
import JSONText
import TestSupport
import Testing

/// Compares what we read with what Foundation reads.
@Suite struct JSONOracleTests {
  /// Whether a value is what Foundation reads. Fractions may differ in the last digits: Foundation rounds twice.
  private func isSame(_ value: JSONValue, _ other: Any) -> Bool {
    switch value.kind {
    case .object:
      guard let dictionary = other as? [String: Any] else { return false }
      let names = Set(value.members.map { $0.key.string })
      return names == Set(dictionary.keys)
        && names.allSatisfy { name in
          guard let mine = value[name], let theirs = dictionary[name] else { return false }
          return isSame(mine, theirs)
        }
    case .array:
      guard let array = other as? [Any] else { return false }
      let elements = Array(value.elements)
      return elements.count == array.count && zip(elements, array).allSatisfy { isSame($0, $1) }
    case .string: return value.string == other as? String
    case .number:
      guard let number = other as? NSNumber else { return false }
      if let mine = value.uint64 { return mine == number.uint64Value }
      if let mine = value.int64 { return mine == number.int64Value }
      guard let mine = value.double else { return false }
      return abs(mine - number.doubleValue) <= abs(mine) * 1e-14
    case .bool: return value.bool == other as? Bool
    case .null: return other is NSNull
    case .missing: return false
    }
  }

  /// Checks a text that Foundation can read; ours must refuse only the trailing commas that Foundation lets pass.
  private func check(_ bytes: [UInt8], _ name: String) {
    guard let foundation = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) else { return }
    do {
      let root = try #require(JSONDocument(strictly: bytes).root)
      #expect(isSame(root, foundation), "\(name)")
    } catch {
      #expect((error as? JSONError)?.kind == .trailingComma, "\(name)")
    }
  }

  @Test(arguments: [
    "0", "-0", "01", "-", "1.", ".5", "1e", "1e+5", "1E-2", "+1", "tru", "true", "nul", "[,1]", "{\"a\"}", "{\"a\":}", "{,}",
    "[1 2]", "\"\\x\"", "\"\\u12g4\"", "\"\u{1}\"", "\"a\nb\"", "[]]", "{} x", "", " ", "[\"a\":1]", "'a'", "NaN", "[1}",
  ])
  func strictReadingRefusesWhatFoundationRefuses(text: String) {
    let foundation = try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    let strict = try? JSONDocument(strictly: Array(text.utf8))
    #expect((foundation == nil) == (strict == nil))
  }

  @Test func fixturesReadAsFoundationReadsThem() throws {
    for name in FixtureFolder.files(below: "Reports") where name.hasSuffix(".json") || name.hasSuffix(".ips") {
      let bytes = try FixtureFolder.bytes(name)
      check(bytes, name)
      if let newline = bytes.firstIndex(of: 0x0a) { check(Array(bytes[(newline + 1)...]), name) }
    }
  }

  @Test(.corpus) func theCorpusReadsAsFoundationReadsIt() throws {
    var checked = 0
    for row in try Corpus.table("INDEX.tsv") {
      guard let name = row["file"], name.hasSuffix(".json") || name.hasSuffix(".ips") || name.hasSuffix(".map") else { continue }
      let bytes = try Corpus.bytes(name)
      guard bytes.count < 4_000_000 else { continue }
      check(bytes, name)
      if name.hasSuffix(".ips"), let newline = bytes.firstIndex(of: 0x0a) { check(Array(bytes[(newline + 1)...]), name) }
      checked += 1
    }
    #expect(checked > 50)
  }
}
