internal import Bytes

/// Turns text into a tape of nodes in one pass. Never fails: it records the first violation and continues as a person would read.
/// `RegularScan` scans text that follows the grammar; the rest is scanned here, token by token.
struct JSONScanner {
  /// The deepest nesting that is recorded; what lies deeper is skipped. A level costs 24 bytes. Who walks over all levels must not
  /// recurse.
  static let depthLimit = 1_000_000

  /// The tape.
  private(set) var nodes: [JSONNode] = []
  /// The first violation and its byte, or nil for well-formed text.
  private(set) var flaw: (kind: JSONError.Kind, byte: Int)?
  /// The first byte that was skipped because it is too deep, or nil if nothing was skipped.
  private(set) var skipped: Int?
  /// The byte after the value.
  private(set) var end: Int

  /// The next element that the grammar allows.
  enum Expectation { case value, key, colon, comma }
  /// The expected next token.
  private var expectation = Expectation.value

  /// An open container.
  struct Level {
    /// Its position on the tape.
    let node: UInt32
    let isObject: Bool
  }

  /// The open containers, innermost last.
  private var open: [Level] = []
  /// The number of objects among them.
  private var openObjects = 0
  /// Whether the innermost container is an object.
  private var inObject = false
  /// The last comma of the innermost container, unless another container was opened or closed since.
  private var commaAt: Int?

  /// Scans the first value at or after `start`. `isCareful` uses only the path for irregular text, which gives the same result.
  init(_ input: Span<UInt8>, from start: Int, expecting count: Int? = nil, isCareful: Bool = false) {
    end = start
    guard input.count < Int(UInt32.max) else {
      flaw = (.tooLarge, start)
      return
    }
    // Pages of it that are not needed are never touched.
    nodes.reserveCapacity(count ?? min((input.count - start) / 12 + 8, 1 << 18))
    var index = StructureIndex()
    repeat {
      if !isCareful { scanRegular(input, &index) }
      scanTokens(input, Self.tokensOfCare)
    } while end < input.count && !isComplete
    if !isComplete { finishEarly(input.count) }
  }

  private var isComplete: Bool { open.isEmpty && !nodes.isEmpty }

  /// After a token that breaks the grammar, this number is scanned carefully, so that broken text is not indexed again and again.
  private static let tokensOfCare = 16

  /// Scans what follows the grammar strictly. The text's last bytes are not worth an index.
  private mutating func scanRegular(_ input: Span<UInt8>, _ index: inout StructureIndex) {
    guard input.count - end > 64 else { return }
    let place = RegularScan.Place(end, expectation, inObject: inObject, commaAt)
    var pass = RegularScan(place, open, openObjects: openObjects)
    open = []
    pass.run(input, &nodes, &index)
    (open, openObjects, end, expectation) = (pass.open, pass.openObjects, pass.place.end, pass.place.expectation)
    (inObject, commaAt) = (pass.place.inObject, pass.place.commaAt)
  }

  private mutating func scanTokens(_ input: Span<UInt8>, _ count: Int) {
    var count = count
    while count > 0, end < input.count, !isComplete {
      scanToken(input)
      count -= 1
    }
  }

  private mutating func scanToken(_ input: Span<UInt8>) {
    let position = Self.skipBlanks(input, end)
    guard position < input.count else { return end = input.count }
    end =
      switch input[position] {
      case UInt8(ascii: "\""): scanString(input, position)
      case UInt8(ascii: "{"): openContainer(.object, input, position)
      case UInt8(ascii: "["): openContainer(.array, input, position)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): closeContainer(input[position] == UInt8(ascii: "}"), position)
      case UInt8(ascii: ","): takeComma(position)
      case UInt8(ascii: ":"): takeColon(position)
      default: scanScalar(input, position)
      }
  }

  // MARK: Separators

  private mutating func takeComma(_ position: Int) -> Int {
    switch expectation {
    case .comma: break
    case .colon: addMissing(.missingColon, position)
    case .value where inObject: addMissing(.missingValue, position)
    case .value, .key: note(.unexpectedByte(UInt8(ascii: ",")), position)
    }
    expectation = inObject ? .key : .value
    commaAt = position
    return position + 1
  }

  private mutating func takeColon(_ position: Int) -> Int {
    if expectation == .colon { expectation = .value } else { note(.unexpectedByte(UInt8(ascii: ":")), position) }
    return position + 1
  }

  // MARK: Containers

  /// Begins a container, or skips one that is nested too deeply.
  private mutating func openContainer(_ kind: JSONNode.Kind, _ input: Span<UInt8>, _ position: Int) -> Int {
    prepareValue(position)
    guard open.count < Self.depthLimit else {
      note(.tooDeep, position)
      skipped = skipped ?? position
      let after = Self.skipNested(input, position)
      finishScalar(.missing, position, after)
      return after
    }
    inObject = kind == .object
    open.append(Level(node: UInt32(truncatingIfNeeded: nodes.count), isObject: inObject))
    if inObject { openObjects += 1 }
    append(kind, position, position)
    expectation = inObject ? .key : .value
    commaAt = nil
    return position + 1
  }

  private mutating func closeContainer(_ closesObject: Bool, _ position: Int) -> Int {
    let byte = UInt8(ascii: closesObject ? "}" : "]")
    guard !open.isEmpty else {
      note(.unexpectedByte(byte), position)
      return position + 1
    }
    if closesObject != inObject {
      note(.unexpectedByte(byte), position)
      guard closesObject ? openObjects > 0 : openObjects < open.count else { return position + 1 }
      while inObject != closesObject { closeTop(at: position, cut: true) }
    }
    closeTop(at: position + 1, cut: false)
    return position + 1
  }

  /// Ends the innermost container; `cut` if its bracket is missing.
  private mutating func closeTop(at end: Int, cut: Bool) {
    // What is missing is missing before the bracket.
    let place = cut ? end : end - 1
    if expectation == .colon { addMissing(.missingColon, place) }
    if expectation == .value && inObject { addMissing(.missingValue, place) }
    if expectation != .comma, let comma = commaAt, !cut { note(.trailingComma, comma) }
    guard let top = open.popLast() else { return }
    if inObject { openObjects -= 1 }
    nodes[Int(top.node)].close(at: end, next: nodes.count, cut: cut)
    inObject = open.last?.isObject ?? false
    expectation = .comma
    commaAt = nil
  }

  private mutating func finishEarly(_ count: Int) {
    end = count
    guard !open.isEmpty else { return }
    note(.endsEarly, count)
    while !open.isEmpty { closeTop(at: count, cut: true) }
  }

  // MARK: Values

  private mutating func scanString(_ input: Span<UInt8>, _ start: Int) -> Int {
    let isKey = inObject && (expectation == .key || expectation == .comma)
    if isKey { if expectation == .comma { note(.missingComma, start) } } else { prepareValue(start) }
    let (end, escaped) = Self.stringEnd(input, start)
    guard let end else { return cutString(isKey, start, input.count) }
    let kind: JSONNode.Kind = isKey ? .key : .string
    let fingerprint = isKey ? JSONName.fingerprint(input, start + 1, end - 1) : nil
    append(kind, start, end, marked: escaped, fingerprint: fingerprint)
    expectation = isKey ? .colon : .comma
    return end
  }

  /// Returns the position after the closing quote of the string that begins at `start`, or nil if it is missing, and whether
  /// there are escapes.
  static func stringEnd(_ input: Span<UInt8>, _ start: Int) -> (end: Int?, escaped: Bool) {
    let (quote, escaped) = ByteSearch.closingQuote(in: input, from: start + 1)
    return (quote.map { $0 + 1 }, escaped)
  }

  /// Ends a string in which the text ends.
  private mutating func cutString(_ isKey: Bool, _ start: Int, _ end: Int) -> Int {
    note(.endsEarly, end)
    if isKey {
      append(.key, start, start)
      expectation = .colon
    } else {
      finishScalar(.missing, start, end)
    }
    return end
  }

  private mutating func scanScalar(_ input: Span<UInt8>, _ start: Int) -> Int {
    let first = input[start]
    let isNumber = Self.isDigit(first) || first == UInt8(ascii: "-")
    guard isNumber || Self.beginsScalar(first) else {
      note(.unexpectedByte(first), start)
      return start + 1
    }
    prepareValue(start)
    let position = isNumber ? Self.numberEnd(input, start) : Self.scalarEnd(input, start + 1)
    if position == input.count && !open.isEmpty {
      note(.endsEarly, position)
      finishScalar(.missing, start, position)
    } else if isNumber {
      finishScalar(.number, start, position)
    } else {
      let word = Self.word(input, start, position)
      if word == nil { note(.badWord, start) }
      finishScalar(word ?? .missing, start, position)
    }
    return position
  }

  /// Returns the end of the number that begins at `start`, whatever follows its first digits.
  static func numberEnd(_ input: Span<UInt8>, _ start: Int) -> Int {
    scalarEnd(input, DecimalText.digitsEnd(in: input, from: start + 1))
  }

  /// Returns the position of the first byte at or after `start` that ends a number or literal.
  static func scalarEnd(_ input: Span<UInt8>, _ start: Int) -> Int {
    var position = start
    while position < input.count, !endsScalar(input[position]) { position += 1 }
    return position
  }

  /// Returns the literal of the grammar that a range holds, or nil for any other text.
  static func word(_ input: Span<UInt8>, _ start: Int, _ end: Int) -> JSONNode.Kind? {
    if Self.equals(input, start, end, "true".utf8.span) { return .trueWord }
    if Self.equals(input, start, end, "false".utf8.span) { return .falseWord }
    return Self.equals(input, start, end, "null".utf8.span) ? .null : nil
  }

  /// Moves to a state in which a value is allowed, and records what is missing before it.
  private mutating func prepareValue(_ position: Int) {
    switch expectation {
    case .value: break
    case .colon: note(.missingColon, position)
    case .comma where !open.isEmpty:
      note(.missingComma, position)
      if inObject { append(.key, position, position) }
    case .key, .comma:
      note(.missingKey, position)
      append(.key, position, position)
    }
  }

  private mutating func finishScalar(_ kind: JSONNode.Kind, _ start: Int, _ end: Int) {
    append(kind, start, end)
    expectation = .comma
  }

  private mutating func addMissing(_ kind: JSONError.Kind, _ position: Int) {
    note(kind, position)
    finishScalar(.missing, position, position)
  }

  /// Adds an entry to the tape.
  private mutating func append(
    _ kind: JSONNode.Kind, _ start: Int, _ end: Int, marked: Bool = false, fingerprint: UInt32? = nil
  ) {
    let next = fingerprint ?? UInt32(truncatingIfNeeded: nodes.count + 1)
    nodes.append(JSONNode(kind, start, end, marked: marked, next: next))
  }

  private mutating func note(_ kind: JSONError.Kind, _ byte: Int) {
    if flaw == nil { flaw = (kind, byte) }
  }
}

extension JSONScanner {
  /// Returns the position of the first byte at or after `start` that is not JSON white space.
  @inline(__always)
  static func skipBlanks(_ input: Span<UInt8>, _ start: Int) -> Int {
    var position = start
    while position < input.count {
      let byte = input[position]
      guard byte <= 0x20 else { return position }
      if byte == 0x20 {
        position = ByteSearch.spacesEnd(in: input, from: position)
      } else {
        guard byte == 0x0a || byte == 0x0d || byte == 0x09 else { return position }
        position += 1
      }
    }
    return position
  }

  /// Returns the end of the container that begins at `start`, found by counting brackets outside strings.
  static func skipNested(_ input: Span<UInt8>, _ start: Int) -> Int {
    var depth = 0
    var inString = false
    var position = start
    while position < input.count {
      let byte = input[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): inString.toggle()
      case UInt8(ascii: "\\") where inString: position += 1
      case UInt8(ascii: "{"), UInt8(ascii: "["): if !inString { depth += 1 }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if !inString { depth -= 1 }
        if depth == 0 { return position }
      default: break
      }
    }
    return input.count
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") <= 9 }

  private static func beginsScalar(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: "-") || byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
      || byte == UInt8(ascii: "@") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".")
  }

  private static func endsScalar(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte <= 0x20 || byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]")
      || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
  }

  /// Returns whether the bytes of a range equal `wanted`.
  static func equals(_ input: Span<UInt8>, _ start: Int, _ end: Int, _ wanted: Span<UInt8>) -> Bool {
    end - start == wanted.count && ByteSearch.stands(wanted, at: start, of: input)
  }
}
