internal import Bytes

/// The code of one function, flattened: ranges with one innermost scope and one source line.
package struct BreakpadCode: Sendable {
  /// The function itself, or a call inlined into the scope around it.
  package struct Scope: Sendable {
    /// The position of the scope around an inlined call; -1 for the function.
    package var parent: Int
    /// The position of the function's name.
    package var name: Int
    /// The line of the call; 0 for none.
    package var callLine: UInt32
    /// The number of the call's file, or nil for none.
    package var callFile: UInt32?
  }

  /// A range of code, which reaches to the next segment or the function's end.
  package struct Segment: Sendable {
    package var start: UInt64
    /// The position of the innermost scope.
    package var scope: Int
    /// The number of the file, or nil for none.
    package var file: UInt32?
    /// The line; 0 for none.
    package var line: UInt32
    /// The position of the last segment before that has a line and the same scope; -1 for none.
    var earlier: Int
  }

  /// The scopes, each after the one around it; the first is the function.
  package private(set) var scopes: [Scope]
  /// The segments in ascending order; the first begins with the function.
  package private(set) var segments: [Segment] = []

  private struct Line {
    var start: UInt64
    var end: UInt64
    var line: UInt32
    var file: UInt32
  }

  /// One range of an `INLINE` record.
  private struct Call {
    var start: UInt64
    var end: UInt64
    /// The position in `records`.
    var record: Int
  }

  private struct Record {
    var name: Int
    var line: UInt32
    var file: UInt32?
  }

  private struct Branch: Hashable {
    var scope: Int
    var record: Int
  }

  private var lines: [Line] = []
  private var records: [Record] = []
  /// The ranges of each depth of inlining, in ascending order.
  private var levels: [[Call]] = []
  private var branches: [Branch: Int] = [:]

  /// Deeper calls are left out.
  private static let depthLimit = 256

  /// Reads the records of a function.
  init(_ function: BreakpadTable.Function, of table: BreakpadTable) {
    scopes = [Scope(parent: -1, name: function.name, callLine: 0)]
    table.bytes.withSpan { text in
      var start = function.records.lowerBound
      while start < function.records.upperBound {
        let end = ByteSearch.lineEnd(in: text, from: start, to: function.records.upperBound)
        StepCount.count(end - start)
        if end > start { read(start, end, of: text, table) }
        start = end + 1
      }
    }
    lines.sort { $0.start < $1.start }
    for level in levels.indices { levels[level].sort { $0.start < $1.start } }
    completeOlderCalls()
    flatten(function.start..<function.end)
    (lines, records, levels, branches) = ([], [], [], [:])
  }

  private mutating func read(_ start: Int, _ end: Int, of text: Span<UInt8>, _ table: BreakpadTable) {
    if text[start] == UInt8(ascii: "I") {
      if end - start > 7, text[start + 6] == UInt8(ascii: " ") { readCall(RecordFields(start + 7, end), text, table) }
      return
    }
    // address size line file
    var fields = RecordFields(start, end)
    guard let address = fields.hex(in: text), let size = fields.hex(in: text), let line = fields.decimal(in: text),
      let file = fields.decimal(in: text), size > 0
    else { return }
    let (limit, overflow) = address.addingReportingOverflow(size)
    if !overflow { lines.append(Line(start: address, end: limit, line: line, file: file)) }
  }

  /// `INLINE depth line file origin (address size)+`, and before 2022 without the file: the number of fields tells which.
  private mutating func readCall(_ fields: RecordFields, _ text: Span<UInt8>, _ table: BreakpadTable) {
    var fields = fields
    var counting = fields
    var count = 0
    while !counting.word(in: text).isEmpty { count += 1 }
    guard count >= 5, let depth = fields.decimal(in: text), depth < Self.depthLimit, let line = fields.decimal(in: text) else {
      return
    }
    let isOlder = count % 2 == 1
    var file: UInt32?
    if !isOlder {
      guard let number = fields.decimal(in: text) else { return }
      file = number
    }
    guard let origin = fields.decimal(in: text) else { return }
    let known = table.origins[origin]
    while levels.count <= Int(depth) { levels.append([]) }
    if isOlder { olderFiles[records.count] = (Int(depth), known?.file) }
    records.append(Record(name: known?.name ?? -1, line: line, file: file))
    while let address = fields.hex(in: text), let size = fields.hex(in: text) {
      let (limit, overflow) = address.addingReportingOverflow(size)
      if size > 0, !overflow { levels[Int(depth)].append(Call(start: address, end: limit, record: records.count - 1)) }
    }
  }

  /// The depth and the file of the function of each record in the older form.
  private var olderFiles: [Int: (depth: Int, file: UInt32?)] = [:]

  /// The older form names no file of a call: it is that of the function that it was inlined into.
  private mutating func completeOlderCalls() {
    for calls in levels {
      for call in calls where records[call.record].file == nil {
        guard let older = olderFiles[call.record] else { continue }
        let outer =
          older.depth > 0 ? Self.call(at: call.start, in: levels[older.depth - 1]).flatMap { olderFiles[$0.record]?.file } : nil
        records[call.record].file = outer ?? lines.first?.file
      }
    }
    olderFiles = [:]
  }

  private mutating func flatten(_ range: Range<UInt64>) {
    var starts = [range.lowerBound]
    for line in lines { starts += [line.start, line.end] }
    for call in levels.joined() { starts += [call.start, call.end] }
    starts.sort()
    var last: UInt64?
    var lined: [Int: Int] = [:]
    for start in starts where range.contains(start) && start != last {
      last = start
      let line = Self.line(at: start, in: lines)
      let scope = scope(at: start)
      segments.append(
        Segment(start: start, scope: scope, file: line.map(\.file), line: line?.line ?? 0, earlier: lined[scope] ?? -1))
      if let line, line.line > 0 { lined[scope] = segments.count - 1 }
    }
  }

  /// Returns the innermost scope at an address.
  private mutating func scope(at address: UInt64) -> Int {
    var scope = 0
    for calls in levels {
      StepCount.count()
      guard let call = Self.call(at: address, in: calls) else { break }
      let branch = Branch(scope: scope, record: call.record)
      if let known = branches[branch] {
        scope = known
        continue
      }
      let record = records[call.record]
      scopes.append(Scope(parent: scope, name: record.name, callLine: record.line, callFile: record.file))
      scope = scopes.count - 1
      branches[branch] = scope
    }
    return scope
  }

  private static func line(at address: UInt64, in lines: [Line]) -> Line? {
    let position = lines.partitionPoint { $0.start > address } - 1
    return position >= 0 && address < lines[position].end ? lines[position] : nil
  }

  private static func call(at address: UInt64, in calls: [Call]) -> Call? {
    let position = calls.partitionPoint { $0.start > address } - 1
    return position >= 0 && address < calls[position].end ? calls[position] : nil
  }

  /// Returns the position of the segment that contains an address of the function.
  package func segment(at address: UInt64) -> Int { segments.partitionPoint { $0.start > address } - 1 }

  /// Returns the last segment before another one that has a line and the same scope, or nil if there is none.
  package func earlierSegment(before position: Int) -> Segment? {
    let earlier = segments[position].earlier
    return earlier >= 0 ? segments[earlier] : nil
  }
}
