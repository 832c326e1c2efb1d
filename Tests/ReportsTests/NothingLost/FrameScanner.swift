/// Finds what looks like a frame in an input, on its own and knowing none of the readers.
///
/// In text: lines that begin with a number, in which a blank and `0x` with digits follow, lines of sampled trees, which end with an
/// address in brackets, and lines of glibc, which have one after a parenthesis; numbered lines also after the time of a logger; lines of Dart
/// and Android, which have `abs` or `pc` after the number, and rows of Breakpad's tables. In JSON:
/// objects with an address or offset, or with frames of their own, in a list that is named after frames or stacks. Strings of JSON
/// are text. In PLCrashReporter's binary reports: the messages of frames.
struct FrameScanner {
  /// The bytes of everything that looks like a frame: lines and objects.
  private(set) var found: [Range<Int>] = []
  private let bytes: [UInt8]

  /// Scans an input.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: "plcrash".utf8) {
      scanMessages()
      return
    }
    let start = bytes.firstIndex { $0 > 0x20 && $0 < 0x80 } ?? bytes.count
    guard start < bytes.count, !bytes.prefix(4096).contains(0) else { return }
    if bytes[start] == Self.brace || bytes[start] == Self.bracket {
      let rest = scanJSON(from: start)
      scanLines(in: rest..<bytes.count)
    } else {
      scanLines(in: 0..<bytes.count)
    }
  }

  private static let brace = UInt8(ascii: "{")
  private static let bracket = UInt8(ascii: "[")

  // MARK: Text

  private mutating func scanLines(in range: Range<Int>) {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = bytes[start..<range.upperBound].firstIndex { $0 == 10 || $0 == 13 } ?? range.upperBound
      if Self.isFrame(bytes[start..<end]) { found.append(start..<end) }
      start = end + 1
    }
  }

  /// Returns whether a line looks like a frame.
  static func isFrame(_ line: ArraySlice<UInt8>) -> Bool {
    isNumbered(line) || isUnnumbered(line) || isLogged(line) || isMarked(line) || isRow(line)
  }

  /// `#00 abs 000000723d6346d7 virt 00000000001ed6d7`, `#01 pc 0000000000000a7c  /data/app/libshop.so`, after anything.
  private static func isMarked(_ line: ArraySlice<UInt8>) -> Bool {
    let words = line.split { $0 <= 0x20 }
    return words.indices.dropLast(2).contains { place in
      words[place].first == UInt8(ascii: "#") && words[place].count > 1 && words[place].dropFirst().allSatisfy { isDigit($0) }
        && [Array("abs".utf8), Array("pc".utf8)].contains(Array(words[place + 1]))
        && words[place + 2].allSatisfy { isDigit($0) || $0 >= 0x61 && $0 <= 0x66 }
    }
  }

  /// `0|3|Shop||||0x9f8`
  private static func isRow(_ line: ArraySlice<UInt8>) -> Bool {
    let fields = line.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
    return fields.count == 7 && fields[..<2].allSatisfy { !$0.isEmpty && $0.allSatisfy { isDigit($0) } }
      && fields[6].starts(with: "0x".utf8)
  }

  /// `2026-11-20 11:43:03.129 Shop[3608:51707] 0   CoreFoundation   0x000000018deaccc0 __exceptionPreprocess + 176`: after a time
  /// with seconds, a small number, two blanks or more, an image and a whole address.
  private static func isLogged(_ line: ArraySlice<UInt8>) -> Bool {
    guard let time = line.prefix(60).indices.first(where: { isTime(line[$0...]) }) else { return false }
    var isAfterBlank = false
    for at in line[time...].indices {
      if isAfterBlank, isDigit(line[at]) {
        let digits = line[at...].prefix { isDigit($0) }
        let blanks = line[digits.endIndex...].prefix { $0 == 0x20 || $0 == 9 }
        let words = line[blanks.endIndex...].split { $0 <= 0x20 }
        if digits.count < 4, blanks.count > 1 || blanks.first == 9, words.count > 1, isAddress(words[1]), words[1].count > 11 {
          return true
        }
      }
      isAfterBlank = line[at] == 0x20 || line[at] == 9
    }
    return false
  }

  /// `11:43:03`
  private static func isTime(_ text: ArraySlice<UInt8>) -> Bool {
    let start = Array(text.prefix(8))
    guard start.count == 8, start[2] == UInt8(ascii: ":"), start[5] == UInt8(ascii: ":") else { return false }
    return [0, 1, 3, 4, 6, 7].allSatisfy { isDigit(start[$0]) }
  }

  // MARK: Messages

  /// Scans the threads (field 3) and the exception (field 5) of a message for frames.
  private mutating func scanMessages() {
    for (number, content) in messages(in: 8..<bytes.count) where number == 3 || number == 5 {
      found += messages(in: content).filter { $0.number == (number == 3 ? 2 : 3) && !$0.content.isEmpty }.map(\.content)
    }
  }

  /// Returns the fields of a message that have a length, up to the first one that is cut off.
  private func messages(in range: Range<Int>) -> [(number: UInt64, content: Range<Int>)] {
    var result: [(number: UInt64, content: Range<Int>)] = []
    var at = range.lowerBound
    while at < range.upperBound, let key = number(&at, range.upperBound) {
      switch key & 7 {
      case 0: if number(&at, range.upperBound) == nil { return result }
      case 1: at += 8
      case 5: at += 4
      case 2:
        guard let count = number(&at, range.upperBound), count <= UInt64(range.upperBound - at) else { return result }
        result.append((key >> 3, at..<at + Int(count)))
        at += Int(count)
      default: return result
      }
    }
    return result
  }

  private func number(_ at: inout Int, _ end: Int) -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 63, by: 7) {
      guard at < end else { return nil }
      value |= UInt64(bytes[at] & 0x7f) << UInt64(shift)
      at += 1
      if bytes[at - 1] < 0x80 { return value }
    }
    return nil
  }

  private static func isNumbered(_ line: ArraySlice<UInt8>) -> Bool {
    let content = line.drop { $0 <= 0x20 || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "!") }
    let isHashed = content.first == UInt8(ascii: "#")
    let digits = (isHashed ? content.dropFirst() : content).prefix { isDigit($0) }
    guard !digits.isEmpty, digits.count < 7 else { return false }
    let rest = content[digits.endIndex...]
    // Listed memory regions and versions of programs have more than a number before the blank.
    guard rest.first == 0x20 || rest.first == 9 else { return false }
    let words = rest.split { $0 <= 0x20 }
    guard let address = words.firstIndex(where: { isAddress($0) }) else { return false }
    // The image comes first, or after `#3` the address itself.
    return address > 0 || isHashed
  }

  /// `/app/shop(main+0x1f) [0x55d0c1a3b0c8]`, `Shop   0x104a3c5f8 -[Basket tapped:] + 36`.
  private static func isUnnumbered(_ line: ArraySlice<UInt8>) -> Bool {
    let words = line.split { $0 <= 0x20 }
    guard words.count > 1 else { return false }
    if words[1].first == bracket, words[0].last == UInt8(ascii: ")"), isAddress(words[1]) { return true }
    guard words.count > 4, isAddress(words[1]), words[1].count > 10, let last = words.last, words[words.count - 2] == [0x2b]
    else {
      return false
    }
    return last.allSatisfy { isDigit($0) } && words[0].last != UInt8(ascii: ":")
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  /// Returns whether a word is a hexadecimal number, maybe in brackets.
  private static func isAddress(_ word: ArraySlice<UInt8>) -> Bool {
    var text = word
    if text.first == bracket { text = text.dropFirst() }
    while let last = text.last, last == UInt8(ascii: "]") { text = text.dropLast() }
    guard text.count > 3, text.first == 0x30, text.dropFirst().first == UInt8(ascii: "x") else { return false }
    return text.dropFirst(2).allSatisfy { isDigit($0) || $0 >= 0x61 && $0 <= 0x66 || $0 >= 0x41 && $0 <= 0x46 }
  }

  // MARK: JSON

  /// A value that is open: an object or a list, with the key that it is the value of.
  private struct Level {
    let isObject: Bool
    let start: Int
    let name: String
    var key = ""
    var isFrame = false
  }

  /// Keys of objects that only frames and images have.
  private static let keys: Set<String> = [
    "address", "addr", "instruction_addr", "instructionAddress", "imageOffset", "offsetIntoBinaryTextSegment", "frameAddress",
    "symbol_address", "instruction_address", "pc", "subFrames", "binaryUUID",
  ]

  /// Scans JSON values to the end of the input, or to what is none. Returns the position after them.
  private mutating func scanJSON(from start: Int) -> Int {
    var open: [Level] = []
    var at = start
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        let end = stringEnd(at)
        take(string: at..<end, &open)
        at = end
        continue
      case Self.brace, Self.bracket:
        open.append(Level(isObject: bytes[at] == Self.brace, start: at, name: Self.name(open)))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if let level = open.popLast(), level.isFrame { found.append(level.start..<at + 1) }
      case UInt8(ascii: ","): if let last = open.indices.last { open[last].key = "" }
      case _ where open.isEmpty && bytes[at] > 0x20: return at
      default: break
      }
      at += 1
    }
    return at
  }

  /// The name of a value that begins now: its own key, in a list that of the list.
  private static func name(_ open: [Level]) -> String { open.last.map { $0.isObject ? $0.key : $0.name } ?? "" }

  private func stringEnd(_ start: Int) -> Int {
    var at = start + 1
    while at < bytes.count, bytes[at] != UInt8(ascii: "\"") { at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1 }
    return min(at + 1, bytes.count)
  }

  private mutating func take(string: Range<Int>, _ open: inout [Level]) {
    guard let last = open.indices.last else { return }
    if open[last].isObject, open[last].key.isEmpty {
      open[last].key = String(decoding: bytes[string].dropFirst().dropLast(), as: UTF8.self)
      if Self.keys.contains(open[last].key), Self.isStack(open[last].name), open.count > 1, !open[last - 1].isObject {
        open[last].isFrame = true
      }
      return
    }
    scanString(string)
  }

  private static func isStack(_ name: String) -> Bool {
    let name = name.lowercased()
    guard !["image", "librar", "module", "binar"].contains(where: name.contains) || name.contains("frame") else { return false }
    return ["frame", "stack", "trace", "contents"].contains { name.contains($0) }
  }

  /// Scans the lines of a string: `\n` is an escape there.
  private mutating func scanString(_ string: Range<Int>) {
    var start = string.lowerBound + 1
    let limit = string.upperBound - 1
    while start < limit {
      var end = start
      while end < limit, !(bytes[end] == UInt8(ascii: "\\") && end + 1 < limit && bytes[end + 1] == UInt8(ascii: "n")) {
        end += 1
      }
      let line = bytes[start..<end].map { $0 == UInt8(ascii: "\\") ? 0x20 : $0 }
      if Self.isFrame(line[...]) { found.append(start..<end) }
      start = end + 2
    }
  }
}
