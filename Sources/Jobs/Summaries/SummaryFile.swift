internal import CrashModel
internal import JSONText
internal import Triage

/// Reads a summary that this program wrote.
enum SummaryFile {
  /// Adds the whole contents of a summary to a builder.
  static func take(_ summary: JSONValue, _ builder: inout SummaryBuilder) {
    let reports = summary["reports"]
    builder.counts.done += reports?["done"]?.int ?? 0
    builder.counts.unreadable += reports?["unreadable"]?.int ?? 0
    builder.counts.skipped += reports?["skipped"]?.int ?? 0
    builder.counts.appFrames += summary["frames"]?["app"]?.int ?? 0
    builder.counts.resolvedFrames += summary["frames"]?["resolved"]?.int ?? 0
    builder.counts.scriptFrames += summary["frames"]?["scripts"]?.int ?? 0
    builder.counts.resolvedScriptFrames += summary["frames"]?["resolvedScripts"]?.int ?? 0
    builder.count(duplicates: max(reports?["duplicates"]?.int ?? 0, 0))
    for digest in (summary["ruleset"]?.string ?? "").split(separator: ",") { builder.note(ruleset: String(digest)) }
    for file in summary["missing"]?.elements ?? JSONValue.Elements.none {
      builder.add(
        MissingFile(
          name: file["name"]?.string, arch: file["arch"]?.string, id: file["id"]?.string, version: file["version"]?.string,
          reports: file["reports"]?.int ?? 0, frames: file["frames"]?.int ?? 0, nearMiss: file["nearMiss"]?.string))
    }
    for system in summary["missingSystems"]?.elements ?? JSONValue.Elements.none {
      builder.add(
        MissingSystem(
          name: system["name"]?.string ?? "?", reports: system["reports"]?.int ?? 0, frames: system["frames"]?.int ?? 0))
    }
    takeProblems(summary, &builder)
    guard let partial = summary["partial"] else { return }
    for cause in partial["causes"]?.elements ?? JSONValue.Elements.none {
      if let id = cause["id"]?.string { builder.note(ReportFile.cause(cause, id)) }
    }
    let texts = (partial["texts"]?.elements).map { $0.map { $0.string ?? "" } } ?? []
    for event in partial["events"]?.elements ?? JSONValue.Elements.none {
      if let incident = incident(event.elements.map { $0.int ?? -1 }, texts) { builder.add(incident) }
    }
    for entry in partial["evidence"]?.elements ?? JSONValue.Elements.none {
      let row = entry.elements.map { $0.int ?? -1 }
      let words = row.prefix(5).compactMap { texts.indices.contains($0) ? texts[$0] : nil }
      guard row.count >= 6, words.count == 5 else { continue }
      builder.add(words[3], advice: words[4], group: words[0], cause: words[1], time: time(row[5]), path: words[2])
    }
  }

  /// Adds what went wrong with debug files and reports.
  private static func takeProblems(_ summary: JSONValue, _ builder: inout SummaryBuilder) {
    builder.counts.debugFiles += summary["reports"]?["debugFiles"]?.int ?? 0
    for file in summary["damaged"]?.elements ?? JSONValue.Elements.none {
      builder.add(
        DamagedFile(
          path: file["path"]?.string ?? "?", reason: file["reason"]?.string ?? "damaged", reports: file["reports"]?.int ?? 0,
          frames: file["frames"]?.int ?? 0))
    }
    for warning in summary["warnings"]?.elements ?? JSONValue.Elements.none {
      if let kind = warning["kind"]?.string { builder.add(warning: kind, reports: warning["reports"]?.int ?? 0) }
    }
    for report in summary["failing"]?.elements ?? JSONValue.Elements.none {
      guard let path = report["path"]?.string else { continue }
      builder.add(
        FailingReport(
          path: path, frames: report["frames"]?.int ?? 0, unresolved: report["unresolved"]?.int ?? 0,
          images: report["images"]?.elements.compactMap(\.string) ?? []))
    }
  }

  /// Returns the groups of a summary, for comparison.
  static func groups(_ summary: JSONValue) -> Set<String> {
    Set((summary["groups"]?.elements ?? JSONValue.Elements.none).compactMap { $0["group"]?.string })
  }

  /// Returns an event from its numbers, in the order in which they are written, or nil if there are too few.
  static func incident(_ row: [Int], _ texts: [String]) -> CrashEvent? {
    guard row.count >= 29 else { return nil }
    let words = row.prefix(24).map { texts.indices.contains($0) ? texts[$0] : nil }
    var incident = CrashEvent()
    (incident.group, incident.app, incident.failure) = (words[0] ?? "?", words[1] ?? "?", FailureClass(name: words[2] ?? "none"))
    (incident.fingerprint, incident.variant) = (words[3] ?? "", words[4] ?? "")
    incident.quality = words[5].flatMap(GroupQuality.init) ?? .empty
    incident.table = words[6].flatMap(CrashEvent.Table.init) ?? .other
    (incident.function, incident.image, incident.file) = (words[7], words[8], words[9])
    (incident.cause, incident.evidence, incident.device) = (words[10], words[11], words[12])
    (incident.version, incident.build) = (words[13], words[14])
    (incident.system, incident.systemVersion, incident.model) = (words[15], words[16], words[17])
    (incident.day, incident.phase, incident.path) = (words[18], words[19], words[20] ?? "?")
    incident.key = (words[21] ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    incident.identities = (words[22] ?? "").split(separator: "\n").map(String.init)
    incident.confidence = words[23].flatMap(TriageCause.Confidence.init)
    incident.line = row[24] < 0 ? nil : row[24]
    incident.time = time(row[25])
    incident.uptime = row[26] < 0 ? nil : row[26]
    incident.isLaunchCrash = row[27] == 1
    incident.launches = row[28] < 0 ? nil : row[28]
    return incident
  }

  /// Returns a time, or nil for the number that means none.
  private static func time(_ number: Int) -> Int? { abs(Double(number)) > 1e15 ? nil : number }
}

/// Reads the groups of an earlier summary.
package enum SummaryBaseline {
  /// Returns the groups of a summary's JSON, and the digest of its rules, or nil if the bytes are not a summary.
  package static func read(_ bytes: [UInt8]) -> (groups: Set<String>, ruleset: String)? {
    guard let root = JSONDocument(bytes).root, root["schema"]?.string == "symbolicate.summary/1" else { return nil }
    return (SummaryFile.groups(root), root["ruleset"]?.string ?? "")
  }
}
