import AppleLayout
package import CrashModel
import JSONText

/// The JSON that minidump-stackwalk prints for a minidump (rust-minidump, minidump-processor/json-schema.md).
///
/// In: an object with `crash_info` and `threads` or `modules`. Out: a report whose frames have the names that the tool found, with
/// inlined functions; `edit` sets `function`, `file`, `line` and `function_offset` of each frame's object. Start with `MinidumpReader`.
/// `MinidumpModule` is shared with the tool's text forms.
struct MinidumpReport: FormatReader {
  /// The whole object.
  let body: JSONValue

  static let formats: [ReportFormat] = [.minidump]

  static let earlyKeys = ["crash_info"]

  static let marks = ["crash_info"]

  static func recognize(_ candidate: JSONCandidate) -> [any FormatReader]? {
    let keys = candidate.keys
    guard keys.has("crash_info"), keys.has("threads") || keys.has("modules") else { return nil }
    return [MinidumpReport(body: candidate.value)]
  }

  var source: JSONSource? { JSONSource(body, dropping: .minidump) }

  func read(_ known: KnownImages?) -> CrashReport { MinidumpReader.read(body) }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    JSONAnswerEditor.fill(answers, in: body, wording, &edits, keys: Self.set)
  }

  private static func set(
    _ object: inout JSONObjectEditor, _ frame: JSONAnswerEditor.AnsweredFrame, _ edits: inout ByteEdits
  ) {
    guard let symbol = frame.resolution.symbol else { return }
    object.set("function", string: symbol, &edits)
    if let start = frame.symbolStart, let address = frame.frame.address?.value, address >= start {
      object.set("function_offset", string: TextColumns.hex(address - start, digits: 16), &edits)
    }
    guard let function = frame.resolution.sources.last, let file = function.file, let line = function.line else { return }
    object.set("file", string: file, &edits)
    object.set("line", number: UInt64(line), &edits)
  }
}

extension ReportFormat {
  /// What minidump-stackwalk prints for a minidump.
  package static let minidump = ReportFormat(
    "minidump", title: "minidump-stackwalk output", listing: "the output of minidump-stackwalk",
    traits: [.guessesAppImages, .hasUnorderedRegisters])
}
