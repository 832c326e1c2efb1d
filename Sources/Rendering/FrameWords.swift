/// The parts of one line that stands for a frame or for a function inlined into it.
struct FrameWords {
  /// The function's name; of a function that is not inlined also the distance from its start.
  var name: String
  /// Whether the function is inlined into that of the next line.
  var isInlined = false
  /// The file and line, for example `File.swift:12`; nil when unknown.
  var place: String?
  /// A link to the place; nil when there is none.
  var url: String?
  /// Whether all this comes from a debug file with another ID.
  var isMismatch = false

  /// The line as reports print it: `name [inlined] (File.swift:12) [mismatch]`.
  var line: String {
    if !isInlined && place == nil && !isMismatch { return name }
    return name + (isInlined ? " [inlined]" : "") + (place.map { " (\($0))" } ?? "") + (isMismatch ? " [mismatch]" : "")
  }
}
