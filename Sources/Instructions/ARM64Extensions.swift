/// Instructions that newer 64-bit ARM processors have and version 4 of Capstone does not know: atomic operations, pointer
/// authentication, and loads with weaker ordering. Apple's system libraries are full of them.
enum ARM64Extensions {
  /// Returns the text of an instruction, or nil if it is none of these.
  static func decode(_ word: UInt32) -> (mnemonic: String, operands: String)? {
    authenticatedBranch(word) ?? authentication(word) ?? authenticatedLoad(word) ?? atomic(word) ?? compareAndSwap(word)
      ?? orderedLoad(word)
  }

  private static func field(_ word: UInt32, _ low: UInt32, _ count: UInt32) -> UInt32 { word >> low & (1 << count - 1) }

  private static func register(_ word: UInt32, _ low: UInt32, wide: Bool, isStack: Bool = false) -> String {
    let number = field(word, low, 5)
    if number == 31 { return isStack ? "sp" : wide ? "xzr" : "wzr" }
    return "\(wide ? "x" : "w")\(number)"
  }

  private static func base(_ word: UInt32) -> String { register(word, 5, wide: true, isStack: true) }

  /// `b` and `h` for accesses of one and two bytes.
  private static func suffix(_ word: UInt32) -> String { ["b", "h", "", ""][Int(word >> 30)] }

  private static func isWide(_ word: UInt32) -> Bool { word >> 30 == 3 }

  private static func authenticatedBranch(_ word: UInt32) -> (mnemonic: String, operands: String)? {
    let key = word & 0x400 == 0 ? "a" : "b"
    if word | 0x400 == 0xd65f_0fff { return ("reta" + key, "") }
    guard word & 0xfe9f_f800 == 0xd61f_0800, word & 0x0040_0000 == 0 else { return nil }
    let name = word & 0x0020_0000 == 0 ? "br" : "blr"
    let target = register(word, 5, wide: true)
    if word & 0x0100_0000 != 0 { return ("\(name)a\(key)", "\(target), \(register(word, 0, wide: true, isStack: true))") }
    return field(word, 0, 5) == 31 ? ("\(name)a\(key)z", target) : nil
  }

  private static func authentication(_ word: UInt32) -> (mnemonic: String, operands: String)? {
    guard word & 0xffff_8000 == 0xdac1_0000 else { return nil }
    let names = ["pacia", "pacib", "pacda", "pacdb", "autia", "autib", "autda", "autdb"]
    let zeroNames = ["paciza", "pacizb", "pacdza", "pacdzb", "autiza", "autizb", "autdza", "autdzb"]
    let (code, target) = (Int(field(word, 10, 5)), register(word, 0, wide: true))
    if code < 8 { return (names[code], "\(target), \(base(word))") }
    guard field(word, 5, 5) == 31 else { return nil }
    if code < 16 { return (zeroNames[code - 8], target) }
    return code < 18 ? (code == 16 ? "xpaci" : "xpacd", target) : nil
  }

  private static func authenticatedLoad(_ word: UInt32) -> (mnemonic: String, operands: String)? {
    guard word & 0xff20_0400 == 0xf820_0400 else { return nil }
    let magnitude = Int(field(word, 12, 9)) * 8
    let offset = word & 0x0040_0000 == 0 ? magnitude : magnitude - 4096
    let isChanged = word & 0x800 != 0
    let place = offset == 0 && !isChanged ? "[\(base(word))]" : "[\(base(word)), #\(offset)]\(isChanged ? "!" : "")"
    return (word & 0x0080_0000 == 0 ? "ldraa" : "ldrab", "\(register(word, 0, wide: true)), \(place)")
  }

  private static func atomic(_ word: UInt32) -> (mnemonic: String, operands: String)? {
    guard word & 0x3b20_0c00 == 0x3820_0000, word & 0x0400_0000 == 0 else { return nil }
    let code = Int(field(word, 12, 3))
    let isOther = word & 0x8000 != 0
    let order = (word & 0x0080_0000 == 0 ? "" : "a") + (word & 0x0040_0000 == 0 ? "" : "l")
    let (source, target) = (register(word, 16, wide: isWide(word)), register(word, 0, wide: isWide(word)))
    if isOther {
      if code == 4, field(word, 16, 5) == 31, order == "a" { return ("ldapr" + suffix(word), "\(target), [\(base(word))]") }
      return code == 0 ? ("swp" + order + suffix(word), "\(source), \(target), [\(base(word))]") : nil
    }
    let name = ["add", "clr", "eor", "set", "smax", "smin", "umax", "umin"][code]
    if field(word, 0, 5) == 31, !order.hasPrefix("a") {
      return ("st" + name + order + suffix(word), "\(source), [\(base(word))]")
    }
    return ("ld" + name + order + suffix(word), "\(source), \(target), [\(base(word))]")
  }

  private static func compareAndSwap(_ word: UInt32) -> (mnemonic: String, operands: String)? {
    let order = (word & 0x0040_0000 == 0 ? "" : "a") + (word & 0x8000 == 0 ? "" : "l")
    if word & 0x3fa0_7c00 == 0x08a0_7c00 {
      let wide = isWide(word)
      let operands = "\(register(word, 16, wide: wide)), \(register(word, 0, wide: wide)), [\(base(word))]"
      return ("cas" + order + suffix(word), operands)
    }
    let (source, target) = (field(word, 16, 5), field(word, 0, 5))
    guard word & 0xbfa0_7c00 == 0x0820_7c00, source & 1 == 0, target & 1 == 0 else { return nil }
    let wide = word & 0x4000_0000 != 0
    func pair(_ low: UInt32) -> String {
      "\(register(word, low, wide: wide)), \(register(word + 1 << low, low, wide: wide))"
    }
    return ("casp" + order, "\(pair(16)), \(pair(0)), [\(base(word))]")
  }

  private static func orderedLoad(_ word: UInt32) -> (mnemonic: String, operands: String)? {
    guard word & 0x3f20_0c00 == 0x1900_0000 else { return nil }
    let (size, code) = (Int(word >> 30), Int(field(word, 22, 2)))
    let magnitude = Int(field(word, 12, 9))
    let offset = magnitude < 256 ? magnitude : magnitude - 512
    let place = offset == 0 ? "[\(base(word))]" : "[\(base(word)), #\(offset)]"
    let letter = ["b", "h", "", ""][size]
    switch code {
    case 0: return ("stlur" + letter, "\(register(word, 0, wide: size == 3)), \(place)")
    case 1: return ("ldapur" + letter, "\(register(word, 0, wide: size == 3)), \(place)")
    case 2 where size < 3: return ("ldapurs" + (size == 2 ? "w" : letter), "\(register(word, 0, wide: true)), \(place)")
    case 3 where size < 2: return ("ldapurs" + letter, "\(register(word, 0, wide: false)), \(place)")
    default: return nil
    }
  }
}
