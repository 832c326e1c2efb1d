internal import CrashModel
internal import JSONText
internal import Triage

/// Reads the key `triage` of a report's JSON and the facts beside it.
enum ReportFile {
  /// Adds the event of a report to a builder. A report without triage is only counted.
  static func take(_ report: JSONValue, _ builder: inout SummaryBuilder) {
    builder.counts.done.addCount(1)
    count(report, &builder)
    guard let triage = report["triage"], let group = triage["group"]?.string else { return }
    var incident = CrashEvent()
    incident.group = group
    incident.app = group.lastIndex(of: "/").map { String(group[..<$0]) } ?? group
    incident.failure = FailureClass(name: triage["class"]?.string ?? "none")
    incident.variant = triage["variant"]?.string ?? ""
    incident.quality = triage["quality"]?.string.flatMap(GroupQuality.init) ?? .empty
    incident.key = (triage["key"]?.elements).map { $0.compactMap(\.string) } ?? []
    incident.fingerprint = Fingerprint.read(triage["fingerprint"]?.string, of: incident.key)
    incident.table = CrashEvent.table(incident.failure, kind: kind(report))
    fill(&incident, triage)
    fill(&incident, ofReport: report)
    let cause = firstCause(triage)
    builder.add(incident, advice: cause?.advice)
    if let stack = ReportStack.read(report, incident) { builder.add(stack) }
    if let cause { builder.note(cause) }
    if let ruleset = triage["ruleset"]?.string { builder.note(ruleset: ruleset) }
  }

  private static func fill(_ incident: inout CrashEvent, _ triage: JSONValue) {
    let blame = triage["blame"]
    incident.function = blame?["function"]?.string
    incident.image = blame?["image"]?.string
    incident.file = blame?["file"]?.string
    incident.line = blame?["line"]?.int
    let cause = triage["causes"]?.elements.first { _ in true }
    incident.cause = cause?["id"]?.string
    incident.confidence = cause?["confidence"]?.string.flatMap(TriageCause.Confidence.init)
    let evidence = cause?["evidence"]?.elements.first { _ in true }
    if let path = evidence?["path"]?.string, let text = evidence?["text"]?.string {
      incident.evidence = TriageCause.Evidence(path: path, text: text).line
    }
    let launch = triage["launch"]
    incident.uptime = launch?["uptimeMilliseconds"]?.int
    incident.isLaunchCrash = launch?["launchCrash"]?.bool ?? false
    incident.phase = launch?["phase"]?.string
    incident.launches = launch?["launchesSinceLastCrash"]?.int
  }

  private static func fill(_ incident: inout CrashEvent, ofReport report: JSONValue) {
    let process = report["process"]
    incident.device = report["device"]?["key"]?.string
    incident.model = report["device"]?["model"]?.string
    incident.consecutive = report["extra"]?["consecutiveCrashes"]?.string.flatMap { Int($0) }
    incident.version = process?["version"]?.string
    incident.build = process?["build"]?.string
    incident.system = report["os"]?["name"]?.string
    incident.systemVersion = report["os"]?["version"]?.string
    incident.setTime(report["time"]?.string)
    let part = report["part"]?.int ?? 0
    incident.path = (report["path"]?.string ?? "?") + (part > 0 ? "#\(part)" : "")
    incident.identities = incident.identities(
      id: report["id"]?.string, pid: process?["pid"]?.int, kind: kind(report))
  }

  private static func kind(_ report: JSONValue) -> ReportKind { report["kind"]?.string.flatMap(ReportKind.init) ?? .crash }

  private static func firstCause(_ triage: JSONValue) -> TriageCause? {
    guard let first = triage["causes"]?.elements.first(where: { _ in true }), let id = first["id"]?.string else { return nil }
    return cause(first, id)
  }

  /// Returns a cause without its evidence.
  static func cause(_ value: JSONValue, _ id: String) -> TriageCause {
    TriageCause(
      id: id, family: value["family"]?.string ?? "",
      confidence: value["confidence"]?.string.flatMap(TriageCause.Confidence.init) ?? .hint,
      evidence: [], advice: value["advice"]?.string ?? "")
  }

  /// Counts the images of the app without debug files, and their frames.
  private static func count(_ report: JSONValue, _ builder: inout SummaryBuilder) {
    var images: [(isApp: Bool, frames: Int, value: JSONValue)] = []
    for image in report["images"]?.elements ?? JSONValue.Elements.none {
      images.append((image["inApp"]?.bool ?? false, 0, image))
    }
    for list in ["threads", "backtraces"] {
      for stack in report[list]?.elements ?? JSONValue.Elements.none
      where stack["kind"]?.string.flatMap(Backtrace.Kind.init) != .stackContents {
        count(stack["frames"], &images, &builder)
      }
    }
    for tree in report["callTrees"]?.elements ?? JSONValue.Elements.none { count(tree["nodes"], &images, &builder) }
    for image in images where image.frames > 0 {
      let status = image.value["status"]?.string.flatMap(ImageStatus.Status.init)
      guard
        status == .damaged || image.isApp && image.value["usedMismatch"] == nil && (status == .missing || status == .mismatch)
      else { continue }
      builder.add(
        MissingFile(
          name: image.value["name"]?.string, arch: image.value["arch"]?.string, id: image.value["id"]?.string, version: nil,
          frames: image.frames,
          nearMiss: status == .mismatch ? image.value["debugFiles"]?.elements.first { _ in true }?.string : nil))
    }
  }

  /// Counts frames, including those below them in a call tree.
  private static func count(
    _ frames: JSONValue?, _ images: inout [(isApp: Bool, frames: Int, value: JSONValue)], _ builder: inout SummaryBuilder
  ) {
    // Call trees may be deep: this list, instead of recursion, holds what is still to be counted.
    var waiting = [frames].compactMap { $0 }
    while let list = waiting.popLast() {
      for frame in list.elements {
        if let children = frame["children"] { waiting.append(children) }
        guard let position = frame["image"]?.int, images.indices.contains(position) else { continue }
        images[position].frames += 1
        guard images[position].isApp else { continue }
        let basis = frame["resolution"]?.string.flatMap(FrameResolution.Basis.init)
        builder.counts.appFrames += 1
        if basis == .line || basis == .symbol || basis == .reported && frame["reported"]?["file"] != nil {
          builder.counts.resolvedFrames += 1
        }
      }
    }
  }
}
