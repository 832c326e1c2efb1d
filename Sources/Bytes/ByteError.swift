/// A read outside the bytes that are there, or bytes that make no sense.
public struct ByteError: Error, Hashable, CustomStringConvertible {
  /// What went wrong.
  public enum Kind: Hashable, Sendable {
    /// `length` bytes were wanted and fewer were there.
    case outOfBounds(length: Int)
    /// A LEB128 number does not fit 64 bits.
    case numberTooLong
  }

  /// What went wrong.
  public let kind: Kind
  /// Where, in bytes from the start of the file or array.
  public let offset: Int

  /// Records a failed read.
  public init(_ kind: Kind, offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  /// One clause that names the place.
  public var description: String {
    switch kind {
    case .outOfBounds(let length): "\(length) bytes at offset \(offset) reach past the end"
    case .numberTooLong: "number at offset \(offset) is too long"
    }
  }
}
