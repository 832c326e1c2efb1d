import AppleLayout
import CrashModel
import JSONText

/// Formats one crash of a KSCrash report: that of the app, or that of the crash handler.
struct KSCrashEventText {
  /// The `crash` object.
  let crash: JSONValue?
  /// The processor, which decides how wide addresses are.
  let processor: KSCrashProcessor

  private var error: JSONValue? { crash?["error"] }

  /// `EXC_BAD_ACCESS (SIGSEGV)`, or one of the two, or the reporter's own name for the error, or nil without an error.
  var exceptionType: String? {
    guard let error else { return nil }
    let mach = error["mach"]
    let type = KSCrashMetadata.exceptionName(error) ?? mach?["exception"]?.text
    let signal = KSCrashMetadata.signalName(error) ?? error["signal"]?["signal"]?.text
    guard let type else { return signal ?? error["type"]?.string }
    return type + (signal.map { " (\($0))" } ?? "")
  }

  /// `KERN_INVALID_ADDRESS at 0x00000018`, or nil if the report gives no code.
  var exceptionCodes: String? {
    guard let error else { return nil }
    let mach = error["mach"]
    let signalCode = mach == nil ? error["signal"]?["code"]?.address.flatMap { $0 == 0 ? nil : $0 } : nil
    let number = (mach?["code"]?.address ?? signalCode).map { TextColumns.hex($0, digits: 8) }
    guard let code = KSCrashMetadata.codeName(error) ?? number else { return nil }
    return code + (error["address"]?.address.map { " at " + TextColumns.hex($0, digits: processor.digits) } ?? "")
  }

  /// Returns the lines above a thread's frames.
  static func header(_ thread: CrashThread) -> [String] {
    let header = "Thread \(thread.index)" + (thread.crashed ? " Crashed:" : ":")
    guard let name = thread.name ?? thread.queue.map({ "Dispatch queue: " + $0 }) else { return [header] }
    return ["Thread \(thread.index) name:  \(name)", header]
  }

  /// Returns the registers of a thread, four per row, then the exception registers, which the filter leaves out, in a separate
  /// row. Returns none if none were recorded.
  func threadState(_ registers: [Register], thread: Int) -> [String] {
    guard !registers.isEmpty else { return [] }
    var rows: [String] = []
    var entries = 0
    for name in processor.registers {
      guard let value = registers.first(where: { $0.name == name })?.value else { continue }
      // A row grows where it is: to join a slice of texts takes ten times the instructions.
      if entries % 4 == 0 { rows.append("") }
      rows[rows.count - 1] += TextColumns.right(name, 6) + ": " + TextColumns.hex(value, digits: processor.digits) + " "
      entries += 1
    }
    return ["Thread \(thread) crashed with \(processor.name) Thread State:"] + rows + exceptionState(registers)
  }

  /// ` far: 0x0000000000000001 esr: 0x92000046`
  private func exceptionState(_ registers: [Register]) -> [String] {
    let entries = processor.exceptionRegisters.compactMap { name, digits -> String? in
      guard let value = registers.first(where: { $0.name == name })?.value else { return nil }
      return TextColumns.right(name, 6) + ": " + TextColumns.hex(value, digits: digits) + " "
    }
    return entries.isEmpty ? [] : [entries.joined()]
  }
}
