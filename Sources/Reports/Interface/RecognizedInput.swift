/// The reports of an input, and the parts of it that are not reports.
struct RecognizedInput {
  /// The reports in the order of their position in the input, at least one.
  var readers: [any FormatReader]
  /// The parts that are not reports, in the order of the input.
  var skipped: [SkippedInput] = []
  /// The sizes in the input that change with the answers.
  var enclosures: [Enclosure] = []
}
