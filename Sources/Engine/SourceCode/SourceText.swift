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
    self.path = path
    guard let status = FileSystem.status(path), status.kind == .file else { throw Refusal(reason: "not a regular file") }
    guard status.size <= Self.sizeLimit else { throw Refusal(reason: "the file is larger than 16 MB") }
    modified = status.modified
    do throws(SystemError) {
      bytes = try FileSystem.contents(of: path, limit: Self.sizeLimit + 1)
    } catch {
      throw Refusal(reason: error.message)
    }
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
