/// Writes small 64-bit little-endian ELF files for x86_64, honest and hostile ones.
package struct ELFFile: Sendable {
  /// One section.
  package struct Section: Sendable {
    /// The name.
    package var name: String
    /// `sh_type`: 1 for contents, 7 for notes.
    package var type: UInt32
    /// `sh_flags`: 6 for code.
    package var flags: UInt64
    /// The link-time address.
    package var address: UInt64
    /// The contents.
    package var bytes: [UInt8]
    /// `sh_link`: of a symbol table, the number of the section with its names; sections count from 1.
    package var link: UInt32

    /// A section with contents, unless given.
    package init(_ name: String, _ bytes: [UInt8], type: UInt32 = 1, flags: UInt64 = 0, address: UInt64 = 0, link: UInt32 = 0) {
      self.name = name
      self.bytes = bytes
      self.type = type
      self.flags = flags
      self.address = address
      self.link = link
    }
  }

  /// The sections, in order, without the empty one and the names.
  package var sections: [Section]

  /// A file with these sections.
  package init(_ sections: [Section]) { self.sections = sections }

  /// The file: header, contents, section headers.
  package var bytes: [UInt8] {
    var names: [UInt8] = [0]
    var body: [UInt8] = []
    var headers = [UInt8](repeating: 0, count: 64)
    for section in sections + [Section(".shstrtab", [], type: 3)] {
      let name = names.count
      names += Array(section.name.utf8) + [0]
      let contents = section.type == 3 ? names : section.bytes
      headers += Self.bytes(UInt32(name)) + Self.bytes(section.type) + Self.bytes(section.flags) + Self.bytes(section.address)
      headers += Self.bytes(UInt64(64 + body.count)) + Self.bytes(UInt64(contents.count))
      headers += Self.bytes(section.link) + Self.bytes(UInt32(0))
      headers += Self.bytes(UInt64(1)) + Self.bytes(UInt64(0))
      body += contents
    }
    var file: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9)
    file += Self.bytes(UInt16(3)) + Self.bytes(UInt16(62)) + Self.bytes(UInt32(1)) + Self.bytes(UInt64(0))
    file += Self.bytes(UInt64(0)) + Self.bytes(UInt64(64 + body.count)) + Self.bytes(UInt32(0)) + Self.bytes(UInt16(64))
    file += Self.bytes(UInt16(0)) + Self.bytes(UInt16(0)) + Self.bytes(UInt16(64)) + Self.bytes(UInt16(sections.count + 2))
    return file + Self.bytes(UInt16(sections.count + 1)) + body + headers
  }

  /// A number, least significant byte first.
  package static func bytes<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    (0..<Value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> Value($0 * 8)) }
  }
}
