internal import CrashModel
internal import SymbolModel

/// Puts an instruction into words.
///
/// Examples: `ldr x3, [x8, #0x30]: reads 8 bytes at x8 + 0x30; x8 is null`, or, where the variable is known, `cart->owner` is probably
/// null; reading `price.cents` (offset 8) of it (`ldr w9, [x8, #0x8]`).
struct FaultSentence {
  /// One line, or nil if the instruction explains nothing.
  private(set) var text: String?

  init(_ fault: FaultInstruction, _ report: CrashReport, quotesText: Bool) {
    if let named = Self.named(fault, report, quotesText) {
      text = fault.text.map { "\(named) (\($0))" } ?? named
    } else if let words = Self.words(fault, report, quotesText) {
      text = fault.text.map { "\($0): \(words)" } ?? words
    }
  }

  /// `cart->owner` is probably null: reading `price.cents` (offset 8) of it
  private static func named(_ fault: FaultInstruction, _ report: CrashReport, _ quotesText: Bool) -> String? {
    guard let pointer = fault.pointer, let access = fault.access, fault.index == nil else { return nil }
    if access == "divide" {
      guard fault.finding == .zeroDivisor else { return "divides by `\(pointer)`" }
      return "divides by `\(pointer)`, which is \(fault.certainty == .certain ? "" : "probably ")0"
    }
    guard let value = fault.pointerValue else { return nil }
    let probably = fault.certainty == .certain ? "" : "probably "
    let state: String
    switch fault.finding {
    case .null: state = "null"
    case .smallNumber: state = "\(hex(value)), a damaged pointer, not null"
    case .noAddress: state = "\(hex(value)), which is no address: a damaged pointer, not null"
    case .pattern: state = "\(hex(value)), a fill pattern: the memory was freed or never initialized"
    case .text: state = overwritten(value, quotesText)
    default: state = "\(hex(value)), not null"
    }
    let verb = ["read": "reading", "write": "writing", "read and write": "changing"][access] ?? access
    let offset = fault.memberOffset ?? 0
    let distance = offset == 0 ? "" : " (offset \(offset))"
    let what =
      fault.member.map { "`\($0)`\(distance) of it" } ?? "\(bytes(fault)) at \(offset == 0 ? "" : "offset \(offset) of ")it"
    let subject = fault.isResult ? "the result of `\(pointer)`" : "`\(pointer)`"
    return ["\(subject) is \(probably)\(state)", "\(verb) \(what)", image(fault, report)].compactMap { $0 }.joined(
      separator: "; ")
  }

  private static func overwritten(_ value: UInt64, _ quotesText: Bool) -> String {
    guard quotesText, let text = BaseFinding.text(value) else { return "text, no address: the pointer was overwritten" }
    return "\(hex(value)), the text \"\(text)\": the pointer was overwritten"
  }

  private static func bytes(_ fault: FaultInstruction) -> String {
    fault.size.map { $0 == 1 ? "1 byte" : "\($0) bytes" } ?? "memory"
  }

  private static func words(_ fault: FaultInstruction, _ report: CrashReport, _ quotesText: Bool) -> String? {
    if fault.access == "execute" {
      return fault.finding == .null
        ? "null was called as a function" : "code was run at \(hex(fault.address ?? 0)), which holds none"
    }
    if fault.access == "divide" { return division(fault) }
    guard fault.explains == true, let access = fault.access else { return nil }
    let verb = ["read": "reads", "write": "writes", "read and write": "reads and writes"][access] ?? access
    let sentence = "\(verb) \(bytes(fault)) at \(place(fault))"
    return [sentence, outcome(fault, quotesText), image(fault, report)].compactMap { $0 }.joined(separator: "; ")
  }

  private static func division(_ fault: FaultInstruction) -> String? {
    guard let divisor = fault.base, fault.address == nil else {
      let place = "divides by \(bytes(fault)) at \(place(fault))"
      return fault.finding == .zeroDivisor ? "\(place), which are 0" : place
    }
    if fault.finding == .zeroDivisor { return "divides by \(divisor.register), which is 0" }
    return "divides by \(divisor.register), which is \(hex(divisor.value)): the quotient has too many bits"
  }

  /// `x8 + 0x20`, `rdi + rcx * 8 - 0x8`, `the constant address 0x1`
  private static func place(_ fault: FaultInstruction) -> String {
    guard fault.base != nil || fault.index != nil else { return "the constant address \(hex(fault.address ?? 0))" }
    var text = fault.base?.register ?? ""
    if let index = fault.index {
      let scale = fault.scale ?? 1
      text += (text.isEmpty ? "" : scale < 0 ? " - " : " + ") + index.register + (abs(scale) == 1 ? "" : " * \(abs(scale))")
    }
    let offset = fault.offset ?? 0
    if offset != 0 { text += (offset < 0 ? " - " : " + ") + hex(offset.magnitude) }
    return text
  }

  private static func outcome(_ fault: FaultInstruction, _ quotesText: Bool) -> String? {
    guard let base = fault.base ?? fault.index else { return nil }
    let value = hex(base.value)
    switch fault.finding {
    case .null: return "\(base.register) is null"
    case .smallNumber: return "\(base.register) is \(value), a small number, no pointer"
    case .pattern: return "\(base.register) is \(value), a fill pattern: the memory was freed or never initialized"
    case .text: return "\(base.register) is \(overwritten(base.value, quotesText))"
    case .noAddress: return "\(base.register) is \(value), which is no address"
    case .stackOverflow: return "\(base.register) is \(value): the stack is exhausted"
    default: break
    }
    guard let index = fault.index, let register = fault.base else { return "\(base.register) is \(value), not null" }
    let pointer = fault.pointer.map { "`\($0)`" } ?? register.register
    let place = fault.indexName.map { "`\($0)`" } ?? index.register
    return "\(pointer) is \(value), \(place) is \(hex(index.value))"
  }

  /// The image that the address is in: constant memory is written, code is read or written.
  private static func image(_ fault: FaultInstruction, _ report: CrashReport) -> String? {
    guard let address = fault.address, fault.finding != .stackOverflow,
      let position = ImageTable(report.images, onlySized: true).position(of: RuntimeAddress(address)),
      let name = report.images[position].name, report.images[position].size != nil, !report.images[position].isPlaceholder
    else { return nil }
    return "the address is in \(name)"
  }

  private static func hex(_ number: UInt64) -> String { "0x" + String(number, radix: 16) }
}
