import AppleLayout
import CrashModel
import JSONText

/// A whole report inside something else: inside JSON of another shape, as services and apps that forward reports write them, or a
/// text whose lines have a prefix (`WrappedText`).
///
/// In: a JSON value that no other format recognizes. Out: the reports in it, and what is beside them as `GenericJSONReport`. An object
/// is read where it is. A string is decoded (`DecodedText`) and read like an input; positions are converted from the decoded text
/// to the string and back, so that every frame has its bytes in the input and names are written into the string.
///
/// Example: `{"payload": "{\"crashDiagnostics\": [...]}"}` becomes the MetricKit reports of the payload.
struct NestedReport: FormatReader {
  /// The report in its own format.
  let inner: any FormatReader
  /// The text that it is in, or nil for an object.
  let text: DecodedText?
  /// The path of keys to it and its first byte in the input, or nil if it is not inside JSON.
  let place: (path: String, byte: Int)?
  /// Whether the text holds no other report.
  let isAlone: Bool
  /// The JSON around the report, and the reports in it, if this is the first of them and nothing else is read there.
  var surroundings: JSONSource.Part?

  static func recognize(_ candidate: JSONCandidate) -> [any FormatReader]? {
    guard candidate.value["mappings"] == nil else { return nil }
    let search = NestedSearch(candidate.value)
    guard !search.found.isEmpty else { return nil }
    let stacks = StackSearch(candidate.value, skipping: search.found.map(\.value))
    let rest = stacks.holdsLists ? [GenericJSONReport(body: candidate.value, search: stacks)] : []
    var nested = search.found.flatMap(\.readers)
    if rest.isEmpty, !nested.isEmpty {
      nested[0].surroundings = JSONSource.Part(value: candidate.value, skipping: search.found.map(\.value))
    }
    let all: [any FormatReader] = nested
    return all + rest
  }

  var source: JSONSource? {
    let own = inner.source
    guard let surroundings else { return own }
    return JSONSource((own?.parts ?? []) + [surroundings], dropping: own?.dropped ?? .anyJSON)
  }

  var isPartOfLog: Bool { inner.isPartOfLog }
  var hasHeader: Bool { inner.hasHeader }
  var identifiesItself: Bool { inner.identifiesItself }

  static func recognize(_ candidate: TextCandidate) throws(ReportError) -> RecognizedInput? {
    WrappedText.objects(candidate) ?? WrappedText.prefixed(candidate)
  }

  func read(_ known: KnownImages?) -> CrashReport {
    var report = inner.read(known)
    if let text { report.convertPlaces(text.outer, keepsLines: text.keepsLines) }
    if let (path, byte) = place {
      report.diagnostics.append(ReportDiagnostic(.note, "the report is inside other JSON, at \(path)", byte: byte))
    }
    return report
  }

  func layout(of report: CrashReport) -> TranslatedText? {
    guard let layout = inner.layout(of: report) else {
      return place == nil ? nil : ModelTranslation.translate(report, identifier: report.identifier)
    }
    return layout
  }

  /// Returns the text in the string with the answers filled in, as for a file with it; nil if the report has a layout, because it is
  /// no text, shares its string with others, or is in no string.
  func ownText(
    _ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, isStyled: Bool
  ) -> StyledText? {
    guard let text, place != nil, isAlone, inner.layout(of: answers.report) == nil else { return nil }
    var placed = answers
    placed.report.convertPlaces(text.inner, keepsLines: true)
    var edits = ByteEdits(isStyled: isStyled)
    inner.edit(placed, wording, onlyCrashed: onlyCrashed, &edits)
    var filled = edits.applied(to: StyledText(text.bytes))
    if filled.bytes.last != UInt8(ascii: "\n") { filled.append("\n".utf8) }
    return filled
  }

  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits) {
    guard let text else { return inner.edit(answers, wording, onlyCrashed: onlyCrashed, &edits) }
    var placed = answers
    placed.report.convertPlaces(text.inner, keepsLines: true)
    var planned = ByteEdits(isStyled: edits.isStyled)
    inner.edit(placed, wording, onlyCrashed: onlyCrashed, &planned)
    edits.add(planned, at: text.outer, encode: text.encoded)
  }
}

extension CrashReport {
  /// Converts every position in the input.
  fileprivate mutating func convertPlaces(_ convert: (Range<Int>) -> Range<Int>, keepsLines: Bool) {
    for position in frames.indices {
      frames[position].sourceRange = convert(frames[position].sourceRange)
      frames[position].replaceableRange = convert(frames[position].replaceableRange)
      frames[position].otherPlaces = frames[position].otherPlaces.map(convert)
    }
    for position in images.indices { images[position].sourceRange = convert(images[position].sourceRange) }
    for position in threads.indices { threads[position].sourceRange = convert(threads[position].sourceRange) }
    for position in backtraces.indices { backtraces[position].list = backtraces[position].list.map(convert) }
    for position in diagnostics.indices {
      diagnostics[position].byte = diagnostics[position].byte.map { convert($0..<$0).lowerBound }
      if !keepsLines { diagnostics[position].line = nil }
    }
  }
}
