/// A text that was written, shared and never changed: what is copied again and again from places that no cache of the processor holds any
/// more. One piece of memory.
package final class PackedText: ManagedBuffer<PackedText.Head, UInt8> {
  /// What stands before the bytes.
  package struct Head: Sendable {
    /// The form that the text has, which the writer chose.
    let form: Int
    /// The number of bytes.
    let count: Int
  }

  /// Packs a text.
  package static func pack(form: Int, _ bytes: [UInt8]) -> PackedText {
    let head = Head(form: form, count: bytes.count)
    let packed = unsafe unsafeDowncast(create(minimumCapacity: bytes.count) { _ in head }, to: PackedText.self)
    unsafe packed.withUnsafeMutablePointerToElements { elements in
      unsafe bytes.withUnsafeBufferPointer { source in
        if let start = source.baseAddress { unsafe elements.initialize(from: start, count: source.count) }
      }
    }
    return packed
  }

  // Through a pointer: to read the property checks each time that nobody writes it.
  private var head: Head { unsafe withUnsafeMutablePointerToHeader { unsafe $0.pointee } }

  /// The form that the text has.
  package var form: Int { head.form }

  /// The number of bytes.
  package var count: Int { head.count }

  /// The memory that it takes in bytes.
  package var size: Int { 32 + head.count }

  /// What `StepCount` counts for writing it again: blanks are written, but not looked at.
  package var steps: Int {
    unsafe withUnsafeMutablePointers { head, elements in
      unsafe UnsafeBufferPointer(start: elements, count: head.pointee.count).count { $0 != UInt8(ascii: " ") }
    }
  }
}

extension GrowingBytes {
  /// Appends a text.
  package mutating func append(_ text: PackedText) {
    let length = text.count
    reserve(length)
    let target = unsafe start + count
    unsafe text.withUnsafeMutablePointerToElements { unsafe ByteCopy.copy($0, to: target, count: length) }
    count &+= length
  }
}
