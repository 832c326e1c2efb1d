/// Writes small archives, honest and hostile ones.
package enum ArchiveFile {
  /// One entry.
  package struct Entry: Sendable {
    /// The name as it is written.
    package var name: String
    /// The contents, or the target of a link.
    package var bytes: [UInt8]
    /// Whether it is a symbolic link.
    package var isLink = false
    /// The size that is stated instead of the real one.
    package var statedSize: UInt32?
    /// The number of zero bytes that are written compressed in place of `bytes`.
    package var zeros: Int?

    /// An entry; contents are stored as they are.
    package init(_ name: String, _ bytes: [UInt8], isLink: Bool = false, statedSize: UInt32? = nil, zeros: Int? = nil) {
      self.name = name
      self.bytes = bytes
      self.isLink = isLink
      self.statedSize = statedSize
      self.zeros = zeros
    }
  }

  /// A zip file (PKWARE's APPNOTE, sections 4.3.7 and 4.3.12), dated 2026-09-21.
  package static func zip(_ entries: [Entry]) -> [UInt8] {
    var file: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let name = Array(entry.name.utf8)
      let stored = entry.zeros.map(deflatedZeros) ?? entry.bytes
      let size = entry.statedSize ?? UInt32(entry.zeros ?? entry.bytes.count)
      let sum = entry.zeros == nil ? checksum(entry.bytes) : 0
      let head =
        little(entry.zeros == nil ? 0 : 8, 2) + little(0, 2) + little(0x5d35, 2) + little(sum, 4)
        + little(UInt32(stored.count), 4)
        + little(size, 4) + little(UInt32(name.count), 2) + little(0, 2)
      let offset = UInt32(file.count)
      file += [0x50, 0x4b, 3, 4] + little(20, 2) + little(0x800, 2) + head + name + stored
      let mode: UInt32 = entry.isLink ? 0o120777 : entry.name.hasSuffix("/") ? 0o040755 : 0o100644
      directory += [0x50, 0x4b, 1, 2] + little(0x0314, 2) + little(20, 2) + little(0x800, 2) + head
      directory += little(0, 2) + little(0, 2) + little(0, 2) + little(mode << 16, 4) + little(offset, 4) + name
    }
    let count = UInt32(entries.count)
    return file + directory + [0x50, 0x4b, 5, 6] + little(0, 2) + little(0, 2) + little(count, 2) + little(count, 2)
      + little(UInt32(directory.count), 4) + little(UInt32(file.count), 4) + little(0, 2)
  }

  /// A file compressed with gzip (RFC 1952), in blocks that are stored as they are.
  package static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var file: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]
    let pieces = stride(from: 0, to: max(bytes.count, 1), by: 0xffff).map { Array(bytes[$0..<min($0 + 0xffff, bytes.count)]) }
    for (order, piece) in pieces.enumerated() {
      let count = UInt32(piece.count)
      file += [order == pieces.count - 1 ? 1 : 0] + little(count, 2) + little(0xffff - count, 2) + piece
    }
    return file + little(checksum(bytes), 4) + little(UInt32(bytes.count), 4)
  }

  /// A file compressed with zstd (RFC 8878), in blocks that are stored as they are.
  package static func zstd(_ bytes: [UInt8]) -> [UInt8] {
    var file: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd, 0xa0] + little(UInt32(bytes.count), 4)
    let size = 100_000
    let pieces = stride(from: 0, to: max(bytes.count, 1), by: size).map { Array(bytes[$0..<min($0 + size, bytes.count)]) }
    for (order, piece) in pieces.enumerated() {
      file += little(UInt32(piece.count) << 3 | (order == pieces.count - 1 ? 1 : 0), 3) + piece
    }
    return file
  }

  /// A cab file with one file of less than 32 kB, stored as it is (MS-CAB).
  package static func cab(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let entry =
      little(UInt32(bytes.count), 4) + little(0, 4) + little(0, 2) + little(0x5d35, 2) + little(0, 2) + little(0x20, 2)
      + Array(name.utf8) + [0]
    let data = little(0, 4) + little(UInt32(bytes.count), 2) + little(UInt32(bytes.count), 2) + bytes
    let files: UInt32 = 36 + 8
    let start = files + UInt32(entry.count)
    let header =
      Array("MSCF".utf8) + little(0, 4) + little(start + UInt32(data.count), 4) + little(0, 4) + little(files, 4)
      + little(0, 4) + [3, 1] + little(1, 2) + little(1, 2) + little(0, 2) + little(0, 2) + little(0, 2)
    return header + little(start, 4) + little(1, 2) + little(0, 2) + entry + data
  }

  /// A tar file (POSIX ustar).
  package static func tar(_ entries: [Entry]) -> [UInt8] {
    var file: [UInt8] = []
    for entry in entries {
      let contents = entry.isLink ? [] : entry.bytes
      var header = [UInt8](repeating: 0, count: 512)
      func put(_ text: String, at offset: Int) { header.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8) }
      func octal(_ number: Int, _ digits: Int) -> String {
        let text = String(number, radix: 8)
        return String(repeating: "0", count: digits - text.utf8.count) + text
      }
      put(entry.name, at: 0)
      put("0000644", at: 100)
      put(octal(0, 7), at: 108)
      put(octal(0, 7), at: 116)
      put(octal(Int(entry.statedSize ?? UInt32(contents.count)), 11), at: 124)
      put(octal(1_790_000_000, 11), at: 136)
      put("        ", at: 148)
      put(entry.isLink ? "2" : "0", at: 156)
      if entry.isLink { put(String(decoding: entry.bytes, as: UTF8.self), at: 157) }
      put("ustar\u{0}00", at: 257)
      put(octal(header.reduce(0) { $0 + Int($1) }, 6) + "\u{0} ", at: 148)
      file += header + contents + [UInt8](repeating: 0, count: (512 - contents.count % 512) % 512)
    }
    return file + [UInt8](repeating: 0, count: 1024)
  }

  /// Zero bytes as a raw deflate stream (RFC 1951): one literal, then copies of 258 bytes from one byte back; about a 158th of
  /// the size.
  private static func deflatedZeros(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var held: UInt64 = 0
    var bits: UInt64 = 0
    func put(_ value: UInt64, _ width: UInt64) {
      held |= value << bits
      bits += width
      while bits >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: held))
        held >>= 8
        bits -= 8
      }
    }
    func putCode(_ code: UInt64, _ width: UInt64) { for bit in (0..<width).reversed() { put(code >> bit & 1, 1) } }
    put(0b011, 3)
    putCode(0b0011_0000, 8)
    var left = count - 1
    while left >= 258 {
      putCode(0b1100_0101, 8)
      putCode(0, 5)
      left -= 258
    }
    for _ in 0..<left { putCode(0b0011_0000, 8) }
    putCode(0, 7)
    if bits > 0 { put(0, 8 - bits) }
    return bytes
  }

  private static func little(_ value: UInt32, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { state, byte in
      (0..<8).reduce(state ^ UInt32(byte)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1 }
    }
  }
}
