import AppleLayout
import CrashModel
import JSONText

/// One report of an input, in one format: how the format looks, how its reports are read, how an answered report is laid out as
/// Apple's text, and how answers are written into the input.
///
/// Each folder of `Formats` has a type that conforms, and `ReportFormats.all` lists them in the order in which they are asked. What
/// a report says goes into the `CrashReport` that `read` returns; every output is written from that one report once it is answered.
/// `layout` gets it back, and looks into the original only for what no other output shows. CONTRIBUTING.md shows how to add a format.
protocol FormatReader: Sendable {
  /// Returns the reports that a JSON value is, or nil if it is of another format.
  static func recognize(_ candidate: JSONCandidate) -> [any FormatReader]?

  /// Returns the reports that an input holds which is not JSON as a whole, or nil if it is of another format.
  ///
  /// - Throws: `ReportError` when the input is of this format and no report in it can be read.
  static func recognize(_ candidate: TextCandidate) throws(ReportError) -> RecognizedInput?

  /// Returns whether a JSON value is the first of two that make a report of this format.
  static func isHeader(_ value: JSONValue) -> Bool

  /// Keys that stand near the beginning of a report: an object that has one of them and is cut off may have become a report.
  static var earlyKeys: [String] { get }

  /// Whether the report is one of the call stacks of a log, of which an earlier one may tell what a later one does not.
  var isPartOfLog: Bool { get }

  /// Reads the report as far as possible; its `diagnostics` say what is missing. Images are looked up in `known`.
  func read(_ known: KnownImages?) -> CrashReport

  /// What Apple's text layout prints around the call stacks of the answered report, or nil if the text of the report is filled
  /// in where it is.
  func layout(of report: CrashReport) -> TranslatedText?

  /// Plans to write the answers into the input. `wording` words the frames that have lines of their own. With `onlyCrashed`, text
  /// with a crashed thread loses the sections of the others.
  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits)
}

extension FormatReader {
  /// No JSON value is of the format.
  static func recognize(_ candidate: JSONCandidate) -> [any FormatReader]? { nil }
  /// No text is of the format.
  static func recognize(_ candidate: TextCandidate) throws(ReportError) -> RecognizedInput? { nil }
  /// Reports are one value.
  static func isHeader(_ value: JSONValue) -> Bool { false }
  /// Nothing is known of the beginning.
  static var earlyKeys: [String] { [] }
  /// The report stands for itself.
  var isPartOfLog: Bool { false }
  /// Nothing but the report itself says what to print.
  func layout(of report: CrashReport) -> TranslatedText? { ModelTranslation.translate(report, identifier: report.identifier) }
}
