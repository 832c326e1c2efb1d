internal import Bytes

/// Replaces values that say who or which device a report comes from, and values that open something.
///
/// In: the bytes of a report of any format. Out: the same bytes with replacements, so that every output, and an edit in place, is
/// made of a report without these values. A value has the same replacement wherever it occurs in one run, so that groups and
/// crash loops survive. Image names, UUIDs, addresses and versions stay, so that the result can still be symbolicated.
///
/// `PatternScanner` finds values by their form, `KeyScanner` and `OwnedKeys` by the key before them. What has neither, such as a name in a
/// sentence, is not found.
package struct Redactor: Sendable {
  private let salt: String
  private let log: RedactionLog?

  /// Prepares to redact. Replacements are hashes with `salt`: whoever does not know it cannot test guesses.
  /// `log` gets every value that is replaced, or is nil.
  package init(salt: String, log: RedactionLog? = nil) {
    self.salt = salt
    self.log = log
  }

  /// Returns the secrets in a report, in the order of their positions; none overlaps another one.
  package func secrets(in bytes: [UInt8]) -> [Secret] {
    let found = PatternScanner(bytes).secrets() + KeyScanner(bytes).secrets() + OwnedKeys(bytes).secrets()
    var result: [Secret] = []
    for secret in found.sorted(by: Self.isBefore) where !secret.range.isEmpty {
      if let last = result.last, secret.range.lowerBound < last.range.upperBound { continue }
      result.append(secret)
    }
    return result
  }

  /// Returns a report with replacements.
  package func redact(_ bytes: [UInt8], note: (Secret.Kind, _ value: String, _ replacement: String) -> Void = { _, _, _ in })
    -> [UInt8]
  {
    let plain = JSONEscapes.withoutNeedlessOnes(bytes)
    // The fields of binary reports have lengths: a replacement must be as long as its value.
    let keepsLength = plain.starts(with: "plcrash".utf8)
    var result: [UInt8] = []
    result.reserveCapacity(plain.count)
    var position = 0
    for secret in secrets(in: plain) {
      let value = Array(plain[secret.range])
      var replacement = Replacement(salt: salt).text(for: value, secret)
      if keepsLength { replacement = Replacement.fitted(replacement, to: value.count) }
      result += plain[position..<secret.range.lowerBound]
      result += replacement
      position = secret.range.upperBound
      log?.add(secret.kind, String(decoding: value, as: UTF8.self), String(decoding: replacement, as: UTF8.self))
    }
    return result + plain[position...]
  }

  /// Returns a path, a link or another text of debug information with its user names replaced.
  package func redact(_ text: String) -> String {
    guard PatternScanner.mayHoldHome(text) else { return text }
    return String(decoding: redact(Array(text.utf8)), as: UTF8.self)
  }

  /// Orders by position; at one position the longer value is first.
  private static func isBefore(_ left: Secret, _ right: Secret) -> Bool {
    (left.range.lowerBound, right.range.upperBound) < (right.range.lowerBound, left.range.upperBound)
  }
}
