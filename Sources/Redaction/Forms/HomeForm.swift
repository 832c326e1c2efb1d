/// Recognizes the name of a user in the path of a home directory.
enum HomeForm {
  /// The directories that contain home directories, in lower case, and whether a path with slashes has exactly this case.
  private static let roots: [(lower: [UInt8], exact: [UInt8])] = [
    ("users", "Users"), ("home", "home"), ("documents and settings", "Documents and Settings"),
  ].map { (Array($0.0.utf8), Array($0.1.utf8)) }
  private static let afs = Array("afs".utf8)
  /// Entries of these directories that name nobody. Apple's reports have `USER` already.
  private static let shared: Set<String> = [
    "shared", "user", "username", "mobile", "root", "public", "default", "runner", "all users", "default user", "you", "me",
    "name", "test",
    "admin", "administrator", "build", "builder", "vagrant", "ubuntu", "travis", "jenkins", "home", "library", "appleinternal",
  ]
  /// The longest name, in bytes.
  private static let longest = 96

  /// Returns the name in `/Users/jane/`, `C:\Users\jane\` and `/afs/example.com/user/j/jane/` at the separator before the root.
  static func find(in layer: TextLayer, at separator: Int) -> Range<Int>? {
    let start = separator + 1
    let first = Letters.lower(layer[start])
    guard first == UInt8(ascii: "u") || first == UInt8(ascii: "h") || first == UInt8(ascii: "d") || first == UInt8(ascii: "a")
    else {
      return nil
    }
    if layer.holds(afs, at: start), Letters.isSeparator(layer[start + 3]) { return afsName(layer, start + 4) }
    for root in roots where layer.holds(anyCase: root.lower, at: start) {
      var position = start + root.lower.count
      guard Letters.isSeparator(layer[position]) else { continue }
      let isExact = layer.holds(root.exact, at: start) && (root.exact.first != UInt8(ascii: "h") || !isInURL(layer, separator))
      guard isExact || isWindows(layer, separator) else { continue }
      while Letters.isSeparator(layer[position]), position < start + root.lower.count + 4 { position += 1 }
      return name(layer, position, opening: separator)
    }
    return nil
  }

  /// Returns the name in `~jane/Library` at the tilde.
  static func tilde(in layer: TextLayer, at tilde: Int) -> Range<Int>? {
    let before = layer[tilde - 1]
    guard Letters.isBlank(before) || Letters.isQuote(before) || "=([{<>,;|".utf8.contains(before) || before >= 0x80,
      Letters.isLetter(layer[tilde + 1])
    else { return nil }
    var end = tilde + 1
    while end - tilde < 64, Letters.isWord(layer[end]) || "._-".utf8.contains(layer[end]) { end += 1 }
    guard layer[end] == UInt8(ascii: "/"), isName(layer, tilde + 1..<end) else { return nil }
    return tilde + 1..<end
  }

  /// Whether a path is one of Windows: after a drive or a backslash, or a drive that is mounted.
  private static func isWindows(_ layer: TextLayer, _ separator: Int) -> Bool {
    if layer[separator] == UInt8(ascii: "\\") || layer[separator - 1] == UInt8(ascii: "\\") { return true }
    let drive = layer[separator - 1]
    if drive == UInt8(ascii: ":") { return Letters.isLetter(layer[separator - 2]) }
    return Letters.isLetter(drive) && layer[separator - 2] == UInt8(ascii: "/")
  }

  /// Whether a path is that of a page: `https://example.com/home/offers/`.
  private static func isInURL(_ layer: TextLayer, _ separator: Int) -> Bool {
    var position = separator
    while separator - position < 200, !Letters.isBlank(layer[position - 1]), !Letters.isQuote(layer[position - 1]) {
      position -= 1
      if layer[position] == UInt8(ascii: ":"), layer[position + 1] == UInt8(ascii: "/"), layer[position + 2] == UInt8(ascii: "/")
      {
        return layer.holds(Array("http".utf8), at: position - 4) || layer.holds(Array("https".utf8), at: position - 5)
      }
    }
    return false
  }

  /// Returns the name after the cell of a path of AFS, and after directories of one or two letters.
  private static func afsName(_ layer: TextLayer, _ cell: Int) -> Range<Int>? {
    var position = cell
    var words: [Range<Int>] = []
    while words.count < 5, position - cell < 200 {
      let start = position
      while !Letters.isSeparator(layer[position]), !Letters.isBlank(layer[position]), !Letters.isQuote(layer[position]) {
        position += 1
      }
      words.append(start..<position)
      guard Letters.isSeparator(layer[position]) else { break }
      position += 1
    }
    guard words.count >= 3, ["user", "users", "usr", "u", "home", "people"].contains(layer.text(words[1])) else { return nil }
    guard let found = words.dropFirst(2).first(where: { $0.count > 2 }) ?? words.last, isName(layer, found) else { return nil }
    return found
  }

  /// Returns the name that begins at a position. Blanks, commas, apostrophes and brackets belong to it if a separator follows that begins
  /// no other path.
  private static func name(_ layer: TextLayer, _ start: Int, opening: Int) -> Range<Int>? {
    var stop = start
    var soft: Int?
    var blanks = 0
    while stop - start <= longest, !endsPath(layer[stop]), !Letters.isSeparator(layer[stop]) {
      let byte = layer[stop]
      if byte == 0x20 { blanks += 1 }
      let isInner = byte == UInt8(ascii: "'") && Letters.isWord(layer[stop + 1]) && layer[opening - 1] != UInt8(ascii: "'")
      if soft == nil, " ,'()[]{}=&;".utf8.contains(byte), !isInner { soft = stop }
      stop += 1
    }
    let isLong = stop - start > longest
    if isLong, soft == nil { return nil }
    var end = stop
    if let soft {
      let isWhole =
        !isLong
        && (Letters.isSeparator(layer[stop])
          ? blanks <= 4 && !" ,'([{=&;:".utf8.contains(layer[stop - 1])
          : blanks > 0 && blanks <= 2 && isClosed(layer, opening, stop) && isCapitalized(layer, soft..<stop))
      if !isWhole { end = soft }
    }
    if end == stop, !Letters.isSeparator(layer[stop]) {
      while end > start, ".!?".utf8.contains(layer[end - 1]) { end -= 1 }
    }
    return isName(layer, start..<end) ? start..<end : nil
  }

  /// Whether a text or quotes hold nothing but the path.
  private static func isClosed(_ layer: TextLayer, _ opening: Int, _ stop: Int) -> Bool {
    let before = layer[opening - 1]
    return before == layer[stop] && (before == 0 || Letters.isQuote(before))
  }

  /// Whether every word of a range begins with a letter in upper case, or one beyond ASCII.
  private static func isCapitalized(_ layer: TextLayer, _ range: Range<Int>) -> Bool {
    range.allSatisfy { layer[$0] != 0x20 || Letters.isUpper(layer[$0 + 1]) || layer[$0 + 1] >= 0x80 }
  }

  /// Whether a byte cannot belong to a path.
  private static func endsPath(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7f || "\"<>|:*?`".utf8.contains(byte) }

  private static func isName(_ layer: TextLayer, _ range: Range<Int>) -> Bool {
    guard let first = range.first, !"$<*%{[~.".utf8.contains(layer[first]) else { return false }
    guard !Replacement.isReplacement(layer.bytes[range]) else { return false }
    return range.count > 24 || !shared.contains(layer.text(range).lowercased())
  }
}
