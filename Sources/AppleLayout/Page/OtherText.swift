package import CrashModel

/// Formats the values of a report that no field of the model has, for people.
package enum OtherText {
  /// The heading of the values in a text.
  static let title = "Other Information:"
  /// The maximum number of values that are printed.
  private static let maxValues = 2_000
  /// The maximum number of scalars in a value whose contents are printed.
  private static let maxScalars = 40
  /// The minimum number of values that share a line.
  private static let minJoined = 4
  /// The minimum number of lists or objects that are only counted.
  private static let minCounted = 8
  /// The maximum length of a printed string in bytes.
  private static let longestText = 1_000

  /// Returns the section of a text, with an empty line before it, or nothing if there are neither lines of its own nor values.
  package static func section(_ rest: [String], _ values: [OtherValue]) -> [String] {
    rest.isEmpty && values.isEmpty ? [] : ["", title] + rest + lines(values)
  }

  /// Returns a line for each value, or more for values that have several: `path: value`. The values that all elements of a list
  /// have under the same key share a line: `threads[].id: 12, 13, 14`.
  package static func lines(_ values: [OtherValue]) -> [String] {
    let rows = joined(values)
    let more = rows.count > maxValues ? ["\(rows.count - maxValues) more values: see the JSON output"] : []
    return rows.prefix(maxValues).flatMap { lines($0.path, $0.value) } + more
  }

  /// Joins values at paths that differ only in their last index: scalars on one line, and many containers as their number.
  private static func joined(_ values: [OtherValue]) -> [OtherValue] {
    let patterns = values.map { withoutLastIndex($0.path) }
    var totals: [String: Int] = [:]
    for case let pattern? in patterns { totals[pattern, default: 0] += 1 }
    var (rows, known) = ([OtherValue](), [String: Int]())
    for (value, pattern) in zip(values, patterns) {
      let isScalar = isScalar(value.value)
      guard let pattern, let total = totals[pattern], total >= (isScalar ? minJoined : minCounted) else {
        rows.append(value)
        continue
      }
      let text = isScalar ? self.text(value.value) : "\(total) values\(names(value.value)): see the JSON output"
      if let row = known[pattern], case .text(let others) = rows[row].value {
        if isScalar { rows[row].value = .text(others + ", " + text) }
      } else {
        known[pattern] = rows.count
        rows.append(OtherValue(path: pattern, value: .text(text)))
      }
    }
    return rows
  }

  private static func text(_ value: ReportValue) -> String {
    if case .text(let text) = value { text } else { value.indentedLines.joined() }
  }

  /// ` (id, type, ...)`: the first keys of an object.
  private static func names(_ value: ReportValue) -> String {
    guard case .object(let members) = value else { return "" }
    let names = members.prefix(8).map(\.name).joined(separator: ", ")
    return " (\(cut(names))\(members.count > 8 ? ", ..." : ""))"
  }

  private static func isScalar(_ value: ReportValue) -> Bool {
    switch value {
    case .text, .number, .bool, .null: true
    case .array, .object: false
    }
  }

  /// `threads[].id` of `threads[12].id`, or nil for a path without an index.
  private static func withoutLastIndex(_ path: String) -> String? {
    guard let open = path.lastIndex(of: "["), let close = path[open...].firstIndex(of: "]") else { return nil }
    return String(path[...open]) + path[close...]
  }

  private static func lines(_ path: String, _ value: ReportValue) -> [String] {
    switch value {
    case .text(let text): return ["\(path): \(cut(text))"]
    case .number, .bool, .null: return ["\(path): \(value.indentedLines.joined())"]
    case .array(let elements) where scalars(value, upTo: maxScalars + 1) > maxScalars:
      return ["\(path): a list of \(elements.count) values"]
    case .object(let members) where scalars(value, upTo: maxScalars + 1) > maxScalars:
      return ["\(path): an object of \(members.count) values\(names(value))"]
    case .array, .object: return ["\(path):"] + value.indentedLines.map { cut($0) }
    }
  }

  /// Returns a text on one line, cut with its length if it is long.
  private static func cut(_ text: String) -> String {
    let line = text.contains(where: \.isNewline) ? text.split(whereSeparator: \.isNewline).joined(separator: " ") : text
    let count = line.utf8.count
    guard count > longestText else { return line }
    return String(decoding: line.utf8.prefix(longestText), as: UTF8.self) + " ... (\(count) bytes)"
  }

  /// Returns the number of scalars in a value, at most about `limit`.
  private static func scalars(_ value: ReportValue, upTo limit: Int) -> Int {
    var count = 0
    switch value {
    case .array(let elements):
      for element in elements where count < limit { count += max(scalars(element, upTo: limit - count), 1) }
    case .object(let members):
      for member in members where count < limit { count += max(scalars(member.value, upTo: limit - count), 1) }
    case .text, .number, .bool, .null: count = 1
    }
    return count
  }
}
