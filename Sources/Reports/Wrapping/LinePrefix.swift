import Bytes

/// What stands before every line of a text that was quoted in a mail or went through a logger, as its first line with a title of a
/// report shows: `> `, `2026-11-20 11:43:03.129 shop[12]: `, `app-1  | `, `[  +2 ms] `.
///
/// Numbers, what is in brackets, the widths of gaps and the words for levels differ from line to line; everything else is the same.
struct LinePrefix {
  private enum Piece: Equatable {
    case byte(UInt8)
    /// A number; hexadecimal after `0x`.
    case digits(isHex: Bool)
    /// At least one blank.
    case gap
    /// At most this many blanks, before the content.
    case lastGap(Int)
    /// `[...]`
    case brackets
    /// `INFO`, `Error`.
    case level
    /// `>` and blanks.
    case quotes
  }

  private var pieces: [Piece] = []

  /// The maximum length of a prefix.
  private static let longest = 200

  private init(_ pieces: [Piece]) { self.pieces = pieces }

  /// The prefix of mail programs.
  static let quotes = LinePrefix([.quotes])

  /// Whether it is one of mail programs.
  var isQuotation: Bool { pieces == [.quotes] }

  /// Takes the bytes before a title. Returns nil if there are too many, or nothing but blanks.
  init?(_ bytes: [UInt8], _ range: Range<Int>) {
    guard range.count <= Self.longest, !bytes[range].allSatisfy(Self.isBlank) else { return nil }
    if bytes[range].allSatisfy({ $0 == UInt8(ascii: ">") || Self.isBlank($0) }), bytes[range].contains(UInt8(ascii: ">")) {
      pieces = [.quotes]
      return
    }
    var at = range.lowerBound
    while at < range.upperBound { at = add(bytes, at, range.upperBound) }
  }

  private mutating func add(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int {
    let byte = bytes[start]
    if Self.isBlank(byte) {
      let next = Self.run(bytes, start, end, Self.isBlank)
      pieces.append(next == end ? .lastGap(next - start) : .gap)
      return next
    }
    if byte == UInt8(ascii: "["), let close = bytes[start..<end].firstIndex(of: UInt8(ascii: "]")) {
      pieces.append(.brackets)
      return close + 1
    }
    if TextScan.isDigit(byte) {
      let isHex = byte == UInt8(ascii: "0") && start + 1 < end && bytes[start + 1] == UInt8(ascii: "x")
      pieces.append(.digits(isHex: isHex))
      return Self.number(bytes, start, end, isHex: isHex) ?? start + 1
    }
    let word = Self.run(bytes, start, end, TextScan.isLetter)
    if Self.levels.contains(TextScan.text(bytes, start..<word).lowercased()) {
      pieces.append(.level)
      return word
    }
    let next = max(word, start + 1)
    pieces += bytes[start..<next].map { .byte($0) }
    return next
  }

  /// Returns the start of a line's content, or nil if it has no such prefix. At the end of a line the last blanks may be missing.
  func end(in bytes: [UInt8], _ line: Range<Int>) -> Int? {
    var at = line.lowerBound
    for piece in pieces {
      guard at < line.upperBound else {
        if case .lastGap = piece { return at }
        return nil
      }
      guard let next = Self.end(of: piece, bytes, at, line.upperBound) else { return nil }
      at = next
    }
    return at
  }

  private static func end(of piece: Piece, _ bytes: [UInt8], _ at: Int, _ end: Int) -> Int? {
    switch piece {
    case .byte(let byte): return bytes[at] == byte ? at + 1 : nil
    case .digits(let isHex): return number(bytes, at, end, isHex: isHex)
    case .gap:
      let next = run(bytes, at, end, isBlank)
      return next > at ? next : nil
    case .lastGap(let most): return run(bytes, at, min(end, at + most), isBlank)
    case .brackets:
      guard bytes[at] == UInt8(ascii: "[") else { return nil }
      return bytes[at..<min(end, at + 80)].firstIndex(of: UInt8(ascii: "]")).map { $0 + 1 }
    case .level:
      let next = run(bytes, at, end, TextScan.isLetter)
      return levels.contains(TextScan.text(bytes, at..<next).lowercased()) ? next : nil
    case .quotes:
      let next = LineMargin.quotes.skip(bytes, at..<end)
      return next > at ? next : nil
    }
  }

  private static let levels: Set<String> = [
    "default", "error", "info", "debug", "fault", "warning", "warn", "notice", "trace", "fatal", "verbose", "critical", "severe",
  ]

  private static func isBlank(_ byte: UInt8) -> Bool { byte == TextScan.space || byte == TextScan.tab }

  private static func run(_ bytes: [UInt8], _ start: Int, _ end: Int, _ belongs: (UInt8) -> Bool) -> Int {
    var at = start
    while at < end, belongs(bytes[at]) { at += 1 }
    return at
  }

  private static func number(_ bytes: [UInt8], _ start: Int, _ end: Int, isHex: Bool) -> Int? {
    guard isHex else {
      let next = run(bytes, start, end, TextScan.isDigit)
      return next > start ? next : nil
    }
    guard start + 2 < end, bytes[start] == UInt8(ascii: "0"), bytes[start + 1] == UInt8(ascii: "x") else { return nil }
    return run(bytes, start + 2, end) { HexDigits.value(of: $0) < 16 }
  }
}
