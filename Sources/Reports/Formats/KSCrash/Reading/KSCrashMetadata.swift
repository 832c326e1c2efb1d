import CrashModel
import JSONText
import SymbolModel

/// Reads the process, the machine and the event of a KSCrash report.
enum KSCrashMetadata {
  /// Fills everything but images, threads and frames. `main` is the report of the crash, `outer` the whole object,
  /// `container` the report in a string of it.
  static func fill(
    _ report: inout CrashReport, main: JSONValue, outer: JSONValue, _ container: KSCrashContainer?,
    speakingImages: [JSONValue]
  ) {
    let system = main["system"] ?? outer["system"]
    let error = main["crash"]?["error"] ?? outer["crash"]?["error"]
    report.kind = kind(error)
    report.identifier = main["report"]?["id"]?.string ?? main["crash_id"]?.string
    report.process = process(main, system)
    report.device.model = system?["machine"]?.string ?? system?["model"]?.string
    report.device.cpuType = system?["binary_arch"]?.string ?? system?["cpu_arch"]?.string
    report.device.reporterKey = system?["device_app_hash"]?.string.flatMap(ReporterKey.useful)
    report.system.name = system?["system_name"]?.string
    report.system.version = system?["system_version"]?.string
    report.system.build = system?["os_version"]?.string
    report.time = (main["report"]?["timestamp"] ?? main["timestamp"] ?? outer["report"]?["timestamp"]).flatMap { time($0) }
    report.launchTime = system?["app_start_time"]?.string
    report.lifetime = lifetime(main, system)
    report.exception = error.map { exception($0) }
    report.termination = error.flatMap { termination($0, system) }
    report.applicationSpecificInformation = KSCrashMessages.lines(report, speakingImages, error)
    let details = KSCrashDetails(main: main, recrash: KSCrashReader.reports(in: outer, container).recrash)
    report.details = details.list()
    report.recrash = details.handlerCrash()
    report.memory = memory(report, system?["app_memory"] ?? error?["memory_termination"])
    report.diagnostics += diagnostics(report, main, outer, container)
    takeRepetitions(report, main, system, error)
  }

  /// Takes values that say nothing beside those that are shown.
  private static func takeRepetitions(_ report: CrashReport, _ main: JSONValue, _ system: JSONValue?, _ error: JSONValue?) {
    error?["signal"]?["code"]?.take { $0.int == 0 }
    system?["cpu_arch"]?.take { $0.string == report.device.cpuType }
    system?["CFBundleName"]?.take { $0.string == report.process.name }
    system?["app_uuid"]?.take { value in
      let id = value.string.flatMap { ImageID(parsing: $0) }
      return id != nil && report.images.contains { $0.id == id }
    }
    for thread in main["crash"]?["threads"]?.elements ?? .none { thread["stack"]?["overflow"]?.take { $0.bool == false } }
  }

  /// Returns the seconds from the start of the process to the event, in reports with both times to the microsecond (version 3.9).
  private static func lifetime(_ main: JSONValue, _ system: JSONValue?) -> Double? {
    let value = system?["process_start_wall_clock_ns"] ?? main["report"]?["process_start_wall_clock_ns"]
    guard let start = value?.int64, start > 0, let end = main["report"]?["timestamp"]?.int64, end > firstMicrosecond,
      end >= start / 1_000
    else { return nil }
    return Double(end - start / 1_000) / 1e6
  }

  private static func kind(_ error: JSONValue?) -> ReportKind {
    switch error?["type"]?.string {
    case "user": .user
    case "hang", "deadlock": .hang
    case "profile": .sample
    case "memory_termination": .jetsam
    case "termination", "resource_termination":
      error?["termination_reason"]?.string?.hasPrefix("memory") == true ? .jetsam : .other
    default: .crash
    }
  }

  private static func process(_ main: JSONValue, _ system: JSONValue?) -> CrashedProcess {
    var process = CrashedProcess()
    process.name = [main["report"]?["process_name"], system?["process_name"], system?["CFBundleExecutable"]]
      .compactMap { $0?.string }.first { !$0.isEmpty }
    process.bundleID = system?["CFBundleIdentifier"]?.string
    process.version = system?["CFBundleShortVersionString"]?.string
    process.build = system?["CFBundleVersion"]?.string
    process.pid = system?["process_id"]?.int
    process.path = system?["CFBundleExecutablePath"]?.string
    return process
  }

  /// Returns the app's own memory, which version 3.4 and later have; the page size is not included.
  private static func memory(_ report: CrashReport, _ value: JSONValue?) -> MemoryReport? {
    guard let value, let footprint = value["memory_footprint"]?.uint64 else { return nil }
    var process = MemoryReport.Process()
    process.name = report.process.name
    process.pid = report.process.pid
    process.bytes = footprint
    process.limit = value["memory_limit"]?.uint64
    process.states = ["app_transition_state", "memory_level", "memory_pressure"].compactMap { value[$0]?.string }
    if report.kind == .jetsam { process.reason = report.termination?.indicator ?? "memory" }
    return MemoryReport(pageSize: nil, processes: [process])
  }

  /// Timestamps above this count microseconds, others seconds.
  static let firstMicrosecond: Int64 = 100_000_000_000

  /// Returns a time. Version 2 and processed reports have text; others seconds (3.1, 3.2) or microseconds (3.3 and later) since
  /// 1970.
  static func time(_ value: JSONValue) -> String? {
    guard let number = value.int64 else { return value.string }
    return CivilTime(secondsSince1970: number > firstMicrosecond ? number / 1_000_000 : number).text
  }

  /// Returns the exception that stopped the app, or its crash handler.
  static func exception(_ error: JSONValue) -> CrashException {
    var exception = CrashException()
    let mach = error["mach"]
    let signal = error["signal"]
    exception.type = exceptionName(error)
    exception.signal = signalName(error)
    exception.codes = codes(mach) ?? error["mach_code_name"]?.string
    exception.faultAddress = error["address"]?.address.map { RuntimeAddress($0) }
    // `SEGV_NOOP` and similar names mean the code 0, which has no meaning.
    let signalCode = signal?["code_name"]?.string.flatMap { $0.hasSuffix("_NOOP") ? nil : $0 }
    // KSCrash names the code of every exception as if it were of an access to memory.
    let isNamed = exception.type == nil || exception.type == "EXC_BAD_ACCESS"
    let code = codeName(error).flatMap { isNamed || !$0.hasPrefix("KERN_") ? $0 : nil }
    if let name = code ?? signalCode, let fault = exception.faultAddress?.value {
      exception.subtype = "\(name) at 0x\(String(fault, radix: 16))"
    }
    let language = error["nsexception"] ?? error["cpp_exception"] ?? error["user_reported"]
    exception.name = language?["name"]?.string ?? error["nsexception_name"]?.string
    if error["cpp_exception"] != nil { exception.mangledName = exception.name }
    // The reporter's own name for the error is used only if there is nothing else.
    if exception.type == nil, exception.signal == nil, exception.name == nil { exception.type = error["type"]?.string }
    exception.reason = error["reason"]?.string ?? language?["reason"]?.string ?? error["nsexception_reason"]?.string
    return exception
  }

  /// Returns the name of the Mach exception of an error, also if the report has only its number, or nil if there is none.
  static func exceptionName(_ error: JSONValue) -> String? {
    let mach = error["mach"]
    return mach?["exception_name"]?.string ?? error["mach_exception"]?.string ?? DarwinNames.exception(mach?["exception"]?.uint64)
  }

  /// Returns the name of the signal of an error, also if the report has only its number, or nil if there is none.
  static func signalName(_ error: JSONValue) -> String? {
    let signal = error["signal"]
    return signal?["name"]?.string ?? error["signal_name"]?.string ?? DarwinNames.signal(signal?["signal"]?.uint64)
  }

  /// Returns the name of the Mach exception's code, for bad accesses also if the report has only its number, or nil if there is
  /// none.
  static func codeName(_ error: JSONValue) -> String? {
    let mach = error["mach"]
    if let name = mach?["code_name"]?.string ?? error["mach_code_name"]?.string { return name }
    return exceptionName(error) == "EXC_BAD_ACCESS" ? DarwinNames.badAccess(mach?["code"]?.address) : nil
  }

  private static func codes(_ mach: JSONValue?) -> String? {
    guard let code = mach?["code"]?.address else { return nil }
    let subcode = mach?["subcode"]?.address ?? 0
    return "0x\(String(code, radix: 16)), 0x\(String(subcode, radix: 16))"
  }

  /// Returns why the system terminated the process, in versions 3.4 (memory) and 3.9 (any reason).
  private static func termination(_ error: JSONValue, _ system: JSONValue?) -> Termination? {
    var termination = Termination()
    let ended = system?["termination_reason"]?.string.flatMap { ["none", "clean", "crash"].contains($0) ? nil : $0 }
    termination.indicator = error["termination_reason"]?.string ?? ended
    termination.code = (error["exit_reason"]?["code"] ?? error["exit_reason"]).flatMap {
      $0.kind == .number ? $0.text : $0.string
    }
    for (key, value) in error["memory_termination"]?.members ?? .none {
      termination.details.append("\(key.string): \(value.string ?? value.text)")
    }
    for key in ["is_fatal", "is_clean_exit"] {
      if let value = error[key]?.bool { termination.details.append("\(key): \(value)") }
    }
    let isKnown = termination.indicator != nil || termination.code != nil || error["memory_termination"] != nil
    return isKnown ? termination : nil
  }

  /// Returns the diagnostics of a report that is a string inside the other one.
  private static func diagnostics(_ container: KSCrashContainer, _ outer: JSONValue) -> [ReportDiagnostic] {
    let place = container.string.range.lowerBound
    let why = outer["recrash_report"]?["error"]?.string.map { ", because of \"\($0)\"" } ?? ""
    var result = [
      ReportDiagnostic(.note, "the embedded report is a string\(why); it was read as far as possible", byte: place)
    ]
    if let error = container.report.document.firstError {
      let threads = container.report["crash"]?["threads"]?.elements.reduce(0) { count, _ in count + 1 } ?? 0
      let what = "the embedded report: \(error.problem) after \(error.byte) of its bytes"
      result.append(ReportDiagnostic(.warning, "\(what); \(threads) thread\(threads == 1 ? "" : "s") before it", byte: place))
    }
    return result
  }

  private static func diagnostics(
    _ report: CrashReport, _ main: JSONValue, _ outer: JSONValue, _ container: KSCrashContainer?
  ) -> [ReportDiagnostic] {
    var result: [ReportDiagnostic] = []
    let place = main.document === outer.document ? main.range.lowerBound : container?.string.range.lowerBound
    if main["binary_images"] == nil, main["crash"]?["binary_images"] == nil, !report.frames.isEmpty,
      report.images.allSatisfy({ $0.id == nil })
    {
      result.append(
        ReportDiagnostic(
          .warning, "the report lists no images, and its frames have no UUIDs", byte: place, kind: .noImages))
    }
    if report.frames.isEmpty {
      result.append(ReportDiagnostic(.warning, "the report has no call stacks", byte: place, kind: .noStacks))
    }
    if outer["incomplete"]?.bool == true || outer["recrash_report"] != nil {
      result.append(
        ReportDiagnostic(.note, "the crash handler itself crashed; parts may be missing", byte: outer.range.lowerBound))
    } else if main["report"]?["type"]?.string == "minimal" {
      let why = "the crash handler itself crashed: this is its crash, and the report of the first one is not in the file"
      result.append(ReportDiagnostic(.note, why, byte: place))
    }
    if let flag = main["report"]?["finalized"], flag.bool == false {
      let why = "the report is not finalized: its run was still going on, and what other files hold of it is not in it yet"
      result.append(ReportDiagnostic(.note, why, byte: flag.range.lowerBound))
    }
    result += container.map { diagnostics($0, outer) } ?? []
    for (object, name) in [(main, "the report of the crash"), (outer["recrash_report"], "the embedded report")] {
      guard container == nil, let data = object?["json_data"] else { continue }
      let why = "\(name) was not valid JSON for the reporter, and json_data holds no readable JSON either"
      result.append(ReportDiagnostic(.warning, why, byte: data.range.lowerBound))
      break
    }
    for thread in main["crash"]?["threads"]?.elements ?? .none {
      guard let error = thread["stack"]?["error"], let text = error.string else { continue }
      let number = thread["index"]?.int.map { " of thread \($0)" } ?? ""
      result.append(ReportDiagnostic(.note, "stack memory\(number): \(text)", byte: error.range.lowerBound))
    }
    return result
  }
}
