import CrashModel
import JSONText
import SymbolModel

/// Writes answers into JSON reports: the keys that the format owns, and an array `symbolication` in every frame's object
/// with the source frames, innermost first. Nothing is taken away, no object is added.
enum JSONReportEditor {
  /// The input with the answers of all its reports. Frames that rest on the reporter's own name, or on nothing, and frames
  /// whose object is cut off or no object stay as they are.
  static func fill(_ bytes: [UInt8], _ reports: [SymbolicatedReport]) -> [UInt8] {
    var edits = ByteEdits()
    fill(bytes, reports, &edits)
    return edits.applied(to: bytes)
  }

  /// Plans the same for some of the reports of an input.
  static func fill(_ bytes: [UInt8], _ reports: [SymbolicatedReport], _ edits: inout ByteEdits) {
    for symbolicated in reports {
      let report = symbolicated.report
      for (frame, resolution) in zip(report.frames, symbolicated.resolutions)
      where resolution.basis == .line || resolution.basis == .symbol {
        guard let object = lastObject(bytes, frame.place), var editor = JSONObjectEditor(object) else { continue }
        switch report.format {
        case .kscrash: setKSCrash(&editor, report, frame, resolution, &edits)
        case .swiftBacktrace: setSwift(&editor, report, frame, resolution, &edits)
        case .ips, .appleText, .console, .jetsam: setIPS(&editor, resolution, &edits)
        }
        if !resolution.sources.isEmpty { editor.set("symbolication", text: symbolication(resolution.sources), &edits) }
        editor.finish(&edits)
      }
    }
  }

  /// The last object in a frame's place: that of the function itself, after those of functions inlined into it.
  private static func lastObject(_ bytes: [UInt8], _ place: Range<Int>) -> JSONValue? {
    guard !place.isEmpty, place.upperBound <= bytes.count, bytes[place.lowerBound] == UInt8(ascii: "{") else { return nil }
    var last: JSONValue?
    var position = place.lowerBound
    while position < place.upperBound {
      let document = JSONDocument(bytes, in: position..<place.upperBound)
      guard let root = document.root, document.end > position else { break }
      last = root
      position = document.end
      while position < place.upperBound, bytes[position] != UInt8(ascii: "{") { position += 1 }
    }
    return last
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
    guard let symbol = resolution.sources.last?.linkageName ?? resolution.symbol, let offset = resolution.symbolOffset,
      let address = frame.address
    else { return }
    // What `dladdr` would have answered on the device: the name as the linker knows it.
    let architecture = frame.image.flatMap { report.images.indices.contains($0) ? report.images[$0].architecture : nil }
    let code = address.strippingPointerAuthentication(on: architecture)
    editor.set("symbol_name", string: symbol, &edits)
    editor.set("symbol_addr", number: code.value &- offset, &edits)
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
