import Bytes
import CrashModel
import JSONText
import SymbolModel

extension KSCrashReader {
  /// Creates a frame for every word in the crashed thread's stack dump that is in an image. They come after all other frames; the
  /// lookup drops those that debug files do not name.
  mutating func readStackContents() {
    let crash = main["crash"]
    let crashed = crash?["threads"]?.elements.first { $0["crashed"]?.bool == true } ?? crash?["crashed_thread"]
    guard let crashed, let dump = crashed["stack"]?["contents"], report.images.count > loose.count else { return }
    let first = report.frames.count
    let end = (container ?? dump).document.bytes.count
    for word in StackWords(dump, isWide: isWide) {
      guard let image = table.position(of: RuntimeAddress(word), on: architecture), report.images[image].size != nil else {
        continue
      }
      var frame = Frame(index: report.frames.count - first, kind: .returnAddress, address: RuntimeAddress(word))
      frame.image = image
      frame.sourceRange = end..<end
      report.frames.append(frame)
    }
    let frames = first..<report.frames.count
    guard !frames.isEmpty else { return }
    report.backtraces.append(Backtrace(kind: .stackContents, index: crashed["index"]?.int ?? 0, frames: frames))
  }

  /// Whether a pointer has 8 bytes.
  private var isWide: Bool { architecture?.is64Bit ?? true }
}

/// The words of a stack dump, lowest address first. KSCrash writes the memory's bytes as hexadecimal digits; all its platforms
/// are little-endian.
struct StackWords: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position: Int
  private let end: Int
  private let width: Int

  /// The words of a string of digits, at most 4,096, or none for any other value.
  init(_ dump: JSONValue, isWide: Bool) {
    bytes = dump.document.bytes
    width = isWide ? 16 : 8
    let isText = dump.kind == .string && dump.range.count >= 2
    position = isText ? dump.range.lowerBound + 1 : 0
    end = isText ? Swift.min(dump.range.upperBound - 1, position + 4_096 * width) : 0
  }

  /// Returns the next word, or nil at the end, if less than a word is left, and at anything that is not a digit. Words with bytes that
  /// redaction has masked (`xx`) are left out.
  mutating func next() -> UInt64? {
    while end - position >= width {
      var word: UInt64 = 0
      var isMasked = false
      for index in 0..<width / 2 {
        let pair = (bytes[position + index * 2], bytes[position + index * 2 + 1])
        let (high, low) = (HexDigits.value(of: pair.0), HexDigits.value(of: pair.1))
        if pair == (UInt8(ascii: "x"), UInt8(ascii: "x")) { isMasked = true } else if high > 15 || low > 15 { return nil }
        word |= UInt64((high & 15) << 4 | low & 15) << UInt64(index * 8)
      }
      position += width
      if !isMasked { return word }
    }
    return nil
  }
}
