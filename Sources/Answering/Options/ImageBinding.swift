package import SymbolModel

/// The user's information about an image (`--image`).
package struct ImageBinding: Hashable, Sendable {
  /// The kind of information.
  package enum Fact: Hashable, Sendable {
    /// The debug file to use, whatever its ID.
    case file(String)
    /// The load address of the image, and its ID.
    case loadAddress(RuntimeAddress, ImageID?)
  }

  /// The name of the image in the report.
  package let name: String
  /// The information.
  package let fact: Fact

  /// Binds an image by name.
  package init(name: String, fact: Fact) {
    self.name = name
    self.fact = fact
  }

  /// Parses `NAME=PATH`, `NAME=LOADADDR` or `NAME=LOADADDR,ID`: a value that begins with `0x` is an address. Returns nil for
  /// anything else.
  package init?(parsing text: String) {
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
