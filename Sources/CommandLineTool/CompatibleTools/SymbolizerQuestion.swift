internal import SymbolModel

/// A line of llvm-symbolizer's input: `[CODE|DATA|FRAME] ["]FILE[:ARCH]["] ADDRESS`.
struct SymbolizerQuestion: Equatable {
  /// What is asked.
  enum Kind: Equatable {
    /// The function and line of code.
    case code
    /// The name and extent of a variable.
    case data
    /// The variables of a function.
    case frame
  }

  /// What is asked.
  let kind: Kind
  /// The file, which may have `:ARCH` at its end.
  let file: String
  /// The address or the name of a function; empty if there is none.
  let place: String

  /// Parses a line. Words after the address are ignored, as llvm-symbolizer does. `file` is the file of all questions if it was
  /// named before; a line then has only an address.
  init(parsing line: String, file: String? = nil) {
    var rest = line[...]
    func skipBlanks() { rest = rest.drop { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\r\n" } }
    skipBlanks()
    var kind = Kind.code
    for (word, meaning) in [("CODE ", Kind.code), ("DATA ", .data), ("FRAME ", .frame)] where rest.hasPrefix(word) {
      kind = meaning
      rest = rest.dropFirst(word.count)
      break
    }
    self.kind = kind
    skipBlanks()
    if let file {
      self.file = file
    } else if let quote = rest.first, quote == "\"" || quote == "'" {
      rest.removeFirst()
      self.file = String(rest.prefix { $0 != quote })
      rest = rest.drop { $0 != quote }.dropFirst()
    } else {
      if rest.hasPrefix("FILE:") { rest = rest.dropFirst("FILE:".count) }
      self.file = String(rest.prefix { $0 != " " && $0 != "\t" })
      rest = rest.drop { $0 != " " && $0 != "\t" }
    }
    skipBlanks()
    place = String(rest.prefix { !$0.isWhitespace })
  }

  /// The file without its architecture, and the architecture, or nil if there is no `:` in the path.
  var parts: (path: String, architecture: Architecture)? {
    guard let colon = file.lastIndex(of: ":"), colon != file.startIndex else { return nil }
    let name = file[file.index(after: colon)...]
    guard !name.isEmpty, !name.contains("/") else { return nil }
    return (String(file[..<colon]), Architecture(String(name)))
  }
}
