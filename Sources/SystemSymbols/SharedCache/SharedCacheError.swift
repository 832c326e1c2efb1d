internal import Bytes

/// A shared cache, or an image of one, that cannot be read.
package struct SharedCacheError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of problem.
  package enum Kind: Hashable, Sendable {
    /// The file does not begin as caches do.
    case foreign
    /// The file cannot be opened.
    case unreadable
    /// The file is a subcache, or the symbols of a cache, without the main file.
    case withoutMain
    /// A header, table or image does not hold together.
    case damaged
    /// The addresses are in a file that is not there.
    case absent
  }

  /// The kind of problem.
  package let kind: Kind
  /// One clause, which names the file or the position where that helps.
  package let description: String

  /// Records a problem.
  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// Records a read past the end of `what`.
  init(_ what: String, _ error: ByteError) { self.init(.damaged, "\(what): \(error)") }
}
