internal import Reports

/// The reason why an input is not a report that can be read.
public struct SymbolicationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of problem. More kinds may be added in minor versions.
  public enum Kind: Hashable, Sendable {
    /// The input has no bytes, or only blank ones.
    case emptyInput
    /// The input is in no known format.
    case unknownFormat
    /// The input begins like a report of a known format and is damaged before the first usable fact.
    case damaged
  }

  /// The kind of problem.
  public let kind: Kind
  /// The name of the input.
  public let name: String
  /// The problem, one clause in English without a full stop.
  public let reason: String
  /// The offset of the problem in the input in bytes, from 0, or nil if it has none.
  public let byteOffset: Int?

  /// The name of the input and the reason.
  public var description: String { "\(name): \(reason)" }

  init(_ error: ReportError, name: String) {
    switch error.kind {
    case .empty: kind = .emptyInput
    case .notAReport: kind = .unknownFormat
    case .malformed: kind = .damaged
    }
    self.name = name
    reason = error.message
    byteOffset = error.byte
  }
}
