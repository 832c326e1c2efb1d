package import Triage

/// Formats a summary as JUnit XML, as the xUnit plugin of Jenkins reads it (junit-10.xsd): one test suite per app, one failed test
/// per group. Without groups there is one test that passed, because some readers take a file without tests for an error.
package struct JUnit: Sendable {
  /// Prepares to format summaries.
  package init() {}

  /// Returns the whole document.
  package func xml(_ summary: Summary) -> String {
    let findings = Finding.all(summary)
    var suites: [String: (failed: [Finding], gone: [BaselineSummary.Group])] = [:]
    for finding in findings { suites[finding.group.app, default: ([], [])].failed.append(finding) }
    for group in summary.goneGroups { suites[group.app, default: ([], [])].gone.append(group) }
    let total = findings.count + summary.goneGroups.count
    let counts = "tests=\"\(max(total, 1))\" failures=\"\(findings.count)\" errors=\"0\""
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>", "<testsuites name=\"symbolicate\" \(counts)>"]
    if total == 0 {
      lines += [
        "<testsuite name=\"symbolicate\" tests=\"1\" failures=\"0\" errors=\"0\">",
        "<testcase classname=\"symbolicate\" name=\"no crashes\"/>", "</testsuite>",
      ]
    }
    for (app, members) in suites.sorted(by: { $0.key < $1.key }) { lines += Self.suite(app, members.failed, members.gone) }
    return (lines + ["</testsuites>"]).map { $0 + "\n" }.joined()
  }

  private static func suite(_ app: String, _ members: [Finding], _ gone: [BaselineSummary.Group]) -> [String] {
    let counts = "tests=\"\(members.count + gone.count)\" failures=\"\(members.count)\" errors=\"0\""
    return ["<testsuite name=\"\(escaped(app))\" \(counts)>"] + members.flatMap(testCase) + gone.map(passed) + ["</testsuite>"]
  }

  /// A group that only the baseline has is a test that passes again.
  private static func passed(_ group: BaselineSummary.Group) -> String {
    let fingerprint = group.group.lastIndex(of: "/").map { String(group.group[group.group.index(after: $0)...]) } ?? ""
    return "<testcase classname=\"\(escaped(group.app)).\(escaped(group.failure))\" "
      + "name=\"\(escaped(Finding.oneLine(group.title))) \(escaped(fingerprint))\"/>"
  }

  private static func testCase(_ finding: Finding) -> [String] {
    let text = (finding.facts + (finding.stackText.isEmpty ? [] : [""] + finding.stackText)).joined(separator: "\n")
    // Jenkins keeps the history of a test by class and name: the fingerprint keeps both apart from other groups for good.
    return [
      "<testcase classname=\"\(escaped(finding.group.app)).\(escaped(finding.group.failure.name))\" "
        + "name=\"\(escaped(finding.title)) \(escaped(finding.group.fingerprint))\">",
      "<failure type=\"\(escaped(finding.rule))\" message=\"\(escaped(finding.title))\">\(escaped(text))</failure>",
      "</testcase>",
    ]
  }

  /// Returns text for XML 1.0, which has no place for most control characters, not even as references.
  static func escaped(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      Finding.oneLine(String(line)).unicodeScalars.map { scalar in
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        case "\u{fffe}", "\u{ffff}": "\u{fffd}"
        default: String(scalar)
        }
      }.joined()
    }.joined(separator: "\n")
  }
}
