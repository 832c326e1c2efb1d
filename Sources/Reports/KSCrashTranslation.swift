import CrashModel
import JSONText
import SymbolModel

/// Words a KSCrash report as KSCrash's own filter for Apple's text format does.
struct KSCrashTranslation {
  private let report: CrashReport
  private let main: JSONValue
  private let system: JSONValue?
  private let error: JSONValue?
  private let kind: ProcessorKind

  /// The kinds of processor whose registers have an order of their own.
  private enum ProcessorKind {
    case arm, arm64, x86, x86_64

    var is64Bit: Bool { self == .arm64 || self == .x86_64 }

    var name: String {
      switch self {
      case .arm: "ARM"
      case .arm64: "ARM-64"
      case .x86: "X86"
      case .x86_64: "X86-64"
      }
    }

    var registers: [String] {
      switch self {
      case .arm: (0...11).map { "r\($0)" } + ["ip", "sp", "lr", "pc", "cpsr"]
      case .arm64: (0...28).map { "x\($0)" } + ["fp", "lr", "sp", "pc", "cpsr"]
      case .x86: ["eax", "ebx", "ecx", "edx", "edi", "esi", "ebp", "esp", "ss", "eflags", "eip", "cs", "ds", "es", "fs", "gs"]
      case .x86_64:
        ["rax", "rbx", "rcx", "rdx", "rdi", "rsi", "rbp", "rsp"] + (8...15).map { "r\($0)" } + [
          "rip", "rflags", "cs", "fs", "gs",
        ]
      }
    }
  }

  /// The parts of the text around the call stacks.
  static func translate(_ part: JSONPart, _ report: CrashReport) -> TranslatedText {
    guard let body = part.body else { return TranslatedText(style: .embedded) }
    let translation = KSCrashTranslation(report, body)
    var result = TranslatedText(style: .embedded, preamble: translation.preamble())
    result.frameLayout = .padded(addressDigits: translation.kind.is64Bit ? 16 : 8)
    result.threadHeaders = report.threads.map { header($0) }
    result.backtraceHeaders = report.backtraces.map { ThreadHeaderText.apple($0) }
    result.threadState = translation.threadState()
    result.imageLines = ["Binary Images:"] + report.images.map { translation.imageLine($0) }
    result.epilogue = translation.epilogue()
    return result
  }

  private init(_ report: CrashReport, _ body: JSONValue) {
    self.report = report
    main = KSCrashReader.mainReport(of: body)
    system = main["system"]
    error = main["crash"]?["error"]
    let image = report.images.first?.architecture?.name
    kind = Self.processor(image ?? system?["binary_arch"]?.string ?? system?["cpu_arch"]?.string ?? "arm64")
  }

  private static func processor(_ name: String) -> ProcessorKind {
    if name.hasPrefix("arm64") { return .arm64 }
    if name.hasPrefix("arm") { return .arm }
    return name.hasPrefix("x86_64") ? .x86_64 : .x86
  }

  // MARK: Before the threads

  private func preamble() -> [String] {
    var top = TextColumns(width: 21)
    top.add("Incident Identifier", main["report"]?["id"]?.string ?? main["crash_id"]?.string)
    top.add("CrashReporter Key", system?["device_app_hash"]?.string)
    top.add("Hardware Model", report.device.model)
    var text = TextColumns(width: 17)
    text.add("Process", report.process.name.map { $0 + (report.process.pid.map { " [\($0)]" } ?? "") })
    text.add("Path", report.process.path)
    text.add("Identifier", report.process.bundleID)
    text.add("Version", version)
    text.add("Code Type", kind.name)
    text.add("Parent Process", parent)
    text.addBlank()
    text.add("Date/Time", report.time.map { Self.spelled($0) })
    text.add("OS Version", systemVersion)
    text.add("Report Version", "104")
    text.addBlank()
    text.add("Exception Type", exceptionType)
    text.add("Exception Codes", exceptionCodes)
    text.add("Crashed Thread", report.threads.first { $0.crashed }.map { String($0.index) })
    text.addBlank()
    text.add(lines: information())
    return top.lines + text.lines
  }

  private var version: String? {
    guard let short = report.process.version else { return report.process.build }
    return short + (report.process.build.map { " (\($0))" } ?? "")
  }

  private var parent: String? {
    guard let number = system?["parent_process_id"]?.int else { return nil }
    return (system?["parent_process_name"]?.string ?? "?") + " [\(number)]"
  }

  private var systemVersion: String? {
    guard let name = report.system.name else { return nil }
    return "\(name) \(report.system.version ?? "???") (\(report.system.build ?? "???"))"
  }

  /// `2012-06-16T22:31:55Z` as Apple spells it; anything else as it stands.
  private static func spelled(_ time: String) -> String {
    guard time.utf8.count == 20, time.hasSuffix("Z"), let mark = time.firstIndex(of: "T") else { return time }
    return "\(time[..<mark]) \(time[time.index(after: mark)...].dropLast()).000 +0000"
  }

  private var exceptionType: String? {
    guard let error else { return nil }
    let mach = error["mach"]
    let type = mach?["exception_name"]?.string ?? error["mach_exception"]?.string ?? mach?["exception"]?.text ?? "0"
    let signal = error["signal"]?["name"]?.string ?? error["signal_name"]?.string ?? error["signal"]?["signal"]?.text ?? "0"
    return "\(type) (\(signal))"
  }

  private var exceptionCodes: String? {
    guard let error else { return nil }
    let digits = kind.is64Bit ? 16 : 8
    let number = error["mach"]?["code"].flatMap { KSCrashFacts.address($0) } ?? 0
    let code = error["mach"]?["code_name"]?.string ?? error["mach_code_name"]?.string ?? TextColumns.hex(number, digits: 8)
    return "\(code) at \(TextColumns.hex(report.exception?.faultAddress ?? 0, digits: digits))"
  }

  private func information() -> [String] {
    if error?["type"]?.equals("deadlock") == true { return ["Application main thread deadlocked", ""] }
    let title = "Application Specific Information:"
    if !report.applicationSpecificInformation.isEmpty { return [title] + report.applicationSpecificInformation + [""] }
    if let zombie = main["process"]?["last_dealloced_nsexception"], let name = zombie["name"]?.string {
      let reason = zombie["reason"]?.string ?? ""
      return [
        title, "*** Terminating app due to uncaught exception '\(name)', reason: '\(reason)'",
        "NOTE: This exception has been deallocated! Stack trace is crash from attempting to access this zombie exception.", "",
      ]
    }
    guard let name = report.exception?.name else { return [] }
    return [title, name + (report.exception?.reason.map { ": " + $0 } ?? ""), ""]
  }

  private static func header(_ thread: CrashThread) -> [String] {
    let header = "Thread \(thread.index)" + (thread.crashed ? " Crashed:" : ":")
    guard let name = thread.name ?? thread.queue.map({ "Dispatch queue: " + $0 }) else { return [header] }
    return ["Thread \(thread.index) name:  \(name)", header]
  }

  // MARK: After the threads

  private func threadState() -> [String] {
    guard let thread = report.threads.first(where: { $0.crashed }), !thread.registers.isEmpty else { return [] }
    let entries = kind.registers.compactMap { name -> String? in
      guard let value = thread.registers.first(where: { $0.name == name })?.value else { return nil }
      return TextColumns.right(name, 6) + ": " + TextColumns.hex(value, digits: kind.is64Bit ? 16 : 8) + " "
    }
    let rows = stride(from: 0, to: entries.count, by: 4).map { entries[$0..<min($0 + 4, entries.count)].joined() }
    return ["Thread \(thread.index) crashed with \(kind.name) Thread State:"] + rows + [""]
  }

  private func imageLine(_ image: BinaryImage) -> String {
    let width = kind.is64Bit ? 18 : 10
    let base = image.loadAddress?.value ?? 0
    let end = base &+ (image.size ?? 1) &- 1
    let range = "\(TextColumns.right(TextColumns.hex(base), width)) - \(TextColumns.right(TextColumns.hex(end), width))"
    let mark = image.path != nil && image.path == report.process.path ? "+" : " "
    let id = image.id.map { $0.hex } ?? "(null)"
    return "\(range) \(mark)\(image.name ?? "???") \(image.architecture?.name ?? "???")  <\(id)> \(image.path ?? "")"
  }

  private func epilogue() -> [String] {
    guard let diagnosis = main["crash"]?["diagnosis"]?.string else { return [] }
    return [""] + TextColumns.lines("CrashDoctor Diagnosis: " + diagnosis)
  }
}
