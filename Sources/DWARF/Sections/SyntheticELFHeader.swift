/// The bytes of an ELF header with section headers and section names, for DWARF sections elsewhere in the same memory: all that
/// libdw needs to find them (System V ABI, chapter 4).
struct SyntheticELFHeader {
  /// The position of one section.
  struct Entry: Sendable {
    /// The part of the section's name after `debug_`.
    var name: String
    /// The section's bytes, counted from the first byte of the head.
    var range: Range<Int>

    /// Returns the entry relative to another first byte.
    func moved(by distance: Int) -> Entry {
      Entry(name: name, range: range.lowerBound + distance..<range.upperBound + distance)
    }
  }

  /// Enough for the head of all known sections: one page.
  static let capacity = 4096

  let entries: [Entry]
  let isBigEndian: Bool

  /// The head: ELF64 header, section headers (null, one for each entry, names), names.
  var bytes: [UInt8] {
    var names: [UInt8] = [0]
    var offsets: [Int] = []
    for name in entries.map({ ".debug_" + $0.name }) + [".shstrtab"] {
      offsets.append(names.count)
      names += Array(name.utf8) + [0]
    }
    let sectionCount = entries.count + 2
    let namesOffset = 64 + 64 * sectionCount
    var out = header(sectionCount: sectionCount)
    out += [UInt8](repeating: 0, count: 64)
    for (entry, name) in zip(entries, offsets) {
      append(sectionName: name, type: 1, offset: entry.range.lowerBound, size: entry.range.count, to: &out)
    }
    append(sectionName: offsets[entries.count], type: 3, offset: namesOffset, size: names.count, to: &out)
    return out + names
  }

  private func header(sectionCount: Int) -> [UInt8] {
    var out: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 2, isBigEndian ? 2 : 1, 1, 0] + [UInt8](repeating: 0, count: 8)
    append(UInt16(3), to: &out)  // ET_DYN
    append(UInt16(isBigEndian ? 22 : 62), to: &out)  // any machine of this byte order: line tables do not depend on it
    append(UInt32(1), to: &out)
    append(UInt64(0), to: &out)
    append(UInt64(0), to: &out)
    append(UInt64(64), to: &out)  // e_shoff
    append(UInt32(0), to: &out)
    for value in [64, 0, 0, 64, sectionCount, sectionCount - 1] { append(UInt16(value), to: &out) }
    return out
  }

  private func append(sectionName: Int, type: UInt32, offset: Int, size: Int, to out: inout [UInt8]) {
    append(UInt32(sectionName), to: &out)
    append(type, to: &out)
    append(UInt64(0), to: &out)
    append(UInt64(0), to: &out)
    append(UInt64(offset), to: &out)
    append(UInt64(size), to: &out)
    append(UInt64(0), to: &out)
    append(UInt64(1), to: &out)
    append(UInt64(0), to: &out)
  }

  private func append<Value: FixedWidthInteger>(_ value: Value, to out: inout [UInt8]) {
    for index in 0..<MemoryLayout<Value>.size {
      let shift = 8 * (isBigEndian ? MemoryLayout<Value>.size - 1 - index : index)
      out.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }
}
