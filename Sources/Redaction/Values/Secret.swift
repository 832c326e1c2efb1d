/// A value in a report that says who or which device it comes from, or that opens something.
package struct Secret: Hashable, Sendable {
  /// What a value is. The raw value is the name in the list, and the beginning of the replacement.
  package enum Kind: String, Sendable, CaseIterable {
    /// The name of a user: in the path of a home directory, or under a key for it.
    case user
    /// An e-mail address.
    case email
    /// An IP address, version 4 or 6.
    case ip
    /// The hardware address of a network interface.
    case mac
    /// The name of a device or host.
    case device
    /// An identifier of a device, a vendor or an installation.
    case identifier
    /// A serial number.
    case serial
    /// A password, token or key.
    case secret
  }

  /// How the replacement is written.
  enum Form: Hashable, Sendable {
    /// As a word.
    case word
    /// Hexadecimal digits for hexadecimal digits, so that the input stays readable.
    case shaped
    /// As a number with as many digits.
    case number
    /// As these bytes: a text in base64 with replacements inside, memory with masked texts.
    case bytes([UInt8])
  }

  /// What it is.
  package let kind: Kind
  /// Its bytes in the input.
  package let range: Range<Int>
  /// Its text without escapes.
  package let value: [UInt8]
  /// What it was found by.
  package let rule: String
  let form: Form

  /// Whether no rule found it here, but elsewhere in the run.
  var isRepeated: Bool { rule.hasPrefix(Self.elsewhere) }

  /// The beginning of the rule of a value that was found elsewhere.
  static let elsewhere = "found elsewhere: "
}
