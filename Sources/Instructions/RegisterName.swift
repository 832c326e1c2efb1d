/// A register, or a part of one, as instructions and reports name it.
struct RegisterName: Hashable {
  /// The number of the whole register, that of `x8` for `w8`: of general registers the one in DWARF, below 64; of others from 64 on.
  let whole: Int
  /// The number of bytes of the part.
  let width: Int
  /// The number of the part's lowest bit.
  let shift: Int

  /// The number of the zero register of 64-bit ARM.
  static let zero = 32
  private static let vectors = 64

  /// Reads a name in upper or lower case, or returns nil if the processor has no such register.
  init?(_ name: some StringProtocol, _ processor: Processor) {
    self.init(packed: Self.packed(name), processor)
  }

  /// Reads a name that is packed in a number.
  init?(packed: UInt64, _ processor: Processor) {
    let found =
      switch processor {
      case .arm64: Self.arm64(packed)
      case .x86_64: Self.x86Names[packed]
      case .arm, .thumb: Self.arm(packed)
      }
    guard let found else { return nil }
    self = found
  }

  private init(_ whole: Int, _ width: Int, shift: Int = 0) {
    self.whole = whole
    self.width = width
    self.shift = shift
  }

  /// The program counter's number.
  static func programCounter(_ processor: Processor) -> Int {
    switch processor {
    case .arm64: 33
    case .x86_64: 16
    case .arm, .thumb: 15
    }
  }

  /// The stack pointer's number.
  static func stackPointer(_ processor: Processor) -> Int {
    switch processor {
    case .arm64: 31
    case .x86_64: 7
    case .arm, .thumb: 13
    }
  }

  /// The number of the register that usually holds the frame pointer, or nil if functions do not agree on one.
  static func framePointer(_ processor: Processor) -> Int? {
    switch processor {
    case .arm64: 29
    case .x86_64: 6
    case .arm, .thumb: nil
    }
  }

  /// The bytes of a name in a number, the first one lowest; 0 if they are more than eight.
  static func packed(_ name: some StringProtocol) -> UInt64 {
    var (number, shift) = (UInt64(0), UInt64(0))
    for byte in name.utf8 {
      guard shift < 64 else { return 0 }
      number |= UInt64(UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte) << shift
      shift += 8
    }
    return number
  }

  /// Returns the number behind the first letter of a name: 30 of `x30`.
  private static func number(_ packed: UInt64) -> Int? {
    let (first, second) = (Int(packed >> 8 & 0xff) - 48, Int(packed >> 16 & 0xff) - 48)
    guard 0...9 ~= first, packed >> 24 == 0 else { return nil }
    if packed >> 16 == 0 { return first }
    return 0...9 ~= second && first != 0 ? first * 10 + second : nil
  }

  private static func arm64(_ packed: UInt64) -> RegisterName? {
    guard let number = number(packed) else { return arm64Names[packed] }
    switch UInt8(truncatingIfNeeded: packed) {
    case UInt8(ascii: "x"): return number < 31 ? RegisterName(number, 8) : nil
    case UInt8(ascii: "w"): return number < 31 ? RegisterName(number, 4) : nil
    case let letter:
      guard number < 32, let width = vectorWidths[letter] else { return nil }
      return RegisterName(vectors + number, width)
    }
  }

  private static let arm64Names: [UInt64: RegisterName] = [
    packed("sp"): RegisterName(stackPointer(.arm64), 8), packed("wsp"): RegisterName(stackPointer(.arm64), 4),
    packed("fp"): RegisterName(29, 8), packed("lr"): RegisterName(30, 8),
    packed("pc"): RegisterName(programCounter(.arm64), 8), packed("xzr"): RegisterName(zero, 8),
    packed("wzr"): RegisterName(zero, 4),
  ]
  private static let vectorWidths: [UInt8: Int] = [
    UInt8(ascii: "q"): 16, UInt8(ascii: "v"): 16, UInt8(ascii: "d"): 8, UInt8(ascii: "s"): 4, UInt8(ascii: "h"): 2,
    UInt8(ascii: "b"): 1,
  ]

  private static func arm(_ packed: UInt64) -> RegisterName? {
    if let alias = armNames[packed] { return RegisterName(alias, 4) }
    guard let number = number(packed) else { return nil }
    switch UInt8(truncatingIfNeeded: packed) {
    case UInt8(ascii: "r"): return number < 13 ? RegisterName(number, 4) : nil
    case UInt8(ascii: "q"): return number < 16 ? RegisterName(vectors + number, 16) : nil
    case UInt8(ascii: "d"): return number < 32 ? RegisterName(32 + number, 8) : nil
    case UInt8(ascii: "s"): return number < 32 ? RegisterName(vectors + 16 + number, 4) : nil
    default: return nil
    }
  }

  private static let armNames = [
    packed("sb"): 9, packed("sl"): 10, packed("fp"): 11, packed("ip"): 12, packed("sp"): 13, packed("r13"): 13, packed("lr"): 14,
    packed("r14"): 14, packed("pc"): 15, packed("r15"): 15,
  ]

  private static let x86Names: [UInt64: RegisterName] = {
    let counter = programCounter(.x86_64)
    var names = [packed("rip"): RegisterName(counter, 8), packed("eip"): RegisterName(counter, 4)]
    for (letter, number) in [("a", 0), ("d", 1), ("c", 2), ("b", 3)] {
      names[packed("r\(letter)x")] = RegisterName(number, 8)
      names[packed("e\(letter)x")] = RegisterName(number, 4)
      names[packed("\(letter)x")] = RegisterName(number, 2)
      names[packed("\(letter)l")] = RegisterName(number, 1)
      names[packed("\(letter)h")] = RegisterName(number, 1, shift: 8)
    }
    for (word, number) in [("si", 4), ("di", 5), ("bp", 6), ("sp", 7)] {
      names[packed("r\(word)")] = RegisterName(number, 8)
      names[packed("e\(word)")] = RegisterName(number, 4)
      names[packed(word)] = RegisterName(number, 2)
      names[packed("\(word)l")] = RegisterName(number, 1)
    }
    for number in 8...15 {
      names[packed("r\(number)")] = RegisterName(number, 8)
      names[packed("r\(number)d")] = RegisterName(number, 4)
      names[packed("r\(number)w")] = RegisterName(number, 2)
      names[packed("r\(number)b")] = RegisterName(number, 1)
    }
    for number in 0...31 {
      names[packed("xmm\(number)")] = RegisterName(vectors + number, 16)
      names[packed("ymm\(number)")] = RegisterName(vectors + number, 32)
      names[packed("zmm\(number)")] = RegisterName(vectors + number, 64)
    }
    for number in 0...7 {
      names[packed("mm\(number)")] = RegisterName(vectors + 32 + number, 8)
      names[packed("st(\(number))")] = RegisterName(vectors + 40 + number, 10)
    }
    return names
  }()
}
