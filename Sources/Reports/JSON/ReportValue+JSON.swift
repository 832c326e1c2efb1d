import CrashModel
import JSONText

extension ReportValue {
  /// Converts a value of a report, without the keys `omitting` of the outermost object. A number that violates the grammar
  /// becomes a string. So does a value that is nested in `JSONValue.deepestIndented` levels, in its original spelling. A missing
  /// or unreadable value becomes `null`.
  init(_ value: JSONValue, omitting omitted: Set<String> = [], depth: Int = 0) {
    switch value.kind {
    case .object where depth >= JSONValue.deepestIndented, .array where depth >= JSONValue.deepestIndented:
      self = .text(value.text)
    case .object:
      let members = value.members.filter { omitted.isEmpty || !omitted.contains($0.key.string) }
      self = .object(members.map { Member($0.key.string, ReportValue($0.value, depth: depth + 1)) })
    case .array: self = .array(value.elements.map { ReportValue($0, depth: depth + 1) })
    case .string: self = .text(value.string ?? "")
    case .number: self = value.isNumberOfGrammar ? .number(value.text) : .text(value.text)
    case .bool: self = .bool(value.bool == true)
    case .null, .missing: self = .null
    }
  }
}
