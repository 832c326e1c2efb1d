import Bytes
import CrashModel
import SymbolModel

/// The bytes below `Thread 0 instruction stream:`, 16 in a line, that at the program counter in brackets:
///
///     48 83 c4 08 5b 5d ff 25-bf 01 00 00 55 48 89 e5  H...[].%....UH..
///    [c7]04 25 01 00 00 00 00-00 00 00 5d c3 55 48 89  ..%........].UH.	<==
struct AppleTextCode {
  /// The position of the thread in the report.
  let thread: Int
  private var bytes: [UInt8] = []
  private var mark: Int?

  init(thread: Int) { self.thread = thread }

  /// Reads a line without leading blanks. Its text after two blanks shows the bytes as characters.
  mutating func read(_ text: [UInt8], _ line: Range<Int>) {
    var at = line.lowerBound
    for _ in 0..<16 {
      let isMarked = at < line.upperBound && text[at] == UInt8(ascii: "[")
      if isMarked { at += 1 }
      guard at + 2 <= line.upperBound, bytes.count < 4_096 else { return }
      let (high, low) = (HexDigits.value(of: text[at]), HexDigits.value(of: text[at + 1]))
      guard high < 16, low < 16 else { return }
      if isMarked { mark = bytes.count }
      bytes.append(high << 4 | low)
      at += 2
      // A blank, a hyphen or the closing bracket.
      if at < line.upperBound { at += 1 }
    }
  }

  /// Adds the bytes to a report whose thread has its registers.
  func add(to report: inout CrashReport) {
    guard let mark, report.threads.indices.contains(thread), let counter = report.threads[thread].programCounter,
      counter.value >= UInt64(mark)
    else { return }
    report.memoryBytes.append(MemoryBytes(address: RuntimeAddress(counter.value - UInt64(mark)), bytes: bytes))
  }
}
