internal import DebugInfo
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
      appendJSON(sources, answer, address, to: &output)
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

  private func appendJSON(
    _ sources: ArraySlice<SourceFrame>, _ answer: ResolvedAddress?, _ address: UInt64, to output: inout [UInt8]
  ) {
    append("{\"address\":\"0x\(String(address, radix: 16))\"", to: &output)
    if let start = answer?.functionStart { append(",\"functionStart\":\"0x\(String(start.value, radix: 16))\"", to: &output) }
    append(",\"sources\":[", to: &output)
    for (position, source) in sources.enumerated() {
      append(position == 0 ? "{" : ",{", to: &output)
      append("\"function\":", to: &output)
      append(quoted: source.function, to: &output)
      if let name = source.linkageName { appendField("linkageName", name, to: &output) }
      if let file = source.file { appendField("file", file, to: &output) }
      if let line = source.line { append(",\"line\":\(line)", to: &output) }
      if let column = source.column { append(",\"column\":\(column)", to: &output) }
      if source.inlined { append(",\"inlined\":true", to: &output) }
      append("}", to: &output)
    }
    append("]}\n", to: &output)
  }

  private func appendField(_ key: String, _ value: String, to output: inout [UInt8]) {
    append(",\"\(key)\":", to: &output)
    append(quoted: value, to: &output)
  }

  /// A JSON string: quotes, backslashes and control characters escaped (RFC 8259, section 7).
  private func append(quoted text: String, to output: inout [UInt8]) {
    output.append(Self.quote)
    for byte in text.utf8 {
      switch byte {
      case Self.quote, UInt8(ascii: "\\"):
        output.append(UInt8(ascii: "\\"))
        output.append(byte)
      case 0..<0x20:
        append("\\u00", to: &output)
        output.append(Self.digits[Int(byte >> 4)])
        output.append(Self.digits[Int(byte & 15)])
      default: output.append(byte)
      }
    }
    output.append(Self.quote)
  }

  private func append(_ text: String, to output: inout [UInt8]) { output.append(contentsOf: text.utf8) }

  private func append(decimal value: UInt64, to output: inout [UInt8]) {
    if value > 9 { append(decimal: value / 10, to: &output) }
    output.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let colon = UInt8(ascii: ":")
  private static let quote = UInt8(ascii: "\"")
  private static let digits = Array("0123456789abcdef".utf8)
}
