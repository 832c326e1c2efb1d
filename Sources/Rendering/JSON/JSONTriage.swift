import CrashModel
import JSONText

/// Writes the key `triage` of a report.
enum JSONTriage {
  /// Writes the key, unless there is no answer.
  static func write(_ triage: ReportTriage?, to writer: inout JSONWriter) {
    guard let triage else { return }
    writer.object("triage") { writer in
      writer.object("speaker") { writer in
        writer.member("stack", triage.speaker.stack?.path)
        writer.member("reason", StackReasonWords.of(triage.speaker.reason))
      }
      writer.member("class", triage.failure.name)
      writer.member("fingerprint", triage.fingerprint)
      writer.member("key", triage.key)
      writer.member("group", triage.group)
      writer.member("variant", triage.variant)
      writer.member("quality", triage.quality.rawValue)
      writer.list("frames", triage.frames) { $0.value($1) }
      writer.array("why", triage.why) { writer, verdict in
        writer.member("frame", verdict.frame)
        writer.member("name", verdict.name)
        writer.member("kept", verdict.isKept)
        writer.member("rule", verdict.rule)
      }
      writer.object("blame") { write(triage.blame, to: &$0) }
      writer.member("meaning", triage.meaning)
      writer.array("causes", triage.causes) { write($1, to: &$0) }
      writer.object("launch") { write(triage.launch, to: &$0) }
      writer.member("ruleset", triage.ruleset)
    }
  }

  /// Writes the keys of a function to look at, without the braces.
  static func write(_ blame: BlameFrame?, to writer: inout JSONWriter) {
    guard let blame else { return }
    writer.member("function", blame.function)
    writer.member("image", blame.image)
    writer.member("file", blame.file)
    writer.member("line", blame.line)
  }

  /// Writes the keys of a cause, without the braces.
  static func write(_ cause: TriageCause, to writer: inout JSONWriter) {
    writer.member("id", cause.id)
    writer.member("family", cause.family)
    writer.member("confidence", cause.confidence.rawValue)
    writer.array("evidence", cause.evidence) { writer, evidence in
      writer.member("path", evidence.path)
      writer.member("text", evidence.text)
    }
    writer.member("advice", cause.advice)
  }

  private static func write(_ launch: LaunchTiming?, to writer: inout JSONWriter) {
    guard let launch else { return }
    // Milliseconds, so that no digits of a binary fraction show.
    writer.member("uptimeMilliseconds", UInt64(min(max(launch.uptime * 1000, 0), 1e15).rounded()))
    if launch.isLowerBound { writer.member("atLeast", true) }
    writer.member("launchCrash", launch.isLaunchCrash)
    writer.member("phase", launch.phase)
    writer.member("launchesSinceLastCrash", launch.launchesSinceLastCrash)
  }
}
