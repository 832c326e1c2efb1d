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

  /// Returns the next word, or nil at the end, if less than a word is left, and at anything that is not a digit.
  mutating func next() -> UInt64? {
    guard end - position >= width else { return nil }
    var word: UInt64 = 0
    for index in 0..<width / 2 {
      let high = HexDigits.value(of: bytes[position + index * 2])
      let low = HexDigits.value(of: bytes[position + index * 2 + 1])
      guard high < 16, low < 16 else { return nil }
      word |= UInt64(high << 4 | low) << UInt64(index * 8)
    }
    position += width
    return word
  }
}
