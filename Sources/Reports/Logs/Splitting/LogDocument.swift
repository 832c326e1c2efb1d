import CrashModel
import JSONText

/// The call stacks in a log: Swift backtraces as text and as JSON, each a report of its own, and all other call stacks together.
struct LogDocument: Sendable {
  /// One report of the log.
  enum Part: Sendable {
    /// Call stacks of consoles, analytics events and the like.
    case console(ConsoleReader)
    /// A Swift backtrace as text.
    case swiftText(SwiftTextReader)
    /// A Swift backtrace as JSON.
    case json(JSONPart)
  }

  /// The reports in the order of their place.
  let parts: [Part]
  /// What was read of each.
  private(set) var reports: [CrashReport]

  /// Reads a log; nil when it holds no call stack. One frame by itself is one only when `acceptsSingleFrames`.
  init?(_ bytes: [UInt8], acceptsSingleFrames: Bool = false) {
    let log = LogText(bytes)
    let swift = SwiftTextReader.readAll(log)
    let json = Self.embedded(bytes)
    var found: [(place: Int, part: Part, report: CrashReport)] = []
    for reader in swift {
      found.append((log.origin(log.lines[reader.lines.lowerBound].range).lowerBound, .swiftText(reader), reader.report))
    }
    for part in json { found.append((part.body?.range.lowerBound ?? 0, .json(part), part.read())) }
    var taken = [Bool](repeating: false, count: log.lines.count)
    for reader in swift { for line in reader.lines where taken.indices.contains(line) { taken[line] = true } }
    let ranges = json.compactMap { $0.body?.range }
    // Lines and objects both stand in the order of the text: where the objects end that begin before a line.
    var (next, end) = (0, 0)
    for position in log.lines.indices where !ranges.isEmpty {
      let place = log.origin(log.lines[position].range).lowerBound
      while next < ranges.count, ranges[next].lowerBound <= place {
        end = max(end, ranges[next].upperBound)
        next += 1
      }
      if place < end { taken[position] = true }
    }
    if let console = ConsoleReader.read(log, skipping: taken, acceptsSingleFrames: acceptsSingleFrames) {
      found.append((console.report.frames.first?.place.lowerBound ?? 0, .console(console), console.report))
    }
    guard !found.isEmpty else { return nil }
    found.sort { $0.place < $1.place }
    parts = found.map(\.part)
    reports = found.map(\.report)
  }

  /// Reads the text behind the first line of an `.ips` report of another type than a crash; nil when it holds no call stack.
  init?(_ bytes: [UInt8], behind header: JSONValue) {
    self.init(bytes)
    for position in reports.indices { IPSFacts.fill(&reports[position], ofText: header) }
  }

  /// What stands around reports that are JSON objects, the line that the Swift runtime prints before one left out.
  func textAround(_ bytes: [UInt8]) -> [SkippedInput] {
    let ranges = jsonParts.compactMap { $0.body?.range }
    var skipped: [SkippedInput] = []
    for (order, range) in zip([0] + ranges.map(\.upperBound), ranges.map(\.lowerBound) + [bytes.count]).enumerated() {
      let text = TextScan.withoutBlankLines(bytes, range.0..<max(range.0, range.1))
      guard !text.isEmpty else { continue }
      let isRuntimes = TextScan.hasPrefix(bytes, text.lowerBound, text.upperBound, "*** Signal ") && !bytes[text].contains(0x0a)
      if !isRuntimes { skipped.append(SkippedInput(range: text, what: "text", reportsBefore: order)) }
    }
    return skipped
  }

  /// Whether all reports are JSON objects.
  var isJSONOnly: Bool { jsonParts.count == parts.count }

  /// The reports that are JSON objects.
  var jsonParts: [JSONPart] {
    parts.compactMap { part in
      if case .json(let found) = part { found } else { nil }
    }
  }

  // MARK: JSON in text

  /// Looks at so many objects only.
  private static let mostObjects = 4096
  /// So many may be damaged: each is read to the end of the log.
  private static let mostDamagedObjects = 16

  /// Swift backtraces behind other text: the runtime writes a line before them, and logs hold more around them.
  private static func embedded(_ bytes: [UInt8]) -> [JSONPart] {
    var parts: [JSONPart] = []
    var attempts = 0
    var position = 0
    var damaged = 0
    while attempts < mostObjects, damaged < mostDamagedObjects, let brace = mark(bytes, from: position) {
      attempts += 1
      let document = JSONDocument(bytes, in: brace..<bytes.count)
      if let root = document.root, JSONShape.format(of: root) == .swiftBacktrace {
        parts.append(JSONPart(format: .swiftBacktrace, header: nil, body: root))
      }
      position = document.isWellFormed ? max(document.end, brace + 1) : brace + 1
      if !document.isWellFormed { damaged += 1 }
    }
    return parts
  }

  /// The next brace that opens an object with `crashReport` in its first bytes.
  private static func mark(_ bytes: [UInt8], from start: Int) -> Int? {
    var position = start
    while let found = TextScan.find(bytes, position..<bytes.count, "\"crashReport\"") {
      var brace = found
      while brace >= start, found - brace < 400, bytes[brace] != UInt8(ascii: "{") { brace -= 1 }
      if brace >= start, bytes[brace] == UInt8(ascii: "{") { return brace }
      position = found + 1
    }
    return nil
  }

  // MARK: Writing

  /// The log with names filled in: see `ReportDocument.filled`.
  func filled(
    _ bytes: [UInt8], _ answers: [SymbolicatedReport], notes: [FrameNote], distances: (_ part: Int, _ frame: Int) -> String?,
    lines: (_ part: Int, _ frame: Int) -> [String]?
  ) -> [UInt8] {
    var edits = ByteEdits()
    for (position, part) in parts.enumerated() where answers.indices.contains(position) {
      switch part {
      case .json(let json):
        if let document = json.body?.document { JSONReportEditor.fill(answers[position], in: document, &edits) }
      case .swiftText(let reader):
        SwiftTextEditor.fill(reader, answers[position], &edits, distance: { distances(position, $0) }) {
          lines(position, $0) != nil
        }
      case .console(let reader): reader.fill(&edits, answers[position].report) { lines(position, $0) }
      }
    }
    for note in notes where parts.indices.contains(note.part) {
      switch parts[note.part] {
      case .console(let reader): reader.add(note, &edits)
      case .swiftText(let reader):
        guard reader.slots.indices.contains(note.frame) else { continue }
        LogEditor.insert(note.lines, below: reader.slots[note.frame].lines.upperBound, of: reader.log, &edits)
      case .json: break
      }
    }
    return edits.applied(to: bytes)
  }
}
