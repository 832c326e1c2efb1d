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
    guard asJSON else { return appendLines(answer, to: &output) }
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

  /// Prints function and position of each source frame, then an empty line; `??` is printed for unknown parts. Reads the names where they
  /// are.
  private func appendLines(_ answer: ResolvedAddress?, to output: inout GrowingBytes) {
    guard let answer else { return output.append(literal: "??\n??:0:0\n\n") }
    _ = answer.lendSources { source in
      guard keepsInlines || source.isReal else { return true }
      Self.append(source.function.isEmpty ? nil : source.function, to: &output)
      output.append(literal: "\n")
      Self.append(source.file, to: &output)
      output.append(literal: ":")
      output.append(decimal: UInt64(source.line ?? 0))
      output.append(literal: ":")
      output.append(decimal: UInt64(source.column ?? 0))
      output.append(literal: "\n")
      return true
    }
    output.append(literal: "\n")
  }

  private static func append(_ text: LentText?, to output: inout GrowingBytes) {
    guard let text else { return output.append(literal: "??") }
    text.withBytes { bytes in
      if output.append(printable: bytes) { return }
      output.append(line: TerminalText.visible(bytes.indices.map { bytes[$0] }).span)
    }
  }
}
