/// The texts in a binary report of PLCrashReporter: the fields of its messages (Protocol Buffers).
struct BinaryFields {
  /// The beginning of such a report.
  static let magic = Array("plcrash".utf8)

  /// The fields that hold identifiers and numbers of the format, and the names of code, by their numbers from the outermost message on.
  private static let code: Set<[UInt64]> = [
    [1, 2], [1, 5], [2, 1], [2, 2], [2, 3], [3, 2, 6, 1], [3, 4, 1], [5, 1], [5, 3, 6, 1], [6, 1], [6, 2], [7, 1], [7, 4],
    [8, 1],
  ]
  private static let kept: Set<[UInt64]> = [[4, 4], [9, 2]]

  private let bytes: [UInt8]

  /// Prepares to walk over a report.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Passes on every text, and whether it is the name of code. Bytes after damage are passed on as one text.
  func texts(_ found: (Range<Int>, _ isCode: Bool) -> Void) {
    walk(min(Self.magic.count + 1, bytes.count)..<bytes.count, [], found)
  }

  private func walk(_ range: Range<Int>, _ path: [UInt64], _ found: (Range<Int>, Bool) -> Void) {
    var position = range.lowerBound
    while position < range.upperBound {
      guard let field = field(at: position, in: range) else {
        found(position..<range.upperBound, false)
        return
      }
      position = field.content.upperBound
      guard field.isDelimited else { continue }
      let path = path + [field.number]
      if Self.kept.contains(path) { continue }
      if Self.code.contains(path) {
        found(field.content, true)
      } else if path.count < 6, isMessage(path) {
        walk(field.content, path, found)
      } else {
        found(field.content, false)
      }
    }
  }

  /// Whether a field is a message of the format.
  private func isMessage(_ path: [UInt64]) -> Bool {
    switch path.count {
    case 1: path[0] != 10
    case 2: path == [3, 2] || path == [3, 4] || path == [5, 3] || path == [4, 5] || path == [6, 4] || path == [8, 2]
    case 3: path == [3, 2, 6] || path == [5, 3, 6]
    default: false
    }
  }

  private func field(at start: Int, in range: Range<Int>) -> (number: UInt64, content: Range<Int>, isDelimited: Bool)? {
    var position = start
    guard let key = varint(&position, range) else { return nil }
    var content = position..<position
    switch key & 7 {
    case 0:
      guard varint(&position, range) != nil else { return nil }
      content = position..<position
    case 1: content = position..<position + 8
    case 5: content = position..<position + 4
    case 2:
      guard let count = varint(&position, range), count <= UInt64(range.upperBound - position) else { return nil }
      content = position..<position + Int(count)
    default: return nil
    }
    guard key >> 3 > 0, content.upperBound <= range.upperBound else { return nil }
    return (key >> 3, content, key & 7 == 2)
  }

  private func varint(_ position: inout Int, _ range: Range<Int>) -> UInt64? {
    var value: UInt64 = 0
    for shift in 0..<UInt64(10) {
      guard position < range.upperBound else { return nil }
      let byte = bytes[position]
      position += 1
      value |= UInt64(byte & 0x7f) << (7 * shift)
      if byte < 0x80 { return value }
    }
    return nil
  }
}
