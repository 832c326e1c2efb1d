import AppleLayout
import Bytes

/// Replacements in a text, applied together, and styles of the new text and of what stays.
struct ByteEdits: ~Copyable {
  private struct Edit {
    /// The bytes that are replaced.
    let range: Range<Int>
    /// The replacement, as a range of the new text.
    let text: Range<Int>
  }

  private var edits: [Edit] = []
  /// The new text of all replacements in a row.
  private var new: LineWriter
  /// The styles of the text that stays.
  private var styles: [StyledRange] = []

  /// Plans nothing. `isStyled` requests the styles of the text.
  init(isStyled: Bool = false) { new = LineWriter(isStyled: isStyled) }

  /// Whether styles are requested.
  var isStyled: Bool { new.isStyled }

  /// Whether nothing is planned.
  var isEmpty: Bool { edits.isEmpty }

  /// Makes room for this many replacements, if there are none yet. A list of a million that grows leaves 30 MB of holes behind.
  mutating func reserve(_ count: Int) {
    if edits.isEmpty { edits.reserveCapacity(count) }
  }

  /// Plans to replace a range, which may be empty, by `text`. Ranges must not overlap: of two that do, the one that begins first
  /// is applied, or the one planned first if they begin together.
  mutating func replace(_ range: Range<Int>, with text: [UInt8]) {
    let start = new.bytes.count
    new.append(ready: text)
    edits.append(Edit(range: range, text: start..<new.bytes.count))
  }

  /// Does the same with text that has styles.
  mutating func replace(_ range: Range<Int>, with text: StyledText) {
    let start = new.bytes.count
    new.append(ready: text)
    edits.append(Edit(range: range, text: start..<new.bytes.count))
  }

  /// Plans to replace a range by lines, of which all but the last end with `end`. Plans nothing if `body` returns false or writes
  /// nothing, and returns false then.
  @discardableResult
  mutating func replace(_ range: Range<Int>, end: [UInt8], _ body: (inout LineWriter) -> Bool) -> Bool {
    new.end = end
    let start = new.bytes.count
    guard body(&new), new.bytes.count > start else { return false }
    edits.append(Edit(range: range, text: start..<new.bytes.count - end.count))
    return true
  }

  /// Does the same with lines that begin with the bytes `head` of the input and a blank, unless they end with one.
  @discardableResult
  mutating func replace(
    _ range: Range<Int>, from bytes: [UInt8], head: Range<Int>, end: [UInt8], _ body: (inout LineWriter) -> Bool
  ) -> Bool {
    new.head.removeAll()
    new.head.append(copying: bytes.span.extracting(head))
    if !head.isEmpty, TextScan.blankWidth(bytes, before: head.upperBound, from: head.lowerBound) == 0 {
      new.head.append(TextScan.space)
    }
    return replace(range, end: end, body)
  }

  /// Gives a style to bytes that stay.
  mutating func style(_ range: Range<Int>, _ style: TextStyle) { styles.append(StyledRange(range, style)) }

  /// Plans the edits of a part of the input that was decoded: `convert` returns the bytes of the input for a range, and `encode`
  /// the text in the part's encoding at a place of the input.
  mutating func add(
    _ others: borrowing ByteEdits, at convert: (Range<Int>) -> Range<Int>, encode: (StyledText, Range<Int>) -> StyledText
  ) {
    for edit in others.edits {
      let place = convert(edit.range)
      let text = StyledText(others.new.bytes.array(edit.text), styles: others.styles(of: edit.text, movedTo: 0))
      replace(place, with: encode(text, place))
    }
    for style in others.styles { styles.append(StyledRange(convert(style.range), style.style, link: style.link)) }
  }

  /// Returns the number of bytes by which the planned replacements lengthen each of some ranges, negative if they shorten it. The
  /// ranges are in order and do not overlap.
  func growth(in ranges: [Range<Int>]) -> [Int] {
    var growth = [Int](repeating: 0, count: ranges.count)
    guard !ranges.isEmpty else { return growth }
    var position = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      while position < ranges.count, ranges[position].upperBound < edit.range.upperBound { position += 1 }
      guard position < ranges.count else { break }
      if edit.range.lowerBound >= ranges[position].lowerBound { growth[position] += edit.text.count - edit.range.count }
    }
    return growth
  }

  /// Returns the text with all replacements made; insertions at one position keep the order in which they were planned.
  func applied(to bytes: [UInt8]) -> [UInt8] { applied(to: StyledText(bytes)).bytes }

  /// Returns the same with styles: those of the text, those of what stays, and those of the replacements.
  func applied(to text: StyledText) -> StyledText {
    var inserted: [StyledRange] = []
    let result = StyledText(text.bytes, styles: text.styles + styles).changed { apply(to: $0, moving: &$1, &inserted) }
    return StyledText(result.bytes, styles: result.styles + inserted)
  }

  private func apply(to bytes: [UInt8], moving positions: inout [Int], _ inserted: inout [StyledRange]) -> [UInt8] {
    guard !edits.isEmpty else { return bytes }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + new.bytes.count)
    var position = 0
    var moved = 0
    /// Moves the positions up to `end`, which are in the text from `position` on that was not appended yet.
    func move(upTo end: Int) {
      while moved < positions.count, positions[moved] <= end {
        positions[moved] = result.count + max(positions[moved] - position, 0)
        moved += 1
      }
    }
    let order = order
    for number in edits.indices {
      let index = order?[number] ?? number
      let (range, text) = (edits[index].range, edits[index].text)
      guard range.lowerBound >= position, range.upperBound <= bytes.count else { continue }
      move(upTo: range.lowerBound)
      result += bytes[position..<range.lowerBound]
      inserted += styles(of: text, movedTo: result.count)
      StepCount.count(range.upperBound - position + text.count)
      position = range.upperBound
      move(upTo: position - 1)
      result.append(text, of: new.bytes)
    }
    move(upTo: .max)
    return result + bytes[position...]
  }

  /// The positions of the replacements in the order of the text, or nil if they were planned in it: a million of them take 12 MB.
  private var order: [Int]? {
    guard zip(edits, edits.dropFirst()).contains(where: { $0.range.lowerBound > $1.range.lowerBound }) else { return nil }
    return edits.indices.sorted { (edits[$0].range.lowerBound, $0) < (edits[$1].range.lowerBound, $1) }
  }

  /// Returns the styles of a replacement whose text begins at `start` of the result.
  private func styles(of text: Range<Int>, movedTo start: Int) -> [StyledRange] {
    guard isStyled else { return [] }
    let first = new.styles.partitionPoint { $0.range.lowerBound >= text.lowerBound }
    return new.styles[first...].prefix { $0.range.upperBound <= text.upperBound }.map { $0.moved(by: start - text.lowerBound) }
  }
}
