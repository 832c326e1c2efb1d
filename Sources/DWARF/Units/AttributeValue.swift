/// The value of one attribute, as far as units, functions and inlined calls need it.
enum AttributeValue {
  /// A target address.
  case address(UInt64)
  /// An index into `.debug_addr`.
  case addressIndex(UInt64)
  /// A number, flag or offset.
  case constant(UInt64)
  /// Text inside the entry, at an offset of `.debug_info`.
  case inlineText(Int)
  /// Text in `.debug_str`.
  case text(Int)
  /// Text in `.debug_line_str`.
  case lineText(Int)
  /// An index into `.debug_str_offsets`.
  case textIndex(UInt64)
  /// Text in the alternate file's `.debug_str`.
  case alternateText(Int)
  /// An entry, as an offset of `.debug_info`.
  case reference(Int)
  /// An entry of the alternate file.
  case alternateReference(Int)
  /// An index into the unit's range lists.
  case rangeListIndex(UInt64)
  /// Anything else, skipped.
  case other

  /// The number, for forms that contain one, otherwise nil.
  var number: UInt64? {
    if case .constant(let value) = self { return value }
    return nil
  }
}

extension SectionCursor {
  /// Reads the value of a form and advances past it.
  @inline(__always)
  mutating func value(_ form: UInt16, constant: Int64, encoding: UnitEncoding, unitOffset: Int) -> AttributeValue {
    switch form {
    case Form.addr: return .address(unsigned(size: Int(encoding.addressSize)))
    case Form.data1, Form.flag: return .constant(unsigned(size: 1))
    case Form.data2: return .constant(unsigned(size: 2))
    case Form.data4: return .constant(unsigned(size: 4))
    case Form.data8: return .constant(unsigned(size: 8))
    case Form.udata: return .constant(uleb())
    case Form.sdata: return .constant(UInt64(bitPattern: sleb()))
    case Form.flagPresent: return .constant(1)
    case Form.implicitConst: return .constant(UInt64(bitPattern: constant))
    case Form.secOffset: return .constant(unsigned(size: Int(encoding.offsetSize)))
    case Form.ref1: return .reference(unitOffset &+ Int(unsigned(size: 1)))
    case Form.ref2: return .reference(unitOffset &+ Int(unsigned(size: 2)))
    case Form.ref4: return .reference(unitOffset &+ Int(unsigned(size: 4)))
    default: return rareValue(form, constant: constant, encoding: encoding, unitOffset: unitOffset)
    }
  }

  private mutating func rareValue(_ form: UInt16, constant: Int64, encoding: UnitEncoding, unitOffset: Int) -> AttributeValue {
    let offsetSize = Int(encoding.offsetSize)
    switch form {
    case Form.ref8: return .reference(unitOffset &+ Int(truncatingIfNeeded: unsigned(size: 8)))
    case Form.refUdata: return .reference(unitOffset &+ Int(truncatingIfNeeded: uleb()))
    case Form.refAddr:
      return .reference(Int(truncatingIfNeeded: unsigned(size: encoding.version <= 2 ? Int(encoding.addressSize) : offsetSize)))
    case Form.strp: return .text(Int(truncatingIfNeeded: unsigned(size: offsetSize)))
    case Form.lineStrp: return .lineText(Int(truncatingIfNeeded: unsigned(size: offsetSize)))
    case Form.strx, Form.gnuStrIndex: return .textIndex(uleb())
    case Form.strx1: return .textIndex(unsigned(size: 1))
    case Form.strx2: return .textIndex(unsigned(size: 2))
    case Form.strx3: return .textIndex(unsigned(size: 3))
    case Form.strx4: return .textIndex(unsigned(size: 4))
    case Form.addrx, Form.gnuAddrIndex: return .addressIndex(uleb())
    case Form.addrx1: return .addressIndex(unsigned(size: 1))
    case Form.addrx2: return .addressIndex(unsigned(size: 2))
    case Form.addrx3: return .addressIndex(unsigned(size: 3))
    case Form.addrx4: return .addressIndex(unsigned(size: 4))
    case Form.rnglistx: return .rangeListIndex(uleb())
    case Form.strpSup, Form.gnuStrpAlt: return .alternateText(Int(truncatingIfNeeded: unsigned(size: offsetSize)))
    case Form.gnuRefAlt: return .alternateReference(Int(truncatingIfNeeded: unsigned(size: offsetSize)))
    case Form.refSup4: return .alternateReference(Int(unsigned(size: 4)))
    case Form.refSup8: return .alternateReference(Int(truncatingIfNeeded: unsigned(size: 8)))
    case Form.string:
      let start = position
      skipText()
      return .inlineText(start)
    case Form.indirect:
      let actual = UInt16(truncatingIfNeeded: uleb())
      guard actual != Form.indirect, actual != Form.implicitConst else {
        skip(.max)
        return .other
      }
      return value(actual, constant: 0, encoding: encoding, unitOffset: unitOffset)
    default:
      skipBytes(of: form)
      return .other
    }
  }

  private mutating func skipBytes(of form: UInt16) {
    switch form {
    case Form.data16: skip(16)
    case Form.refSig8: skip(8)
    case Form.block1: skip(unsigned(size: 1))
    case Form.block2: skip(unsigned(size: 2))
    case Form.block4: skip(unsigned(size: 4))
    case Form.block, Form.exprloc: skip(uleb())
    case Form.loclistx: skipLEB()
    default: skip(.max)
    }
  }

  /// Skips all attributes of an entry.
  @inline(__always)
  mutating func skipAttributes(of entry: AbbreviationTable.Entry, in table: AbbreviationTable, encoding: UnitEncoding) {
    if entry.fixedSize >= 0 { skip(UInt64(truncatingIfNeeded: entry.fixedSize)) } else { skipSteps(of: entry, table, encoding) }
  }

  private mutating func skipSteps(of entry: AbbreviationTable.Entry, _ table: AbbreviationTable, _ encoding: UnitEncoding) {
    for index in Int(entry.firstStep)..<Int(entry.firstStep + entry.stepCount) {
      let step = table.steps[index]
      if step >= 0 {
        skip(UInt64(truncatingIfNeeded: step))
        continue
      }
      switch step {
      case AbbreviationTable.Step.leb: skipLEB()
      case AbbreviationTable.Step.text: skipText()
      case AbbreviationTable.Step.blockLEB: skip(uleb())
      case AbbreviationTable.Step.block1: skip(unsigned(size: 1))
      case AbbreviationTable.Step.block2: skip(unsigned(size: 2))
      case AbbreviationTable.Step.block4: skip(unsigned(size: 4))
      default: _ = rareValue(Form.indirect, constant: 0, encoding: encoding, unitOffset: 0)
      }
    }
  }
}
