import Foundation
import SymbolStore
import TestSupport
import Testing

@testable import Answering
@testable import JSONText
@testable import Jobs
@testable import Reports

/// What real reports say is in an output.
@Suite(.corpus) struct CorpusFactsTests {
  /// All reports, which takes a minute in a debug build, instead of each fourth of the small ones.
  private static let isWhole = ProcessInfo.processInfo.environment["SYMBOLICATE_WHOLE_CORPUS"] == "1"

  /// Values that outputs show in another form, by the last key of their path, beside the tables of `DroppedKeys`.
  private static let otherForms: [String: String] = [
    "end_addr": "the size of the image", "symbol_address": "the offset in the function, and the address",
    "offset": "the address is that of the function and the offset", "offsetIntoBinaryTextSegment": "the offset in the image",
    "memoryMap": "the ID of the image, without the age", "crashReporterKey": "the key of the device is a hash of it",
  ]

  /// Files that have more than reports, by a part of their names.
  private static let exceptions = [
    "__fixtures___ios-diagnostics": "one of its events has no call stack, which a message says",
    "ips-in-issue-json": "the report is among other text in a string",
    "dup-frame": "made up: a frame in an image that the list calls by another name",
  ]

  @Test func everyValueOfJSONIsInAnOutputOrInTheTableOfDroppedKeys() throws {
    var (read, lost) = (0, [String: Int]())
    for path in Self.files(["json", "ips"]) {
      guard !Self.exceptions.keys.contains(where: { path.contains($0) }) else { continue }
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
      let parts = Self.parts(bytes)
      guard !parts.isEmpty, let outputs = Outputs(bytes) else { continue }
      read += 1
      for leaf in parts.flatMap({ Self.leaves($0.value, $0.prefix) }) where !Self.isDropped(leaf) && !outputs.have(leaf) {
        lost["\(path.split(separator: "/").last ?? ""): \(leaf.path.joined(separator: "."))", default: 0] += 1
      }
    }
    #expect(lost.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" } == [])
    #expect(read >= (Self.isWhole ? 150 : 15))
  }

  // MARK: Files

  private static func files(_ extensions: [String]) -> [String] {
    let roots = [
      Corpus.path, Corpus.morePath, Corpus.path.map { $0 + "/../november" }, Corpus.path.map { $0 + "/../sources/ips" },
    ]
    let others = ["debug-files", "source-maps", "LICENSES"]
    let all = roots.compactMap { $0 }.flatMap { root in
      Files.below(root).filter { name in !others.contains { name.hasPrefix($0) } }.map { root + "/" + $0 }
    }.filter { path in extensions.contains { path.hasSuffix("." + $0) } }
    if isWhole { return all }
    let small = all.filter { (try? FileManager.default.attributesOfItem(atPath: $0)[.size] as? Int) ?? 0 < 60_000 }
    return stride(from: 0, to: small.count, by: 4).map { small[$0] }
  }

  /// The values of an input: one, or the two of an `.ips` file.
  private static func parts(_ bytes: [UInt8]) -> [(value: JSONValue, prefix: [String])] {
    let first = JSONDocument(bytes)
    guard let value = first.root, value.kind == .object || value.kind == .array else { return [] }
    let rest = JSONDocument(bytes, in: first.end..<bytes.count)
    guard let body = rest.root, body.kind == .object else { return [(value, [])] }
    return [(value, ["header"]), (body, [])]
  }

  // MARK: Values

  private struct Leaf {
    let path: [String]
    let value: JSONValue
    let parent: JSONValue?
  }

  private static func leaves(_ root: JSONValue, _ prefix: [String]) -> [Leaf] {
    var (found, open) = ([Leaf](), [Leaf(path: prefix, value: root, parent: nil)])
    while let next = open.popLast() {
      switch next.value.kind {
      case .object:
        for (key, value) in next.value.members {
          open.append(Leaf(path: next.path + [key.string], value: value, parent: next.value))
        }
      case .array:
        for value in next.value.elements { open.append(Leaf(path: next.path + ["[]"], value: value, parent: next.value)) }
      case .string:
        let text = next.value.string ?? ""
        let inner = text.hasPrefix("{") || text.hasPrefix("[") ? JSONDocument(Array(text.utf8)) : nil
        if let inner, inner.isWellFormed, let root = inner.root {
          open.append(Leaf(path: [], value: root, parent: nil))
        } else {
          found.append(next)
        }
      case .number: found.append(next)
      case .bool, .null, .missing: break
      }
    }
    return found
  }

  /// The keys count in reports inside of others, too.
  private static let patterns = DroppedKeys.all.flatMap(\.entries).flatMap { entry in
    ["", "stackshot.", "recrash_report."].map { JSONPathPattern($0 + entry.path) }
  }

  private static func isDropped(_ leaf: Leaf) -> Bool {
    if otherForms[leaf.path.last { $0 != "[]" } ?? ""] != nil || isOfOtherCode(leaf) { return true }
    let steps = leaf.path.map { $0 == "[]" ? JSONPathPattern.Step.element : .key(JSONName($0)) }
    return patterns.contains { $0.steps.count <= steps.count && $0.begins(with: Array(steps.prefix($0.steps.count))) }
  }

  /// Whether a value is a name of KSCrash that cannot be that of the function: it begins before the image or far before the address,
  /// or is no function.
  private static func isOfOtherCode(_ leaf: Leaf) -> Bool {
    guard leaf.path.last == "symbol_name", let frame = leaf.parent else { return false }
    guard let start = frame["symbol_addr"]?.uint64, let image = frame["object_addr"]?.uint64 else { return false }
    guard let address = frame["instruction_addr"]?.uint64 else { return false }
    return start <= image || address > start + (1 << 24) || leaf.value.string?.hasPrefix("GCC_except_table") == true
  }

  // MARK: Outputs

  private struct Outputs {
    private var words = OutputWords()

    init?(_ bytes: [UInt8]) {
      guard let document = try? ReportDocument(reading: bytes) else { return nil }
      var session = ReportSession(Symbolicator(SymbolFinder(SearchPaths())))
      for answers in session.answer(document, path: "-", folder: nil).reports {
        func output(_ format: OutputFormat) -> String {
          String(decoding: OutputRenderer(format: format).bytes(document, [answers]), as: UTF8.self)
        }
        words.add(json: output(.json))
        words.add(text: output(.text))
      }
    }

    func have(_ leaf: Leaf) -> Bool {
      leaf.value.kind == .number ? words.have(number: leaf.value.text) : words.have(text: leaf.value.string ?? "")
    }
  }
}
