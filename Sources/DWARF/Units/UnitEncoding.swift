/// The encoding of one unit, which determines the sizes of some forms.
struct UnitEncoding: Hashable {
  /// The DWARF version, 2 to 5.
  var version: UInt16
  /// The size of a target address in bytes.
  var addressSize: UInt8
  /// The size of a section offset: 4 in 32-bit DWARF, 8 in 64-bit DWARF.
  var offsetSize: UInt8

  /// Returns the stored size of a form in bytes, nil if it varies from entry to entry, or -1 if the form is unknown.
  func fixedSize(of form: UInt16) -> Int? {
    switch form {
    case Form.flagPresent, Form.implicitConst: 0
    case Form.data1, Form.ref1, Form.flag, Form.strx1, Form.addrx1: 1
    case Form.data2, Form.ref2, Form.strx2, Form.addrx2: 2
    case Form.strx3, Form.addrx3: 3
    case Form.data4, Form.ref4, Form.strx4, Form.addrx4, Form.refSup4: 4
    case Form.data8, Form.ref8, Form.refSig8, Form.refSup8: 8
    case Form.data16: 16
    case Form.addr: Int(addressSize)
    case Form.strp, Form.secOffset, Form.lineStrp, Form.strpSup, Form.gnuRefAlt, Form.gnuStrpAlt: Int(offsetSize)
    case Form.refAddr: version <= 2 ? Int(addressSize) : Int(offsetSize)
    case Form.string, Form.block, Form.block1, Form.block2, Form.block4, Form.exprloc, Form.sdata, Form.udata, Form.refUdata,
      Form.strx, Form.addrx, Form.loclistx, Form.rnglistx, Form.indirect, Form.gnuAddrIndex, Form.gnuStrIndex:
      nil
    default: -1
    }
  }
}
