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
  func append(_ answer: ResolvedAddress?, for address: UInt64, to output: inout [UInt8]) {
    let all = answer?.sources ?? []
    let sources = keepsInlines ? all[...] : all.suffix(1)
    if asJSON {
      output += JSONLookup.line(address: address, functionStart: answer?.functionStart, sources: sources)
    } else {
      append(sources, to: &output)
    }
  }

  /// Prints function and position of each source frame, then an empty line; `??` is printed for unknown parts.
  func append(_ sources: ArraySlice<SourceFrame>, to output: inout [UInt8]) {
    for source in sources { append(source, to: &output) }
    output.append(literal: sources.isEmpty ? "??\n??:0:0\n\n" : "\n")
  }

  private func append(_ source: SourceFrame, to output: inout [UInt8]) {
    let function = TerminalText.visible(source.function.isEmpty ? "??" : source.function)
    let file = TerminalText.visible(source.file ?? "??")
    let room = function.utf8.count + file.utf8.count + 2 * OutputSpan<UInt8>.roomForNumber + 4
    output.append(addingCapacity: room) { line in
      line.append(line: function.utf8.span)
      line.append(literal: "\n")
      line.append(line: file.utf8.span)
      line.append(literal: ":")
      line.append(decimal: UInt64(source.line ?? 0))
      line.append(literal: ":")
      line.append(decimal: UInt64(source.column ?? 0))
      line.append(literal: "\n")
    }
  }
}
