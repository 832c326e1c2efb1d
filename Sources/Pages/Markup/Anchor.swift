internal import Bytes

/// The identifiers of elements, which links to parts of a page name.
enum Anchor {
  /// Returns the identifier of a report among several: the same for the same path and part.
  static func prefix(path: String, part: Int) -> String {
    "r" + String(SHA256.prefix(of: "\(path)#\(part)".utf8.span), radix: 16).prefix(8)
  }

  /// Returns the identifier of a group, from its fingerprint and app.
  static func group(_ name: String) -> String {
    "g" + String(SHA256.prefix(of: name.utf8.span), radix: 16).prefix(10)
  }
}
