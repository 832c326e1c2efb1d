/// Attribute codes (DWARF 5, table 7.5, and the GNU and MIPS extensions in use).
enum Attribute {
  static let location: UInt16 = 0x02
  static let name: UInt16 = 0x03
  static let bitSize: UInt16 = 0x0d
  static let stmtList: UInt16 = 0x10
  static let lowPC: UInt16 = 0x11
  static let highPC: UInt16 = 0x12
  static let language: UInt16 = 0x13
  static let compDir: UInt16 = 0x1b
  static let producer: UInt16 = 0x25
  static let abstractOrigin: UInt16 = 0x31
  static let artificial: UInt16 = 0x34
  static let dataMemberLocation: UInt16 = 0x38
  static let frameBase: UInt16 = 0x40
  static let specification: UInt16 = 0x47
  static let type: UInt16 = 0x49
  static let ranges: UInt16 = 0x55
  static let callColumn: UInt16 = 0x57
  static let callFile: UInt16 = 0x58
  static let callLine: UInt16 = 0x59
  static let linkageName: UInt16 = 0x6e
  static let strOffsetsBase: UInt16 = 0x72
  static let addrBase: UInt16 = 0x73
  static let rnglistsBase: UInt16 = 0x74
  static let dwoName: UInt16 = 0x76
  static let mipsLinkageName: UInt16 = 0x2007
  static let gnuDwoName: UInt16 = 0x2130
  static let gnuDwoID: UInt16 = 0x2131
  static let gnuRangesBase: UInt16 = 0x2132
  static let gnuAddrBase: UInt16 = 0x2133
  static let runtimeClass: UInt16 = 0x3fe6
}

/// Tag codes (DWARF 5, table 7.3).
enum Tag {
  static let arrayType: UInt16 = 0x01
  static let classType: UInt16 = 0x02
  static let enumerationType: UInt16 = 0x04
  static let formalParameter: UInt16 = 0x05
  static let lexicalBlock: UInt16 = 0x0b
  static let member: UInt16 = 0x0d
  static let pointerType: UInt16 = 0x0f
  static let referenceType: UInt16 = 0x10
  static let compileUnit: UInt16 = 0x11
  static let structureType: UInt16 = 0x13
  static let typedef: UInt16 = 0x16
  static let unionType: UInt16 = 0x17
  static let inheritance: UInt16 = 0x1c
  static let inlinedSubroutine: UInt16 = 0x1d
  static let module: UInt16 = 0x1e
  static let subrangeType: UInt16 = 0x21
  static let baseType: UInt16 = 0x24
  static let constType: UInt16 = 0x26
  static let subprogram: UInt16 = 0x2e
  static let variable: UInt16 = 0x34
  static let volatileType: UInt16 = 0x35
  static let restrictType: UInt16 = 0x37
  static let namespace: UInt16 = 0x39
  static let partialUnit: UInt16 = 0x3c
  static let interfaceType: UInt16 = 0x38
  static let rvalueReferenceType: UInt16 = 0x42
  static let atomicType: UInt16 = 0x47
}

/// Attribute form codes (DWARF 5, table 7.6, and the GNU extensions).
enum Form {
  static let addr: UInt16 = 0x01
  static let block2: UInt16 = 0x03
  static let block4: UInt16 = 0x04
  static let data2: UInt16 = 0x05
  static let data4: UInt16 = 0x06
  static let data8: UInt16 = 0x07
  static let string: UInt16 = 0x08
  static let block: UInt16 = 0x09
  static let block1: UInt16 = 0x0a
  static let data1: UInt16 = 0x0b
  static let flag: UInt16 = 0x0c
  static let sdata: UInt16 = 0x0d
  static let strp: UInt16 = 0x0e
  static let udata: UInt16 = 0x0f
  static let refAddr: UInt16 = 0x10
  static let ref1: UInt16 = 0x11
  static let ref2: UInt16 = 0x12
  static let ref4: UInt16 = 0x13
  static let ref8: UInt16 = 0x14
  static let refUdata: UInt16 = 0x15
  static let indirect: UInt16 = 0x16
  static let secOffset: UInt16 = 0x17
  static let exprloc: UInt16 = 0x18
  static let flagPresent: UInt16 = 0x19
  static let strx: UInt16 = 0x1a
  static let addrx: UInt16 = 0x1b
  static let refSup4: UInt16 = 0x1c
  static let strpSup: UInt16 = 0x1d
  static let data16: UInt16 = 0x1e
  static let lineStrp: UInt16 = 0x1f
  static let refSig8: UInt16 = 0x20
  static let implicitConst: UInt16 = 0x21
  static let loclistx: UInt16 = 0x22
  static let rnglistx: UInt16 = 0x23
  static let refSup8: UInt16 = 0x24
  static let strx1: UInt16 = 0x25
  static let strx2: UInt16 = 0x26
  static let strx3: UInt16 = 0x27
  static let strx4: UInt16 = 0x28
  static let addrx1: UInt16 = 0x29
  static let addrx2: UInt16 = 0x2a
  static let addrx3: UInt16 = 0x2b
  static let addrx4: UInt16 = 0x2c
  static let gnuAddrIndex: UInt16 = 0x1f01
  static let gnuStrIndex: UInt16 = 0x1f02
  static let gnuRefAlt: UInt16 = 0x1f20
  static let gnuStrpAlt: UInt16 = 0x1f21
}
