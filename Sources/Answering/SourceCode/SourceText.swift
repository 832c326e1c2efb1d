internal import CrashModel
internal import System

/// The text of one source file.
struct SourceText {
  /// The reason why a file, or a line of it, cannot be printed.
  struct Refusal: Error {
    /// One clause, without the file's path.
    let reason: String
  }

  /// The modification time of the file, in nanoseconds since 1970.
  let modified: Int64
  private let path: String
  private let bytes: [UInt8]
  /// The start of each line.
  private let starts: [Int]

  /// The approximate memory of the text in bytes.
  var byteCount: Int { bytes.count + starts.count * MemoryLayout<Int>.stride }

  /// Reads a whole regular file. Throws if it is large, contains zero bytes, or cannot be read.
  init(path: String) throws(Refusal) {
    guard let status = FileSystem.status(path), status.kind == .file else { throw Refusal(reason: "not a regular file") }
    guard status.size <= Self.sizeLimit else { throw Refusal(reason: "the file is larger than 16 MB") }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileSystem.contents(of: path, limit: Self.sizeLimit + 1)
    } catch {
      throw Refusal(reason: error.message)
    }
    try self.init(path: path, bytes: bytes, modified: status.modified)
  }

  /// Takes the text of a file that is not on the disk. Throws if it is large or contains zero bytes.
  init(path: String, bytes: [UInt8]) throws(Refusal) {
    guard bytes.count <= Self.sizeLimit else { throw Refusal(reason: "the source is larger than 16 MB") }
    try self.init(path: path, bytes: bytes, modified: 0)
  }

  private init(path: String, bytes: [UInt8], modified: Int64) throws(Refusal) {
    self.path = path
    self.bytes = bytes
    self.modified = modified
    if bytes.contains(0) { throw Refusal(reason: "not a text file") }
    var starts = [0]
    for (position, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(position + 1) }
    if starts.last == bytes.count { starts.removeLast() }
    self.starts = starts
  }

  /// Returns a line, counted from 1, with `count` lines before and after it. Throws if the file has fewer lines.
  func excerpt(around line: UInt32, count: Int) throws(Refusal) -> SourceExcerpt {
    let number = Int(line)
    guard number >= 1, number <= starts.count else {
      throw Refusal(reason: "the file has only \(starts.count) line\(starts.count == 1 ? "" : "s")")
    }
    let first = max(number - count, 1)
    let last = min(number + count, starts.count)
    return SourceExcerpt(path: path, firstLine: first, lines: (first...last).map { text(ofLine: $0) }, line: number)
  }

  /// Returns a line without its end, cut off after a readable length.
  private func text(ofLine number: Int) -> String {
    let start = starts[number - 1]
    var end = number < starts.count ? starts[number] - 1 : bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    guard end - start > Self.lineLimit else { return String(decoding: bytes[start..<end], as: UTF8.self) }
    var cut = start + Self.lineLimit
    while cut > start, bytes[cut] & 0xC0 == 0x80 { cut -= 1 }
    return String(decoding: bytes[start..<cut], as: UTF8.self) + "\u{2026}"
  }

  private static let sizeLimit = 16_000_000
  private static let lineLimit = 500
}
