import Foundation

/// Puts secrets into texts, and texts into formats.
package struct SecretCarriers {
  /// What is read by the program.
  package struct Case: Sendable {
    package let bytes: [UInt8]
    package let secret: SecretText
    package let format: String
    /// Whether the bytes are one JSON value.
    package let isJSON: Bool
  }

  private static let before = [
    "", " ", "x ", "(", "[", "\"", "'", "<", "at ", "is: ", "to: ", "\n", "\t", "= ", "| ", "; ", "\u{2014} ", "\u{201c}",
  ]
  private static let after = [
    "", " ", " x", ")", "]", "\"", "'", ">", ",", ";", ". Then", ".", "\n", "\t", "|", "!", "?", " \u{2014}", "\u{201d}",
  ]

  private var forms: SecretForms

  package init(_ seed: UInt64) { forms = SecretForms(seed) }

  /// Returns a random case.
  package mutating func next() -> Case {
    forms.number(0...9) < 6 ? formed() : keyed()
  }

  /// A secret of a known form with random neighbors, in a random format.
  private mutating func formed() -> Case {
    let secret = forms.next()
    // A quote that opens and none that closes, and the other way, is no text of anybody.
    var (left, right) = (forms.pick(Self.before), forms.pick(Self.after))
    let quotes = ["\"": "\"", "'": "'", "(": ")", "[": "]", "<": ">", "\u{201c}": "\u{201d}"]
    if let close = quotes[left] { right = close } else if quotes.values.contains(right) { right = " " }
    if secret.text.contains("'") || secret.text.contains("'\""), left == "'" { (left, right) = (" ", " ") }
    if secret.text.contains("]"), left == "[" { (left, right) = (" ", " ") }
    if secret.text.contains(")"), left == "(" { (left, right) = (" ", " ") }
    return inFormat("cannot open " + left + secret.text + right, secret)
  }

  private mutating func inFormat(_ text: String, _ secret: SecretText) -> Case {
    switch forms.number(0...11) {
    case 0: Case(bytes: Array("12:30 INFO \(text)\nnext\n".utf8), secret: secret, format: "log", isJSON: false)
    case 1: Case(bytes: Array("one\r\(text)\rnext\r".utf8), secret: secret, format: "CR", isJSON: false)
    case 2: Case(bytes: Self.wide("one\n\(text)\nnext\n", isLittle: true), secret: secret, format: "UTF-16LE", isJSON: false)
    case 3: Case(bytes: Self.wide("one\n\(text)\nnext\n", isLittle: false), secret: secret, format: "UTF-16BE", isJSON: false)
    case 4: Case(bytes: Self.binary(text), secret: secret, format: "plcrash", isJSON: false)
    case 5:
      Case(
        bytes: Array("x &#\(text.unicodeScalars.map { "\($0.value)" }.joined(separator: ";&#")); y".utf8), secret: secret,
        format: "entities", isJSON: false)
    case 6: Case(bytes: Array("x=\(Self.percent(text))&y=1\n".utf8), secret: secret, format: "percent", isJSON: false)
    case 7:
      Case(
        bytes: Array("data \(Data("a text: \(text)".utf8).base64EncodedString())\n".utf8), secret: secret, format: "base64",
        isJSON: false)
    default: json(text, secret)
    }
  }

  /// JSON with a text in a string, and that JSON in a string up to four times.
  private mutating func json(_ text: String, _ secret: SecretText) -> Case {
    let key = forms.pick(["message", "reason", "a", "path", "asi", "args"])
    let style = forms.number(0...2)
    var json = forms.pick([
      "{\"\(key)\":\(Self.quoted(text, style)),\"n\":1}", "[1,[\(Self.quoted(text, style))]]",
      "{\"x\":{\"\(key)\" : [\(Self.quoted(text, style))]}}",
      "{\"a\":1}\n{\"\(key)\":\(Self.quoted(text, style))}",
    ])
    let isJSON = !json.hasPrefix("{\"a\":1}\n")
    let depth = isJSON ? forms.number(0...3) : 0
    for _ in 0..<depth { json = "{\"payload\":\(Self.quoted(json, style))}" }
    return Case(bytes: Array(json.utf8), secret: secret, format: "JSON, depth \(depth), style \(style)", isJSON: isJSON)
  }

  /// A value that its key gives away.
  private mutating func keyed() -> Case {
    let (key, value) = forms.keyed()
    let secret = SecretText(name: "key \(key)", text: value, leaks: [value])
    let style = forms.number(0...2)
    let (k, v) = (Self.quoted(key, style), Self.quoted(value, style))
    let upper = key.uppercased().replacing("-", with: "_").replacing(".", with: "_")
    let element = key.replacing(".", with: "_")
    let number = forms.number(0...19)
    switch number {
    case 0, 1, 2, 3:
      var json = forms.pick([
        "{\(k):\(v)}", "{\"a\":[{\(k) : \(v)}]}", "[[\"x\",1],[\(k),\(v)]]", "{\"key\":\(k),\"value\":\(v)}",
        "{\"value\":\(v),\"key\":\(k)}",
        "{\(k):[\(v),\(v)]}", "{\"headers\":[[\(k),\(v)]]}", "{\"tags\":{\(k):\(v)}}",
      ])
      let depth = forms.number(0...3)
      for _ in 0..<depth { json = "{\"payload\":\(Self.quoted(json, style))}" }
      return Case(bytes: Array(json.utf8), secret: secret, format: "JSON, depth \(depth), style \(style)", isJSON: true)
    case 4:
      let digits = "\(forms.number(1_000_000...9_999_999))4711"
      let numeric = forms.pick(["userId", "account_id", "customer.id", "phone", "sessionId", "password", "imei"])
      return Case(
        bytes: Array("{\"\(numeric)\": \(digits)}".utf8),
        secret: SecretText(name: "number \(numeric)", text: digits, leaks: [digits]), format: "JSON",
        isJSON: true)
    case 5:
      let owner = forms.pick(["user", "usr", "person", "account", "customer", "device", "machine"])
      let inner = forms.pick(["id", "name", "identifier", "uuid"])
      let json = "{\"\(owner)\":{\"\(inner)\":\(v),\"model\":\"x\"}}"
      return Case(
        bytes: Array(json.utf8), secret: SecretText(name: "\(owner) \(inner)", text: value, leaks: [value]), format: "JSON",
        isJSON: true)
    default: break
    }
    let texts: [(String, String)] = [
      ("assigned", "failed \(key)=\(value) x"), ("query", "https://example.com/x?a=1&\(key)=\(value)&b=2"),
      ("line", "\(key)=\(value)"),
      ("Swift", "[\"a\": 1, \"\(key)\": \"\(value)\"]"), ("Swift optional", "[AnyHashable(\"\(key)\"): Optional(\"\(value)\")]"),
      ("Objective-C", "{\n    \"\(key)\" = \"\(value)\";\n    x = 1;\n}"),
      ("Objective-C bare", "{\n    \(element) = \(value);\n}"),
      ("Python", "{'\(key)': '\(value)', 'x': None}"), ("Python bytes", "{'\(key)': b'\(value)'}"),
      ("XML", "<a><\(element)>\(value)</\(element)></a>"), ("attribute", "<a \(element)=\"\(value)\" x=\"y\"/>"),
      ("entry", "<entry key=\"\(key)\">\(value)</entry>"),
      ("property list", "<dict>\n\t<key>\(key)</key>\n\t<string>\(value)</string>\n</dict>"),
      ("property list integer", "<dict><key>n</key><integer>1</integer><key>\(key)</key><string>\(value)</string></dict>"),
      ("environment", "PATH=/bin\n\(upper)=\(value)\nLANG=C"), ("header", "\(key): \(value)"),
      ("quoted header", "curl -H \"\(key): \(value)\" x"),
      ("JSON in a log", "12:30 INFO sent {\"\(key)\":\"\(value)\"} ok"),
      ("escaped JSON", "sent {\\\"\(key)\\\":\\\"\(value)\\\"} ok"),
    ]
    let (name, text) = forms.pick(texts)
    let named = SecretText(name: "key \(key), \(name)", text: value, leaks: [value])
    return number < 12
      ? Case(bytes: Array("x\n\(text)\nend\n".utf8), secret: named, format: "log", isJSON: false) : inFormat(text, named)
  }

  // MARK: Formats

  /// Returns a string of JSON: with the escapes that it needs, with all beyond ASCII and slashes escaped, with everything escaped.
  static func quoted(_ text: String, _ style: Int) -> String {
    var result = "\""
    for unit in text.utf16 {
      switch unit {
      case 0x22 where style < 2: result += "\\\""
      case 0x5c where style < 2: result += "\\\\"
      case 0x0a where style < 2: result += "\\n"
      case 0x0d where style < 2: result += "\\r"
      case 0x09 where style < 2: result += "\\t"
      case 0x2f where style == 1: result += "\\/"
      case 0x20..<0x7f where style < 2: result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      case let unit where style > 0 || unit < 0x20 || unit & 0xf800 == 0xd800:
        result += "\\u" + String(repeating: "0", count: 4 - String(unit, radix: 16).count) + String(unit, radix: 16)
      default: Unicode.Scalar(unit).map { result.unicodeScalars.append($0) }
      }
    }
    return result + "\""
  }

  private static func percent(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte) || byte == 0x2e
        || byte == 0x2d
      return isPlain ? String(UnicodeScalar(byte)) : (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }

  private static func wide(_ text: String, isLittle: Bool) -> [UInt8] {
    [0xfeff].flatMap { [$0] + Array(text.utf16) }.flatMap { unit in
      let (low, high) = (UInt8(unit & 255), UInt8(unit >> 8))
      return isLittle ? [low, high] : [high, low]
    }
  }

  /// A report of PLCrashReporter whose exception has a text as its reason.
  private static func binary(_ text: String) -> [UInt8] {
    func field(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
      var count = content.count
      var length: [UInt8] = []
      repeat {
        length.append(UInt8(count & 0x7f) | (count > 0x7f ? 0x80 : 0))
        count >>= 7
      } while count > 0
      return [number << 3 | 2] + length + content
    }
    return Array("plcrash".utf8) + [1] + field(5, field(1, Array("NSException".utf8)) + field(2, Array(text.utf8)))
      + field(9, field(2, Array(repeating: 7, count: 16)))
  }
}
