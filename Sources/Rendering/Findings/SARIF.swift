import Bytes
import CrashModel
import JSONText
package import Triage

/// Formats a summary in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS): one result per group.
///
/// The rule of a result is the cause, or the class of the failure. The code flow is the stack of the group's newest report in the
/// order of the calls. `partialFingerprints` has the fingerprint of the group, by which code scanning recognizes it again.
package struct SARIF: Sendable {
  /// The most results; GitHub accepts 25,000 and shows the first 5,000.
  static let limit = 5000
  private let version: String

  /// Prepares to format summaries; `version` is the program's.
  package init(version: String) { self.version = version }

  /// Returns the whole log. `isCompared` says whether the summary was compared with a baseline.
  package func json(_ summary: Summary, isCompared: Bool) -> [UInt8] {
    let findings = Array(Finding.all(summary).prefix(Self.limit))
    var writer = JSONWriter(.indented)
    writer.beginObject()
    writer.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
    writer.member("version", "2.1.0")
    writer.key("runs")
    writer.beginArray()
    writer.beginObject()
    writer.object("tool") { writer in
      writer.object("driver") { writer in
        writer.member("name", "symbolicate")
        writer.member("version", version)
        writer.array("rules", rules(findings, summary.goneGroups)) { Self.write(rule: $1, summary, &$0) }
      }
    }
    writer.key("results")
    writer.beginArray()
    for finding in findings { Self.write(finding, isCompared: isCompared, &writer) }
    for group in summary.goneGroups.prefix(Self.limit - findings.count) { Self.write(gone: group, &writer) }
    writer.endArray()
    writer.member("columnKind", "utf16CodeUnits")
    writer.endObject()
    writer.endArray()
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private func rules(_ findings: [Finding], _ gone: [BaselineSummary.Group]) -> [String] {
    Set(findings.map(\.rule) + gone.map { Finding.oneLine($0.failure) }).sorted()
  }

  private static func write(rule: String, _ summary: Summary, _ writer: inout JSONWriter) {
    writer.member("id", rule)
    guard let cause = summary.causes[rule] else { return }
    writer.object("shortDescription") { $0.member("text", Self.message("\(cause.family): \(CauseWords.title(rule))")) }
  }

  /// A group that only the baseline has.
  private static func write(gone group: BaselineSummary.Group, _ writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("ruleId", Finding.oneLine(group.failure))
    writer.member("level", Finding.Level.note.rawValue)
    let text = "\(group.title)\ngone: \(NumberFormat.counted(group.count, "event")) in the baseline"
    writer.object("message") { $0.member("text", message(text)) }
    writer.object("partialFingerprints") { $0.member("symbolicateGroup/v1", Finding.oneLine(group.group)) }
    writer.member("baselineState", "absent")
    writer.endObject()
  }

  private static func write(_ finding: Finding, isCompared: Bool, _ writer: inout JSONWriter) {
    let group = finding.group
    writer.beginObject()
    writer.member("ruleId", finding.rule)
    writer.member("level", finding.level.rawValue)
    writer.object("message") { $0.member("text", Self.message(([finding.title] + finding.facts).joined(separator: "\n"))) }
    writer.array("locations", [finding]) { writer, finding in
      write(place: finding.file, line: finding.line, function: group.newest.function, image: group.newest.image, &writer)
    }
    if let stack = finding.stack, !stack.lines.isEmpty {
      writer.array("codeFlows", [stack]) { writer, stack in
        writer.array("threadFlows", [stack]) { writer, stack in
          writer.array("locations", stack.lines.reversed()) { writer, line in
            writer.object("location") {
              write(place: line.file, line: line.line.map { Int($0) }, function: line.function, image: line.image, &$0)
            }
            writer.member("importance", line.inApp ? "essential" : "unimportant")
          }
        }
      }
    }
    if let suspicion = finding.suspicion, !suspicion.commits.isEmpty { write(suspects: suspicion, &writer) }
    writer.object("partialFingerprints") { $0.member("symbolicateGroup/v1", Finding.oneLine(group.group)) }
    writer.member("occurrenceCount", group.count)
    if isCompared { writer.member("baselineState", state(of: group)) }
    writer.object("properties") { writer in
      writer.member("class", Finding.oneLine(group.failure.name))
      writer.member("quality", group.quality.rawValue)
      writer.member("confidence", group.confidence?.rawValue)
      writer.member("devices", group.devices)
      writer.member("versions", group.versions.map { Finding.oneLine($0.name) })
      writer.member("flags", group.flags.map(\.rawValue))
      writer.member("examples", group.examples.map(Finding.oneLine))
    }
    writer.endObject()
  }

  /// Writes what suspected commits changed, in the repository.
  private static func write(suspects suspicion: Suspicion, _ writer: inout JSONWriter) {
    let words = SuspicionWords(suspicion)
    writer.array("relatedLocations", suspicion.commits) { writer, commit in
      writer.object("physicalLocation") { writer in
        writer.object("artifactLocation") { $0.member("uri", uri(Finding.oneLine(commit.path))) }
        if let line = commit.line, line > 0 { writer.object("region") { $0.member("startLine", line) } }
      }
      let text = "suspected change \(SuspicionWords.name(commit)): \(words.reason(commit))"
      writer.object("message") { $0.member("text", message(Finding.oneLine(text))) }
    }
  }

  private static func state(of group: GroupSummary) -> String {
    if group.flags.contains(.new) { return "new" }
    return group.flags.contains(.rising) || group.flags.contains(.falling) ? "updated" : "unchanged"
  }

  /// Writes the members of a location. Without a file there is only the function, and without that the image.
  private static func write(place file: String?, line: Int?, function: String?, image: String?, _ writer: inout JSONWriter) {
    if let file {
      writer.object("physicalLocation") { writer in
        writer.object("artifactLocation") { $0.member("uri", uri(PathText.normalized(file))) }
        if let line, line > 0 { writer.object("region") { $0.member("startLine", line) } }
      }
    }
    if let function { writer.array("logicalLocations", [function]) { $0.member("fullyQualifiedName", Finding.oneLine($1)) } }
    if file == nil, function == nil {
      writer.object("message") { $0.member("text", message(Finding.oneLine(StackText.unnamed(in: image)))) }
    }
  }

  /// Returns text as a plain text message: braces are doubled, since `{0}` would be a placeholder (section 3.11.5), and a
  /// blank divides `](`, which would make a link of `[text](javascript:...)` (section 3.11.6).
  static func message(_ text: String) -> String {
    var result = ""
    var last: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      if scalar == "(", last == "]" { result.unicodeScalars.append(" ") }
      result.unicodeScalars.append(scalar)
      if scalar == "{" || scalar == "}" { result.unicodeScalars.append(scalar) }
      last = scalar
    }
    return result
  }

  /// Returns a path as a URI reference (RFC 3986): relative paths stay relative to the root of the repository.
  static func uri(_ path: String) -> String {
    var result = path.hasPrefix("/") ? "file://" : ""
    for unit in path.utf8 {
      if isUnreserved(unit) { result.unicodeScalars.append(Unicode.Scalar(unit)) } else { result += "%" + hexadecimal(unit) }
    }
    return result
  }

  private static func hexadecimal(_ unit: UInt8) -> String {
    let digits = Array("0123456789ABCDEF")
    return "\(digits[Int(unit >> 4)])\(digits[Int(unit & 15)])"
  }

  private static func isUnreserved(_ unit: UInt8) -> Bool {
    switch unit {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "+"): true
    default: false
    }
  }
}
