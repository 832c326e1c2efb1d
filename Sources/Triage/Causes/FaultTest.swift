internal import CrashModel

/// The tests that look at the fault address.
enum FaultTest {
  /// What a test finds; nil when it does not hold, or is none of these.
  static func evidence(_ test: NamedTest, _ facts: CauseInput) -> TriageCause.Evidence? {
    if test == .protectionFault || test == .nonCanonical { return protection(test, facts) }
    if test == .pointerAuthentication { return pointerAuthentication(facts) }
    if test == .bitFlip { return facts.failure == "bad-access" ? BitFlip(facts).evidence : nil }
    guard let fault = facts.fault, holds(test, fault, facts) else { return nil }
    return TriageCause.Evidence(path: "exception.faultAddress", text: words(test, fault))
  }

  private static func holds(_ test: NamedTest, _ fault: UInt64, _ facts: CauseInput) -> Bool {
    switch test {
    case .faultNull: fault == 0 && facts.programCounter != 0 && !(facts.isIntel64 && facts.codes.first == 13)
    case .faultNearNull: fault > 0 && fault < 0x1000
    case .faultFar: fault >= 0x1000
    case .jumpNull: fault < 0x1000 && isJump(fault, facts)
    case .jumpData: fault >= 0x1000 && isJump(fault, facts)
    case .faultPattern: isPattern(fault)
    case .faultText: asText(fault) != nil
    case .faultInImage: fault > 0 && facts.image(at: fault) != nil
    case .faultAtStack: isAtStack(fault, facts)
    default: false
    }
  }

  /// Whether the program counter is the fault address, and what the stack begins with has no name.
  private static func isJump(_ fault: UInt64, _ facts: CauseInput) -> Bool {
    guard facts.programCounter == fault, let top = facts.view.top else { return false }
    return top.name == nil || top.image == nil
  }

  private static func isAtStack(_ fault: UInt64, _ facts: CauseInput) -> Bool {
    guard let stack = facts.stackPointer else { return false }
    let distance = fault > stack ? fault - stack : stack - fault
    return fault >= 0x1000 && distance <= 0x4000
  }

  /// Five or more equal bytes among those that count, four of four for 32 bits; not all zeros or ones.
  private static func isPattern(_ fault: UInt64) -> Bool {
    if [0xdead_beef, 0xbaad_f00d, 0xfeed_face, 0xdead_dead, 0xcafe_babe].contains(fault & 0xffff_ffff) { return true }
    let bytes = significant(fault)
    for byte in Set(bytes) where byte != 0 && byte != 0xff {
      let count = bytes.count { $0 == byte }
      if count >= 5 || bytes.count == 4 && count >= 3 { return true }
    }
    return false
  }

  /// The bytes in memory order when at least four are there and all are printable ASCII.
  private static func asText(_ fault: UInt64) -> String? {
    let bytes = significant(fault)
    guard bytes.count >= 4, bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7f }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The bytes of an address, least first, without leading zeros.
  private static func significant(_ fault: UInt64) -> [UInt8] {
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: fault >> (8 * $0)) }
    return Array(bytes[...(bytes.lastIndex { $0 != 0 } ?? 0)])
  }

  private static func words(_ test: NamedTest, _ fault: UInt64) -> String {
    let address = NumberParser.hex(fault)
    switch test {
    case .faultNearNull: return "\(address): \(fault) byte\(fault == 1 ? "" : "s") from a null pointer"
    case .jumpNull, .jumpData: return "\(address), which is also the program counter"
    case .faultText: return "\(address) is the text \"\(asText(fault) ?? "")\""
    case .faultAtStack: return "\(address), at the stack pointer"
    case .faultInImage: return "\(address), inside an image"
    default: return address
    }
  }

  private static func protection(_ test: NamedTest, _ facts: CauseInput) -> TriageCause.Evidence? {
    guard facts.isProtectionFault, facts.failure == "bad-access" else { return nil }
    if test == .protectionFault {
      return TriageCause.Evidence(path: "exception.codes", text: facts.report.exception?.codes ?? "")
    }
    guard let (register, path) = facts.nonCanonicalRegister else { return nil }
    return TriageCause.Evidence(path: path, text: "\(register.name) = \(NumberParser.hex(register.value))")
  }

  private static func pointerAuthentication(_ facts: CauseInput) -> TriageCause.Evidence? {
    guard facts.report.exception?.type == "EXC_BAD_ACCESS", let code = facts.codes.first else { return nil }
    let isOldHalf = facts.codes.count > 1 && facts.codes[1] == 8
    guard !isOldHalf, code == 0x105 || code < 0x1000 && code & 0x200 != 0 else { return nil }
    return TriageCause.Evidence(path: "exception.codes", text: facts.report.exception?.codes ?? "")
  }
}
