internal import CrashModel
internal import JSONText
internal import Triage

/// Reads the stack that a report's JSON is about, for the group of the report.
enum ReportStack {
  /// Returns the stack, or nil if the report has none or a call tree.
  static func read(_ report: JSONValue, _ incident: CrashEvent) -> GroupStack? {
    guard let path = report["triage"]?["speaker"]?["stack"]?.string, let frames = frames(path, report) else { return nil }
    let images = report["images"]?.elements ?? JSONValue.Elements.none
    let known = images.map { (name: $0["name"]?.string, inApp: $0["inApp"]?.bool ?? false) }
    var lines: [GroupStack.Line] = []
    for frame in frames.elements {
      guard lines.count < GroupStack.limit else { break }
      let image = frame["image"]?.int.flatMap { known.indices.contains($0) ? known[$0] : nil }
      let inApp = frame["inApp"]?.bool ?? image?.inApp ?? false
      lines += Self.lines(of: frame, image: image?.name ?? frame["imageName"]?.string, inApp: inApp)
    }
    guard !lines.isEmpty else { return nil }
    lines.removeSubrange(min(lines.count, GroupStack.limit)...)
    let blamed = lines.firstIndex { $0.file != nil && $0.file == incident.file && $0.line.map(Int.init) == incident.line }
    if let blamed { lines[blamed].isBlamed = true }
    let instruction = frames.elements.first { _ in true }?["instruction"]?["sentence"]?.string
    return GroupStack(group: incident.group, time: incident.time, path: incident.path, instruction: instruction, lines: lines)
  }

  /// Returns the frames at a path such as `threads[0]`.
  private static func frames(_ path: String, _ report: JSONValue) -> JSONValue? {
    guard path.hasSuffix("]"), let bracket = path.firstIndex(of: "["), ["threads", "backtraces"].contains(path[..<bracket]),
      let position = Int(path[path.index(after: bracket)...].dropLast()), position >= 0
    else { return nil }
    let stacks = report[String(path[..<bracket])]?.elements ?? JSONValue.Elements.none
    return stacks.dropFirst(position).first { _ in true }?["frames"]
  }

  private static func lines(of frame: JSONValue, image: String?, inApp: Bool) -> [GroupStack.Line] {
    let sources = (frame["sources"]?.elements ?? JSONValue.Elements.none).prefix(GroupStack.limit).map { source in
      GroupStack.Line(
        function: source["function"]?.string, image: image, file: source["file"]?.string,
        line: source["line"]?.int.flatMap { UInt32(exactly: $0) }, inApp: inApp, isInlined: source["inlined"]?.bool ?? false)
    }
    let name = frame["symbol"]?.string ?? frame["reported"]?["symbol"]?.string
    let alone = GroupStack.Line(function: name, image: image, file: nil, line: nil, inApp: inApp, isInlined: false)
    return sources.isEmpty ? [alone] : sources
  }
}
