internal import JSONText
package import Triage

/// Reads a summary that this program wrote.
enum SummaryFile {
  /// Adds the whole contents of a summary to a builder.
  static func take(_ summary: JSONValue, _ builder: inout SummaryBuilder) throws(SummaryEventCodec.Problem) {
    let reports = summary["reports"]
    builder.counts.done.addCount(reports?["done"]?.boundedCount ?? 0)
    builder.counts.unreadable.addCount(reports?["unreadable"]?.boundedCount ?? 0)
    builder.counts.skipped.addCount(reports?["skipped"]?.boundedCount ?? 0)
    builder.counts.appFrames.addCount(summary["frames"]?["app"]?.boundedCount ?? 0)
    builder.counts.resolvedFrames.addCount(summary["frames"]?["resolved"]?.boundedCount ?? 0)
    builder.counts.scriptFrames.addCount(summary["frames"]?["scripts"]?.boundedCount ?? 0)
    builder.counts.resolvedScriptFrames.addCount(summary["frames"]?["resolvedScripts"]?.boundedCount ?? 0)
    builder.count(duplicates: max(reports?["duplicates"]?.boundedCount ?? 0, 0))
    for digest in (summary["ruleset"]?.string ?? "").split(separator: ",") { builder.note(ruleset: String(digest)) }
    for file in summary["missing"]?.elements ?? JSONValue.Elements.none {
      builder.add(
        MissingFile(
          name: file["name"]?.string, arch: file["arch"]?.string, id: file["id"]?.string, version: file["version"]?.string,
          reports: file["reports"]?.boundedCount ?? 0, frames: file["frames"]?.boundedCount ?? 0,
          nearMiss: file["nearMiss"]?.string))
    }
    for system in summary["missingSystems"]?.elements ?? JSONValue.Elements.none {
      builder.add(
        MissingSystem(
          name: system["name"]?.string ?? "?", reports: system["reports"]?.boundedCount ?? 0,
          frames: system["frames"]?.boundedCount ?? 0))
    }
    takeProblems(summary, &builder)
    for row in summary["sessions"]?.elements ?? JSONValue.Elements.none { if let row = sessions(row) { builder.add(row) } }
    for entry in summary["revisions"]?.elements ?? JSONValue.Elements.none {
      guard let app = entry["app"]?.string, let version = entry["version"]?.string, let revision = entry["revision"]?.string
      else {
        continue
      }
      builder.add(revision: revision, of: AppVersion(app: app, version: version))
    }
    for group in summary["groups"]?.elements ?? JSONValue.Elements.none {
      if let stack = stack(of: group) { builder.add(stack) }
    }
    guard let partial = summary["partial"] else { return }
    for cause in partial["causes"]?.elements ?? JSONValue.Elements.none {
      if let id = cause["id"]?.string { builder.note(ReportFile.cause(cause, id)) }
    }
    let version = partial["version"]?.int ?? SummaryEventCodec.version
    guard version == SummaryEventCodec.version else { throw .version(version) }
    let texts = (partial["texts"]?.elements).map { $0.map { $0.string ?? "" } } ?? []
    for row in rows(partial["events"]) { builder.add(try SummaryEventCodec.event(of: row, texts)) }
    for row in rows(partial["evidence"]) { builder.add(try SummaryEventCodec.evidence(of: row, texts)) }
  }

  private static func rows(_ value: JSONValue?) -> [[Int]] {
    (value?.elements ?? JSONValue.Elements.none).map { $0.elements.map { $0.int ?? -1 } }
  }

  /// Adds what went wrong with debug files and reports.
  private static func takeProblems(_ summary: JSONValue, _ builder: inout SummaryBuilder) {
    builder.counts.debugFiles.addCount(summary["reports"]?["debugFiles"]?.boundedCount ?? 0)
    for file in summary["damaged"]?.elements ?? JSONValue.Elements.none {
      builder.add(
        DamagedFile(
          path: file["path"]?.string ?? "?", reason: file["reason"]?.string ?? "damaged",
          reports: file["reports"]?.boundedCount ?? 0,
          frames: file["frames"]?.boundedCount ?? 0))
    }
    for warning in summary["warnings"]?.elements ?? JSONValue.Elements.none {
      if let kind = warning["kind"]?.string { builder.add(warning: kind, reports: warning["reports"]?.boundedCount ?? 0) }
    }
    for report in summary["failing"]?.elements ?? JSONValue.Elements.none {
      guard let path = report["path"]?.string else { continue }
      builder.add(
        FailingReport(
          path: path, frames: report["frames"]?.boundedCount ?? 0, unresolved: report["unresolved"]?.boundedCount ?? 0,
          images: report["images"]?.elements.compactMap(\.string) ?? []))
    }
  }

  private static func sessions(_ value: JSONValue) -> SessionRow? {
    guard let version = value["version"]?.string else { return nil }
    func number(_ name: String) -> Int? { value[name]?.int.map { min(max($0, 0), SessionRow.limit) } }
    func hashes(_ name: String) -> Set<UInt64> {
      Set((value[name]?.elements ?? JSONValue.Elements.none).compactMap { $0.string.flatMap { UInt64($0, radix: 16) } })
    }
    var row = SessionRow(
      SessionRow.Key(
        app: value["app"]?.string ?? "", version: version, day: value["day"]?.string ?? "",
        statesCrashes: value["statesCrashes"]?.bool ?? false))
    row.sessions = number("sessions") ?? 0
    row.crashedSessions = number("crashedSessions") ?? 0
    row.devices = number("devices")
    row.crashedDevices = number("crashedDevices") ?? 0
    (row.deviceHashes, row.crashedHashes) = (hashes("deviceHashes"), hashes("crashedHashes"))
    return row
  }

  private static func stack(of group: JSONValue) -> GroupStack? {
    guard let stack = group["stack"], let name = group["group"]?.string else { return nil }
    var lines: [GroupStack.Line] = []
    for value in stack["lines"]?.elements ?? JSONValue.Elements.none where lines.count < GroupStack.limit {
      var line = GroupStack.Line(
        function: value["function"]?.string, image: value["image"]?.string, file: value["file"]?.string,
        line: value["line"]?.int.flatMap { UInt32(exactly: $0) }, inApp: value["inApp"]?.bool ?? false,
        isInlined: value["inlined"]?.bool ?? false)
      line.isBlamed = value["blamed"]?.bool ?? false
      lines.append(line)
    }
    return GroupStack(
      group: name, time: stack["time"]?.int, path: stack["report"]?.string ?? "?", instruction: stack["instruction"]?.string,
      lines: lines)
  }

  /// Returns a group of a summary, for comparison; of earlier versions of this program, without the place in the title.
  fileprivate static func baseline(_ value: JSONValue) -> BaselineSummary.Group? {
    guard let group = value["group"]?.string else { return nil }
    let failure = value["class"]?.string ?? "crash"
    let title = value["title"]?.string ?? value["blame"]?["function"]?.string.map { "\(failure) in \($0)" } ?? group
    return BaselineSummary.Group(group: group, title: title, failure: failure, count: value["count"]?.boundedCount ?? 0)
  }
}

/// Reads the groups of an earlier summary.
package enum SummaryBaseline {
  /// Returns the groups of a summary's JSON, and the digest of its rules, or nil if the bytes are not a summary.
  package static func read(_ bytes: [UInt8]) -> BaselineSummary? {
    guard let root = JSONDocument(bytes).root, root["schema"]?.string == "symbolicate.summary/1" else { return nil }
    let groups = (root["groups"]?.elements ?? JSONValue.Elements.none).compactMap(SummaryFile.baseline)
    return BaselineSummary(groups, ruleset: root["ruleset"]?.string ?? "")
  }
}
