import CrashModel
import JSONText

/// Finds the call stacks in a log: each Swift backtrace, as text or JSON, each core dump of systemd, trace of Dart and tombstone of Android is a separate report; all
/// other call stacks together are one.
enum LogCallStacks {
  /// Returns the reports of a log in the order of their position, or none if it holds no call stack. One frame by itself is one
  /// only with `acceptsSingleFrames`.
  static func find(in bytes: [UInt8], acceptsSingleFrames: Bool = false) -> [any FormatReader] {
    let log = LogText(bytes)
    let swift = SwiftTextReader.readAll(log)
    let coredumps = CoredumpReader.readAll(log)
    let dart = DartReader.readAll(log)
    let tombstones = TombstoneReader.readAll(log)
    let json = embedded(bytes)
    var found: [(place: Int, reader: any FormatReader)] = []
    for reader in swift {
      let place = log.origin(log.lines[reader.lines.lowerBound].range).lowerBound
      found.append((place, SwiftTextReport(reader: reader)))
    }
    for reader in coredumps {
      let place = log.origin(log.lines[reader.lines.lowerBound].range).lowerBound
      found.append((place, CoredumpReport(reader: reader)))
    }
    for reader in dart {
      let place = log.origin(log.lines[reader.lines.lowerBound].range).lowerBound
      found.append((place, DartReport(reader: reader)))
    }
    for reader in tombstones {
      let place = log.origin(log.lines[reader.lines.first ?? 0].range).lowerBound
      found.append((place, TombstoneReport(reader: reader)))
    }
    for report in json { found.append((report.body.range.lowerBound, report)) }
    // The lines of several crashes may be mixed.
    let single = tombstones.flatMap { $0.lines.map { $0..<$0 + 1 } }
    let text = swift.map(\.lines) + coredumps.map(\.lines) + dart.map(\.lines) + single
    let taken = lines(of: log, in: text, json.map(\.body.range))
    if let console = ConsoleReader.read(log, skipping: taken, acceptsSingleFrames: acceptsSingleFrames) {
      found.append((console.report.frames.first?.sourceRange.lowerBound ?? 0, ConsoleReport(reader: console)))
    }
    return found.sorted { $0.place < $1.place }.map(\.reader)
  }

  /// Returns for each line whether it belongs to a report that is text, whose lines are given, or to one in an object.
  private static func lines(of log: LogText, in reports: [Range<Int>], _ objects: [Range<Int>]) -> [Bool] {
    var taken = [Bool](repeating: false, count: log.lines.count)
    for lines in reports { for line in lines where taken.indices.contains(line) { taken[line] = true } }
    // Lines and objects are both in the order of the text: the end of the objects that begin before a line.
    var (next, end) = (0, 0)
    for position in log.lines.indices where !objects.isEmpty {
      let place = log.origin(log.lines[position].range).lowerBound
      while next < objects.count, objects[next].lowerBound <= place {
        end = max(end, objects[next].upperBound)
        next += 1
      }
      if place < end { taken[position] = true }
    }
    return taken
  }

  /// Returns the text around reports that are JSON objects, without the line that the Swift runtime prints before one.
  static func textAround(_ readers: [any FormatReader], _ bytes: [UInt8]) -> [SkippedInput] {
    let ranges = readers.compactMap { ($0 as? SwiftBacktraceReport)?.body.range }
    var skipped: [SkippedInput] = []
    for (order, range) in zip([0] + ranges.map(\.upperBound), ranges.map(\.lowerBound) + [bytes.count]).enumerated() {
      let text = TextScan.withoutBlankLines(bytes, range.0..<max(range.0, range.1))
      guard !text.isEmpty else { continue }
      let isRuntimes = TextScan.hasPrefix(bytes, text.lowerBound, text.upperBound, "*** Signal ") && !bytes[text].contains(0x0a)
      if !isRuntimes { skipped.append(SkippedInput(range: text, what: "text", reportsBefore: order)) }
    }
    return skipped
  }

  // MARK: JSON in text

  /// The maximum number of objects that are checked.
  private static let maxObjects = 4096
  /// The maximum number of damaged ones: each is read to the end of the log.
  private static let maxDamagedObjects = 16

  /// Returns the Swift backtraces after other text: the runtime writes a line before them, and logs have more around them.
  private static func embedded(_ bytes: [UInt8]) -> [SwiftBacktraceReport] {
    var reports: [SwiftBacktraceReport] = []
    var attempts = 0
    var position = 0
    var damaged = 0
    while attempts < maxObjects, damaged < maxDamagedObjects, let brace = mark(bytes, from: position) {
      attempts += 1
      let document = JSONDocument(bytes, in: brace..<bytes.count)
      if let root = document.root, SwiftBacktraceReport.isStated(root) { reports.append(SwiftBacktraceReport(body: root)) }
      position = document.isWellFormed ? max(document.end, brace + 1) : brace + 1
      if !document.isWellFormed { damaged += 1 }
    }
    return reports
  }

  /// Returns the next brace that opens an object with `crashReport` in its first bytes.
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
}
