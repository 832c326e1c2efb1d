/// One table of `.debug_abbrev` (DWARF 5, 7.5.3), prepared for a given unit encoding: how to skip an entry of each abbreviation,
/// as flat arrays. dsymutil shares one table among all units of a file, so each table is parsed once.
final class AbbreviationTable: Sendable {
  /// One attribute of an abbreviation.
  struct Specification {
    var attribute: UInt16
    var form: UInt16
    /// The value of `DW_FORM_implicit_const`.
    var constant: Int64
  }

  /// One abbreviation.
  struct Entry {
    var tag: UInt16
    var hasChildren: Bool
    /// The treatment of such an entry by the walk.
    var role: Role
    /// The size of an entry's attributes in bytes if it is constant, else -1.
    var fixedSize: Int32
    /// The position of the attributes in `specifications`.
    var first: Int32
    var count: Int32
    /// The position of the skipping steps in `steps`, if `fixedSize` is -1.
    var firstStep: Int32
    var stepCount: Int32
    /// The position of the attributes that give an entry's code.
    var code: CodeAttributes
  }

  /// The offsets of the attributes that give an entry's code: `DW_AT_low_pc`, `DW_AT_high_pc` and `DW_AT_ranges`. If each attribute
  /// is read in turn instead, 10,000 addresses of DuckDB take 12 percent more instructions.
  struct CodeAttributes {
    /// Whether all of them have constant offsets from the first attribute, so that nothing before them needs to be read.
    var isFixed = true
    /// The offsets in bytes; -1 for a missing attribute.
    var low: Int32 = -1
    var high: Int32 = -1
    var list: Int32 = -1
    var lowForm: UInt16 = 0
    var highForm: UInt16 = 0
    var listForm: UInt16 = 0

    /// Records an attribute at an offset. Returns nil if the offset varies.
    mutating func note(_ attribute: UInt16, _ form: UInt16, at distance: Int?) {
      guard attribute == Attribute.lowPC || attribute == Attribute.highPC || attribute == Attribute.ranges else { return }
      guard let distance, form != Form.implicitConst, form != Form.indirect else {
        isFixed = false
        return
      }
      switch attribute {
      case Attribute.lowPC: (low, lowForm) = (Int32(truncatingIfNeeded: distance), form)
      case Attribute.highPC: (high, highForm) = (Int32(truncatingIfNeeded: distance), form)
      default: (list, listForm) = (Int32(truncatingIfNeeded: distance), form)
      }
    }
  }

  /// The treatment of an entry by the walk.
  enum Role: UInt8 {
    /// Skip its attributes.
    case other
    /// A subprogram that may have code.
    case function
    /// An inlined call: with code, or around calls with code (DWARF 2 cannot express the code of a call that has several ranges).
    case inlinedCall
  }

  /// The steps that skip entries of varying size: a number of bytes if not negative, else one of these. If the value of each
  /// attribute is read instead, of entries of constant size too, 10,000 addresses of SQLite take 8 percent more instructions.
  enum Step {
    static let leb: Int32 = -1
    static let text: Int32 = -2
    static let blockLEB: Int32 = -3
    static let block1: Int32 = -4
    static let block2: Int32 = -5
    static let block4: Int32 = -6
    static let indirect: Int32 = -7
  }

  /// The abbreviations, in the order of the section.
  let entries: [Entry]
  /// The attributes of all of them.
  let specifications: [Specification]
  /// The steps that skip the entries of varying size.
  let steps: [Int32]
  /// The position in `entries` of each small code; -1 for none.
  let dense: [Int32]
  private let sparse: [UInt64: Int32]
  /// Passes over what is neither a function with code nor an inlined call.
  let skips: EntrySkips
  /// Passes over inlined calls as well.
  let skipsOfCalls: EntrySkips

  /// The maximum number of declarations that are skipped to find one: there are many units, and hostile ones could each need the
  /// last one.
  private static let maxSkipped = 1 << 16

  /// The approximate memory of the table in bytes.
  var byteCount: Int {
    entries.count * (MemoryLayout<Entry>.stride + 64) + specifications.count * MemoryLayout<Specification>.stride
  }

  /// The position in the section after what was parsed.
  let end: Int

  /// Parses the table at `offset`, or, with `only`, just the entry of that code if it is among the first 65,536. A table that is
  /// cut off or has an unknown form ends there: later codes are then unknown, and a walk stops at them.
  ///
  /// If whole tables are parsed for root entries, one address of a file with 2,000 units and as many tables takes 20 percent
  /// more instructions.
  init(_ section: SectionBytes, at offset: Int, encoding: UnitEncoding, only wanted: UInt64? = nil) {
    var parser = AbbreviationParser(encoding: encoding)
    var cursor = SectionCursor(section, at: offset)
    var codes: [UInt64] = []
    var passed = 0
    while !cursor.isAtEnd {
      let code = cursor.uleb()
      if code == 0 { break }
      if let wanted, code != wanted {
        passed += 1
        if passed >= Self.maxSkipped { break }
        Self.skipEntry(&cursor)
        continue
      }
      if !parser.parseEntry(&cursor) { break }
      codes.append(code)
      if code == wanted { break }
    }
    end = cursor.position
    entries = parser.entries
    specifications = parser.specifications
    steps = parser.steps
    let limit = UInt64(codes.count) * 4 + 64
    var dense = [Int32](repeating: -1, count: Int(min(codes.max() ?? 0, limit)) + 1)
    var sparse: [UInt64: Int32] = [:]
    for (index, code) in codes.enumerated() {
      if code < UInt64(dense.count) { dense[Int(code)] = Int32(index) } else { sparse[code] = Int32(index) }
    }
    self.dense = dense
    self.sparse = sparse
    // Nobody walks over the entries of a part of a table.
    let walked = wanted == nil ? dense : []
    skips = EntrySkips(entries, dense: walked, steps: steps) { $0.role != .other }
    skipsOfCalls = EntrySkips(entries, dense: walked, steps: steps) { $0.role == .function }
  }

  /// Skips the rest of a declaration after its code.
  private static func skipEntry(_ cursor: inout SectionCursor) {
    cursor.skipLEB()
    cursor.skip(1)
    while !cursor.isAtEnd {
      if skipShortPairs(&cursor) { return }
      let attribute = cursor.uleb()
      let form = cursor.uleb()
      if form == UInt64(Form.implicitConst) { cursor.skipLEB() }
      if attribute == 0 && form == 0 { return }
    }
  }

  /// Skips attributes and forms of one byte each, as nearly all are. Returns whether the declaration has ended.
  @inline(__always)
  private static func skipShortPairs(_ cursor: inout SectionCursor) -> Bool {
    let (bytes, limit) = (cursor.bytes, cursor.limit)
    var at = cursor.position
    defer { cursor.position = at }
    while at &+ 1 < limit {
      let (attribute, form) = unsafe (bytes.uncheckedByte(at: at), bytes.uncheckedByte(at: at &+ 1))
      if (attribute | form) >= 0x80 || UInt16(form) == Form.implicitConst { return false }
      at &+= 2
      if attribute | form == 0 { return true }
    }
    return false
  }

  /// Returns the position in `entries` of a code, or nil if the table has no such code.
  @inline(__always) func position(of code: UInt64) -> Int? {
    if code < UInt64(dense.count) {
      let position = dense[Int(code)]
      return position >= 0 ? Int(position) : nil
    }
    return sparsePosition(of: code)
  }

  private func sparsePosition(of code: UInt64) -> Int? { sparse[code].map(Int.init) }
}

/// Collects the flat arrays of an `AbbreviationTable`.
private struct AbbreviationParser {
  let encoding: UnitEncoding
  var entries: [AbbreviationTable.Entry] = []
  var specifications: [AbbreviationTable.Specification] = []
  var steps: [Int32] = []

  /// No table has this many attributes; a hostile one must not make sizes overflow.
  private static let maxSpecifications = 1 << 22
  /// No table has this many abbreviations; each takes ten times the memory of its declaration.
  private static let maxEntries = 1 << 20

  init(encoding: UnitEncoding) { self.encoding = encoding }

  /// Reads one declaration after its code. Returns false if it is damaged.
  mutating func parseEntry(_ cursor: inout SectionCursor) -> Bool {
    let tag = UInt16(truncatingIfNeeded: cursor.uleb())
    let hasChildren = cursor.unsigned(size: 1) != 0
    let first = specifications.count
    let firstStep = steps.count
    var fixed: Int? = 0
    var run: Int32 = 0
    var place = AbbreviationTable.CodeAttributes()
    var hasCode = false
    while true {
      let attribute = UInt16(truncatingIfNeeded: cursor.uleb())
      let form = UInt16(truncatingIfNeeded: cursor.uleb())
      let constant = form == Form.implicitConst ? cursor.sleb() : 0
      if cursor.failed { return false }
      if attribute == 0 && form == 0 { break }
      guard specifications.count < Self.maxSpecifications, entries.count < Self.maxEntries else { return false }
      specifications.append(.init(attribute: attribute, form: form, constant: constant))
      place.note(attribute, form, at: fixed)
      hasCode = hasCode || attribute == Attribute.lowPC || attribute == Attribute.ranges
      if let size = encoding.fixedSize(of: form) {
        guard size >= 0, specifications.count - first < 1 << 16 else { return false }
        fixed = fixed.map { $0 + size }
        run += Int32(size)
      } else {
        fixed = nil
        if run > 0 { steps.append(run) }
        run = 0
        steps.append(Self.step(for: form))
      }
    }
    if run > 0 { steps.append(run) }
    let role: AbbreviationTable.Role =
      tag == Tag.inlinedSubroutine && (hasCode || hasChildren)
      ? .inlinedCall : tag == Tag.subprogram && hasCode ? .function : .other
    entries.append(
      .init(
        tag: tag, hasChildren: hasChildren, role: role, fixedSize: Int32(fixed ?? -1), first: Int32(first),
        count: Int32(specifications.count - first), firstStep: Int32(firstStep), stepCount: Int32(steps.count - firstStep),
        code: place))
    return true
  }

  private static func step(for form: UInt16) -> Int32 {
    switch form {
    case Form.string: AbbreviationTable.Step.text
    case Form.block, Form.exprloc: AbbreviationTable.Step.blockLEB
    case Form.block1: AbbreviationTable.Step.block1
    case Form.block2: AbbreviationTable.Step.block2
    case Form.block4: AbbreviationTable.Step.block4
    case Form.indirect: AbbreviationTable.Step.indirect
    default: AbbreviationTable.Step.leb
    }
  }
}
