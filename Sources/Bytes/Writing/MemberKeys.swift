/// The keys of indented JSON as they were written before, to be written again: a report has thousands of them and some twenty that are
/// different. Put together each time, from the comma, the new line, the blanks and the quotes, they take four times the instructions.
package struct MemberKeys: ~Copyable {
  /// A key as it is written after a comma.
  fileprivate struct Entry {
    /// The address and the length of the literal, 0 for none.
    var name: UInt = 0
    var nameLength = 0
    var indent = 0
    var text = InlineArray<48, UInt8>(repeating: 0)
    /// The number of bytes of `text` that are written.
    var length = 0
  }

  private static let slotBits: UInt64 = 8
  private var entries: [Entry] = []

  /// No keys.
  package init() {}

  /// Appends a key as `GrowingBytes.append(key:)` does after a comma.
  package mutating func append(_ name: StaticString, indent: Int, to bytes: inout GrowingBytes) {
    guard name.hasPointerRepresentation else { return bytes.append(key: name, afterComma: true, indent: indent) }
    let address = unsafe UInt(bitPattern: name.utf8Start)
    let mixed = (UInt64(address) &+ UInt64(truncatingIfNeeded: indent)) &* 0x9e37_79b9_7f4a_7c15
    let slot = Int(truncatingIfNeeded: mixed >> (64 - Self.slotBits))
    if slot < entries.count {
      let entries = entries.span
      if entries[slot].name == address, entries[slot].nameLength == name.utf8CodeUnitCount, entries[slot].indent == indent {
        return bytes.append(again: entries, slot)
      }
    }
    add(name, address, indent, slot, to: &bytes)
  }

  @inline(never)
  private mutating func add(_ name: StaticString, _ address: UInt, _ indent: Int, _ slot: Int, to bytes: inout GrowingBytes) {
    let start = bytes.count
    bytes.append(key: name, afterComma: true, indent: indent)
    var entry = Entry(name: address, nameLength: name.utf8CodeUnitCount, indent: indent, length: bytes.count - start)
    guard entry.length <= entry.text.count else { return }
    bytes.withBytes { written in
      for place in 0..<entry.length { entry.text[place] = written[start + place] }
    }
    if entries.isEmpty { entries = [Entry](repeating: Entry(), count: 1 << Self.slotBits) }
    entries[slot] = entry
  }
}

extension GrowingBytes {
  /// Appends the text of an entry.
  @inline(__always)
  fileprivate mutating func append(again entries: Span<MemberKeys.Entry>, _ slot: Int) {
    reserve(48)
    let target = unsafe UnsafeMutableRawPointer(start + count)
    unsafe entries[slot].text.span.withUnsafeBytes { text in
      guard let text = text.baseAddress else { return }
      unsafe ByteCopy.move(text, target, 0, SIMD16<UInt8>.self)
      unsafe ByteCopy.move(text, target, 16, SIMD16<UInt8>.self)
      unsafe ByteCopy.move(text, target, 32, SIMD16<UInt8>.self)
    }
    count &+= entries[slot].length
  }
}
