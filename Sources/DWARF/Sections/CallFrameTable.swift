internal import Bytes
internal import ObjectFiles

/// The rules for canonical frame addresses in `.eh_frame` or `.debug_frame` (DWARF 5, 6.4; Linux Standard Base, "Exception Frames").
struct CallFrameTable {
  /// A canonical frame address: a register plus an offset.
  struct Rule: Hashable {
    var register: Int
    var offset: Int64
  }

  /// What entries of one kind have in common.
  private struct Common {
    var codeFactor: UInt64 = 1
    var dataFactor: Int64 = 1
    /// How addresses are written (`DW_EH_PE_…`).
    var encoding: UInt8 = 0
    var hasAugmentation = false
    var instructions = ByteSlice.empty
  }

  private let bytes: ByteSlice
  private let address: UInt64
  private let isException: Bool
  private let is64Bit: Bool
  private let isBigEndian: Bool

  /// Returns the tables of a file that has the contents of its code, or of its debug file.
  static func tables(of file: ObjectFile) -> [CallFrameTable] {
    file.sections.compactMap { CallFrameTable($0, of: file) }
  }

  private init?(_ section: Section, of file: ObjectFile) {
    let isException = section.name == ".eh_frame"
    guard isException || section.name == ".debug_frame", section.compression == .none, section.hasContents,
      let bytes = try? file.storedContents(of: section)
    else { return nil }
    self.init(
      bytes, address: section.address.value, isException: isException, is64Bit: file.is64Bit, isBigEndian: file.isBigEndian)
  }

  init(_ bytes: ByteSlice, address: UInt64, isException: Bool, is64Bit: Bool, isBigEndian: Bool = false) {
    self.bytes = bytes
    self.address = address
    self.isException = isException
    self.is64Bit = is64Bit
    self.isBigEndian = isBigEndian
  }

  /// Returns the rule at a link-time address, or nil if no entry has one of this form.
  ///
  /// - Complexity: O(entries).
  func rule(at target: UInt64) -> Rule? { try? find(target) }

  private func find(_ target: UInt64) throws(ByteError) -> Rule? {
    var cursor = ByteCursor(bytes, bigEndian: isBigEndian)
    while cursor.remaining >= 4 {
      let (length, isWide) = try length(&cursor)
      guard length > 0, length <= cursor.remaining else { return nil }
      let start = cursor.position
      var entry = ByteCursor(try cursor.read(count: length), bigEndian: isBigEndian)
      let id = try entry.readWord(is64Bit: isWide)
      let isCommon = isException ? id == 0 : id == (isWide ? .max : 0xffff_ffff)
      if isCommon { continue }
      let (place, overflow) = isException ? UInt64(start).subtractingReportingOverflow(id) : (id, false)
      guard !overflow, let common = try? common(at: place) else { continue }
      if let rule = try rule(&entry, common, entryStart: start, at: target) { return rule }
    }
    return nil
  }

  private func length(_ cursor: inout ByteCursor) throws(ByteError) -> (Int, isWide: Bool) {
    let short = try cursor.read(UInt32.self)
    if short != .max { return (Int(short), false) }
    return (Int(clamping: try cursor.read(UInt64.self)), true)
  }

  private func common(at position: UInt64) throws(ByteError) -> Common? {
    var cursor = ByteCursor(bytes, bigEndian: isBigEndian)
    try cursor.seek(to: Int(clamping: position))
    let (length, isWide) = try length(&cursor)
    var entry = ByteCursor(try cursor.read(count: length), bigEndian: isBigEndian)
    _ = try entry.readWord(is64Bit: isWide)
    let version = try entry.read(UInt8.self)
    var augmentation: [UInt8] = []
    while case let byte = try entry.read(UInt8.self), byte != 0 { augmentation.append(byte) }
    var common = Common()
    if version >= 4 { try entry.skip(2) }
    common.codeFactor = try entry.readULEB()
    common.dataFactor = try entry.readSLEB()
    if version == 1 { try entry.skip(1) } else { _ = try entry.readULEB() }
    if augmentation.first == UInt8(ascii: "z") {
      common.hasAugmentation = true
      let size = Int(clamping: try entry.readULEB())
      var data = ByteCursor(try entry.read(count: size), bigEndian: isBigEndian)
      try readAugmentation(augmentation.dropFirst(), &data, &common)
    } else if !augmentation.isEmpty {
      return nil
    }
    common.instructions = try entry.read(count: entry.remaining)
    return common
  }

  private func readAugmentation(_ letters: ArraySlice<UInt8>, _ data: inout ByteCursor, _ common: inout Common)
    throws(ByteError)
  {
    for letter in letters {
      switch letter {
      case UInt8(ascii: "R"): common.encoding = try data.read(UInt8.self)
      case UInt8(ascii: "L"): try data.skip(1)
      case UInt8(ascii: "P"):
        let encoding = try data.read(UInt8.self)
        _ = try value(&data, encoding)
      case UInt8(ascii: "S"), UInt8(ascii: "B"), UInt8(ascii: "G"): continue
      default: return
      }
    }
  }

  /// Reads a number in one of the forms of `.eh_frame`, without the address that it may be relative to.
  private func value(_ cursor: inout ByteCursor, _ encoding: UInt8) throws(ByteError) -> UInt64? {
    switch encoding & 0xf {
    case 0: try cursor.readWord(is64Bit: is64Bit)
    case 1: try cursor.readULEB()
    case 2: UInt64(try cursor.read(UInt16.self))
    case 3: UInt64(try cursor.read(UInt32.self))
    case 4, 0xc: try cursor.read(UInt64.self)
    case 9: UInt64(bitPattern: try cursor.readSLEB())
    case 0xa: UInt64(bitPattern: Int64(try cursor.read(Int16.self)))
    case 0xb: UInt64(bitPattern: Int64(try cursor.read(Int32.self)))
    default: nil
    }
  }

  private func rule(_ entry: inout ByteCursor, _ common: Common, entryStart: Int, at target: UInt64) throws(ByteError) -> Rule? {
    let encoding = isException ? common.encoding : 0
    let place = address &+ UInt64(entryStart + entry.position)
    guard var start = try value(&entry, encoding), let size = try value(&entry, encoding & 0xf) else { return nil }
    switch encoding & 0xf0 {
    case 0: break
    case 0x10: start = start &+ place
    default: return nil
    }
    guard target >= start, target - start < size else { return nil }
    if common.hasAugmentation { try entry.skip(Int(clamping: try entry.readULEB())) }
    var program = CallFrameProgram(
      codeFactor: common.codeFactor, dataFactor: common.dataFactor, target: target - start, is64Bit: is64Bit,
      isBigEndian: isBigEndian)
    try program.run(common.instructions)
    try program.run(try entry.read(count: entry.remaining))
    return program.rule
  }
}

extension ByteCursor {
  /// Reads a signed LEB128 number (DWARF 5, section 7.6). Bits above 64 are dropped.
  fileprivate mutating func readSLEB() throws(ByteError) -> Int64 {
    var (result, shift) = (Int64(0), Int64(0))
    while true {
      let byte = try read(UInt8.self)
      if shift < 64 { result |= Int64(byte & 0x7f) << shift }
      shift += 7
      guard byte & 0x80 == 0 else { continue }
      if shift < 64, byte & 0x40 != 0 { result |= -1 << shift }
      return result
    }
  }
}

/// The instructions of one entry, of which only the canonical frame address is kept (DWARF 5, 6.4.2).
private struct CallFrameProgram {
  let codeFactor: UInt64
  let dataFactor: Int64
  /// The distance of the address that is asked for from the start of the entry's code.
  let target: UInt64
  let is64Bit: Bool
  let isBigEndian: Bool

  /// The rule so far, or nil if it has another form.
  private(set) var rule: CallFrameTable.Rule?
  private var reached: UInt64 = 0
  private var remembered: [CallFrameTable.Rule?] = []

  init(codeFactor: UInt64, dataFactor: Int64, target: UInt64, is64Bit: Bool, isBigEndian: Bool) {
    self.codeFactor = codeFactor
    self.dataFactor = dataFactor
    self.target = target
    self.is64Bit = is64Bit
    self.isBigEndian = isBigEndian
  }

  private static let maxRemembered = 64

  mutating func run(_ instructions: ByteSlice) throws(ByteError) {
    var cursor = ByteCursor(instructions, bigEndian: isBigEndian)
    while cursor.remaining > 0, reached <= target {
      let code = try cursor.read(UInt8.self)
      switch code & 0xc0 {
      case 0x40: advance(UInt64(code & 0x3f))
      case 0x80: _ = try cursor.readULEB()
      case 0xc0: continue
      default:
        guard try perform(code, &cursor) else {
          rule = nil
          reached = .max
          return
        }
      }
    }
  }

  /// Returns false for unknown instructions.
  private mutating func perform(_ code: UInt8, _ cursor: inout ByteCursor) throws(ByteError) -> Bool {
    switch code {
    case 0x00, 0x2d: break
    case 0x02: advance(UInt64(try cursor.read(UInt8.self)))
    case 0x03: advance(UInt64(try cursor.read(UInt16.self)))
    case 0x04: advance(UInt64(try cursor.read(UInt32.self)))
    case 0x06, 0x07, 0x08, 0x2e: _ = try cursor.readULEB()
    case 0x05, 0x09, 0x14, 0x2f, 0x11, 0x15:
      _ = try cursor.readULEB()
      _ = try cursor.readSLEB()
    case 0x0a:
      guard remembered.count < Self.maxRemembered else { return false }
      remembered.append(rule)
    case 0x0b:
      guard let last = remembered.popLast() else { return false }
      rule = last
    case 0x0c: rule = try define(cursor.readULEB(), Int64(bitPattern: cursor.readULEB()))
    case 0x12: rule = try define(cursor.readULEB(), cursor.readSLEB() &* dataFactor)
    case 0x0d: rule = try define(cursor.readULEB(), rule?.offset)
    case 0x0e: rule?.offset = Int64(bitPattern: try cursor.readULEB())
    case 0x13: rule?.offset = try cursor.readSLEB() &* dataFactor
    case 0x0f:
      rule = nil
      try cursor.skip(Int(clamping: try cursor.readULEB()))
    case 0x10, 0x16:
      _ = try cursor.readULEB()
      try cursor.skip(Int(clamping: try cursor.readULEB()))
    default: return false
    }
    return true
  }

  private func define(_ register: UInt64, _ offset: Int64?) -> CallFrameTable.Rule? {
    guard register < 1 << 16, let offset else { return nil }
    return CallFrameTable.Rule(register: Int(register), offset: offset)
  }

  private mutating func advance(_ delta: UInt64) {
    let (distance, overflow) = delta.multipliedReportingOverflow(by: codeFactor)
    let (sum, over) = reached.addingReportingOverflow(distance)
    reached = overflow || over ? .max : sum
  }
}
