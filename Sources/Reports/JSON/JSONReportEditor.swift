import AppleLayout
import CrashModel
import JSONText
import SymbolModel

/// Writes answers into JSON reports: the keys that the format owns, and an array `symbolication` in every frame's object
/// with the source frames, innermost first. Nothing is taken away, no object is added.
enum JSONReportEditor {
  /// The input with the answers of all its reports. Frames that rest on the reporter's own name, or on nothing, and frames
  /// whose object is cut off or no object stay as they are. `parts` are the reports' own JSON; `texts` are those for frames that
  /// are lines of a string.
  static func fill(
    _ bytes: [UInt8], _ reports: [SymbolicatedReport], _ parts: [JSONPart], texts: (_ part: Int, _ frame: Int) -> [String]?
  ) -> [UInt8] {
    var edits = ByteEdits()
    for (position, (report, part)) in zip(reports, parts).enumerated() {
      if part.format == .json, part.finished != nil { fillLines(report, in: bytes, &edits) }
      guard let body = part.body else { continue }
      fill(report, in: body.document, &edits)
      JSONStringEditor.fill(report, in: bytes, &edits) { texts(position, $0) }
      if part.format == .kscrash { KSCrashContainer(body)?.fill(report, of: body, &edits) }
    }
    setLengths(parts, &edits)
    return edits.applied(to: bytes)
  }

  /// Corrects the sizes that are stated of the payloads in which members were set.
  private static func setLengths(_ parts: [JSONPart], _ edits: inout ByteEdits) {
    var done: Set<Int> = []
    let enclosures = parts.compactMap(\.enclosure).filter { done.insert($0.payload.lowerBound).inserted }
    for (enclosure, grown) in zip(enclosures, edits.growth(in: enclosures.map(\.payload))) where grown != 0 {
      edits.replace(enclosure.length.range, with: Array(String(enclosure.payload.count + grown).utf8))
    }
  }

  /// Plans the same for a report whose frames' objects are documents of their own, one a line.
  private static func fillLines(_ symbolicated: SymbolicatedReport, in bytes: [UInt8], _ edits: inout ByteEdits) {
    for position in symbolicated.report.frames.indices where symbolicated.resolutions.indices.contains(position) {
      var line = symbolicated
      line.report.frames = [symbolicated.report.frames[position]]
      line.resolutions = [symbolicated.resolutions[position]]
      fill(line, in: JSONDocument(bytes, in: line.report.frames[0].place), &edits)
    }
  }

  /// Plans the same for one report, whose frames' places lie in `document`.
  static func fill(_ symbolicated: SymbolicatedReport, in document: JSONDocument, _ edits: inout ByteEdits) {
    for (frame, resolution) in zip(symbolicated.report.frames, symbolicated.resolutions)
    where resolution.basis == .line || resolution.basis == .symbol {
      for place in [frame.place] + frame.otherPlaces {
        // The last object is that of the function itself, after those of functions inlined into it.
        guard let object = document.lastObject(in: place) else { continue }
        set(object, symbolicated.report, frame, resolution, &edits)
      }
    }
  }

  private static func set(
    _ object: JSONValue, _ report: CrashReport, _ frame: Frame, _ resolution: FrameResolution, _ edits: inout ByteEdits
  ) {
    guard var editor = JSONObjectEditor(object) else { return }
    switch report.format {
    case .kscrash: setKSCrash(&editor, report, frame, resolution, &edits)
    case .swiftBacktrace: setSwift(&editor, report, frame, resolution, &edits)
    case .sentry: setSentry(&editor, report, frame, resolution, &edits)
    // MetricKit's objects have no keys for names, those of unknown formats none that are known: `symbolication` says everything.
    case .metricKit, .json, .plcrash: break
    case .ips, .appleText, .console, .jetsam: setIPS(&editor, resolution, &edits)
    }
    if !resolution.sources.isEmpty { editor.set("symbolication", text: symbolication(resolution.sources), &edits) }
    editor.finish(&edits)
  }

  // MARK: The formats' own keys

  private static func setIPS(_ editor: inout JSONObjectEditor, _ resolution: FrameResolution, _ edits: inout ByteEdits) {
    if let symbol = resolution.symbol {
      if let offset = resolution.symbolOffset {
        editor.set("symbol", string: symbol, &edits)
        editor.set("symbolLocation", number: offset, &edits)
      } else if editor["symbolLocation"] == nil {
        editor.set("symbol", string: symbol, &edits)
      }
    }
    guard let function = resolution.sources.last, let file = function.file, let line = function.line else { return }
    editor.set("sourceFile", string: PathText.lastComponent(of: file), &edits)
    editor.set("sourceLine", number: UInt64(line), &edits)
  }

  private static func setKSCrash(
    _ editor: inout JSONObjectEditor, _ report: CrashReport, _ frame: Frame, _ resolution: FrameResolution,
    _ edits: inout ByteEdits
  ) {
    guard let symbol = resolution.sources.last?.linkageName ?? resolution.symbol,
      let start = symbolStart(report, frame, resolution)
    else { return }
    // What `dladdr` would have answered on the device: the name as the linker knows it.
    editor.set("symbol_name", string: symbol, &edits)
    editor.set("symbol_addr", number: start, &edits)
  }

  private static func setSentry(
    _ editor: inout JSONObjectEditor, _ report: CrashReport, _ frame: Frame, _ resolution: FrameResolution,
    _ edits: inout ByteEdits
  ) {
    guard let symbol = resolution.symbol else { return }
    editor.set("function", string: symbol, &edits)
    if let name = resolution.sources.last?.linkageName, name != symbol { editor.set("raw_function", string: name, &edits) }
    if let start = symbolStart(report, frame, resolution) {
      // As wide as the address beside it.
      let digits = max((editor["instruction_addr"]?.string?.utf8.count ?? 3) - 2, 1)
      editor.set("symbol_addr", string: TextColumns.hex(start, digits: min(digits, 16)), &edits)
    }
    guard let function = resolution.sources.last, let file = function.file, let line = function.line else { return }
    editor.set("filename", string: PathText.lastComponent(of: file), &edits)
    editor.set("abs_path", string: file, &edits)
    editor.set("lineno", number: UInt64(line), &edits)
    if let column = function.column, column > 0 { editor.set("colno", number: UInt64(column), &edits) }
  }

  /// The runtime address of the symbol's start; nil without an address or a distance.
  private static func symbolStart(_ report: CrashReport, _ frame: Frame, _ resolution: FrameResolution) -> UInt64? {
    guard let offset = resolution.symbolOffset, let address = frame.address else { return nil }
    // A return address was looked up one byte back, and without authentication bits.
    let shown = resolution.lookupAddress.map { $0.value &+ (frame.kind == .returnAddress ? 1 : 0) } ?? address.value
    return shown &- offset
  }

  private static func setSwift(
    _ editor: inout JSONObjectEditor, _ report: CrashReport, _ frame: Frame, _ resolution: FrameResolution,
    _ edits: inout ByteEdits
  ) {
    guard let symbol = resolution.symbol else { return }
    editor.set("symbol", string: resolution.sources.last?.linkageName ?? symbol, &edits)
    if let distance = resolution.symbolOffset {
      // The runtime counts from the call, one byte before the return address.
      let offset = frame.kind == .returnAddress && distance > 0 ? distance - 1 : distance
      editor.set("offset", number: offset, &edits)
      editor.set("description", string: "\(symbol) + \(offset)", &edits)
    }
    if let image = frame.image, report.images.indices.contains(image), let name = report.images[image].name {
      editor.set("image", string: name, &edits)
    }
    guard let function = resolution.sources.last, let file = function.file, let line = function.line else { return }
    let path = JSONString.encode(file)
    editor.set("sourceLocation", text: "{ \"file\": \(path), \"line\": \(line), \"column\": \(function.column ?? 0) }", &edits)
  }

  // MARK: The key that is ours

  private static func symbolication(_ sources: [SourceFrame]) -> String {
    "[" + sources.map { source($0) }.joined(separator: ",") + "]"
  }

  private static func source(_ frame: SourceFrame) -> String {
    var members = ["\"function\":" + JSONString.encode(frame.function)]
    if let name = frame.linkageName { members.append("\"linkageName\":" + JSONString.encode(name)) }
    if let file = frame.file { members.append("\"file\":" + JSONString.encode(file)) }
    if let line = frame.line { members.append("\"line\":\(line)") }
    if let column = frame.column { members.append("\"column\":\(column)") }
    if frame.inlined { members.append("\"inlined\":true") }
    if frame.approximate { members.append("\"approximate\":true") }
    return "{" + members.joined(separator: ",") + "}"
  }
}
