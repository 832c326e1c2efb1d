internal import System

/// A store that cannot be used or changed.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason.
  package enum Kind: Hashable, Sendable {
    /// The store is not writable.
    case readOnly
    /// Its disk is full.
    case full
    /// A file to be added cannot be read, or is damaged.
    case unreadable
    /// A file to be added is not a debug file.
    case foreign
    /// Something else.
    case other
  }

  /// The reason.
  package let kind: Kind
  /// One sentence without a full stop, which names the store or the file.
  package let description: String

  /// Records the reason.
  init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// Describes a failed change of the store.
  init(_ error: SystemError, store: String) {
    if error.isReadOnly {
      self.init(.readOnly, "the store \(store) is not writable: \(error.message)")
    } else if error.isFull {
      self.init(.full, "the disk of the store \(store) is full: \(error.message)")
    } else {
      self.init(.other, "the store \(store): \(error.path.map { $0 + ": " } ?? "")\(error.message)")
    }
  }

  /// Describes an unreadable file.
  init(_ error: SystemError, reading path: String) { self.init(.unreadable, "\(path): \(error.message)") }
}
