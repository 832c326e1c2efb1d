import CrashModel
import JSONText

/// Finds whole reports in JSON of any shape: objects of formats that identify themselves, and strings with reports.
struct NestedSearch {
  /// A value that holds reports.
  struct Found {
    /// The object or string.
    let value: JSONValue
    /// Its reports, at least one.
    let readers: [NestedReport]
  }

  /// The values in the order of the text.
  private(set) var found: [Found] = []
  /// The number of strings that are still decoded.
  private var timeout = 256

  /// A value of which the members or elements are visited.
  private struct Level {
    let trail: JSONTrail?
    let depth: Int
    var members: JSONValue.Members
    var elements: JSONValue.Elements
    var index = 0

    init(_ value: JSONValue, _ trail: JSONTrail?, depth: Int) {
      (self.trail, self.depth) = (trail, depth)
      members = value.members
      elements = value.elements
    }

    /// Returns the next value in it that may hold a report, with its path.
    mutating func next() -> (JSONValue, JSONTrail)? {
      while let (key, member) = members.next() {
        if NestedSearch.mayHold(member) { return (member, .key(key.string, after: trail)) }
      }
      while let element = elements.next() {
        defer { index += 1 }
        if NestedSearch.mayHold(element) { return (element, .element(index, after: trail)) }
      }
      return nil
    }
  }

  /// The maximum number of levels that are searched.
  private static let deepest = 64
  /// The minimum length of a string with a report, in bytes.
  private static let shortest = 48
  /// The maximum length of such a string.
  private static let longest = 64 << 20

  /// Searches the values inside an object.
  init(_ root: JSONValue) {
    var open = [Level(root, nil, depth: 0)]
    while let innermost = open.indices.last {
      guard let (value, trail) = open[innermost].next() else {
        open.removeLast()
        continue
      }
      switch value.kind {
      case .object:
        if !take(object: value, trail), open[innermost].depth < Self.deepest {
          open.append(Level(value, trail, depth: open[innermost].depth + 1))
        }
      case .array:
        if open[innermost].depth < Self.deepest { open.append(Level(value, trail, depth: open[innermost].depth + 1)) }
      case .string: take(string: value, trail)
      case .number, .bool, .null, .missing: break
      }
    }
  }

  private static func mayHold(_ value: JSONValue) -> Bool {
    switch value.kind {
    case .object, .array: true
    case .string: (shortest...longest).contains(value.range.count)
    case .number, .bool, .null, .missing: false
    }
  }

  /// Takes an object that is a report. Returns false for any other.
  private mutating func take(object: JSONValue, _ trail: JSONTrail) -> Bool {
    let candidate = JSONCandidate(object)
    guard let readers = ReportFormats.all.lazy.compactMap({ $0.recognize(inside: candidate) }).first, !readers.isEmpty else {
      return false
    }
    add(readers, in: object, text: nil, trail)
    return true
  }

  /// Takes a string that holds reports.
  private mutating func take(string: JSONValue, _ trail: JSONTrail) {
    guard timeout > 0, string.document.withoutTaking({ mayHoldReport(string) }) else { return }
    timeout -= 1
    let text = string.document.withoutTaking { DecodedText(string) }
    guard let input = try? FormatSniffer.sniff(text.bytes, nil) else { return }
    let readers = input.readers.filter { $0.identifiesItself || $0 is GenericJSONReport }
    if !readers.isEmpty { add(readers, in: string, text: text, trail) }
  }

  private mutating func add(_ readers: [any FormatReader], in value: JSONValue, text: DecodedText?, _ trail: JSONTrail) {
    let place = (trail.path(), value.range.lowerBound)
    let isAlone = readers.count == 1
    found.append(
      Found(value: value, readers: readers.map { NestedReport(inner: $0, text: text, place: place, isAlone: isAlone) }))
  }

  /// Returns whether the content of a string has a key or title of a report.
  private func mayHoldReport(_ string: JSONValue) -> Bool {
    let bytes = string.document.bytes
    let content = string.range.lowerBound + 1..<string.range.upperBound - 1
    return content.count >= Self.shortest && Self.marks.contains { TextScan.find(bytes, content, $0) != nil }
  }

  /// Keys of reports in JSON inside a string, and the titles that are no ordinary words.
  private static let marks =
    ["\\\"call", "\\\"bug_type", "\\\"threads", "\\\"crash", "\\\"debug_meta", "thread #", "Crashed:", "Crash|"]
    + ReportFormats.prefixes.titles.filter { $0.utf8.count >= 10 }
}
