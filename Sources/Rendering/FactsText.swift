import CrashModel

/// The header of a report whose format has no translation of its own, from the facts of the model.
enum FactsText {
  /// The lines around the call stacks.
  static func translation(of report: CrashReport) -> TranslatedText {
    var lines: [String] = []
    func add(_ key: String, _ value: String?) {
      if let value, !value.isEmpty { lines.append(FrameLines.padded(key + ":", 21) + value) }
    }
    add("Process", process(report.process))
    add("Path", report.process.path)
    add("Identifier", report.process.bundleID)
    add("Version", [report.process.version, report.process.build.map { "(\($0))" }].compactMap { $0 }.joined(separator: " "))
    add("Hardware Model", report.device.model)
    add("Code Type", report.device.cpuType)
    lines.append("")
    add("Date/Time", report.time)
    add("Launch Time", report.launchTime)
    let system = [report.system.name, report.system.version, report.system.build.map { "(\($0))" }]
    add("OS Version", system.compactMap { $0 }.joined(separator: " "))
    lines.append("")
    add("Exception Type", exceptionType(report.exception))
    add("Exception Subtype", report.exception?.subtype)
    add("Exception Codes", report.exception?.codes)
    add("Fault Address", report.exception?.faultAddress.map { "0x" + String($0, radix: 16) })
    let threads = report.threads.filter(\.crashed).map { "\($0.index)" }
    add("Triggered by Thread", threads.joined(separator: ", "))
    if !report.applicationSpecificInformation.isEmpty {
      lines += ["", "Application Specific Information:"] + report.applicationSpecificInformation
    }
    return TranslatedText(style: .embedded, preamble: squeezed(lines))
  }

  private static func process(_ process: CrashedProcess) -> String? {
    guard let name = process.name else { return process.pid.map { "[\($0)]" } }
    return name + (process.pid.map { " [\($0)]" } ?? "")
  }

  private static func exceptionType(_ exception: CrashException?) -> String? {
    guard let exception else { return nil }
    guard let type = exception.type else { return exception.signal ?? exception.name }
    return type + (exception.signal.flatMap { $0 == type ? nil : " (\($0))" } ?? "")
  }

  /// The lines without blank ones at either end and without two in a row.
  private static func squeezed(_ lines: [String]) -> [String] {
    var result: [String] = []
    for line in lines where !line.isEmpty || result.last?.isEmpty == false { result.append(line) }
    if result.last?.isEmpty == true { result.removeLast() }
    return result
  }
}
