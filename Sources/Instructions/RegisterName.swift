/// A register, or a part of one, as instructions name it.
struct RegisterName: Hashable {
  /// The name of the whole register: `x8` of `w8`, `rcx` of `ch`, `v0` of `d0`.
  let whole: String
  /// The number of bytes of the part.
  let width: Int
  /// The number of the part's lowest bit.
  let shift: Int

  /// Reads a lower-case name, or returns nil if the processor has no such register.
  init?(_ name: some StringProtocol, _ processor: Processor) {
    let found =
      switch processor {
      case .arm64: Self.arm64(String(name))
      case .x86_64: Self.x86(String(name))
      case .arm, .thumb: Self.arm(String(name))
      }
    guard let found else { return nil }
    self = found
  }

  private init(_ whole: String, _ width: Int, shift: Int = 0) {
    self.whole = whole
    self.width = width
    self.shift = shift
  }

  private static func arm64(_ name: String) -> RegisterName? {
    switch name {
    case "sp": return RegisterName("sp", 8)
    case "wsp": return RegisterName("sp", 4)
    case "fp": return RegisterName("x29", 8)
    case "lr": return RegisterName("x30", 8)
    case "pc": return RegisterName("pc", 8)
    case "xzr": return RegisterName("xzr", 8)
    case "wzr": return RegisterName("xzr", 4)
    default:
      guard let number = UInt8(name.dropFirst()), let first = name.utf8.first else { return nil }
      switch first {
      case UInt8(ascii: "x"): return number < 31 ? RegisterName("x\(number)", 8) : nil
      case UInt8(ascii: "w"): return number < 31 ? RegisterName("x\(number)", 4) : nil
      case UInt8(ascii: "q"), UInt8(ascii: "v"): return number < 32 ? RegisterName("v\(number)", 16) : nil
      case UInt8(ascii: "d"): return number < 32 ? RegisterName("v\(number)", 8) : nil
      case UInt8(ascii: "s"): return number < 32 ? RegisterName("v\(number)", 4) : nil
      case UInt8(ascii: "h"): return number < 32 ? RegisterName("v\(number)", 2) : nil
      case UInt8(ascii: "b"): return number < 32 ? RegisterName("v\(number)", 1) : nil
      default: return nil
      }
    }
  }

  private static func arm(_ name: String) -> RegisterName? {
    let aliases = ["sb": "r9", "sl": "r10", "fp": "r11", "ip": "r12", "r13": "sp", "r14": "lr", "r15": "pc"]
    if let alias = aliases[name] { return RegisterName(alias, 4) }
    if ["sp", "lr", "pc"].contains(name) { return RegisterName(name, 4) }
    guard let number = UInt8(name.dropFirst()), let first = name.utf8.first else { return nil }
    switch first {
    case UInt8(ascii: "r"): return number < 13 ? RegisterName(name, 4) : nil
    case UInt8(ascii: "q"): return number < 16 ? RegisterName(name, 16) : nil
    case UInt8(ascii: "d"): return number < 32 ? RegisterName(name, 8) : nil
    case UInt8(ascii: "s"): return number < 32 ? RegisterName(name, 4) : nil
    default: return nil
    }
  }

  private static let x86Names: [String: RegisterName] = {
    var names: [String: RegisterName] = ["rip": RegisterName("rip", 8), "eip": RegisterName("rip", 4)]
    for letter in ["a", "b", "c", "d"] {
      let whole = "r\(letter)x"
      names[whole] = RegisterName(whole, 8)
      names["e\(letter)x"] = RegisterName(whole, 4)
      names["\(letter)x"] = RegisterName(whole, 2)
      names["\(letter)l"] = RegisterName(whole, 1)
      names["\(letter)h"] = RegisterName(whole, 1, shift: 8)
    }
    for word in ["si", "di", "bp", "sp"] {
      names["r\(word)"] = RegisterName("r\(word)", 8)
      names["e\(word)"] = RegisterName("r\(word)", 4)
      names[word] = RegisterName("r\(word)", 2)
      names["\(word)l"] = RegisterName("r\(word)", 1)
    }
    for number in 8...15 {
      names["r\(number)"] = RegisterName("r\(number)", 8)
      names["r\(number)d"] = RegisterName("r\(number)", 4)
      names["r\(number)w"] = RegisterName("r\(number)", 2)
      names["r\(number)b"] = RegisterName("r\(number)", 1)
    }
    for number in 0...31 {
      names["xmm\(number)"] = RegisterName("xmm\(number)", 16)
      names["ymm\(number)"] = RegisterName("xmm\(number)", 32)
      names["zmm\(number)"] = RegisterName("xmm\(number)", 64)
    }
    for number in 0...7 {
      names["mm\(number)"] = RegisterName("mm\(number)", 8)
      names["st(\(number))"] = RegisterName("st(\(number))", 10)
    }
    return names
  }()

  private static func x86(_ name: String) -> RegisterName? { x86Names[name] }
}
