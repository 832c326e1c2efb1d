/// How entries are passed over that a walk does not need: one word for each abbreviation code, so that such an entry costs a few
/// instructions. Without it, 10,000 addresses of DuckDB take 40 percent more.
struct EntrySkips: Sendable {
  /// By code; 0 for one whose entries are needed, or whose size takes more to find. Else a combination of the constants below.
  let words: [UInt64]

  /// The entry is passed over.
  static let isSkipped: UInt64 = 1 << 63
  /// Its children follow.
  static let hasChildren: UInt64 = 1 << 62
  /// Its size varies: the low half has the position of its first step, and their number from `stepCount` on.
  static let hasSteps: UInt64 = 1 << 61
  static let stepCount: UInt64 = 24

  /// Prepares a table's entries. `isNeeded` says which are not passed over.
  init(_ entries: [AbbreviationTable.Entry], dense: [Int32], steps: [Int32], isNeeded: (AbbreviationTable.Entry) -> Bool) {
    words = dense.map { position in
      guard position >= 0, !isNeeded(entries[Int(position)]) else { return 0 }
      let entry = entries[Int(position)]
      let head = Self.isSkipped | (entry.hasChildren ? Self.hasChildren : 0)
      if entry.fixedSize >= 0 { return head | UInt64(entry.fixedSize) }
      let range = Int(entry.firstStep)..<Int(entry.firstStep + entry.stepCount)
      let isSimple = range.allSatisfy { steps[$0] >= AbbreviationTable.Step.blockLEB }
      guard isSimple, entry.firstStep < 1 << Self.stepCount, entry.stepCount < 1 << 8 else { return 0 }
      return head | Self.hasSteps | UInt64(entry.stepCount) << Self.stepCount | UInt64(entry.firstStep)
    }
  }
}

extension SectionCursor {
  /// Moves over entries that are passed over, and over the ends of lists of children, down to a level: the end of the children of the
  /// entry at depth `floor` is left to the caller, like every entry that is needed, damaged or rare.
  @inline(__always)
  mutating func skip(_ skips: borrowing EntrySkips, steps: borrowing [Int32], depth: inout Int, floor: Int) {
    let (words, steps, limit) = (skips.words.span, steps.span, limit)
    var (at, level) = (position, depth)
    while at < limit {
      var code = unsafe Int(bytes.uncheckedByte(at: at))
      if code == 0 {
        if level &- 1 <= floor { break }
        level &-= 1
        at &+= 1
        continue
      }
      var next = at &+ 1
      if code >= 0x80 {
        if next >= limit { break }
        let second = unsafe Int(bytes.uncheckedByte(at: next))
        if second >= 0x80 { break }
        code = code & 0x7f | second << 7
        next &+= 1
      }
      guard code < words.count else { break }
      let word = words[code]
      if word & EntrySkips.hasSteps == 0 {
        if word == 0 { break }
        next &+= Int(word & 0xffff_ffff)
      } else {
        guard let end = end(ofSteps: word, steps, from: next) else { break }
        next = end
      }
      if next > limit { break }
      at = next
      level &+= Int(word >> 62 & 1)
    }
    (position, depth) = (at, level)
  }

  /// Returns the position after the attributes of an entry of varying size, or nil if they are long or reach past the limit.
  @inline(__always)
  private func end(ofSteps word: UInt64, _ steps: Span<Int32>, from start: Int) -> Int? {
    let first = Int(word & 0xff_ffff)
    let last = first &+ Int(word >> EntrySkips.stepCount & 0xff)
    var at = start
    for index in first..<last {
      let step = steps[index]
      if step >= 0 {
        at &+= Int(step)
        continue
      }
      if at >= limit { return nil }
      var byte = unsafe bytes.uncheckedByte(at: at)
      at &+= 1
      switch step {
      case AbbreviationTable.Step.blockLEB:
        if byte >= 0x80 { return nil }
        at &+= Int(byte)
      case AbbreviationTable.Step.text:
        while byte != 0 {
          if at >= limit { return nil }
          byte = unsafe bytes.uncheckedByte(at: at)
          at &+= 1
        }
      default:
        while byte >= 0x80 {
          if at >= limit { return nil }
          byte = unsafe bytes.uncheckedByte(at: at)
          at &+= 1
        }
      }
    }
    return at
  }
}
