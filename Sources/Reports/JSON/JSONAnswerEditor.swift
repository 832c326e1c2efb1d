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
    /// The report.
    let report: CrashReport
    /// The frame.
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
    for (frame, resolution) in zip(answers.report.frames, answers.resolutions)
    where resolution.basis == .line || resolution.basis == .symbol {
      for place in [frame.place] + frame.otherPlaces {
        // The last object is that of the function itself, after those of functions inlined into it.
        guard let object = document.lastObject(in: place), var editor = JSONObjectEditor(object) else { continue }
        keys(&editor, AnsweredFrame(report: answers.report, frame: frame, resolution: resolution), &edits)
        if !resolution.sources.isEmpty { editor.set("symbolication", text: symbolication(resolution.sources), &edits) }
        editor.finish(&edits)
      }
    }
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
