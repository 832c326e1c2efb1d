/// One operation of a location expression (DWARF 5, 2.5), decoded.
struct LocationOperation: Hashable {
  /// The type of a number on the stack, if it is not the generic type.
  struct BaseType: Hashable {
    /// The number of bytes.
    var size: Int
    var isSigned: Bool
    /// Whether the number is no integer.
    var isFloat = false
  }

  var code: UInt8
  var first: UInt64 = 0
  var second: UInt64 = 0
  /// The position of the operation in the bytes of the expression, which branches refer to.
  var position: UInt64 = 0
  /// The bytes of an implicit value or of a typed constant.
  var block: [UInt8] = []
  /// The type that a typed operation names; nil for the generic type.
  var type: BaseType?
}

/// Codes of operations (DWARF 5, table 7.9, and the GNU extensions in use).
enum Operation {
  static let addr: UInt8 = 0x03
  static let deref: UInt8 = 0x06
  static let const1u: UInt8 = 0x08
  static let const1s: UInt8 = 0x09
  static let const2u: UInt8 = 0x0a
  static let const2s: UInt8 = 0x0b
  static let const4u: UInt8 = 0x0c
  static let const4s: UInt8 = 0x0d
  static let const8u: UInt8 = 0x0e
  static let const8s: UInt8 = 0x0f
  static let constu: UInt8 = 0x10
  static let consts: UInt8 = 0x11
  static let dup: UInt8 = 0x12
  static let drop: UInt8 = 0x13
  static let over: UInt8 = 0x14
  static let pick: UInt8 = 0x15
  static let swap: UInt8 = 0x16
  static let rot: UInt8 = 0x17
  static let abs: UInt8 = 0x19
  static let and: UInt8 = 0x1a
  static let div: UInt8 = 0x1b
  static let minus: UInt8 = 0x1c
  static let mod: UInt8 = 0x1d
  static let mul: UInt8 = 0x1e
  static let neg: UInt8 = 0x1f
  static let not: UInt8 = 0x20
  static let or: UInt8 = 0x21
  static let plus: UInt8 = 0x22
  static let plusUconst: UInt8 = 0x23
  static let shl: UInt8 = 0x24
  static let shr: UInt8 = 0x25
  static let shra: UInt8 = 0x26
  static let xor: UInt8 = 0x27
  static let bra: UInt8 = 0x28
  static let eq: UInt8 = 0x29
  static let ge: UInt8 = 0x2a
  static let gt: UInt8 = 0x2b
  static let le: UInt8 = 0x2c
  static let lt: UInt8 = 0x2d
  static let ne: UInt8 = 0x2e
  static let skip: UInt8 = 0x2f
  static let literals: ClosedRange<UInt8> = 0x30...0x4f
  static let registers: ClosedRange<UInt8> = 0x50...0x6f
  static let baseRegisters: ClosedRange<UInt8> = 0x70...0x8f
  static let regx: UInt8 = 0x90
  static let fbreg: UInt8 = 0x91
  static let bregx: UInt8 = 0x92
  static let piece: UInt8 = 0x93
  static let derefSize: UInt8 = 0x94
  static let nop: UInt8 = 0x96
  static let formTLSAddress: UInt8 = 0x9b
  static let callFrameCFA: UInt8 = 0x9c
  static let bitPiece: UInt8 = 0x9d
  static let implicitValue: UInt8 = 0x9e
  static let stackValue: UInt8 = 0x9f
  static let implicitPointer: UInt8 = 0xa0
  static let addrx: UInt8 = 0xa1
  static let constx: UInt8 = 0xa2
  static let entryValue: UInt8 = 0xa3
  static let constType: UInt8 = 0xa4
  static let regvalType: UInt8 = 0xa5
  static let derefType: UInt8 = 0xa6
  static let convert: UInt8 = 0xa8
  static let reinterpret: UInt8 = 0xa9
  static let gnuPushTLSAddress: UInt8 = 0xe0
  static let gnuUninit: UInt8 = 0xf0
  static let gnuImplicitPointer: UInt8 = 0xf2
  static let gnuEntryValue: UInt8 = 0xf3
  static let gnuConstType: UInt8 = 0xf4
  static let gnuRegvalType: UInt8 = 0xf5
  static let gnuDerefType: UInt8 = 0xf6
  static let gnuConvert: UInt8 = 0xf7
  static let gnuReinterpret: UInt8 = 0xf9
  static let gnuAddrIndex: UInt8 = 0xfb
  static let gnuConstIndex: UInt8 = 0xfc
}
