/// A read past the available bytes, or invalid bytes.
@usableFromInline package struct ByteError: Error, Hashable, CustomStringConvertible {
  /// The kind of problem.
  @usableFromInline package enum Kind: Hashable, Sendable {
    /// `length` bytes were requested and fewer are left.
    case outOfBounds(length: Int)
    /// A LEB128 number does not fit into 64 bits.
    case numberTooLong
  }

  /// The kind of problem.
  package let kind: Kind
  /// The position in bytes from the start of the file or array.
  package let offset: Int

  /// Records a failed read.
  @usableFromInline package init(_ kind: Kind, offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  /// One clause that names the position.
  @usableFromInline package var description: String {
    switch kind {
    case .outOfBounds(let length): "\(length) bytes at offset \(offset) reach past the end"
    case .numberTooLong: "number at offset \(offset) is too long"
    }
  }
}
