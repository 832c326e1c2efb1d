/// The reports of an input, and what stands beside them.
struct RecognizedInput {
  /// The reports in the order of their position in the input, at least one.
  var readers: [any FormatReader]
  /// What is not a report, in the order of the input.
  var skipped: [SkippedInput] = []
  /// The stated sizes of texts in which reports stand, which change with the answers.
  var enclosures: [Enclosure] = []
}
