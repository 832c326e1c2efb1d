/// The text of a configuration file: the part of TOML that is needed, keys with strings, numbers, switches or lists of strings.
struct ConfigurationText {
  /// One key with its values.
  struct Entry: Hashable {
    let key: String
    /// The strings; of a number its digits, of a switch `true` or `false`.
    let values: [String]
    /// Whether the values are a list.
    let isList: Bool
    /// The line of the key, counted from 1.
    let line: Int
  }

  /// A line that cannot be read.
  struct Mistake: Error, Hashable {
    let line: Int
    /// One clause.
    let message: String
  }

  private(set) var entries: [Entry] = []
  private var rest: Substring.UnicodeScalarView
  private var line = 1

  /// Reads the text. Throws for the first mistake.
  init(parsing text: String) throws(Mistake) {
    rest = Substring(text).unicodeScalars
    while try skipToKey() {
      let start = line
      let key = word()
      guard !key.isEmpty else { throw mistake("a key is expected: store, symbols, source-root ...") }
      skipBlanks()
      guard take("=") else { throw mistake("'=' is expected after '\(key)'") }
      skipBlanks()
      let (values, isList) = try value(of: key)
      try endLine()
      if entries.contains(where: { $0.key == key }) { throw Mistake(line: start, message: "'\(key)' is given twice") }
      entries.append(Entry(key: key, values: values, isList: isList, line: start))
    }
  }

  private func mistake(_ message: String) -> Mistake { Mistake(line: line, message: message) }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == character else { return false }
    rest.removeFirst()
    if character == "\n" { line += 1 }
    return true
  }

  private mutating func skipBlanks() {
    while let next = rest.first, next == " " || next == "\t" || next == "\r" { rest.removeFirst() }
  }

  /// Skips blanks, comments and line ends. Returns false at the end of the text.
  private mutating func skipToKey() throws(Mistake) -> Bool {
    skipAll()
    guard let next = rest.first else { return false }
    if next == "[" { throw mistake("tables are not used: all keys stand alone") }
    return true
  }

  private mutating func skipAll() {
    while let next = rest.first {
      if next == "#" {
        while let next = rest.first, next != "\n" { _ = take(next) }
      } else if [" ", "\t", "\r", "\n"].contains(next) {
        _ = take(next)
      } else {
        return
      }
    }
  }

  private mutating func word() -> String {
    var result = String.UnicodeScalarView()
    while let next = rest.first, next.properties.isAlphabetic || next.properties.numericType != nil || next == "-" || next == "_"
    {
      result.append(rest.removeFirst())
    }
    return String(result)
  }

  private mutating func value(of key: String) throws(Mistake) -> (values: [String], isList: Bool) {
    if take("[") {
      var values: [String] = []
      while true {
        skipAll()
        if take("]") { return (values, true) }
        values.append(try string())
        skipAll()
        if take(",") { continue }
        skipAll()
        guard take("]") else { throw mistake("',' or ']' is expected in the list of '\(key)'") }
        return (values, true)
      }
    }
    if rest.first == "\"" || rest.first == "'" { return ([try string()], false) }
    let word = word()
    guard word == "true" || word == "false" || !word.isEmpty && word.utf8.allSatisfy({ (48...57).contains($0) || $0 == 95 })
    else {
      throw mistake("the value of '\(key)' is a string in quotes, a list of strings, a number, true or false")
    }
    return ([word.filter { $0 != "_" }], false)
  }

  private mutating func string() throws(Mistake) -> String {
    if take("'") {
      var result = String.UnicodeScalarView()
      while let next = rest.first, next != "\n" {
        if take("'") { return String(result) }
        result.append(rest.removeFirst())
      }
      throw mistake("a string has no end")
    }
    guard take("\"") else { throw mistake("a string in quotes is expected") }
    var result = String.UnicodeScalarView()
    while let next = rest.first, next != "\n" {
      rest.removeFirst()
      if next == "\"" { return String(result) }
      result.append(next == "\\" ? try escaped() : next)
    }
    throw mistake("a string has no end")
  }

  private mutating func escaped() throws(Mistake) -> Unicode.Scalar {
    guard let next = rest.popFirst() else { throw mistake("a string has no end") }
    switch next {
    case "\"", "\\": return next
    case "n": return "\n"
    case "t": return "\t"
    default: throw mistake("'\\\(next)' is no escape; a string in single quotes has none")
    }
  }

  private mutating func endLine() throws(Mistake) {
    skipBlanks()
    if rest.first == "#" { while let next = rest.first, next != "\n" { _ = take(next) } }
    guard rest.isEmpty || take("\n") else { throw mistake("one key a line: something follows the value") }
  }
}
