internal import DebugInfo
internal import Rendering
internal import SymbolModel

/// Prints the answers of `lookup`.
struct LookupPrinter {
  /// Whether one JSON object a line is printed instead of llvm-symbolizer's form.
  let asJSON: Bool
  /// Whether inlined functions are printed.
  let keepsInlines: Bool

  /// Adds the answer for an address; nil when nothing is known.
  func append(_ answer: ResolvedAddress?, for address: UInt64, to output: inout [UInt8]) {
    let all = answer?.sources ?? []
    let sources = keepsInlines ? all[...] : all.suffix(1)
    if asJSON {
      output += JSONLookup.line(address: address, functionStart: answer?.functionStart, sources: sources)
    } else {
      appendText(sources, to: &output)
    }
  }

  /// Function and place of each source frame, then an empty line; `??` stands for what is unknown.
  private func appendText(_ sources: ArraySlice<SourceFrame>, to output: inout [UInt8]) {
    for source in sources {
      append(source.function.isEmpty ? "??" : source.function, to: &output)
      output.append(Self.lineFeed)
      append(source.file ?? "??", to: &output)
      output.append(Self.colon)
      append(decimal: UInt64(source.line ?? 0), to: &output)
      output.append(Self.colon)
      append(decimal: UInt64(source.column ?? 0), to: &output)
      output.append(Self.lineFeed)
    }
    if sources.isEmpty { append("??\n??:0:0\n", to: &output) }
    output.append(Self.lineFeed)
  }

  private func append(_ text: String, to output: inout [UInt8]) { output.append(contentsOf: text.utf8) }

  private func append(decimal value: UInt64, to output: inout [UInt8]) {
    if value > 9 { append(decimal: value / 10, to: &output) }
    output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let colon = UInt8(ascii: ":")
}
