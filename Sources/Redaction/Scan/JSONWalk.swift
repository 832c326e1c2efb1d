internal import Bytes

/// The containers around a position in JSON.
struct JSONWalk {
  /// One object or list.
  struct Level {
    var isObject: Bool
    /// What is known of the key of the container.
    var under: KeyMeaning?
    /// The rule for everything inside, or nil.
    var inherited: KeyRule?
    /// Whether the container is about an image, frame or system, whose `name` stays.
    var holdsCode: Bool
    /// What is known of the key before the next value.
    var key: KeyMeaning?
    /// The number of values so far, for a list.
    var count = 0
    /// The rule for the value after the last one in a list: `["Cookie", "…"]`, `["--password", "…"]`.
    var next: KeyRule?
    /// Whether the last one is an option of a command.
    var nextIsOption = false
    /// The rule that the `key` of a pair gives to its `value`.
    var pairRule: KeyRule?
    /// The `value` of a pair whose `key` was not read yet.
    var pairValue: TextLayer?
  }

  private(set) var levels: [Level] = []
  /// The number of open containers that are nested too deeply to be told apart.
  private var deeper = 0
  /// The deepest container that is known.
  private static let deepest = 1000

  /// The innermost container.
  var top: Level {
    get { levels[levels.count - 1] }
    set { levels[levels.count - 1] = newValue }
  }
  /// Whether all containers are closed.
  var isEmpty: Bool { levels.isEmpty }

  /// Whether JSON begins at a bracket in a text.
  static func begins(_ layer: TextLayer, _ bracket: Int) -> Bool {
    var next = bracket + 1
    while next - bracket < 256, layer[next] == 0x20 || layer[next] == 0x0a || layer[next] == 0x0d || layer[next] == 0x09 {
      next += 1
    }
    return layer[bracket] == UInt8(ascii: "{")
      ? layer[next] == UInt8(ascii: "\"") || layer[next] == UInt8(ascii: "}")
      : layer[next] == UInt8(ascii: "\"") || layer[next] == UInt8(ascii: "{") || layer[next] == UInt8(ascii: "[")
  }

  /// Enters a container.
  mutating func open(isObject: Bool) {
    guard let parent = levels.last else {
      levels.append(Level(isObject: isObject, holdsCode: false))
      return
    }
    guard levels.count < Self.deepest else {
      deeper += 1
      return
    }
    // An object in a list belongs to the key of the list.
    let under = parent.isObject ? parent.key : parent.under
    let isOwn = under?.rule?.isInherited ?? false
    levels.append(
      Level(
        isObject: isObject, under: under, inherited: isOwn ? under?.rule : parent.inherited,
        holdsCode: (under?.holdsCode ?? false) || (!parent.isObject && parent.holdsCode)))
    top.key = nil
  }

  /// Leaves the innermost container.
  mutating func close() {
    if deeper > 0 { deeper -= 1 } else { _ = levels.popLast() }
    if !levels.isEmpty { endValue() }
  }

  mutating func endValue() {
    levels[levels.count - 1].key = nil
    levels[levels.count - 1].count += 1
  }

  /// The rule for the next value.
  var rule: KeyRule? {
    if let key = top.key {
      if let rule = key.rule { return rule }
      switch top.under?.owner {
      case .user: if let rule = key.ownedByUser { return rule }
      case .device: if let rule = key.ownedByDevice { return rule }
      case nil: break
      }
      return key.pairPart == .value ? top.pairRule ?? top.inherited : top.inherited
    }
    return top.under?.rule ?? top.inherited
  }

  /// Whether the next value is memory in hexadecimal digits.
  var isDump: Bool {
    switch top.under?.memoryPart {
    case .dumps: true
    case .stack: top.key?.memoryPart == .contents
    default: false
    }
  }

  /// Whether the next value is a text to which a register leads.
  var isPointee: Bool {
    top.key?.memoryPart == .value && levels.dropLast().last?.under?.memoryPart == .pointees
  }

  /// What surrounds the next value.
  var context: ReportScan.Context {
    guard let key = top.key ?? top.under else { return ReportScan.Context() }
    return ReportScan.Context(isCode: key.isCode || key.isName && top.holdsCode, isVersion: key.isVersion)
  }
}

extension ReportScan {
  /// Collects the secrets of the JSON that begins at a bracket. Returns the position after it. Damage is read as text; a line that ends
  /// in the middle of a value ends the JSON.
  mutating func scanJSON(_ layer: TextLayer, _ start: Int) -> Int {
    var walk = JSONWalk()
    var position = start
    while position < layer.range.upperBound {
      switch layer.bytes[position] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        walk.open(isObject: layer.bytes[position] == UInt8(ascii: "{"))
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        walk.close()
        position += 1
        if walk.isEmpty { return position }
      case UInt8(ascii: "\""): position = scanString(layer, position, &walk)
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if Self.isCut(layer, position, from: start) { return position }
        position += 1
      case 0x20, 0x09, UInt8(ascii: ","), UInt8(ascii: ":"): position += 1
      default: position = scanBare(layer, position, &walk)
      }
    }
    return position
  }

  /// Whether a line ends where no line of JSON does.
  private static func isCut(_ layer: TextLayer, _ end: Int, from start: Int) -> Bool {
    var last = end - 1
    while last > start, layer[last] == 0x20 || layer[last] == 0x0d { last -= 1 }
    if "{[,:\n".utf8.contains(layer[last]) { return false }
    var next = end
    while next - end < 512, layer[next] == 0x20 || layer[next] == 0x0a || layer[next] == 0x0d || layer[next] == 0x09 { next += 1 }
    return next < layer.range.upperBound && !"\"}],:{[".utf8.contains(layer[next])
  }

  /// Reads the string whose opening quote is at a position: a key or a value. Returns the position after it.
  private mutating func scanString(_ layer: TextLayer, _ quote: Int, _ walk: inout JSONWalk) -> Int {
    var end = quote + 1
    var isEscaped = false
    while end < layer.range.upperBound, layer.bytes[end] != UInt8(ascii: "\""), layer.bytes[end] != 0x0a {
      if layer.bytes[end] == UInt8(ascii: "\\") {
        isEscaped = true
        end += 1
      }
      end += 1
    }
    end = min(end, layer.range.upperBound)
    StepCount.count(end - quote)
    let after = min(end + (layer[end] == UInt8(ascii: "\"") ? 1 : 0), layer.range.upperBound)
    let raw = layer.part(quote + 1..<end)
    let text = isEscaped ? EscapeDecoder.decode(raw, .json) : raw
    var next = after
    while next - after < 64, layer[next] == 0x20 || layer[next] == 0x0a || layer[next] == 0x0d || layer[next] == 0x09 {
      next += 1
    }
    if layer[next] == UInt8(ascii: ":") || layer[next] == UInt8(ascii: "=") {
      // Swift prints dictionaries in square brackets, and Objective-C has `=` after keys.
      walk.top.isObject = true
      walk.top.key = keys.meaning(of: text.bytes[text.range])
      scan(text, Context())
      return next + 1
    }
    scanValue(text, layer[next] == UInt8(ascii: "]"), &walk)
    walk.endValue()
    return after
  }

  private mutating func scanValue(_ text: TextLayer, _ isLast: Bool, _ walk: inout JSONWalk) {
    if walk.isDump, mask(text) { return }
    if walk.isPointee, !text.range.isEmpty {
      take(text, text.range, .secret, "memory of the process")
      return
    }
    var rule = walk.rule
    let top = walk.top
    if !top.isObject {
      let isPair = top.count == 1 && isLast && keys.meaning(of: text.bytes[text.range]).rule == nil
      if let next = top.next, isPair || top.nextIsOption { rule = next }
      let isWord = text.range.count <= KeyWords.longest && !text.bytes[text.range].contains(0x20)
      walk.top.next = isWord ? keys.meaning(of: text.bytes[text.range]).rule : nil
      walk.top.nextIsOption = text[text.range.lowerBound] == UInt8(ascii: "-")
    }
    switch top.key?.pairPart {
    case .key:
      walk.top.pairRule = keys.meaning(of: text.bytes[text.range]).rule
      if let value = top.pairValue, let own = walk.top.pairRule { takeValue(value, own) }
    case .value: walk.top.pairValue = text
    case nil: break
    }
    if let rule, takeValue(text, rule) { return }
    scan(text, walk.context)
  }

  /// Takes a whole string as the value of a key. Returns false if it is none.
  @discardableResult
  mutating func takeValue(_ text: TextLayer, _ rule: KeyRule) -> Bool {
    guard SecretValue.fits(text, rule.kind) else { return false }
    take(text, text.range, rule.kind, "key \(rule.phrase)", rule.kind.form)
    return true
  }

  /// Whether a number or a literal ends before a byte.
  private static func endsBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), 0x0a:
      true
    default: false
    }
  }

  /// Reads a number, a literal, or text that JSON has nowhere. Returns the position after it.
  private mutating func scanBare(_ layer: TextLayer, _ start: Int, _ walk: inout JSONWalk) -> Int {
    var end = start
    while end < layer.range.upperBound, !Self.endsBare(layer.bytes[end]) { end += 1 }
    var last = end
    while last > start, Letters.isBlank(layer.bytes[last - 1]) { last -= 1 }
    let bare = layer.part(start..<last)
    if bare.range.allSatisfy({ Letters.isDigit(layer.bytes[$0]) || layer.bytes[$0] == UInt8(ascii: "-") }) {
      if let rule = walk.rule, SecretValue.fitsNumber(bare, rule.kind) {
        take(bare, bare.range, rule.kind, "key \(rule.phrase)", .number)
      }
      walk.endValue()
    } else if layer[end] != UInt8(ascii: "\"") {
      if bare.range.count > 5 { scan(bare, walk.context) }
      walk.endValue()
    }
    return end
  }
}
