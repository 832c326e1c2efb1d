internal import Bytes
internal import Synchronization

/// Notes which parts of the files of a cache are read, for tests: caches are larger than memory, so that each table should be read
/// once, from front to back.
final class ReadLog: Sendable {
  /// One table of one image.
  struct Read: Sendable {
    /// The path of the file.
    let path: String
    /// The kind of table.
    let table: String
    /// The bytes in the file.
    let range: Range<Int>
  }

  private let noted = Mutex<[Read]>([])

  /// What was read so far, in order.
  var reads: [Read] { noted.withLock { $0 } }

  /// Notes the tables of an image that `file` holds.
  func note(_ header: ImageHeader, _ file: CacheFile) {
    let size: UInt64 = header.is64Bit ? 16 : 12
    let tables: [(String, ImageHeader.Table, UInt64)] = [
      ("symbols", header.symbols, size), ("function starts", header.functionStarts, 1), ("exports", header.exports, 1),
    ]
    for (name, table, unit) in tables where table.size > 0 {
      note(file.path, name, Int(table.offset)..<Int(table.offset + unit * table.size))
    }
  }

  /// Notes a table.
  func note(_ path: String, _ table: String, _ range: Range<Int>) {
    noted.withLock { $0.append(Read(path: path, table: table, range: range)) }
  }
}
