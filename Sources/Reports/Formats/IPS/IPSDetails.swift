import AppleLayout
import CrashModel
import JSONText

/// Reads the free-form text of an `.ips` report.
enum IPSDetails {
  /// Returns all non-empty details, in the order in which they are printed.
  static func list(_ body: JSONValue) -> [ReportDetail] {
    let all: [(key: String, title: String, value: ReportValue?)] = [
      (ReportDetail.roleKey, "Role", body["procRole"]?.string.flatMap { $0 == "Unspecified" ? nil : .text($0) }),
      ("translated", "Translated", body["translated"]?.bool == true ? .text("by Rosetta") : nil),
      ("reason", "Reason", text(body["reason"])),
      ("vmRegionInfo", "VM Region Info", [text(body["vmRegionInfo"]), text(body["vmregioninfo"])].compactMap(\.self).first),
      ("kernelTriage", "Kernel Triage", text(body["ktriageinfo"])),
      (ReportDetail.panicKey, "Panic String", text(panic(body))),
      ("notes", "Notes", lines(body["reportNotes"] ?? body["notes"])),
    ]
    let details = all.compactMap { key, title, value in value.map { ReportDetail(key: key, title: title, value: $0) } }
    return details + IPSFacts(body).list
  }

  /// Returns what the first line says beside the facts that all reports have, such as `restore_error`, or nil if there is nothing.
  static func metadata(_ header: JSONValue) -> ReportDetail? {
    let value = ReportValue(header, omitting: common)
    return value.isEmpty ? nil : ReportDetail(key: "metadata", title: "Metadata", value: value)
  }

  /// The keys of the first line whose values are shown as facts, or are about the transmission of the report.
  private static let common: Set<String> = [
    "app_name", "app_version", "bug_type", "build_version", "bundleID", "incident_id", "is_first_party", "name", "os_version",
    "platform", "roots_installed", "share_with_app_devs", "slice_uuid", "timestamp", "crashreporter_key",
  ]

  /// Returns the text after the first line of a report of an otherwise unknown format, or nil if there is none or it is not text.
  static func body(_ bytes: [UInt8], _ text: Range<Int>) -> ReportDetail? {
    guard !text.isEmpty, !bytes[text].contains(0) else { return nil }
    return ReportDetail(key: "text", title: "Text", value: .text(String(decoding: bytes[text], as: UTF8.self)))
  }

  /// Returns the kernel's message in a panic: `panicString` of panic reports, `string` of forced resets.
  static func panic(_ body: JSONValue) -> JSONValue? {
    body["panicString"] ?? body["string"].flatMap { $0.string?.hasPrefix("panic(") == true ? $0 : nil }
  }

  /// Returns the errors of the reporter, as Apple prints them.
  static func errors(_ body: JSONValue) -> [String] {
    let notes = body["reportNotes"]?.elements.compactMap { $0.string } ?? []
    return notes.isEmpty ? [] : ["", "Error Formulating Crash Report:"] + notes.flatMap { TextColumns.lines($0) }
  }

  private static func text(_ value: JSONValue?) -> ReportValue? {
    guard let text = value?.string?.trimmingBlanks, !text.isEmpty else { return nil }
    return .text(text)
  }

  private static func lines(_ list: JSONValue?) -> ReportValue? {
    let lines = list?.elements.compactMap { $0.string } ?? []
    return lines.isEmpty ? nil : .text(lines.joined(separator: "\n"))
  }
}
