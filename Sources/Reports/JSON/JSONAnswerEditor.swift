import AppleLayout
import CrashModel
import JSONText
import SymbolModel

/// Writes answers into JSON reports, for every JSON format. The front of `JSON`, which has what these formats share and knows
/// none of them.
///
/// In: an answered report, its document, and a closure that sets the keys of one format. Out: edits of the text: the format's
/// keys, and an array `symbolication` in every frame's object with the source frames, innermost first. Existing text stays, and
/// no object is added.
///
/// To read: `ImageRows` and `KnownImages` read lists of images, `FrameTreeWalk` trees of frames, `JSONFlaws` reports damage. To
/// write: `JSONObjectEditor` sets the keys of one object, `JSONStringEditor` edits strings whose lines are frames.
///
/// Example: `{"address": 4096}` becomes `{"address": 4096, "symbolication": [{"function": "main", ...}]}`.
enum JSONAnswerEditor {
  /// One frame of an answered report.
  struct AnsweredFrame {
    let report: CrashReport
    let frame: Frame
    /// The answer from a debug file.
    let resolution: FrameResolution

    /// The runtime address of the symbol's start, or nil without an address or a distance.
    var symbolStart: UInt64? {
      guard let offset = resolution.symbolOffset, let address = frame.address else { return nil }
      // A return address was looked up one byte back, and without authentication bits.
      let shown = resolution.lookupAddress.map { $0.value &+ (frame.kind == .returnAddress ? 1 : 0) } ?? address.value
      return shown &- offset
    }
  }

  /// Sets the keys of a frame's object that belong to the format.
  typealias Keys = (_ object: inout JSONObjectEditor, _ frame: AnsweredFrame, _ edits: inout ByteEdits) -> Void

  /// Plans to write the answers of a report into its body: into the objects of frames, and into strings with one frame per line.
  static func fill(
    _ answers: SymbolicatedReport, in body: JSONValue, _ wording: any FrameWording, _ edits: inout ByteEdits,
    keys: Keys = { _, _, _ in }
  ) {
    fill(answers, in: body.document, &edits, keys: keys)
    JSONStringEditor.fill(answers, in: body.document.bytes, &edits, wording)
  }

  /// Plans the same for the objects alone, whose positions count in `document`. A frame stays as it is if only the reporter names
  /// it, if nothing names it, or if its object is cut off or is not an object.
  static func fill(
    _ answers: SymbolicatedReport, in document: JSONDocument, _ edits: inout ByteEdits, keys: Keys = { _, _, _ in }
  ) {
    for position in answers.resolutions.indices {
      let basis = answers.resolutions.span[position].basis
      guard basis == .line || basis == .symbol else { continue }
      let (frame, resolution) = (answers.report.frames[position], answers.resolutions[position])
      let answered = AnsweredFrame(report: answers.report, frame: frame, resolution: resolution)
      for place in [frame.sourceRange] + frame.otherPlaces { fill(answered, in: document.lastObject(in: place), &edits, keys) }
    }
  }

  /// Plans to write an answer into the object of the function itself, after those of functions inlined into it.
  private static func fill(_ answered: AnsweredFrame, in object: JSONValue?, _ edits: inout ByteEdits, _ keys: Keys) {
    guard let object, var editor = JSONObjectEditor(object) else { return }
    keys(&editor, answered, &edits)
    let sources = answered.resolution.sources
    if !sources.isEmpty { editor.set("symbolication", text: symbolication(sources), &edits) }
    editor.finish(&edits)
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
