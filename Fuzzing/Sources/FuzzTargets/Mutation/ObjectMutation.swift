import Bytes
import ObjectFiles
import ReportTrial

/// Damages object files: numbers, offsets and forms in one of their debug sections, or anything in their headers.
enum ObjectMutation {
  /// Forms of attributes (DW_FORM), tags, and operations of line tables and locations around their limits.
  private static let codes: [UInt8] = [
    0x00, 0x01, 0x03, 0x05, 0x06, 0x07, 0x08, 0x0a, 0x0b, 0x0c, 0x0d, 0x0e, 0x0f, 0x10, 0x11, 0x13, 0x16, 0x17, 0x18, 0x19, 0x1a,
    0x1b, 0x1d, 0x1e, 0x1f, 0x20, 0x21, 0x22, 0x23, 0x25, 0x2c, 0x2e, 0x31, 0x34, 0x47, 0x55, 0x7f, 0x80, 0x91, 0xff,
  ]
  private static let words: [UInt64] = [
    0, 1, 2, 0x7f, 0x80, 0xff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_fff0, 0xffff_fffe, 0xffff_ffff, 0x1_0000_0000,
    0x7fff_ffff_ffff_ffff, 0xffff_ffff_ffff_ffff,
  ]

  static func damaged(_ original: [UInt8], _ numbers: inout SeededNumbers) -> [UInt8] {
    var bytes = original
    guard bytes.count > 16 else { return bytes }
    let ranges = sections(of: original)
    for _ in 0..<1 + numbers.below(4) {
      let isHeader = ranges.isEmpty || numbers.below(6) == 0
      let range = isHeader ? headers(of: bytes, &numbers) : numbers.pick(ranges)
      let at = range.lowerBound + numbers.below(range.count)
      change(&bytes, at, in: range, &numbers)
    }
    return bytes
  }

  private static func change(_ bytes: inout [UInt8], _ at: Int, in range: Range<Int>, _ numbers: inout SeededNumbers) {
    switch numbers.below(6) {
    case 0: bytes[at] = numbers.pick(codes)
    case 1: put(numbers.pick(words), numbers.pick([1, 2, 4, 8]), at, &bytes)
    case 2:
      // An offset into the same section: it is where most of them lead.
      put(UInt64(numbers.below(range.count + 2)), numbers.pick([2, 4, 8]), at, &bytes)
    case 3:
      let from = range.lowerBound + numbers.below(range.count)
      let count = min(1 + numbers.below(40), range.upperBound - max(from, at))
      bytes.replaceSubrange(at..<at + count, with: Array(bytes[from..<from + count]))
    case 4: for place in at..<min(at + 1 + numbers.below(9), range.upperBound) { bytes[place] |= 0x80 }
    default: bytes[at] ^= 1 << UInt8(numbers.below(8))
    }
  }

  private static func put(_ number: UInt64, _ size: Int, _ at: Int, _ bytes: inout [UInt8]) {
    for shift in 0..<size where at + shift < bytes.count {
      bytes[at + shift] = UInt8(truncatingIfNeeded: number >> UInt64(8 * shift))
    }
  }

  /// The ranges of the debug sections in the file, or of all sections without any.
  private static func sections(of bytes: [UInt8]) -> [Range<Int>] {
    let files = (try? ObjectFile.read(ByteSlice(bytes), path: ObjectBodies.path)) ?? []
    let all = files.flatMap { file in
      file.sections.compactMap { section -> (isDebug: Bool, range: Range<Int>)? in
        guard section.size > 0, let contents = try? file.storedContents(of: section), contents.count > 0 else { return nil }
        return (section.name.contains("debug"), contents.base..<contents.base + contents.count)
      }
    }
    let debug = all.filter(\.isDebug)
    return (debug.isEmpty ? all : debug).map(\.range).filter { $0.upperBound <= bytes.count }
  }

  /// The head of the file, or its end, where ELF has the section headers.
  private static func headers(of bytes: [UInt8], _ numbers: inout SeededNumbers) -> Range<Int> {
    let size = min(bytes.count, 2_500)
    return numbers.below(2) == 0 ? 0..<size : bytes.count - size..<bytes.count
  }
}
