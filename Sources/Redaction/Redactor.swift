internal import Bytes

/// Replaces values that say who or which device a report comes from, and values that open something.
///
/// In: the bytes of a report of any format. Out: the same bytes with replacements, so that every output, and an edit in place, is
/// made of a report without these values. A value has the same replacement wherever it occurs in one run, so that groups and
/// crash loops survive. Image names, UUIDs, addresses and versions stay, so that the result can still be symbolicated.
///
/// `ReportScan` finds values by their form and by the key before them, on decoded text: the strings of JSON without their escapes, the
/// fields of binary reports, UTF-16. What was found once is found everywhere (`KnownValues`). docs/REDACTION.md has the rules.
package struct Redactor: Sendable {
  private let salt: String
  private let log: RedactionLog?
  private let known: KnownValues

  /// Prepares to redact. Replacements are hashes with `salt`: whoever does not know it cannot test guesses.
  /// `log` gets every value that is replaced, or is nil.
  package init(salt: String, log: RedactionLog? = nil) { self.init(salt: salt, known: KnownValues(), log: log) }

  /// Returns the same redactor, with the values that it found so far, which records in `log` what it replaces.
  package func recording(in log: RedactionLog) -> Redactor { Redactor(salt: salt, known: known, log: log) }

  private init(salt: String, known: KnownValues, log: RedactionLog?) {
    self.salt = salt
    self.known = known
    self.log = log
  }

  /// Returns the secrets in a report, in the order of their positions; none overlaps another one. A text in UTF-16 has none: `redact`
  /// decodes it first.
  package func secrets(in bytes: [UInt8]) -> [Secret] { secrets(of: scan(bytes, learns: true)) }

  /// Returns a report with replacements. Takes time in proportion to its length. Without `learns`, values in it are not looked for in
  /// others.
  package func redact(_ bytes: [UInt8], learns: Bool = true) -> [UInt8] {
    guard let wide = WideText(bytes) else { return replaced(bytes, learns: learns) }
    let plain = wide.decode(bytes)
    let redacted = replaced(plain, learns: learns)
    return redacted == plain ? bytes : wide.encode(redacted)
  }

  /// Returns a path, a link or another text of debug information or of a message with its secrets replaced.
  package func redact(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let redacted = redact(bytes, learns: false)
    return redacted == bytes ? text : String(decoding: redacted, as: UTF8.self)
  }

  // MARK: Finding

  /// Returns what one pass finds; a second one finds the values of the first one everywhere.
  private func scan(_ bytes: [UInt8], learns: Bool) -> ReportScan {
    let first = pass(bytes)
    let found = first.secrets + first.nested.flatMap(\.secrets)
    return learns && !found.isEmpty && known.learn(found) ? pass(bytes) : first
  }

  private func pass(_ bytes: [UInt8]) -> ReportScan {
    var scan = ReportScan(known: known.index)
    guard bytes.starts(with: BinaryFields.magic) else {
      scan.scan(TextLayer(bytes), ReportScan.Context())
      return scan
    }
    BinaryFields(bytes).texts { range, isCode in
      scan.scan(TextLayer(bytes, range, nil), ReportScan.Context(isCode: isCode, isVersion: isCode))
    }
    return scan
  }

  private func secrets(of scan: ReportScan) -> [Secret] {
    let texts = scan.nested.map { nested in
      let text = replace(secrets(nested.secrets), in: nested.text, fits: false)
      return Secret(
        kind: nested.secrets[0].kind, range: nested.range, value: nested.encoded,
        rule: "text in base64: \(nested.secrets[0].rule)",
        form: .bytes(Base64Text.encode(text, like: nested.encoded)))
    }
    let masks = scan.masks.map { mask in
      Secret(kind: .secret, range: mask.range, value: mask.digits, rule: "text in memory", form: .bytes(mask.masked))
    }
    return secrets(scan.secrets + texts + masks)
  }

  /// Returns secrets in order; those that overlap become one.
  private func secrets(_ found: [Secret]) -> [Secret] {
    var result: [Secret] = []
    for secret in found.sorted(by: Self.isBefore) where !secret.range.isEmpty {
      guard let last = result.last, secret.range.lowerBound < last.range.upperBound else {
        result.append(secret)
        continue
      }
      guard secret.range.upperBound > last.range.upperBound else { continue }
      result[result.count - 1] = Secret(
        kind: last.kind, range: last.range.lowerBound..<secret.range.upperBound, value: last.value + secret.value,
        rule: last.rule,
        form: .word)
    }
    return result
  }

  /// Orders by position; at one position the longer value is first, and what a rule found is before what was found elsewhere.
  private static func isBefore(_ left: Secret, _ right: Secret) -> Bool {
    (left.range.lowerBound, right.range.upperBound, left.isRepeated ? 1 : 0)
      < (right.range.lowerBound, left.range.upperBound, right.isRepeated ? 1 : 0)
  }

  // MARK: Replacing

  private func replaced(_ bytes: [UInt8], learns: Bool) -> [UInt8] {
    let found = secrets(of: scan(bytes, learns: learns))
    if found.isEmpty { return bytes }
    // The fields of binary reports have lengths: a replacement must be as long as its value.
    return replace(found, in: bytes, fits: bytes.starts(with: BinaryFields.magic))
  }

  private func replace(_ secrets: [Secret], in bytes: [UInt8], fits: Bool) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = 0
    for secret in secrets {
      var replacement = Replacement(salt: salt).text(for: secret)
      if fits, replacement.count != secret.range.count {
        let word = Secret(kind: secret.kind, range: secret.range, value: secret.value, rule: secret.rule, form: .word)
        replacement = Replacement.fitted(Replacement(salt: salt).text(for: word), to: secret.range.count)
      }
      result += bytes[position..<secret.range.lowerBound]
      result += replacement
      position = secret.range.upperBound
      if case .bytes = secret.form { continue }
      log?.add(secret, replacement)
    }
    return result + bytes[position...]
  }
}
