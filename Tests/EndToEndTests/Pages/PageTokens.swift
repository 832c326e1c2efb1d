/// The tags of an HTML page, read the strict way: whatever a lenient reader could take for something else is a flaw.
struct PageTokens {
  /// One start tag.
  struct Tag {
    var name: String
    var attributes: [(name: String, value: String)]
  }

  /// The start tags in order.
  private(set) var tags: [Tag] = []
  /// The text outside of tags, scripts and styles, with character references resolved.
  private(set) var text = ""
  /// The contents of `script` and `style` elements, in order.
  private(set) var resources: [String] = []
  /// What is not as the program writes it.
  private(set) var flaws: [String] = []
  private var open: [String] = []

  /// Elements without an end tag.
  private static let empty: Set<String> = ["meta", "link", "input", "br"]

  init(_ page: String) {
    var rest = Substring(page)
    while let start = rest.firstIndex(of: "<") {
      take(text: rest[..<start])
      rest = rest[start...].dropFirst()
      if rest.hasPrefix("!DOCTYPE html>") {
        rest = rest.dropFirst("!DOCTYPE html>".count)
        continue
      }
      guard let end = Self.end(of: rest) else {
        flaws.append("a tag does not end: \(rest.prefix(60))")
        return
      }
      let inside = rest[..<end]
      rest = rest[end...].dropFirst()
      if inside.hasPrefix("/") { close(inside.dropFirst()) } else { take(tag: inside, &rest) }
    }
    take(text: rest)
    if !open.isEmpty { flaws.append("not closed: \(open)") }
  }

  /// The end of a tag: the first `>` outside of quotes.
  private static func end(of rest: Substring) -> Substring.Index? {
    var isQuoted = false
    return rest.indices.first { index in
      if rest[index] == "\"" { isQuoted.toggle() }
      return !isQuoted && rest[index] == ">"
    }
  }

  private mutating func take(text part: Substring) {
    if part.contains(">") || part.contains("\"") && part.contains("=\"") { flaws.append("unescaped: \(part.prefix(60))") }
    text += Self.resolved(part, &flaws)
  }

  private mutating func take(tag: Substring, _ rest: inout Substring) {
    let name = String(tag.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) })
    if name.isEmpty || name != name.lowercased() { flaws.append("odd tag: \(tag.prefix(60))") }
    var attributes: [(name: String, value: String)] = []
    var left = tag.dropFirst(name.count)
    while let match = left.prefixMatch(of: /\ ([a-z][a-z0-9-]*|viewBox)(?:="([^"<>]*)")?/) {
      attributes.append((String(match.1), match.2.map { Self.resolved($0, &flaws) } ?? ""))
      left = left[match.range.upperBound...]
    }
    if !left.isEmpty, left != "/" { flaws.append("odd attributes: \(tag.prefix(100))") }
    tags.append(Tag(name: name, attributes: attributes))
    if ["script", "style"].contains(name) {
      guard let end = rest.range(of: "</\(name)>") else { return flaws.append("no end of \(name)") }
      resources.append(String(rest[..<end.lowerBound]))
      rest = rest[end.upperBound...]
    } else if !Self.empty.contains(name), left != "/" {
      open.append(name)
    }
  }

  private mutating func close(_ name: Substring) {
    if open.last == String(name) { open.removeLast() } else { flaws.append("</\(name)> inside \(open.last ?? "nothing")") }
  }

  private static func resolved(_ text: Substring, _ flaws: inout [String]) -> String {
    var result = ""
    var rest = text
    let known = ["&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": "\"", "&#39;": "'"]
    while let mark = rest.firstIndex(of: "&") {
      result += rest[..<mark]
      rest = rest[mark...]
      guard let (reference, character) = known.first(where: { rest.hasPrefix($0.key) }) else {
        flaws.append("odd reference: \(rest.prefix(20))")
        rest = rest.dropFirst()
        continue
      }
      result += character
      rest = rest.dropFirst(reference.count)
    }
    return result + rest
  }
}
