import Bytes
import CrashModel
import SymbolModel

extension LineWriter {
  /// Writes the lines of an answer, the last of them with a distance from the function's start, and returns true. Returns false, with
  /// nothing written, if a name or the shown part of a path has other characters than printable ones of ASCII.
  ///
  /// The names are read where they are: a batch is a twelfth faster than with references to them.
  mutating func writePlain(_ answer: LentAnswer, _ offset: UInt64?, fullPaths: Bool) -> Bool {
    let start = bytes.count
    let isPlain = answer.lendSources { source in writePlain(source, offset, fullPaths: fullPaths) }
    if !isPlain { bytes.removeAll(from: start) }
    return isPlain
  }

  private mutating func writePlain(_ source: LentSource, _ offset: UInt64?, fullPaths: Bool) -> Bool {
    if head.count > 0 { bytes.append(0..<head.count, of: head) }
    guard source.function.withBytes({ bytes.append(printable: $0) }) else { return false }
    if !source.isReal {
      bytes.append(literal: " [inlined]")
    } else if let offset, !omitsOffsets {
      bytes.append(literal: " + ")
      bytes.append(decimal: offset)
    }
    if let file = source.file, !file.isEmpty {
      bytes.append(literal: " (")
      let isPlain = file.withBytes { path in
        bytes.append(printable: path.extracting(droppingFirst: fullPaths ? 0 : PathText.lastComponentStart(path)))
      }
      guard isPlain else { return false }
      if let line = source.line, line > 0 {
        bytes.append(UInt8(ascii: ":"))
        bytes.append(decimal: UInt64(line))
        if source.isApproximate { bytes.append(literal: ", approximate") }
      }
      bytes.append(UInt8(ascii: ")"))
    }
    Self.append(end, to: &bytes)
    return true
  }

  private static func append(_ end: borrowing [UInt8], to bytes: inout GrowingBytes) { bytes.append(copying: end.span) }
}
