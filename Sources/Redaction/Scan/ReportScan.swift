internal import Bytes

/// One pass over a report that collects its secrets.
///
/// `scan(_:_:)` looks at every byte of a text once and goes to what the byte may begin: a form (`Forms`), a key with a value (`scanKeyed`),
/// JSON (`JSONWalk`), whose strings are texts again. Each of them looks back and ahead over a limited number of bytes, or moves the
/// position to the end of what it looked at, so that the work is proportional to the text.
struct ReportScan {
  /// What surrounds a text.
  struct Context {
    /// Whether the text is the name of code, or a word that symbolication needs: only forms are looked for.
    var isCode = false
    /// Whether four numbers with dots are a version.
    var isVersion = false
  }

  private(set) var secrets: [Secret] = []
  var keys = KeyCache()
  private let known: KnownValues.Index

  /// Searches also for values that were found before.
  init(known: KnownValues.Index) { self.known = known }

  /// Escapes in text are decoded this many times: each time at least halves what is escaped.
  private static let deepest = 40

  // MARK: Text

  /// Collects the secrets of a text.
  mutating func scan(_ layer: TextLayer, _ context: Context) {
    guard !layer.range.isEmpty else { return }
    StepCount.count(layer.range.count)
    var pass = TextPass(plain: layer.range.lowerBound)
    var position = layer.range.lowerBound
    while position < layer.range.upperBound {
      let mark = Self.marks[Int(layer.bytes[position])]
      if mark == 0 { position += 1 } else { position = max(position + 1, look(layer, position, mark, context, &pass)) }
    }
    scanPlain(layer.part(pass.plain..<layer.range.upperBound), context)
    if layer.depth < Self.deepest { for line in pass.escaped { scanDecoded(layer.part(line), context) } }
  }

  /// Searches text that is no JSON for what was found before, and for texts in base64.
  private mutating func scanPlain(_ layer: TextLayer, _ context: Context) {
    guard !context.isCode, !layer.range.isEmpty else { return }
    let known = known
    known.scan(layer) { range, value in addKnown(layer, range, value) }
    if layer.range.count >= Base64Text.least { scanBase64(layer) }
  }

  /// What one pass over a text remembers.
  private struct TextPass {
    /// The end of the last JSON.
    var plain: Int
    var urls = URLForm()
    var lastAddress = 0
    /// The end of the last name and password in a URL, where no e-mail address is.
    var credentialsEnd = -1
    var escaped: [Range<Int>] = []

    /// Notes that the line with a position has escapes.
    mutating func noteEscape(_ layer: TextLayer, _ position: Int) {
      if let last = escaped.last, last.contains(position) { return }
      var start = position
      let floor = max(escaped.last?.upperBound ?? 0, plain)
      while start > floor, !Letters.endsLine(layer.bytes[start - 1]) { start -= 1 }
      escaped.append(start..<layer.lineEnd(position))
    }
  }

  private static let marks: [UInt8] = {
    var marks = [UInt8](repeating: 0, count: 256)
    for byte in TokenForm.beginnings { marks[Int(byte)] = 1 }
    for byte in "/\\@.:=-~{[<%&".utf8 { marks[Int(byte)] = 2 }
    return marks
  }()

  /// Looks at what a byte may begin. Returns the position to go on from.
  private mutating func look(
    _ layer: TextLayer, _ position: Int, _ mark: UInt8, _ context: Context, _ pass: inout TextPass
  ) -> Int {
    guard mark == 2 else { return take(layer, TokenForm.find(in: layer, at: position), .secret, "form of a token") ?? position }
    switch layer.bytes[position] {
    case UInt8(ascii: "/"): take(layer, HomeForm.find(in: layer, at: position), .user, "home directory")
    case UInt8(ascii: "\\"):
      if EscapeDecoder.isEscape(layer, at: position) { pass.noteEscape(layer, position) }
      take(layer, HomeForm.find(in: layer, at: position), .user, "home directory")
    case UInt8(ascii: "%"), UInt8(ascii: "&"): if EscapeDecoder.isEscape(layer, at: position) { pass.noteEscape(layer, position) }
    case UInt8(ascii: "@") where position == pass.credentialsEnd: break
    case UInt8(ascii: "@"): take(layer, EmailForm.find(in: layer, at: position), .email, "e-mail address")
    case UInt8(ascii: "~"): take(layer, HomeForm.tilde(in: layer, at: position), .user, "home directory")
    case UInt8(ascii: "."): lookAtDot(layer, position, context, &pass)
    case UInt8(ascii: "-"): return lookAtDash(layer, position, context)
    case UInt8(ascii: "<"): return context.isCode ? position : scanElement(layer, position)
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard JSONWalk.begins(layer, position) else { return position }
      scanPlain(layer.part(pass.plain..<position), context)
      pass.plain = scanJSON(layer, position)
      return pass.plain
    case UInt8(ascii: ":"):
      if let credentials = pass.urls.credentials(in: layer, at: position) {
        pass.credentialsEnd = credentials.upperBound
        return take(layer, credentials, .secret, "user and password in a URL") ?? position
      }
      if let (kind, range) = NetworkForm.colons(in: layer, first: position) {
        return take(layer, range, kind, kind == .mac ? "hardware address" : "IP address") ?? position
      }
      return context.isCode ? position : scanKeyed(layer, position)
    default: return scanKeyed(layer, position)
    }
    return position
  }

  private mutating func lookAtDot(_ layer: TextLayer, _ position: Int, _ context: Context, _ pass: inout TextPass) {
    if let range = NetworkForm.version4(in: layer, firstDot: position, after: pass.lastAddress),
      !(context.isVersion && Self.beginsValue(layer, range.lowerBound))
    {
      pass.lastAddress = range.upperBound
      take(layer, range, .ip, "IP address")
    }
    take(layer, NetworkForm.hardware(in: layer, first: position), .mac, "hardware address")
  }

  /// Whether nothing but marks is before a position in its value: `1.2.3.4`, `(1.2.3.4)`, not a word and an address.
  private static func beginsValue(_ layer: TextLayer, _ position: Int) -> Bool {
    var start = position
    while start > layer.range.lowerBound, Letters.isBlank(layer[start - 1]) { start -= 1 }
    return start == layer.range.lowerBound || !Letters.isBlank(layer[position - 1])
  }

  private mutating func lookAtDash(_ layer: TextLayer, _ position: Int, _ context: Context) -> Int {
    if let block = TokenForm.block(in: layer, at: position) { return take(layer, block, .secret, "PEM block") ?? position }
    take(layer, NetworkForm.hardware(in: layer, first: position), .mac, "hardware address")
    return context.isCode ? position : scanOption(layer, position)
  }

  private mutating func scanDecoded(_ layer: TextLayer, _ context: Context) {
    let decoded = EscapeDecoder.decode(layer, .any)
    if decoded.range.count < layer.range.count { scan(decoded, context) }
  }

  // MARK: Findings

  /// Adds a secret. Returns its end, or nil if there is none.
  @discardableResult
  mutating func take(
    _ layer: TextLayer, _ range: Range<Int>?, _ kind: Secret.Kind, _ rule: String, _ form: Secret.Form = .word
  ) -> Int? {
    guard let range, !range.isEmpty else { return nil }
    secrets.append(Secret(kind: kind, range: layer.source(range), value: Array(layer.bytes[range]), rule: rule, form: form))
    return range.upperBound
  }

  private mutating func addKnown(_ layer: TextLayer, _ range: Range<Int>, _ value: KnownValues.Value) {
    // The value of the place where it was found, so that both have one replacement.
    secrets.append(
      Secret(
        kind: value.kind, range: layer.source(range), value: value.bytes, rule: Secret.elsewhere + value.rule, form: value.form
      ))
  }

  /// Replaces inside texts in base64.
  private mutating func scanBase64(_ layer: TextLayer) {
    let known = known
    Base64Text.find(in: layer) { range, text in
      var inner = ReportScan(known: known)
      inner.scan(TextLayer(text), Context())
      let own = inner.secrets
      guard !own.isEmpty else { return }
      nested.append((layer.source(range), Array(layer.bytes[range]), text, own))
    }
  }

  /// Masks the texts in a dump of memory. Returns false if there are none, or if it is no dump.
  mutating func mask(_ layer: TextLayer) -> Bool {
    let digits = layer.bytes[layer.range]
    StepCount.count(digits.count)
    guard let masked = MemoryDump.masked(digits) else { return false }
    masks.append((layer.source(layer.range), Array(digits), masked))
    return true
  }

  /// Dumps of memory with texts: the place, the digits, and those that stay.
  private(set) var masks: [(range: Range<Int>, digits: [UInt8], masked: [UInt8])] = []
  /// Texts in base64 with secrets: the place, the base64, the text, and its secrets.
  private(set) var nested: [(range: Range<Int>, encoded: [UInt8], text: [UInt8], secrets: [Secret])] = []
}
