/// Tells values from what stands there if there is no value.
enum SecretValue {
  /// Words that say that there is no value, or what became of it.
  private static let empty: Set<String> = [
    "", "(null)", "null", "nil", "none", "???", "unknown", "todo", "n/a", "na", "true", "false", "yes", "no", "undefined",
    "empty", "(empty)",
    "missing", "invalid", "expired", "required", "optional", "enabled", "disabled", "ok", "failed", "failure", "success",
    "started", "ended",
    "active", "inactive", "open", "closed", "default", "anonymous", "redacted", "filtered", "hidden", "bearer", "basic",
    "not set", "unset",
    "string", "int", "bool", "data", "any", "double", "float", "void", "self", "error", "exited", "crashed", "abnormal",
  ]
  private static let marks = Set("0-*x.?_•[]<>()# ".utf8)

  /// Whether a text says something: it is no replacement, no placeholder and no address.
  static func saysSomething(_ text: TextLayer) -> Bool {
    let value = text.bytes[text.range]
    guard !value.isEmpty, !value.allSatisfy({ marks.contains($0) }), !Replacement.isReplacement(value) else { return false }
    if isPointer(text) { return false }
    guard value.count <= 16 else { return true }
    let word = text.text(text.range).lowercased()
    return !empty.contains(word) && !empty.contains(word.trimmed("[]<>()\"'"))
  }

  /// Whether a text can be a value of a kind.
  static func fits(_ text: TextLayer, _ kind: Secret.Kind) -> Bool {
    guard saysSomething(text) else { return false }
    let value = text.bytes[text.range]
    return switch kind {
    case .ip: value.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") } && value.contains(where: Letters.isHexDigit)
    case .mac: value.filter(Letters.isHexDigit).count >= 6 && value.count <= 24
    case .serial: value.contains(where: Letters.isDigit)
    case .device: !ProductName.isAlone(text.text(text.range))
    default: true
    }
  }

  /// Whether a number can be a value of a kind. The numbers of the first users of a system name nobody.
  static func fitsNumber(_ text: TextLayer, _ kind: Secret.Kind) -> Bool {
    let digits = text.range.count { Letters.isDigit(text.bytes[$0]) }
    switch kind {
    case .secret, .serial: return digits >= 4
    case .identifier, .user:
      guard digits >= 2, let number = Int(text.text(text.range)), number > 0 else { return digits > 18 }
      return !(501...509).contains(number) && !(1000...1009).contains(number) && !(65534...65535).contains(number)
    case .email, .ip, .mac, .device: return false
    }
  }

  /// Whether a text is an address in memory.
  private static func isPointer(_ text: TextLayer) -> Bool {
    let start = text.range.lowerBound
    guard text[start] == UInt8(ascii: "0"), text[start + 1] == UInt8(ascii: "x") else { return false }
    return text.range.dropFirst(2).allSatisfy { Letters.isHexDigit(text.bytes[$0]) }
  }
}

extension Secret.Kind {
  /// How the replacement of the value of a key is written.
  var form: Secret.Form { self == .identifier || self == .serial ? .shaped : .word }
}

extension String {
  /// Returns the text without marks at its ends.
  fileprivate func trimmed(_ marks: String) -> String {
    var text = self[...]
    while let first = text.first, marks.contains(first) { text.removeFirst() }
    while let last = text.last, marks.contains(last) { text.removeLast() }
    return String(text)
  }
}
