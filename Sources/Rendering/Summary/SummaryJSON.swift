import CrashModel
import JSONText
package import Triage

/// Writes summaries in the schema `symbolicate.summary/1`.
package struct SummaryJSON: Sendable {
  /// Prepares to write summaries.
  package init() {}

  /// Returns one indented object; ends with a line end. The events of `builder`, from which the summary was made, are written as
  /// well, so that summaries can be merged.
  package func json(_ summary: Summary, _ builder: SummaryBuilder) -> [UInt8] {
    var writer = JSONWriter(.indented)
    writer.beginObject()
    writer.member("schema", "symbolicate.summary/1")
    writer.object("reports") { writer in
      writer.member("done", summary.counts.done)
      writer.member("unreadable", summary.counts.unreadable)
      writer.member("skipped", summary.counts.skipped)
      writer.member("debugFiles", summary.counts.debugFiles)
      writer.member("duplicates", summary.duplicates)
      writer.member("events", summary.events)
    }
    writer.object("frames") { writer in
      writer.member("app", summary.counts.appFrames)
      writer.member("resolved", summary.counts.resolvedFrames)
      if summary.counts.scriptFrames > 0 {
        writer.member("scripts", summary.counts.scriptFrames)
        writer.member("resolvedScripts", summary.counts.resolvedScriptFrames)
      }
    }
    writer.array("missing", summary.missing) { Self.write($1, to: &$0) }
    writer.array("missingSystems", summary.missingSystems) { writer, system in
      writer.member("name", system.name)
      writer.member("reports", system.reports)
      writer.member("frames", system.frames)
    }
    writer.array("damaged", summary.damaged) { writer, file in
      writer.member("path", file.path)
      writer.member("reason", file.reason)
      writer.member("reports", file.reports)
      writer.member("frames", file.frames)
    }
    writer.array("warnings", summary.warnings) { writer, warning in
      writer.member("kind", warning.kind)
      writer.member("reports", warning.reports)
    }
    writer.array("failing", summary.failing) { writer, report in
      writer.member("path", report.path)
      writer.member("frames", report.frames)
      writer.member("unresolved", report.unresolved)
      writer.member("images", report.images)
    }
    let loops = Dictionary(LoopLine.all(of: summary).map { ($0.groups.first ?? "", $0) }) { first, _ in first }
    writer.array("groups", summary.groups) { Self.write($1, of: summary, loops[$1.group], to: &$0) }
    writer.member("gone", summary.gone)
    if let before = summary.eventsBefore {
      writer.object("baseline") { writer in
        writer.member("events", before)
        writer.array("changes", BaselineChanges(summary).rows) { writer, row in
          writer.member("change", row.kind.rawValue)
          writer.member("group", row.group)
          writer.member("title", row.title)
          writer.member("count", row.count)
          writer.member("countBefore", row.countBefore)
        }
      }
    }
    writer.array("loops", summary.loops) { Self.write($1, to: &$0) }
    if !summary.revisions.isEmpty {
      writer.array("revisions", summary.revisions.sorted { $0.key < $1.key }) { writer, entry in
        writer.member("app", entry.key.app)
        writer.member("version", entry.key.version)
        writer.member("revision", entry.value)
      }
    }
    JSONHealth.write(summary.health, to: &writer)
    JSONHealth.write(builder.sessions.values.sorted { $0.key < $1.key }, to: &writer)
    writer.member("ruleset", summary.rulesets.joined(separator: ","))
    writer.key("partial")
    SummaryEventRows.write(builder, to: &writer)
    writer.endObject()
    writer.endLine()
    return writer.bytes
  }

  private static func write(_ file: MissingFile, to writer: inout JSONWriter) {
    writer.member("name", file.name)
    writer.member("arch", file.arch)
    writer.member("id", file.id)
    writer.member("version", file.version)
    writer.member("reports", file.reports)
    writer.member("frames", file.frames)
    writer.member("nearMiss", file.nearMiss)
  }

  private static func write(_ group: GroupSummary, of summary: Summary, _ loops: LoopLine?, to writer: inout JSONWriter) {
    writer.member("group", group.group)
    writer.member("app", group.app)
    writer.member("fingerprint", group.fingerprint)
    writer.member("title", GroupWords(group, of: summary).title)
    writer.list("key", group.key) { $0.value($1) }
    writer.member("class", group.failure.name)
    writer.member("quality", group.quality.rawValue)
    writer.member("table", group.table.rawValue)
    writer.member("count", group.count)
    writer.member("devices", group.devices)
    if group.unknownDevices > 0 { writer.member("unknownDevices", group.unknownDevices) }
    write("versions", group.versions, to: &writer)
    write("systems", group.systems, to: &writer)
    write("models", group.models, to: &writer)
    writer.member("firstSeen", group.firstSeen)
    writer.member("lastSeen", group.lastSeen)
    write("days", group.days, to: &writer)
    writer.object("blame") { writer in
      writer.member("function", group.newest.function)
      writer.member("image", group.newest.image)
      writer.member("file", group.newest.file)
      writer.member("line", group.newest.line)
    }
    if let cause = group.cause { writer.object("cause") { write(cause, group, summary, to: &$0) } }
    writer.member("flags", group.flags.map(\.rawValue))
    JSONSuspicion.write(summary.suspicions[group.group], to: &writer)
    if let loops {
      writer.object("loops") { writer in
        writer.member("devices", loops.devices)
        writer.member("open", loops.open)
        writer.member("recovered", loops.recovered)
        writer.member("longest", loops.longest)
      }
    }
    write("variants", group.variants, to: &writer)
    writer.member("examples", group.examples)
    if let stack = summary.stacks[group.group] { writer.object("stack") { write(stack, to: &$0) } }
  }

  private static func write(_ stack: GroupStack, to writer: inout JSONWriter) {
    writer.member("report", stack.path)
    writer.member("time", stack.time)
    writer.member("instruction", stack.instruction)
    writer.array("lines", stack.lines) { writer, line in
      writer.member("function", line.function)
      writer.member("image", line.image)
      writer.member("file", line.file)
      writer.member("line", line.line.map { Int($0) })
      if line.inApp { writer.member("inApp", true) }
      if line.isInlined { writer.member("inlined", true) }
      if line.isBlamed { writer.member("blamed", true) }
    }
  }

  private static func write(
    _ cause: GroupSummary.Count, _ group: GroupSummary, _ summary: Summary, to writer: inout JSONWriter
  ) {
    let known = summary.causes[cause.name]
    writer.member("id", cause.name)
    writer.member("family", known?.family)
    writer.member("confidence", group.confidence?.rawValue)
    writer.member("count", cause.count)
    writer.member("evidence", group.evidence)
    writer.member("advice", group.advice ?? known?.advice)
  }

  /// Writes names and counts as an array, whose order matters.
  private static func write(_ name: StaticString, _ shares: [GroupSummary.Count], to writer: inout JSONWriter) {
    writer.array(name, shares) { writer, share in
      writer.member("name", share.name)
      writer.member("count", share.count)
    }
  }

  private static func write(_ loop: CrashLoop, to writer: inout JSONWriter) {
    writer.member("app", loop.app)
    writer.member("device", loop.device)
    writer.member("version", loop.version)
    writer.member("length", loop.length)
    writer.member("certainty", loop.certainty.rawValue)
    writer.member("open", loop.isOpen)
    writer.member("groups", loop.groups)
    writer.member("reports", loop.reports)
  }
}
