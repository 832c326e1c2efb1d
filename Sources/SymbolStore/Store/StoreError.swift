internal import System

/// A store that cannot be used or changed.
public struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is the matter.
  public enum Kind: Hashable, Sendable {
    /// The store may not be written to.
    case readOnly
    /// Its disk is full.
    case full
    /// A file to be added cannot be read, or is damaged.
    case unreadable
    /// A file to be added is no debug file.
    case foreign
    /// Something else.
    case other
  }

  /// What is the matter.
  public let kind: Kind
  /// One sentence without a full stop, which names the store or the file.
  public let description: String

  /// Records what is the matter.
  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// Words a failed change of the store.
  init(_ error: SystemError, store: String) {
    if error.isReadOnly {
      self.init(.readOnly, "the store \(store) is not writable: \(error.message)")
    } else if error.isFull {
      self.init(.full, "the disk of the store \(store) is full: \(error.message)")
    } else {
      self.init(.other, "the store \(store): \(error.path.map { $0 + ": " } ?? "")\(error.message)")
    }
  }

  /// Words a file that cannot be read.
  init(_ error: SystemError, reading path: String) { self.init(.unreadable, "\(path): \(error.message)") }
}
