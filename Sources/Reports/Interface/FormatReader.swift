import AppleLayout
import CrashModel
import JSONText

/// One report of an input, in one format. The front of `Interface`, between the formats and the rest of the module.
///
/// In: a `JSONCandidate` or a `TextCandidate`. Out: the reports that `recognize` finds in it. `read` turns one of them into a
/// `CrashReport`, from which every output is written once it is answered. `layout` gets that report back and prints Apple's text
/// around the call stacks; it looks into the original only for what no other output shows. `edit` writes the answers into the
/// input. What a format has, no other module asks: `ReportDocument.text` writes each report in the form that its format has.
///
/// `ReportFormats.all` lists the types that conform in the order in which they are asked. `LogCallStacks` finds those whose reports
/// are among other lines of a log, for `ConsoleReport`. The other types of this folder are what goes in and out: `RecognizedInput`,
/// `SkippedInput`, `ReportContainer`, `Enclosure` and `ReportError`. For an example read `LLDBReport`, which is a text by itself, or `CoredumpReport`,
/// which is in a log. CONTRIBUTING.md has the steps to add a format.
protocol FormatReader: Sendable {
  /// The formats of the reports; none if other readers have them, too, and list them.
  static var formats: [ReportFormat] { get }

  /// Returns the reports that a JSON value is, or nil if it is of another format.
  static func recognize(_ candidate: JSONCandidate) -> [any FormatReader]?

  /// Returns the reports that an object in JSON of another shape is, or nil if it is none or does not identify itself: other objects
  /// may have some of its keys.
  static func recognize(inside candidate: JSONCandidate) -> [any FormatReader]?

  /// Returns the container of the format that an input begins with, which holds reports, or nil if there is none.
  static func container(_ bytes: [UInt8], from start: Int) -> ReportContainer?

  /// Returns the reports that an input holds which is not JSON as a whole, or nil if it is of another format.
  ///
  /// - Throws: `ReportError` when the input is of this format and no report in it can be read.
  static func recognize(_ candidate: TextCandidate) throws(ReportError) -> RecognizedInput?

  /// Returns whether a JSON value is the first of two that make a report of this format.
  static func isHeader(_ value: JSONValue) -> Bool

  /// Keys near the beginning of a report: an object that is cut off and has one of them may have been a report.
  static var earlyKeys: [String] { get }

  /// The beginnings of lines by which a text of the format is found behind a prefix, in a string or below other text.
  static var titles: [String] { get }

  /// The keys by which an object of the format is found there, among others that loggers write.
  static var marks: [String] { get }

  /// Whether the report is one of the call stacks of a log, so that an earlier one may complete it.
  var isPartOfLog: Bool { get }

  /// Whether lines above the frames of a call stack in a log were read, which what a logger writes before a line can hide.
  var hasHeader: Bool { get }

  /// Whether the report is JSON that programs write among the lines of their logs.
  var isWrittenToLogs: Bool { get }

  /// Whether a text that holds the report is one: not so for call stacks that may be in any text or JSON.
  var identifiesItself: Bool { get }

  /// The JSON that the report is read from, so that nothing in it is lost; nil for text and binary formats.
  var source: JSONSource? { get }

  /// The same reader with as little memory as possible, to be kept while the report is answered.
  var folded: any FormatReader { get }

  /// Reads the report as far as possible; its `diagnostics` say what is missing. Images are looked up in `known`.
  func read(_ known: KnownImages?) -> CrashReport

  /// Returns what Apple's text layout prints around the call stacks of the answered report, or nil if names are filled into the
  /// report's own text.
  func layout(of report: CrashReport) -> TranslatedText?

  /// Returns the report's own text with the answers filled in if it is text inside something else, or nil.
  func ownText(
    _ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, isStyled: Bool
  ) -> StyledText?

  /// Plans to write the answers into the input. `wording` formats the frames that are lines of text. With `onlyCrashed`, text
  /// with a crashed thread loses the sections of the others.
  func edit(_ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, _ edits: inout ByteEdits)
}

extension FormatReader {
  /// Other readers list the formats.
  static var formats: [ReportFormat] { [] }
  /// No JSON value is of the format.
  static func recognize(_ candidate: JSONCandidate) -> [any FormatReader]? { nil }
  /// No object in other JSON is of the format.
  static func recognize(inside candidate: JSONCandidate) -> [any FormatReader]? { nil }
  /// The format has no containers.
  static func container(_ bytes: [UInt8], from start: Int) -> ReportContainer? { nil }
  /// No text is of the format.
  static func recognize(_ candidate: TextCandidate) throws(ReportError) -> RecognizedInput? { nil }
  /// Reports are one value.
  static func isHeader(_ value: JSONValue) -> Bool { false }
  /// No key is specific to the format.
  static var earlyKeys: [String] { [] }
  /// No line begins the format.
  static var titles: [String] { [] }
  /// The format is no JSON, or its keys are those of other JSON, too.
  static var marks: [String] { [] }
  /// The report is not JSON.
  var source: JSONSource? { nil }
  /// The reader takes little memory.
  var folded: any FormatReader { self }
  /// The report is complete by itself.
  var isPartOfLog: Bool { false }
  /// Only some call stacks of logs have one.
  var hasHeader: Bool { false }
  /// The report is a file of its own.
  var isWrittenToLogs: Bool { false }
  /// Everything but a part of a log does.
  var identifiesItself: Bool { !isPartOfLog }
  /// The report is not text inside something else.
  func ownText(
    _ answers: SymbolicatedReport, _ wording: any FrameWording, onlyCrashed: Bool, isStyled: Bool
  ) -> StyledText? { nil }
  /// The layout of the report is made from the model alone.
  func layout(of report: CrashReport) -> TranslatedText? { ModelTranslation.translate(report, identifier: report.identifier) }
}
