package import AppleLayout
package import CrashModel

/// One input that holds one or more crash reports. The front of the module `Reports`.
///
/// In: the bytes of a file in any format. Out: `reports`, a `CrashReport` for each report in it. Once those are answered,
/// `text` prints them, and `filled` writes the answers into the input.
///
/// To follow an input, open `FormatSniffer`, which decides between JSON (`JSONInput`) and text, then `ReportFormats`, the ordered
/// list of formats, then `FormatReader` in `Interface`, which every format implements. `Formats` has a folder per format; `JSON`,
/// `Text` and `Logs` have what formats share and name none. `NestedReport` is a report inside JSON of another shape.
///
/// Example: `try ReportDocument(reading: bytes).reports[0].threads`.
package struct ReportDocument: Sendable {
  /// The input, untouched; of a report in UTF-16 or copied from a web page, the plain text.
  package let bytes: [UInt8]
  /// The format of the input; that of its first report if they differ.
  package let format: ReportFormat
  /// The reports as they were read, in the order of their position in the input, at least one. `part` counts them.
  package let reports: [CrashReport]
  /// The same reports in their formats.
  let readers: [any FormatReader]
  private let enclosures: [Enclosure]

  /// Whether the reports are call stacks of one log, in which an earlier one may complete a later one.
  package let isLog: Bool

  /// Recognizes the format from the content, not from the file name, and reads all reports.
  ///
  /// Throws `ReportError` if no part of a report can be read. A report that is cut off or damaged is read as far as possible, and
  /// its `diagnostics` list what is missing. What was copied from a web page is read as plain text. `known` has the images of
  /// earlier reports, which saves time if many reports are read in a row.
  package init(reading original: [UInt8], known: KnownImages? = nil) throws(ReportError) {
    let (input, bytes, change) = try Self.recognize(original, known)
    let read = EmptyReports(input.readers.map { Self.report(of: $0, known) })
    readers = read.indicesOfOthers.map { input.readers[$0].folded }
    isLog = readers.contains(where: \.isPartOfLog)
    var reports = try read.withoutThem()
    SkippedInput.tell(input.skipped, in: &reports, of: bytes)
    guard let first = reports.first else { throw ReportError(.notAReport("text")) }
    if let change { reports[0].diagnostics.insert(ReportDiagnostic(.note, change), at: 0) }
    for part in reports.indices {
      (reports[part].part, reports[part].partCount) = (part, reports.count)
      reports[part].adoptImagesOfProcess()
    }
    self.bytes = bytes
    self.reports = reports
    format = first.format
    enclosures = input.enclosures
  }

  /// Recognizes the reports of an input, or of its plain text if it is a copy. The lines of a log stay as they are if they can be
  /// read.
  private static func recognize(
    _ original: [UInt8], _ known: KnownImages?
  ) throws(ReportError) -> (input: RecognizedInput, bytes: [UInt8], change: String?) {
    let copy = PlainCopy.text(original)
    let plain = copy.flatMap { try? FormatSniffer.sniff($0.text, known) }
    if let copy, let plain, copy.isPage || !plain.readers.contains(where: \.isPartOfLog) {
      return (plain, copy.text, copy.change)
    }
    do throws(ReportError) {
      return (try FormatSniffer.sniff(original, known), original, nil)
    } catch {
      guard let copy, let plain else { throw error }
      return (plain, copy.text, copy.change)
    }
  }

  /// Reads lines that were cut out of a log because of the call stacks in them. Returns nil if there are none. A single frame
  /// is enough.
  package init?(readingLog bytes: [UInt8]) {
    // The messages of JSON lines may be one call stack.
    if let text = DecodedText(messagesOf: bytes, afterOthers: true) {
      readers = LogCallStacks.find(in: text.bytes, acceptsSingleFrames: true).map {
        NestedReport(inner: $0, text: text, place: nil, isAlone: false)
      }
    } else {
      readers = LogCallStacks.find(in: bytes, acceptsSingleFrames: true)
    }
    var reports = readers.map { Self.report(of: $0, nil) }
    guard let first = reports.first else { return nil }
    for part in reports.indices { reports[part].part = part }
    isLog = true
    self.bytes = bytes
    self.reports = reports
    format = first.format
    enclosures = []
  }

  /// Reads a report, and the stacks of JavaScript and Dart in its texts, which may be in a report of any format.
  private static func report(of reader: any FormatReader, _ known: KnownImages?) -> CrashReport {
    var report = reader.read(known)
    reader.source?.addOthers(to: &report)
    ReasonStack.add(to: &report)
    DartTexts.add(to: &report)
    return report
  }

  /// Returns the parts that Apple's text layout prints around the call stacks of an answered report of this document, or nil
  /// for text, which is filled in where it is.
  package func layout(of report: CrashReport) -> TranslatedText? {
    guard readers.indices.contains(report.part), var layout = readers[report.part].layout(of: report) else { return nil }
    layout.append(section: OtherText.section(layout.rest, report.other))
    return layout
  }

  /// Returns the input with the answers of its reports filled in; frames without an answer keep their bytes. With `onlyCrashed`,
  /// text reports that have a crashed thread lose the sections of the other threads; JSON stays whole. `isStyled` requests the
  /// styles of text.
  package func filled(
    with answers: [SymbolicatedReport], style: FrameStyle, onlyCrashed: Bool = false, isSideBySide: Bool = false,
    isStyled: Bool = false
  ) -> StyledText {
    filled(with: answers, onlyCrashed: onlyCrashed, isStyled: isStyled) {
      FrameReplacement($0, style: style, isSideBySide: isSideBySide)
    }
  }

  /// Does the same with another `wording` of the frames.
  func filled(
    with answers: [SymbolicatedReport], onlyCrashed: Bool = false, isStyled: Bool = false,
    wording: (SymbolicatedReport) -> any FrameWording
  ) -> StyledText {
    var edits = ByteEdits(isStyled: isStyled)
    var scripts = ScriptTextEditor()
    var traces = DartTextEditor()
    for answer in answers where readers.indices.contains(answer.report.part) {
      let wording = wording(answer)
      readers[answer.report.part].edit(answer, wording, onlyCrashed: onlyCrashed, &edits)
      scripts.add(answer, wording, isStyled: isStyled)
      traces.add(answer, wording)
    }
    scripts.fill(bytes, &edits)
    traces.fill(bytes, &edits)
    Enclosure.update(enclosures, &edits)
    return edits.applied(to: StyledText(bytes))
  }
}
