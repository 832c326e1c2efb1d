public import SymbolModel

/// What the user says of an image that the report does not (`--image`).
public struct ImageBinding: Hashable, Sendable {
  /// What is said.
  public enum Fact: Hashable, Sendable {
    /// The debug file to use, whatever its ID.
    case file(String)
    /// Where the image was loaded, and its ID.
    case loadAddress(RuntimeAddress, ImageID?)
  }

  /// The name of the image in the report.
  public let name: String
  /// What is said.
  public let fact: Fact

  /// Binds an image by name.
  public init(name: String, fact: Fact) {
    self.name = name
    self.fact = fact
  }

  /// Reads `NAME=PATH`, `NAME=LOADADDR` or `NAME=LOADADDR,ID`: what begins with `0x` is an address. Nil for anything else.
  public init?(parsing text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let name = parts.first, !name.isEmpty, let value = parts.last, !value.isEmpty else { return nil }
    self.name = String(name)
    guard value.hasPrefix("0x") || value.hasPrefix("0X") else {
      fact = .file(String(value))
      return
    }
    let facts = value.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
    guard let address = facts.first.flatMap({ UInt64($0.dropFirst(2), radix: 16) }) else { return nil }
    guard facts.count == 2 else {
      fact = .loadAddress(RuntimeAddress(address), nil)
      return
    }
    guard let id = ImageID(parsing: String(facts[1])) else { return nil }
    fact = .loadAddress(RuntimeAddress(address), id)
  }
}
