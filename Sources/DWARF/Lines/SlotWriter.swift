/// Writes numbers and bytes into memory of a fixed size. If there is no room, it writes nothing and sets `failed`.
@safe struct SlotWriter {
  private let memory: UnsafeMutableRawBufferPointer
  private let isBigEndian: Bool
  /// The position of the next byte.
  private(set) var position: Int
  /// Whether there was no room for something.
  private(set) var failed = false

  /// Starts at `position` of `memory`.
  @unsafe init(_ memory: UnsafeMutableRawBufferPointer, at position: Int, isBigEndian: Bool) {
    unsafe self.memory = unsafe memory
    self.position = position
    self.isBigEndian = isBigEndian
  }

  /// Appends an integer of this many bytes.
  mutating func put(_ value: UInt64, size: Int) {
    guard unsafe size <= memory.count - position else {
      failed = true
      return
    }
    patch(value, size: size, at: position)
    position += size
  }

  /// Overwrites an integer.
  func patch(_ value: UInt64, size: Int, at offset: Int) {
    guard offset >= 0, unsafe size <= memory.count - offset else { return }
    // Most are bytes and addresses.
    if size == 1 {
      unsafe memory[offset] = UInt8(truncatingIfNeeded: value)
      return
    }
    if size == 8 {
      return unsafe memory.storeBytes(
        of: isBigEndian ? value.bigEndian : value.littleEndian, toByteOffset: offset, as: UInt64.self)
    }
    for index in 0..<size {
      let shift = 8 * (isBigEndian ? size - 1 - index : index)
      unsafe memory[offset + index] = UInt8(truncatingIfNeeded: value >> UInt64(shift))
    }
  }

  /// Appends a part of a section.
  mutating func put(_ section: SectionBytes, _ range: Range<Int>) {
    guard unsafe range.count <= memory.count - position else {
      failed = true
      return
    }
    unsafe section.copy(range, to: UnsafeMutableRawBufferPointer(rebasing: memory[position..<position + range.count]))
    position += range.count
  }

  /// Appends an unsigned LEB128 number.
  mutating func put(uleb value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      put(rest & 0x7f | 0x80, size: 1)
      rest >>= 7
    }
    put(rest, size: 1)
  }

  /// Appends a signed LEB128 number.
  mutating func put(sleb value: Int64) {
    var rest = value
    while rest < -64 || rest > 63 {
      put(UInt64(rest & 0x7f | 0x80), size: 1)
      rest >>= 7
    }
    put(UInt64(rest & 0x7f), size: 1)
  }
}
