import CrashModel
import JSONText

extension ReportValue {
  /// The value as it is in a report, apart from the keys of the outermost object that are called `omitting`. A number that does
  /// not follow the grammar becomes a text, and so does what is nested in `JSONValue.deepestIndented` levels, as it is spelled;
  /// what is not there or cannot be read becomes `null`.
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
