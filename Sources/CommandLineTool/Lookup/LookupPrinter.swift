internal import AppleLayout
internal import Bytes
internal import CrashModel
internal import DebugInfo
internal import Rendering
internal import SymbolModel

/// Prints the answers of `lookup`.
struct LookupPrinter {
  /// Whether to print one JSON object per line instead of llvm-symbolizer's format.
  let asJSON: Bool
  /// Whether to print inlined functions.
  let keepsInlines: Bool

  /// Appends the answer for an address, which is nil if nothing is known.
  func append(_ answer: ResolvedAddress?, for address: UInt64, to output: inout GrowingBytes) {
    guard asJSON else { return Self.append(answer?.sources ?? [], keepsInlines: keepsInlines, to: &output) }
    let all = answer?.sources ?? []
    let sources = keepsInlines ? all[...] : all.suffix(1)
    output.append(copying: JSONLookup.line(address: address, functionStart: answer?.functionStart, sources: sources).span)
  }

  /// Does the same for an output that is an array.
  func append(_ answer: ResolvedAddress?, for address: UInt64, to output: inout [UInt8]) {
    var bytes = GrowingBytes()
    append(answer, for: address, to: &bytes)
    output += bytes.array
  }

  /// Prints function and position of each source frame, then an empty line; `??` is printed for unknown parts.
  func append(_ sources: [SourceFrame], to output: inout [UInt8]) {
    var bytes = GrowingBytes()
    Self.append(sources, keepsInlines: keepsInlines, to: &bytes)
    output += bytes.array
  }

  /// Reads the frames where they are: to pass one copies its texts.
  private static func append(_ sources: [SourceFrame], keepsInlines: Bool, to output: inout GrowingBytes) {
    let frames = sources.span
    for index in frames.indices where keepsInlines || index == frames.count - 1 {
      let isNamed = !frames[index].function.isEmpty
      if isNamed { append(frames[index].function, to: &output) } else { output.append(literal: "??") }
      output.append(literal: "\n")
      if let file = frames[index].file { append(file, to: &output) } else { output.append(literal: "??") }
      output.append(literal: ":")
      output.append(decimal: UInt64(frames[index].line ?? 0))
      output.append(literal: ":")
      output.append(decimal: UInt64(frames[index].column ?? 0))
      output.append(literal: "\n")
    }
    output.append(literal: frames.isEmpty ? "??\n??:0:0\n\n" : "\n")
  }

  private static func append(_ text: String, to output: inout GrowingBytes) {
    if output.append(printable: text.utf8.span) { return }
    output.append(line: TerminalText.visible(text).utf8.span)
  }
}
