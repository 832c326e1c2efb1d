package import Bytes
internal import SymbolModel

/// Where a symbol file has its functions, public symbols, files and inlined functions, collected in one pass over the mapped file.
/// Nothing is copied: names are positions, and the lines of a function are read when an address of it is asked for.
package struct BreakpadTable: Sendable {
  /// One `FUNC` record and the records that belong to it.
  package struct Function: Sendable {
    /// The first address, from the image's load address.
    package var start: UInt64
    /// The end, where the next function begins at the latest.
    package var end: UInt64
    /// The position of the name.
    package var name: Int
    /// The range of the file that has the function's `INLINE` and line records, and maybe other records.
    var records: Range<Int>
  }

  /// A function or a public symbol, with the end of its code.
  package struct Symbol: Sendable {
    package var start: UInt64
    package var end: UInt64
    /// The position of the name.
    package var name: Int
  }

  /// An `INLINE_ORIGIN` record.
  struct Origin: Sendable {
    /// The position of the name.
    var name: Int
    /// The number of the function's file, which only the older form has.
    var file: UInt32?
  }

  /// The whole file.
  package let bytes: ByteSlice
  /// The functions in ascending order; none overlaps another.
  package private(set) var functions: [Function] = []
  /// The problem with the first record that cannot be read, one clause, or nil if there is none.
  package private(set) var damage: String?
  /// The positions of the names of files, by their numbers.
  private(set) var files: [UInt32: Int] = [:]
  private(set) var origins: [UInt32: Origin] = [:]
  private var publics: [Symbol] = []

  /// Whether line records may stand here, and whether they belong to the last function: not after one of size 0.
  private var place = Place.beforeFunctions
  private enum Place { case beforeFunctions, inFunction, inEmptyFunction }

  /// Reads a file, which begins with a `MODULE` record.
  package init(_ bytes: ByteSlice) {
    self.bytes = bytes
    bytes.withSpan { text in
      var (start, number) = (0, 0)
      while start < text.count {
        let end = ByteSearch.lineEnd(in: text, from: start)
        number += 1
        StepCount.count(end - start)
        if end > start, !read(start, end, of: text), damage == nil { damage = "its line \(number) is no complete record" }
        start = end + 1
        if end < text.count, text[end] == UInt8(ascii: "\r"), start < text.count, text[start] == UInt8(ascii: "\n") { start += 1 }
      }
    }
    order()
  }

  /// Reads one line. Returns false if it is damaged.
  private mutating func read(_ start: Int, _ end: Int, of text: Span<UInt8>) -> Bool {
    switch text[start] {
    case UInt8(ascii: "F"):
      if let fields = Self.fields(after: Word.function, start, end, text) { return addFunction(fields, after: end, text) }
      if let fields = Self.fields(after: Word.file, start, end, text) { return addFile(fields, text) }
    case UInt8(ascii: "I"):
      if Self.fields(after: Word.inline, start, end, text) != nil { return extendFunction(to: end) }
      if let fields = Self.fields(after: Word.origin, start, end, text) { return addOrigin(fields, text) }
      return true
    case UInt8(ascii: "P"):
      if let fields = Self.fields(after: Word.publicSymbol, start, end, text) { return addPublic(fields, text) }
      return true
    default: break
    }
    return HexDigits.value(of: text[start]) > 15 || extendFunction(to: end)
  }

  /// The first words of records, with the blank after them.
  private enum Word {
    static let function = Array("FUNC ".utf8)
    static let file = Array("FILE ".utf8)
    static let inline = Array("INLINE ".utf8)
    static let origin = Array("INLINE_ORIGIN ".utf8)
    static let publicSymbol = Array("PUBLIC ".utf8)
  }

  /// Returns the fields after the first word of a record, or nil if it begins with another word.
  private static func fields(after word: [UInt8], _ start: Int, _ end: Int, _ text: Span<UInt8>) -> RecordFields? {
    ByteSearch.stands(word.span, at: start, of: text) ? RecordFields(start + word.count, end) : nil
  }

  private mutating func extendFunction(to end: Int) -> Bool {
    switch place {
    case .beforeFunctions: return false
    case .inEmptyFunction: return true
    case .inFunction:
      let records = functions[functions.count - 1].records
      functions[functions.count - 1].records = records.lowerBound..<end
      return true
    }
  }

  /// `FUNC [m] address size parameter_size name`
  private mutating func addFunction(_ fields: RecordFields, after end: Int, _ text: Span<UInt8>) -> Bool {
    var fields = fields
    fields.skipMultiple(in: text)
    guard let start = fields.hex(in: text), let size = fields.hex(in: text), fields.hex(in: text) != nil else { return false }
    let (limit, overflow) = start.addingReportingOverflow(size)
    place = size > 0 && !overflow ? .inFunction : .inEmptyFunction
    if place == .inFunction {
      functions.append(Function(start: start, end: limit, name: fields.restStart(in: text), records: end..<end))
    }
    return !overflow
  }

  /// `PUBLIC [m] address parameter_size name`
  private mutating func addPublic(_ fields: RecordFields, _ text: Span<UInt8>) -> Bool {
    var fields = fields
    fields.skipMultiple(in: text)
    guard let start = fields.hex(in: text), fields.hex(in: text) != nil else { return false }
    let name = fields.restStart(in: text)
    let isNamed = !fields.isAtEnd(in: text) && text[name] != 0
    if isNamed { publics.append(Symbol(start: start, end: .max, name: name)) }
    return isNamed
  }

  /// `FILE number name`
  private mutating func addFile(_ fields: RecordFields, _ text: Span<UInt8>) -> Bool {
    var fields = fields
    guard let number = fields.decimal(in: text) else { return false }
    files[number] = fields.restStart(in: text)
    return true
  }

  /// `INLINE_ORIGIN number name`, and before 2022 `INLINE_ORIGIN number file name`.
  private mutating func addOrigin(_ fields: RecordFields, _ text: Span<UInt8>) -> Bool {
    var fields = fields
    guard let number = fields.decimal(in: text) else { return false }
    var older = fields
    if let file = older.decimal(in: text), !older.isAtEnd(in: text) {
      origins[number] = Origin(name: older.restStart(in: text), file: file)
    } else {
      origins[number] = Origin(name: fields.restStart(in: text), file: nil)
    }
    return true
  }

  /// Sorts the functions and ends each at the next; of several at one address the first counts.
  private mutating func order() {
    let isSorted = zip(functions, functions.dropFirst()).allSatisfy { $0.start < $1.start }
    if !isSorted {
      let sorted = functions.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      functions = []
      for (_, function) in sorted where functions.last?.start != function.start { functions.append(function) }
    }
    for index in functions.indices.dropLast() where functions[index].end > functions[index + 1].start {
      functions[index].end = functions[index + 1].start
    }
  }

  /// Returns the position of the function that contains an address, or nil if none does.
  func function(at address: UInt64) -> Int? {
    let position = functions.partitionPoint { $0.start > address } - 1
    return position >= 0 && address < functions[position].end ? position : nil
  }

  /// All functions, and the public symbols outside them, which reach to the next of either; in ascending order.
  package var symbols: [Symbol] {
    var all = functions.map { Symbol(start: $0.start, end: $0.end, name: $0.name) }
    all += publics.filter { function(at: $0.start) == nil }
    all.sort { ($0.start, $0.end) < ($1.start, $1.end) }
    var result: [Symbol] = []
    result.reserveCapacity(all.count)
    for symbol in all where result.last?.start != symbol.start {
      if let last = result.indices.last, result[last].end > symbol.start { result[last].end = symbol.start }
      result.append(symbol)
    }
    return result
  }

  /// Returns the name at a position: the rest of its line, up to a zero byte, at most 64 kB of it.
  package func text(at position: Int) -> String { Self.text(at: position, in: bytes) }

  /// Does the same for the bytes of a table.
  package static func text(at position: Int, in bytes: ByteSlice) -> String {
    let line = bytes.line(at: position, limit: 1 << 16)
    return line.utf8.firstIndex(of: 0).map { String(line[..<$0]) } ?? line
  }
}
