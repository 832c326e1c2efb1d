internal import CrashModel

/// The tests that look at the fault address.
enum FaultTest {
  static func null(_ facts: CauseInput) -> TriageCause.Evidence? {
    evidence(facts) { $0 == 0 && facts.programCounter != 0 && !(facts.isIntel64 && facts.codes.first == 13) }
  }

  static func nearNull(_ facts: CauseInput) -> TriageCause.Evidence? {
    evidence(facts, where: { $0 > 0 && $0 < 0x1000 }) { fault in
      ": \(fault) byte\(fault == 1 ? "" : "s") from a null pointer"
    }
  }

  static func far(_ facts: CauseInput) -> TriageCause.Evidence? { evidence(facts) { $0 >= 0x1000 } }

  static func jump(_ facts: CauseInput, _ isMeant: (UInt64) -> Bool) -> TriageCause.Evidence? {
    evidence(facts, where: { isMeant($0) && isJump($0, facts) }) { _ in ", which is also the program counter" }
  }

  static func pattern(_ facts: CauseInput) -> TriageCause.Evidence? { evidence(facts, where: isPattern) }

  static func text(_ facts: CauseInput) -> TriageCause.Evidence? {
    evidence(facts, where: { asText($0) != nil }) { " is the text \"\(asText($0) ?? "")\"" }
  }

  static func inImage(_ facts: CauseInput) -> TriageCause.Evidence? {
    evidence(facts, where: { $0 > 0 && facts.image(at: $0) != nil }) { _ in ", inside an image" }
  }

  static func atStack(_ facts: CauseInput) -> TriageCause.Evidence? {
    evidence(facts, where: { isAtStack($0, facts) }) { _ in ", at the stack pointer" }
  }

  /// The fault address, with what `words` says of it behind it; nil when it is unknown or not meant.
  private static func evidence(
    _ facts: CauseInput, where isMeant: (UInt64) -> Bool, words: (UInt64) -> String = { _ in "" }
  ) -> TriageCause.Evidence? {
    guard let fault = facts.fault, isMeant(fault) else { return nil }
    return TriageCause.Evidence(path: "exception.faultAddress", text: NumberParser.hex(fault) + words(fault))
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

  static func protection(_ facts: CauseInput) -> TriageCause.Evidence? {
    guard facts.isProtectionFault, facts.failure == .badAccess else { return nil }
    return TriageCause.Evidence(path: "exception.codes", text: facts.report.exception?.codes ?? "")
  }

  static func nonCanonical(_ facts: CauseInput) -> TriageCause.Evidence? {
    guard facts.isProtectionFault, facts.failure == .badAccess, let (register, path) = facts.nonCanonicalRegister else {
      return nil
    }
    return TriageCause.Evidence(path: path, text: "\(register.name) = \(NumberParser.hex(register.value))")
  }

  static func tagMismatch(_ facts: CauseInput) -> TriageCause.Evidence? { tagging(facts, isPlain: false) }

  static func tagOnPlainMemory(_ facts: CauseInput) -> TriageCause.Evidence? { tagging(facts, isPlain: true) }

  private static func tagging(_ facts: CauseInput, isPlain wanted: Bool) -> TriageCause.Evidence? {
    guard TagCheck.hasFailed(facts.report) else { return nil }
    let exception = facts.report.exception
    let isPlain = facts.codes.first == 0x107 || exception?.subtype?.hasPrefix("EXC_ARM_MTE_CANONICAL_FAIL") == true
    guard isPlain == wanted else { return nil }
    guard let address = exception?.faultAddress?.value else {
      return TriageCause.Evidence(path: "termination.namespace", text: "MTE_FAIL")
    }
    let tag = NumberParser.hex(TagCheck.tag(of: address))
    return TriageCause.Evidence(
      path: "exception.faultAddress", text: "\(NumberParser.hex(address)), the pointer has the tag \(tag)")
  }

  static func pointerAuthentication(_ facts: CauseInput) -> TriageCause.Evidence? {
    guard facts.report.exception?.type == "EXC_BAD_ACCESS", let code = facts.codes.first else { return nil }
    let isOldHalf = facts.codes.count > 1 && facts.codes[1] == 8
    guard !isOldHalf, code == 0x105 || code < 0x1000 && code & 0x200 != 0 else { return nil }
    return TriageCause.Evidence(path: "exception.codes", text: facts.report.exception?.codes ?? "")
  }
}
