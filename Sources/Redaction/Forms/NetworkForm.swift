/// Recognizes the addresses of networks and of their interfaces. Addresses that every machine has stay.
enum NetworkForm {
  /// Returns the IP address of version 4 whose first dot is at a position, unless it is a version. `last` is the end of the one before,
  /// after which a range may go on.
  static func version4(in layer: TextLayer, firstDot dot: Int, after last: Int) -> Range<Int>? {
    var start = dot
    while dot - start < 4, Letters.isDigit(layer[start - 1]) { start -= 1 }
    guard start < dot, dot - start <= 3 else { return nil }
    let before = layer[start - 1]
    if before == UInt8(ascii: "-") || before == UInt8(ascii: "+"), last != start - 1, !Letters.isBlank(layer[start - 2]) {
      return nil
    }
    if Letters.isAlphanumeric(before) || before == UInt8(ascii: ".") || before == UInt8(ascii: "_") { return nil }
    var numbers: [Int] = []
    var end = start
    while numbers.count < 4 {
      let first = end
      var number = 0
      while end - first < 4, Letters.isDigit(layer[end]) {
        number = number * 10 + Int(layer[end] - 0x30)
        end += 1
      }
      guard end > first, end - first <= 3, number <= 255 else { return nil }
      numbers.append(number)
      if numbers.count < 4 {
        guard layer[end] == UInt8(ascii: ".") else { return nil }
        end += 1
      }
    }
    let next = layer[end]
    if Letters.isAlphanumeric(next) || next == UInt8(ascii: "_") { return nil }
    if next == UInt8(ascii: ".") || next == UInt8(ascii: "-") || next == UInt8(ascii: "+"),
      Letters.isAlphanumeric(layer[end + 1]),
      next != UInt8(ascii: "-") || !Letters.isDigit(layer[end + 1]) || !holdsDots(layer, end + 1)
    {
      return nil
    }
    if isEverywhere(numbers) || isVersion(layer, start, end) { return nil }
    return start..<end
  }

  /// Returns the hardware address, or the IP address of version 6, whose first colon is at a position.
  static func colons(in layer: TextLayer, first colon: Int) -> (kind: Secret.Kind, range: Range<Int>)? {
    var start = colon
    while colon - start < 5, Letters.isHexDigit(layer[start - 1]) { start -= 1 }
    // `addr:2001:db8::1`: the group before the first colon is a word.
    if start == colon, layer[colon - 1] != 0, Letters.isAlphanumeric(layer[colon - 1]) || layer[colon - 1] == UInt8(ascii: "_") {
      return nil
    }
    guard colon - start <= 4, !Letters.isAlphanumeric(layer[start - 1]), layer[start - 1] != UInt8(ascii: "_") else { return nil }
    if layer[start - 1] == UInt8(ascii: ":"), !followsKey(layer, start - 1) { return nil }
    if layer[start - 1] == UInt8(ascii: "."), Letters.isAlphanumeric(layer[start - 2]) { return nil }
    var groups: [Range<Int>] = []
    var end = start
    while end - start < 46 {
      let first = end
      while end - first < 5, Letters.isHexDigit(layer[end]) { end += 1 }
      groups.append(first..<end)
      guard end - first <= 4, layer[end] == UInt8(ascii: ":"), groups.count < 10 else { break }
      // The colon after an address begins a port or a sentence.
      if groups.count > 2, layer[end + 1] != UInt8(ascii: ":"), !Letters.isHexDigit(layer[end + 1]) { break }
      end += 1
    }
    // `2001:db8::/32`: the gap is at the end.
    if let last = groups.last, last.isEmpty, groups.count > 2, layer[end] == UInt8(ascii: ":"),
      layer[end - 1] == UInt8(ascii: ":")
    {
      end += 1
      groups.append(end..<end)
    }
    var tail = 0
    if layer[end] == UInt8(ascii: "."), let last = groups.last, let quad = quadEnd(layer, last.lowerBound) {
      groups[groups.count - 1] = last.lowerBound..<last.lowerBound + 1
      groups.append(last.lowerBound..<last.lowerBound + 1)
      end = quad
      tail = 1
    }
    guard !Letters.isAlphanumeric(layer[end]), layer[end] != UInt8(ascii: "_"),
      layer[end] != UInt8(ascii: ":") || tail == 1 || !Letters.isHexDigit(layer[end + 1])
    else { return nil }
    if groups.count == 6, tail == 0, isHardware(layer, groups) {
      if isAnyHardware(layer, start..<end) { return nil }
      return (.mac, start..<end)
    }
    guard isVersion6(layer, groups), !isLoopback(layer, start..<end) else { return nil }
    if layer[end] == UInt8(ascii: "%") {
      var scope = end + 1
      while scope - end < 17, Letters.isAlphanumeric(layer[scope]) { scope += 1 }
      if scope > end + 1 { end = scope }
    }
    return (.ip, start..<end)
  }

  /// Returns the hardware address with dashes or dots whose first mark is at a position: `a4-83-e7-01-02-03`, `a483.e701.0203`.
  static func hardware(in layer: TextLayer, first mark: Int) -> Range<Int>? {
    let separator = layer[mark]
    let (count, width) = separator == UInt8(ascii: ".") ? (3, 4) : (6, 2)
    let start = mark - width
    guard start >= layer.range.lowerBound, !Letters.isAlphanumeric(layer[start - 1]), layer[start - 1] != separator else {
      return nil
    }
    var hasLetter = false
    var hasDigit = false
    var position = start
    for group in 0..<count {
      for _ in 0..<width {
        guard Letters.isHexDigit(layer[position]) else { return nil }
        if Letters.isDigit(layer[position]) { hasDigit = true } else { hasLetter = true }
        position += 1
      }
      if group < count - 1 {
        guard layer[position] == separator else { return nil }
        position += 1
      }
    }
    guard hasLetter, hasDigit, !Letters.isAlphanumeric(layer[position]),
      layer[position] != separator || !Letters.isHexDigit(layer[position + 1])
    else { return nil }
    return start..<position
  }

  // MARK: Version 4

  /// Whether every machine has an address, or none: loopback, broadcast, masks.
  private static func isEverywhere(_ numbers: [Int]) -> Bool {
    numbers[0] == 127 || numbers[0] == 255 || numbers == [0, 0, 0, 0]
  }

  private static func holdsDots(_ layer: TextLayer, _ start: Int) -> Bool {
    var dots = 0
    for position in start..<start + 16 where layer[position] == UInt8(ascii: ".") { dots += 1 }
    return dots >= 3
  }

  /// Whether the number at a position is a version: a word for it, or the name of a system, is directly before the number, or the
  /// line is that of an image, which has a version in parentheses, or the number follows the name of a program: `CFNetwork/1.2.3.4`.
  private static func isVersion(_ layer: TextLayer, _ start: Int, _ end: Int) -> Bool {
    if layer[start - 1] == UInt8(ascii: "@") { return layer[start - 2] != UInt8(ascii: "[") && !isBeforePort(layer, end) }
    if layer[start - 1] == UInt8(ascii: "/"), Letters.isLetter(layer[start - 2]) {
      if isBeforePort(layer, end) { return false }
      var name = start - 2
      while start - name < 60, Letters.isAlphanumeric(layer[name]) || layer[name] == UInt8(ascii: "-") { name -= 1 }
      return layer[name] != UInt8(ascii: ".")
    }
    var position = start - 1
    while start - position < 48, layer[position] != 0, !Letters.isAlphanumeric(layer[position]),
      !Letters.endsLine(layer[position])
    {
      position -= 1
    }
    let isInPair = layer[start - 1] == 0x20 && layer[start - 2] == UInt8(ascii: "-")
    if layer[start - 1] == UInt8(ascii: "(") || isInPair, isImageLine(layer, start) { return true }
    let wordEnd = position + 1
    while wordEnd - position < 32, Letters.isLetter(layer[position]) || layer[position] == UInt8(ascii: "_") { position -= 1 }
    guard position + 1 < wordEnd else { return false }
    let word = layer.text(position + 1..<wordEnd).lowercased()
    return versionWords.contains { word.hasSuffix($0) } || word == "v"
  }

  private static let versionWords = [
    "version", "build", "release", "ios", "macos", "tvos", "watchos", "xros", "visionos", "sdk", "firmware", "revision", "engine",
    "driver", "ver",
    "chrome", "safari", "webkit", "framework", "update",
  ]

  private static func isBeforePort(_ layer: TextLayer, _ end: Int) -> Bool {
    layer[end] == UInt8(ascii: ":") && Letters.isDigit(layer[end + 1])
  }

  private static func isImageLine(_ layer: TextLayer, _ position: Int) -> Bool {
    var start = position
    while position - start < 200, !Letters.endsLine(layer[start - 1]) { start -= 1 }
    return layer.holds(Array("0x".utf8), at: layer.skippingBlanks(start))
  }

  // MARK: Version 6

  /// Whether a colon ends the name of a key: a word that is no group of an address.
  private static func followsKey(_ layer: TextLayer, _ colon: Int) -> Bool {
    var start = colon
    var isGroup = true
    while colon - start < 32, Letters.isAlphanumeric(layer[start - 1]) || layer[start - 1] == UInt8(ascii: "_") {
      start -= 1
      if !Letters.isHexDigit(layer[start]) { isGroup = false }
    }
    return start < colon && (!isGroup || colon - start > 4)
  }

  /// Returns the end of `10.1.2.3`, or nil if there is none.
  private static func quadEnd(_ layer: TextLayer, _ start: Int) -> Int? {
    var end = start
    for group in 0..<4 {
      let first = end
      while end - first < 3, Letters.isDigit(layer[end]) { end += 1 }
      guard end > first else { return nil }
      if group < 3 {
        guard layer[end] == UInt8(ascii: ".") else { return nil }
        end += 1
      }
    }
    return end
  }

  /// Whether groups are those of an IP address of version 6: eight, or fewer with one gap. The scopes of C++ (`ad::be`) and times
  /// (`12:30:00`) are none: a group of an address with a gap begins with a digit, which no name does.
  private static func isVersion6(_ layer: TextLayer, _ groups: [Range<Int>]) -> Bool {
    guard groups.allSatisfy({ $0.count <= 4 }), groups.count >= 3, groups.count <= 9 else { return false }
    let filled = groups.filter { !$0.isEmpty }
    if groups.count == 8, filled.count == 8 { return true }
    guard
      groups.count - filled.count == 1
        || (groups.count - filled.count == 2 && (groups[0].isEmpty || groups[groups.count - 1].isEmpty)),
      filled.count < 8, let first = filled.first
    else { return false }
    if !groups[0].isEmpty, groups[groups.count - 1].isEmpty, !groups[groups.count - 2].isEmpty { return false }
    if groups[0].isEmpty, !groups[1].isEmpty { return false }
    let startsWithDigit = filled.contains { Letters.isDigit(layer[$0.lowerBound]) }
    return startsWithDigit && (filled.count >= 2 || groups[0].isEmpty)
      && (filled.count >= 3 || first.count >= 3 || groups[0].isEmpty)
  }

  private static func isLoopback(_ layer: TextLayer, _ range: Range<Int>) -> Bool {
    range.allSatisfy {
      layer[$0] == UInt8(ascii: ":") || layer[$0] == UInt8(ascii: "0")
        || $0 == range.upperBound - 1 && layer[$0] == UInt8(ascii: "1")
    }
  }

  // MARK: Hardware

  private static func isHardware(_ layer: TextLayer, _ groups: [Range<Int>]) -> Bool {
    guard groups.allSatisfy({ $0.count == 1 || $0.count == 2 }) else { return false }
    return groups.filter { $0.count == 2 }.count >= 4 || groups.contains { $0.contains { !Letters.isDigit(layer[$0]) } }
  }

  /// Whether a hardware address is that of no interface: all zeros, all ones, or what iOS gives to every app.
  private static func isAnyHardware(_ layer: TextLayer, _ range: Range<Int>) -> Bool {
    ["00:00:00:00:00:00", "ff:ff:ff:ff:ff:ff", "02:00:00:00:00:00"].contains(layer.text(range).lowercased())
  }
}
