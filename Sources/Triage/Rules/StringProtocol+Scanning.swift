internal import Bytes

extension StringProtocol {
  /// Returns the position at which a text first occurs in this one, or nil if it does not.
  func position(of part: String) -> Index? {
    let units = Substring(self).utf8
    let found = ByteSearch.position(of: part.utf8.span, in: units.span, from: 0, to: units.count)
    return found.map { utf8.index(startIndex, offsetBy: $0) }
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The text without blanks and tabs at both ends.
  var trimmed: Substring {
    func isBlank(_ unit: UInt8) -> Bool { unit == UInt8(ascii: " ") || unit == UInt8(ascii: "\t") || unit == UInt8(ascii: "\r") }
    var units = Substring(self).utf8
    while let last = units.last, isBlank(last) { units.removeLast() }
    while let first = units.first, isBlank(first) { units.removeFirst() }
    return Substring(units)
  }

  /// Returns the pieces between the occurrences of `separator`, which must not be empty.
  func pieces(separatedBy separator: String) -> [Substring] {
    var result: [Substring] = []
    var rest = Substring(self)
    while let found = rest.position(of: separator) {
      result.append(rest[..<found])
      rest = Substring(rest.utf8[rest.utf8.index(found, offsetBy: separator.utf8.count)...])
    }
    return result + [rest]
  }

  /// The text up to the first blank, and what follows it.
  var firstWord: (word: Substring, rest: Substring) {
    let units = Substring(self).utf8
    let end = units.firstIndex { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } ?? units.endIndex
    return (Substring(units[..<end]), Substring(units[end...]).trimmed)
  }
}
