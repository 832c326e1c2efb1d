import AppleLayout
import CrashModel
import JSONText

/// The text that KSCrash's filter for Apple's text format prints after the images: memory, statistics, diagnosis, and the crash
/// of the crash handler.
struct KSCrashAppendix {
  /// The report that was read.
  let report: CrashReport
  /// The report of the crash.
  let main: JSONValue
  /// The report of a crash inside the crash handler.
  let recrash: JSONValue?
  /// The processor, which decides how wide addresses are.
  let processor: KSCrashProcessor

  /// Returns the pieces in order; each begins with an empty line where the filter prints one.
  func pieces() -> [TranslatedText.Piece] {
    let sections = referencedObject() + memory() + statistics()
    return (sections.isEmpty ? [] : [.lines(["", "Extra Information:"])] + sections) + handlerCrash() + user()
  }

  /// Returns the lines above a backtrace that belongs here, or nil for other backtraces.
  static func header(_ backtrace: Backtrace, recrash: JSONValue?) -> [String]? {
    switch backtrace.kind {
    case .deallocatedException: return []
    case .stackContents: return [""] + ThreadHeaderText.apple(backtrace)
    case .recrash: return KSCrashDetails.handlerThread(recrash).map { KSCrashEventText.header($0) }
    case .lastException, .applicationSpecific, .panic, .callStack, .script, .dart: return nil
    }
  }

  private func position(_ kind: Backtrace.Kind) -> [TranslatedText.Piece] {
    report.backtraces.firstIndex { $0.kind == kind }.map { [.backtrace($0)] } ?? []
  }

  private static func section(_ title: String, _ value: JSONValue?) -> [String] {
    guard let value, value.kind == .object, value.members.contains(where: { _ in true }) else { return [] }
    return ["", title + ":"] + value.indentedLines
  }

  private func hex(_ value: JSONValue?) -> String {
    TextColumns.hex(value?.address ?? 0, digits: processor.digits)
  }

  // MARK: Memory

  private func referencedObject() -> [TranslatedText.Piece] {
    guard let object = main["crash"]?["error"]?["nsexception"]?["referenced_object"] else { return [] }
    return [.lines(["Object referenced by NSException:"] + object.indentedLines)]
  }

  private func memory() -> [TranslatedText.Piece] {
    let crash = main["crash"]
    let thread = crash?["threads"]?.elements.first { $0["crashed"]?.bool == true } ?? crash?["crashed_thread"]
    var lines: [String] = []
    if let stack = thread?["stack"], stack["dump_start"] != nil {
      let range = "\(hex(stack["dump_start"]))-\(hex(stack["dump_end"]))"
      lines += ["", "Stack Dump (\(range)):", "", stack["contents"]?.string ?? "(null)"]
    }
    let words = position(.stackContents)
    return (lines.isEmpty ? [] : [.lines(lines)]) + words + notableAddresses(thread) + deallocatedException()
  }

  private func notableAddresses(_ thread: JSONValue?) -> [TranslatedText.Piece] {
    let lines = Self.section("Notable Addresses", thread?["notable_addresses"])
    return lines.isEmpty ? [] : [.lines(lines)]
  }

  private func deallocatedException() -> [TranslatedText.Piece] {
    guard let zombie = main["process"]?["last_dealloced_nsexception"] else { return [] }
    let name = zombie["name"]?.string ?? "(null)"
    let reason = zombie["reason"]?.string ?? "(null)"
    var lines = ["", "Last deallocated NSException (\(hex(zombie["address"]))): \(name): \(reason)"]
    if let object = zombie["referenced_object"] { lines += ["Referenced object:"] + object.indentedLines }
    return [.lines(lines)] + position(.deallocatedException)
  }

  // MARK: Statistics

  /// Returns the statistics. Version 2 of the filter printed none.
  private func statistics() -> [TranslatedText.Piece] {
    var lines: [String] = []
    if main["report"]?["version"]?.kind == .string {
      let stats = KSCrashDetails.applicationStats(main)
      lines += Self.section("Application Stats", stats)
      lines += Self.section("Memory Statistics", main["system"]?["app_memory"])
      lines += Self.section("Memory Termination", main["crash"]?["error"]?["memory_termination"])
      lines += Self.section("Hang", main["crash"]?["error"]?["hang"])
      lines += ReportDetail.lines(report.details.filter { $0.key == "profile" })
    }
    let console = (main["debug"]?["console_log"]?.elements ?? .none).compactMap { $0.string }
    if !console.isEmpty { lines += ["", "Console Log:"] + console.flatMap { TextColumns.lines($0) } }
    if let diagnosis = main["crash"]?["diagnosis"]?.string {
      lines += [""] + TextColumns.lines("CrashDoctor Diagnosis: " + diagnosis)
    }
    return lines.isEmpty ? [] : [.lines(lines)]
  }

  /// Returns what the app added to the report. The filter leaves it out, so it follows everything that the filter prints.
  /// Returns the details that KSCrash's own filter does not print.
  func rest() -> [String] {
    let details = report.details.filter { ["system", "exceptionUserInfo", "language"].contains($0.key) }
    return OtherText.lines(details.map { OtherValue(path: $0.title, value: $0.value) })
  }

  private func user() -> [TranslatedText.Piece] {
    let lines =
      Self.section("User Data", main["user"]) + Self.section("User Data at the Crash", main["user_atcrash"])
      + Self.section("Sentry Scope", main["sentry_sdk_scope"])
    return lines.isEmpty ? [] : [.lines(lines)]
  }

  // MARK: The crash of the handler

  private func handlerCrash() -> [TranslatedText.Piece] {
    guard let crash = recrash?["crash"], crash.kind == .object else { return [] }
    let event = KSCrashEventText(crash: crash, processor: processor)
    let thread = report.recrash?.thread
    var text = TextColumns(width: 17)
    text.add(lines: ["", "Handler crashed while reporting:", ""])
    text.add("Exception Type", event.exceptionType)
    text.add("Exception Codes", event.exceptionCodes)
    text.add("Crashed Thread", thread.map { String($0.index) })
    text.addBlank()
    var end: [String] = []
    if let thread, !thread.registers.isEmpty { end += [""] + event.threadState(thread.registers, thread: thread.index) }
    if let diagnosis = crash["diagnosis"]?.string { end += [""] + TextColumns.lines("Recrash Diagnosis: " + diagnosis) }
    return [.lines(text.lines)] + position(.recrash) + [.lines(end)]
  }
}
