import CrashModel
import JSONText

/// Words one crash of a KSCrash report: that of the app, or that of the crash handler.
struct KSCrashEventText {
  /// The `crash` object.
  let crash: JSONValue?
  /// The processor, which decides how wide addresses are.
  let processor: KSCrashProcessor

  private var error: JSONValue? { crash?["error"] }

  /// `EXC_BAD_ACCESS (SIGSEGV)`; nil without an error.
  var exceptionType: String? {
    guard let error else { return nil }
    let mach = error["mach"]
    let type = mach?["exception_name"]?.string ?? error["mach_exception"]?.string ?? mach?["exception"]?.text ?? "0"
    let signal = error["signal"]?["name"]?.string ?? error["signal_name"]?.string ?? error["signal"]?["signal"]?.text ?? "0"
    return "\(type) (\(signal))"
  }

  /// `KERN_INVALID_ADDRESS at 0x00000018`; nil without an error.
  var exceptionCodes: String? {
    guard let error else { return nil }
    let number = error["mach"]?["code"]?.address ?? 0
    let code = error["mach"]?["code_name"]?.string ?? error["mach_code_name"]?.string ?? TextColumns.hex(number, digits: 8)
    let address = error["address"]?.address ?? 0
    return "\(code) at \(TextColumns.hex(address, digits: processor.digits))"
  }

  /// The lines above a thread's frames.
  static func header(_ thread: CrashThread) -> [String] {
    let header = "Thread \(thread.index)" + (thread.crashed ? " Crashed:" : ":")
    guard let name = thread.name ?? thread.queue.map({ "Dispatch queue: " + $0 }) else { return [header] }
    return ["Thread \(thread.index) name:  \(name)", header]
  }

  /// The registers of a thread, four a row; none when none were recorded.
  func threadState(_ registers: [Register], thread: Int) -> [String] {
    guard !registers.isEmpty else { return [] }
    let entries = processor.registers.compactMap { name -> String? in
      guard let value = registers.first(where: { $0.name == name })?.value else { return nil }
      return TextColumns.right(name, 6) + ": " + TextColumns.hex(value, digits: processor.digits) + " "
    }
    let rows = stride(from: 0, to: entries.count, by: 4).map { entries[$0..<min($0 + 4, entries.count)].joined() }
    return ["Thread \(thread) crashed with \(processor.name) Thread State:"] + rows
  }
}
