package import CrashModel
import JSONText

extension ReportValue {
  /// The value over several lines, in the layout of `JSONValue.indentedLines`, but in the order of the report.
  package var indentedLines: [String] {
    var lines: [String] = []
    appendLines(to: &lines, opening: "", depth: 0)
    return lines
  }

  /// Adds the value's lines. `opening` is before the value on its first line.
  private func appendLines(to lines: inout [String], opening: String, depth: Int) {
    let indent = String(repeating: " ", count: 4 * min(depth, 16))
    let inner = String(repeating: " ", count: 4 * min(depth + 1, 16))
    switch self {
    case .text(let text): lines.append(opening + JSONString.encode(text))
    case .number(let digits): lines.append(opening + digits)
    case .bool(let flag): lines.append(opening + (flag ? "true" : "false"))
    case .null: lines.append(opening + "null")
    case .array(let elements):
      lines.append(opening + "[")
      for (order, element) in elements.enumerated() {
        element.appendLines(to: &lines, opening: inner, depth: depth + 1)
        if order + 1 < elements.count { lines[lines.count - 1] += "," }
      }
      lines.append(indent + "]")
    case .object(let members):
      lines.append(opening + "{")
      for (order, member) in members.enumerated() {
        member.value.appendLines(to: &lines, opening: inner + JSONString.encode(member.name) + ": ", depth: depth + 1)
        if order + 1 < members.count { lines[lines.count - 1] += "," }
      }
      lines.append(indent + "}")
    }
  }
}

extension ReportDetail {
  /// Returns the lines of a text after everything else, an empty one before each detail: `Environment: production`, or a title
  /// and a value over several lines. The process that started this one is in the header instead.
  package static func lines(_ details: [ReportDetail]) -> [String] {
    details.filter { $0.key != parentProcessKey }.flatMap { detail -> [String] in
      switch detail.value {
      case .text(let text):
        let lines = TextColumns.lines(text)
        return lines.count == 1 ? ["", "\(detail.title): \(text)"] : ["", detail.title + ":"] + lines
      case .number, .bool, .null: return ["", detail.title + ": " + detail.value.indentedLines.joined()]
      case .array, .object: return ["", detail.title + ":"] + detail.value.indentedLines
      }
    }
  }
}
