import CrashModel
import JSONText

extension ReportValue {
  /// The value as it stands in a report, apart from the members of the outermost object that are called `omitting`. A number that does
  /// not follow the grammar becomes a text; what is not there or cannot be read becomes `null`. The depth is that of the document,
  /// which has a limit.
  init(_ value: JSONValue, omitting omitted: Set<String> = []) {
    switch value.kind {
    case .object:
      let members = value.members.filter { omitted.isEmpty || !omitted.contains($0.key.string) }
      self = .object(members.map { Member($0.key.string, ReportValue($0.value)) })
    case .array: self = .array(value.elements.map { ReportValue($0) })
    case .string: self = .text(value.string ?? "")
    case .number: self = value.isNumberOfGrammar ? .number(value.text) : .text(value.text)
    case .bool: self = .bool(value.bool == true)
    case .null, .missing: self = .null
    }
  }
}
