internal import Glibc

/// Writing files so that they appear complete or not at all.
extension FileSystem {
  /// Writes a file aside and gives it the name `path`, which is that of the old file or of the complete new one.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    try replace(path, withParts: [bytes])
  }

  /// Does the same for contents in several parts, of which each is written before the next one is made.
  package static func replace(_ path: String, withParts parts: some Sequence<[UInt8]>) throws(SystemError) {
    let file = try StagedFile(for: path)
    for part in parts { try file.write(part) }
    try file.commit()
  }
}
