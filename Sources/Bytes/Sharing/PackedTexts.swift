/// Several texts in one piece of memory with where they end, shared and never changed: what is copied again and again from places that no
/// cache of the processor holds any more.
package final class PackedTexts: ManagedBuffer<PackedTexts.Head, UInt8> {
  /// What stands before the bytes.
  package struct Head: Sendable {
    /// The form that the texts have, which the writer chose.
    let form: Int
    /// The number of bytes of all texts.
    let count: Int
    /// The number of texts. Behind the bytes stands where each of them ends, eight bytes each.
    let texts: Int
  }

  /// Packs `bytes`, which are texts one after another; `ends` are ascending positions in them.
  package static func pack(form: Int, _ bytes: [UInt8], ends: [Int]) -> PackedTexts {
    let head = Head(form: form, count: bytes.count, texts: ends.count)
    let packed = unsafe unsafeDowncast(
      create(minimumCapacity: bytes.count + ends.count * 8) { _ in head }, to: PackedTexts.self)
    unsafe packed.withUnsafeMutablePointerToElements { elements in
      unsafe bytes.withUnsafeBufferPointer { source in
        if let start = source.baseAddress { unsafe elements.initialize(from: start, count: source.count) }
      }
      let table = unsafe UnsafeMutableRawPointer(elements + bytes.count)
      for (number, end) in ends.enumerated() {
        unsafe table.storeBytes(of: min(max(end, 0), bytes.count), toByteOffset: number * 8, as: Int.self)
      }
    }
    return packed
  }

  // Through a pointer: to read the property checks each time that nobody writes it.
  private var head: Head { unsafe withUnsafeMutablePointerToHeader { unsafe $0.pointee } }

  /// The form that the texts have.
  package var form: Int { head.form }

  /// The number of bytes of all texts.
  package var count: Int { head.count }

  /// The number of texts.
  package var texts: Int { head.texts }

  /// The memory that they take in bytes.
  package var size: Int { 48 + head.count + head.texts * 8 }

  /// What `StepCount` counts for writing all of them again: blanks are written, but not looked at.
  package var steps: Int {
    unsafe withUnsafeMutablePointers { head, elements in
      unsafe UnsafeBufferPointer(start: elements, count: head.pointee.count).count { $0 != UInt8(ascii: " ") }
    }
  }

  /// Where the text with a number is; empty if there is none.
  package func range(_ number: Int) -> Range<Int> {
    unsafe withUnsafeMutablePointers { head, elements in
      guard number >= 0, unsafe number < head.pointee.texts else { return 0..<0 }
      let table = unsafe UnsafeRawPointer(elements + head.pointee.count)
      let start = number == 0 ? 0 : unsafe table.loadUnaligned(fromByteOffset: number * 8 - 8, as: Int.self)
      let end = unsafe table.loadUnaligned(fromByteOffset: number * 8, as: Int.self)
      return start..<max(start, end)
    }
  }
}

extension GrowingBytes {
  /// Appends a range of texts.
  package mutating func append(_ range: Range<Int>, of texts: PackedTexts) {
    let range = range.clamped(to: 0..<texts.count)
    reserve(range.count)
    let target = unsafe start + count
    unsafe texts.withUnsafeMutablePointerToElements { elements in
      unsafe ByteCopy.copy(elements + range.lowerBound, to: target, count: range.count)
    }
    count &+= range.count
  }
}
