import AppleLayout
import CrashModel
import JSONText

/// JSON of an unknown format, with call stacks in it at any key. An answer goes into `symbolication` only, since no other keys
/// of a frame's object are known.
///
/// `StackSearch` finds the stacks, `FoundStackReader` reads them.
struct FoundReport: FormatReader {
  /// The object.
  let body: JSONValue
  /// The stacks in it.
  let search: StackSearch

  /// Call stacks that are text are not enough: they are read, and filled in, where they are.
  static func recognize(_ candidate: JSONCandidate) -> [any FormatReader]? {
    guard candidate.value["mappings"] == nil else { return nil }
    let search = StackSearch(candidate.value)
    return search.holdsLists ? [FoundReport(body: candidate.value, search: search)] : nil
  }

  func read(_ known: KnownImages?) -> CrashReport { FoundStackReader.read(body, search) }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    JSONAnswerEditor.fill(answers, in: body, wording, &edits)
  }
}
