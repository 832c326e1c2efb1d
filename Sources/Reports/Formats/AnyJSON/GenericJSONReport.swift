import AppleLayout
package import CrashModel
import JSONText

/// JSON of an unknown format that has call stacks at any key.
///
/// In: a JSON value that no other format recognizes. Out: a report whose threads are the lists of frames that were found, with
/// the images from the nearest list of images. Start with `StackSearch`, which finds the lists; `GenericJSONFrame` reads one frame's
/// object, `GenericJSONImages` a list of images, and `GenericJSONStackReader` builds the report.
///
/// Example: `{"log": {"stack": [{"address": "0x1000", "module": "Shop"}, ...]}}` becomes a report with one call stack, and a
/// diagnostic names its path, `log.stack`.
///
/// Each frame's object gets the answer in a key `symbolication`. Its other keys stay as they are, because their meaning is
/// unknown.
struct GenericJSONReport: FormatReader {
  /// The object.
  let body: JSONValue
  /// The stacks in it.
  let search: StackSearch

  static let formats: [ReportFormat] = [.json]

  var identifiesItself: Bool { false }

  /// Call stacks that are text are not enough without a list of images: they are read as text, and names are filled in there.
  static func recognize(_ candidate: JSONCandidate) -> [any FormatReader]? {
    guard candidate.value["mappings"] == nil else { return nil }
    let search = StackSearch(candidate.value)
    let isListed = search.imageLists.contains { list in list.images.contains { $0.id != nil && $0.loadAddress != nil } }
    return search.holdsLists || isListed && search.holdsFrames ? [GenericJSONReport(body: candidate.value, search: search)] : nil
  }

  var source: JSONSource? { JSONSource(body, dropping: .anyJSON) }

  func read(_ known: KnownImages?) -> CrashReport { GenericJSONStackReader.read(body, search) }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    JSONAnswerEditor.fill(answers, in: body, wording, &edits)
  }
}

extension ReportFormat {
  /// JSON of an unknown format with call stacks, and Meter's logs of exceptions.
  package static let json = ReportFormat("json", title: "JSON with call stacks", traits: [.guessesAppImages, .omitsPaths])
}
