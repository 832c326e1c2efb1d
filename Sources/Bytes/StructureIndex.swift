internal import CBytes

/// Where something begins or ends in JSON text: brackets, commas and colons outside strings, both quotes of every string, and the
/// first byte of everything else that is no blank. Between two such marks outside strings there are only blanks, or the rest of a
/// number or word.
///
/// The marks are found piece by piece, so that they take 5 KB whatever the length of the text, and 16 bytes at a time behind the
/// fence `CBytes`; Swift's own vectors have no way from a comparison to bits.
@usableFromInline
package struct StructureIndex {
  /// The mark of a closing quote has this bit if there are backslashes in the string.
  @inlinable package static var escaped: UInt32 { 1 << 31 }

  /// The positions of the current piece, of which the first `count` count.
  package private(set) var marks: [UInt32] = []
  /// The number of marks.
  package private(set) var count = 0
  /// Where the marks begin.
  private var start = 0
  private var state = BlockState()

  private static let blockSize = 64
  private static let longestPiece = 1_024

  /// Prepares to find marks.
  package init() {}

  /// Forgets all marks, and begins anew at a position outside strings, numbers and words.
  package mutating func restart(at position: Int) {
    (start, count) = (position, 0)
    state = BlockState()
    state.end = position
  }

  /// Replaces all marks but those from `first` on by those of the next piece. Returns false at the end of the text, before a byte
  /// outside strings that no JSON has there, and if the text is longer than 2 GB.
  package mutating func advance(in text: Span<UInt8>, keeping first: Int) -> Bool {
    let kept = max(count - first, 0)
    guard !state.isBroken, state.end < text.count, text.count < Int(Self.escaped), kept <= Self.blockSize else { return false }
    if marks.isEmpty { marks = [UInt32](repeating: 0, count: Self.longestPiece + 2 * Self.blockSize) }
    for place in 0..<kept { marks[place] = marks[first + place] }
    // What lies after a short text is not looked at.
    let length = min(max(state.end - start, 4 * Self.blockSize), Self.longestPiece)
    count = Self.find(in: text, length, &state, &marks, after: kept)
    return true
  }

  /// Writes the marks of the next `length` bytes after the first `count`. Returns their number.
  private static func find(
    in text: Span<UInt8>, _ length: Int, _ state: inout BlockState, _ marks: inout [UInt32], after count: Int
  ) -> Int {
    precondition(count + length + blockSize <= marks.count && state.end >= 0)
    return unsafe text.withUnsafeBufferPointer { bytes in
      unsafe marks.withUnsafeMutableBufferPointer { marks in
        guard let from = bytes.baseAddress, let to = marks.baseAddress else { return count }
        var (current, place) = (state, count)
        let limit = min(current.end + length, bytes.count)
        while current.end < limit, !current.isBroken {
          let left = bytes.count - current.end
          if left >= blockSize, current.isInLongString, unsafe current.passes(symbolicate_string_block(from + current.end)) {
            current.end += blockSize
          } else if left >= blockSize {
            place = unsafe current.add(symbolicate_json_block(from + current.end), to, place)
            current.end += blockSize
          } else {
            place = unsafe current.add(lastBlock(from + current.end, left), to, place)
            current.end = bytes.count
          }
        }
        state = current
        return place
      }
    }
  }

  /// Looks at the last bytes of a text, as if blanks followed them.
  @inline(never)
  private static func lastBlock(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> symbolicate_json_block {
    var rest = InlineArray<64, UInt8>(repeating: UInt8(ascii: " "))
    for place in 0..<min(count, blockSize) { rest[place] = unsafe bytes[place] }
    return unsafe rest.span.withUnsafeBufferPointer { rest in
      guard let start = rest.baseAddress else { return symbolicate_json_block() }
      return unsafe symbolicate_json_block(start)
    }
  }
}

/// What one block leaves for the next one.
private struct BlockState {
  /// The first byte that was not looked at.
  var end = 0
  /// Whether a byte outside strings is none that JSON has there.
  var isBroken = false
  /// All bits if the byte before `end` is inside a string, else none.
  private var inString: UInt64 = 0
  /// 1 if a backslash before `end` escapes the byte there.
  private var escape: UInt64 = 0
  /// 1 if the byte before `end` is one of a number or word.
  private var inWord: UInt64 = 0
  /// Whether there was a backslash since the last mark.
  private var hasBackslash = false
  /// Whether the last block had no mark.
  private var isBetweenMarks = false

  /// Whether the text around `end` is inside a string that is longer than a block.
  @inline(__always)
  var isInLongString: Bool { isBetweenMarks && inString != 0 }

  /// Passes a block that is inside a string as a whole. Returns false, and changes nothing, if the string ends in it.
  @inline(__always)
  mutating func passes(_ block: symbolicate_string_block) -> Bool {
    if block.backslashes | escape == 0 { return block.quotes == 0 }
    let (escaped, carry) = escapedBytes(block.backslashes)
    guard block.quotes & ~escaped == 0 else { return false }
    (escape, hasBackslash) = (carry, hasBackslash || block.backslashes != 0)
    return true
  }

  /// Writes the marks of the block at `end` from `place` on, at most one for each byte. Returns the place after them.
  @inline(__always)
  mutating func add(_ block: symbolicate_json_block, _ marks: UnsafeMutablePointer<UInt32>, _ place: Int) -> Int {
    var quotes = block.quotes
    if block.backslashes | escape != 0 {
      let (escaped, carry) = escapedBytes(block.backslashes)
      quotes &= ~escaped
      escape = carry
    }
    let inside = Self.strings(between: quotes) ^ inString
    inString = 0 &- (inside >> 63)
    let outside = ~(inside | quotes)
    let words = outside & ~block.structure & ~block.blanks
    var found = block.structure & outside | quotes | words & ~(words << 1 | inWord)
    inWord = words >> 63
    let odd = words & (block.others | block.backslashes)
    if odd != 0 {
      isBroken = true
      // The word before is not known to its end.
      found = 0
    }
    isBetweenMarks = found == 0
    if block.backslashes != 0 || hasBackslash {
      return unsafe write(found, closing: quotes & ~inside, block.backslashes, marks, place)
    }
    let base = UInt32(truncatingIfNeeded: end)
    var (rest, next) = (found, place)
    while rest != 0 {
      unsafe marks[next] = base &+ UInt32(truncatingIfNeeded: rest.trailingZeroBitCount)
      next &+= 1
      rest &= rest &- 1
    }
    return next
  }

  /// The same where there are backslashes.
  @inline(never)
  private mutating func write(
    _ found: UInt64, closing: UInt64, _ backslashes: UInt64, _ marks: UnsafeMutablePointer<UInt32>, _ place: Int
  ) -> Int {
    var (rest, backslashes, next) = (found, backslashes, place)
    while rest != 0 {
      let lowest = rest & (0 &- rest)
      let isEscaped = hasBackslash || backslashes & (lowest &- 1) != 0
      let position = UInt32(truncatingIfNeeded: end) &+ UInt32(truncatingIfNeeded: rest.trailingZeroBitCount)
      unsafe marks[next] = isEscaped && closing & lowest != 0 ? position | StructureIndex.escaped : position
      next &+= 1
      hasBackslash = false
      backslashes &= ~(lowest &- 1)
      rest &= ~lowest
    }
    hasBackslash = hasBackslash || backslashes != 0
    return next
  }

  /// Returns the bytes of the block that a backslash escapes, those after an odd number of backslashes, and `escape` for the next
  /// block. Adding the first backslash of every run that begins at an odd place carries a bit to its end.
  @inline(__always)
  private func escapedBytes(_ backslashes: UInt64) -> (bytes: UInt64, carry: UInt64) {
    let evenPlaces: UInt64 = 0x5555_5555_5555_5555
    let escaping = backslashes & ~escape
    let following = escaping << 1 | escape
    let (ends, carries) = (escaping & ~evenPlaces & ~following).addingReportingOverflow(escaping)
    return ((evenPlaces ^ ends << 1) & following, carries ? 1 : 0)
  }

  /// Returns a bit for each byte from an opening quote to the one before the closing quote.
  @inline(__always)
  private static func strings(between quotes: UInt64) -> UInt64 {
    var bits = quotes
    bits ^= bits << 1
    bits ^= bits << 2
    bits ^= bits << 4
    bits ^= bits << 8
    bits ^= bits << 16
    bits ^= bits << 32
    return bits
  }
}
