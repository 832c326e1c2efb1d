import AppleLayout
import Bytes
import CrashModel
import JSONText
import SymbolModel

/// Words an answered `.ips` report as Apple's Console and Xcode do when they translate it to text. What other outputs show as well
/// comes from the model; the report's own JSON gives what Apple's layout alone has, and the messages with their blank lines.
struct IPSTranslation {
  private let report: CrashReport
  private let body: JSONValue
  private let header: JSONValue?
  private let isEmbedded: Bool
  /// Whether the layout is that of systems since 2025 (version 26), which is the same for all of them and has all lines.
  private let isUnified: Bool
  private var text: TextColumns
  /// The keys of the facts that are printed, or that are in a line of something else.
  private var printed: Set<String> = ["translated"]

  /// Returns the parts of the text around the call stacks.
  static func translate(_ report: CrashReport, header: JSONValue?, body: JSONValue?) -> TranslatedText {
    guard let body = body ?? header else { return TranslatedText(style: .desktop) }
    var translation = IPSTranslation(report, body, header)
    if report.format == .jetsam { return translation.jetsam() }
    if !translation.isCrash {
      return ModelTranslation.translate(report, identifier: report.identifier, event: IPSMetadata.event(header, body))
    }
    translation.isEmbedded ? translation.addEmbeddedHeader() : translation.addDesktopHeader()
    var result = TranslatedText(style: translation.isEmbedded ? .embedded : .desktop, preamble: translation.text.lines)
    result.threadHeaders = report.threads.map { ThreadHeaderText.apple($0, style: result.style) }
    result.backtraceHeaders = report.backtraces.map { ThreadHeaderText.apple($0) }
    result.threadState = translation.threadState()
    result.images = translation.images()
    result.epilogue = translation.epilogue()
    result.rest = translation.rest()
    return result
  }

  private init(_ report: CrashReport, _ body: JSONValue, _ header: JSONValue?) {
    self.report = report
    self.body = body
    self.header = header
    let train = body["osVersion"]?["train"]?.string ?? header?["os_version"]?.string ?? ""
    isEmbedded = body["osVersion"]?["isEmbedded"]?.bool ?? !(train.hasPrefix("macOS") || train.hasPrefix("Mac OS"))
    isUnified = report.system.version?.split(separator: ".").first.flatMap { Int($0) } ?? 0 >= 26
    text = TextColumns(width: isEmbedded ? 21 : 23)
  }

  /// Whether the body has the contents of a crash, so that Apple's layout has something to print.
  private var isCrash: Bool { report.exception != nil || body["procLaunch"] != nil || body["faultingThread"] != nil }

  // MARK: Headers

  /// Returns the lines above the processes of a jetsam report.
  private mutating func jetsam() -> TranslatedText {
    text.add("Incident Identifier", report.identifier)
    text.add("CrashReporter Key", body["crashReporterKey"]?.string)
    text.add("Hardware Model", report.device.model)
    text.add("Date/Time", report.time)
    text.add("OS Version", systemVersion)
    text.add("Kernel", body["kernel"]?.string)
    let type = IPSMetadata.event(header, body).map { ", \($0)" } ?? ""
    text.add("Event", "jetsam: processes were ended to reclaim memory" + type)
    text.addBlank()
    var result = TranslatedText(style: .embedded, preamble: text.lines)
    result.rest = rest()
    return result
  }

  private mutating func addEmbeddedHeader() {
    text.addBlank()
    text.add("Incident Identifier", report.identifier)
    add("distributor")
    text.add("CrashReporter Key", body["crashReporterKey"]?.string)
    if body["isBeta"]?.bool == true { add("betaIdentifier") }
    add("udid")
    text.add("Hardware Model", report.device.model)
    add("deviceModel")
    addProcess()
    add("buildInfo", "appStoreTools", "appVariant", "beta")
    text.add("Code Type", codeType)
    addRole()
    add(ReportDetail.parentProcessKey, "coalition")
    if isUnified { add("responsible", "responsiblePID", "userID") }
    add("plugInPath", "plugInIdentifier", "plugInVersion")
    text.addBlank()
    text.add("Date/Time", report.time)
    text.add("Launch Time", report.launchTime)
    text.add("OS Version", systemVersion)
    add("releaseType")
    if isUnified { add("bridgeVersion") }
    add("basebandVersion")
    text.add("Report Version", "104")
    text.addBlank()
    if isUnified { addState() }
    addEmbeddedException()
    text.addBlank()
    text.add("Triggered by Thread", crashedNumber.map { " \($0)" })
    add("highlightedThread")
    text.addBlank()
    addWarnings()
    addTriage()
    addInformation()
  }

  private mutating func addDesktopHeader() {
    text.addBlank()
    addProcess()
    add("buildInfo", "appStoreTools", "appVariant", "distributor", "beta")
    text.add("Code Type", codeType)
    if isUnified { addRole() }
    add(ReportDetail.parentProcessKey)
    if isUnified { add("coalition") }
    add("responsible", "responsiblePID", "userID", "plugInPath", "plugInIdentifier", "plugInVersion")
    text.addBlank()
    text.add("Date/Time", report.time)
    if isUnified { addMachine() }
    text.add("OS Version", systemVersion)
    if isUnified { add("releaseType") }
    text.add("Report Version", "12")
    add("bridgeVersion", "basebandVersion")
    text.add("Anonymous UUID", body["crashReporterKey"]?.string)
    if body["isBeta"]?.bool == true { add("betaIdentifier") }
    add("udid")
    if isUnified { text.add("Incident Identifier", report.identifier) }
    text.addBlank()
    addState()
    text.add("Crashed Thread", crashedThread)
    add("highlightedThread")
    text.addBlank()
    addDesktopException()
    addWarnings()
    addTriage()
    addInformation()
  }

  private mutating func addRole() {
    printed.insert(ReportDetail.roleKey)
    text.add("Role", body["procRole"]?.string)
  }

  private mutating func addMachine() {
    text.add("Launch Time", report.launchTime)
    text.add("Hardware Model", report.device.model)
    add("deviceModel")
  }

  /// Adds what the header says of the system's state, in groups. macOS has an empty line even for a group without facts.
  private mutating func addState() {
    for group in [["sleepWakeUUID"], ["uptime", "wakeTime"], ["systemIntegrityProtection"]] {
      let isAnyKnown = group.contains { fact($0) != nil }
      for key in group { add(key) }
      if isAnyKnown || !isEmbedded && group != ["systemIntegrityProtection"] { text.addBlank() }
    }
  }

  private mutating func addTriage() {
    guard let triage = body["ktriageinfo"]?.string else { return }
    printed.insert("kernelTriage")
    text.add(lines: ["Kernel Triage:"] + TextColumns.lines(triage) + [""])
  }

  /// Adds what is between the exception and the messages of the libraries.
  private mutating func addWarnings() {
    for key in ["dyldError", "dyldMessages", "workQueueLimits", "modificationWarnings", "externalGPU"] { addSection(key) }
  }

  // MARK: Facts

  /// Returns a fact of the report that no field of the model has, which is printed.
  private mutating func fact(_ key: String) -> ReportDetail? {
    printed.insert(key)
    return report.details.first { $0.key == key }
  }

  /// Adds facts of one line under their labels, in columns.
  private mutating func add(_ keys: String...) {
    for key in keys {
      if let fact = fact(key), case .text(let value) = fact.value { text.add(fact.title, value) }
    }
  }

  /// Adds a fact of several lines, with an empty line after it.
  private mutating func addSection(_ key: String) {
    let lines = fact(key).map { ReportDetail.lines([$0]).dropFirst() } ?? []
    if !lines.isEmpty { text.add(lines: lines + [""]) }
  }

  private mutating func addProcess() {
    let process = report.process
    text.add("Process", process.name.map { $0 + (process.pid.map { " [\($0)]" } ?? "") })
    text.add("Path", process.path)
    text.add("Identifier", process.bundleID ?? process.name)
    text.add("Version", (process.version ?? "???") + (process.build.map { " (\($0))" } ?? ""))
  }

  private var codeType: String? {
    report.device.cpuType.map { $0 + (body["translated"]?.bool == true ? " (Translated)" : " (Native)") }
  }

  private var systemVersion: String? {
    let build = report.system.build ?? (body["osVersion"]?["train"] == nil ? nil : "???")
    let words = [report.system.name, report.system.version].compactMap { $0 }
    guard !words.isEmpty else { return build }
    return words.joined(separator: " ") + (build.map { " (\($0))" } ?? "")
  }

  private var crashedNumber: Int? { report.threads.first(where: \.crashed)?.index ?? body["faultingThread"]?.int }

  /// The number, name and queue of the crashed thread.
  private var crashedThread: String? {
    guard let number = crashedNumber else { return nil }
    let thread = body["legacyInfo"]?["threadTriggered"]
    let name = thread?["name"]?.string.map { "  " + $0 } ?? ""
    let queue = thread?["queue"]?.string.map { "  Dispatch queue: " + $0 } ?? ""
    return "\(number)\(name)\(queue)"
  }

  // MARK: Exception and termination

  private var exceptionType: String? {
    guard let exception = report.exception, let type = exception.type else { return nil }
    return type + (exception.signal.map { " (\($0))" } ?? "")
  }

  private mutating func addEmbeddedException() {
    var lines = TextColumns(width: 17)
    let exception = report.exception
    lines.add("Exception Type", exceptionType)
    if let subtype = exception?.subtype { lines.add(lines: ["Exception Subtype: " + subtype]) }
    lines.add("Exception Message", exception?.message)
    lines.add("Exception Codes", exception?.codes)
    lines.add(lines: reasonLines())
    printed.insert("vmRegionInfo")
    if let region { lines.add(lines: TextColumns.lines("VM Region Info: " + region)) }
    for note in notes() { lines.add("Exception Note", note) }
    if let termination = report.termination, let namespace = termination.namespace {
      lines.add(lines: ["Termination Reason: \(namespace) \(termination.code ?? "") \(termination.indicator ?? "")"])
    }
    lines.add(lines: terminationDetails)
    if let process = terminator { lines.add(lines: ["Terminating Process: " + process]) }
    text.add(lines: lines.lines)
  }

  private mutating func addDesktopException() {
    let exception = report.exception
    text.add("Exception Type", exceptionType)
    text.add("Exception Codes", exception?.subtype)
    text.add("Exception Message", exception?.message)
    text.add("Exception Codes", exception?.codes)
    text.add(lines: reasonLines())
    for note in notes() { text.add("Exception Note", note) }
    text.addBlank()
    if let termination = report.termination, let namespace = termination.namespace {
      let indicator = termination.indicator.map { " " + $0 } ?? ""
      text.add("Termination Reason", "Namespace \(namespace), Code \(termination.code ?? "")\(indicator)")
      text.add(lines: terminationDetails)
      text.add("Terminating Process", terminator)
      text.addBlank()
    }
    printed.insert("vmRegionInfo")
    if let region { text.add(lines: TextColumns.lines("VM Region Info: " + region) + [""]) }
  }

  /// The notes that say whether the process crashed.
  private mutating func notes() -> [String] {
    guard case .text(let notes)? = fact("exceptionNote")?.value else { return [] }
    return notes.split(separator: "\n").map { String($0) }
  }

  /// The reason of an uncaught exception, and under labels of our own its name and class, which Apple's text leaves out.
  private mutating func reasonLines() -> [String] {
    guard body["exceptionReason"] != nil, let exception = report.exception else { return [] }
    let lines: [(label: String, value: String?)] = [
      ("Exception Reason", exception.reason), ("Exception Name", exception.name), ("Exception Class", exception.className),
    ]
    let rest = fact("exceptionReason").map { ReportDetail.lines([$0]).dropFirst() } ?? []
    return lines.compactMap { label, value in value.map { "\(label): \($0)" } }.flatMap { TextColumns.lines($0) } + rest
  }

  private var region: String? { [body["vmRegionInfo"]?.string, body["vmregioninfo"]?.string].compactMap(\.self).first }

  private var terminationDetails: [String] { (report.termination?.details ?? []).flatMap { TextColumns.lines($0) } }

  private var terminator: String? {
    guard let name = report.termination?.byProcess else { return nil }
    return name + (report.termination?.byPID.map { " [\($0)]" } ?? "")
  }

  private mutating func addInformation() {
    let messages = (body["asi"]?.members ?? .none).flatMap { $0.value.elements.compactMap { $0.string } }
    if !messages.isEmpty {
      text.add(lines: ["Application Specific Information:"] + messages.flatMap { TextColumns.lines($0) } + ["", ""])
    }
    addSection("signatures")
  }

  // MARK: After the threads

  private func threadState() -> [String] {
    guard let index = report.threads.firstIndex(where: { $0.crashed }), !report.threads[index].registers.isEmpty else {
      return [""]
    }
    return [""] + RegisterText.apple(report.threads[index].registers, thread: index, instructions: instructions(of: index))
  }

  /// Returns the bytes around the program counter of a thread, which no other output shows, or nil if the report has none.
  private func instructions(of thread: Int) -> RegisterText.InstructionStream? {
    let threads = body["threads"]?.elements ?? .none
    guard let state = threads.filter({ $0.kind == .object }).dropFirst(thread).first?["instructionState"],
      let stream = state["instructionStream"], let mark = stream["offset"]?.int
    else { return nil }
    let bytes = (stream["bytes"]?.elements ?? .none).compactMap { $0.uint64.flatMap { UInt8(exactly: $0) } }
    return RegisterText.InstructionStream(bytes: bytes, mark: mark)
  }

  private func images() -> [UInt8] {
    // Reports of other formats list their images elsewhere.
    guard body["usedImages"] != nil else { return ModelTranslation.images(report.images) }
    return ImageListText.bytes(of: report.images) { isEmbedded ? addEmbedded($0, $1, to: &$2) : addDesktop($0, $1, to: &$2) }
  }

  /// ` 0x102db4000 - 0x102dbffff Shop arm64 <8c1e...> /path`
  private func addEmbedded(_ images: [BinaryImage], _ position: Int, to list: inout ImageListText) {
    let all = images.span
    let (name, path) = (all[position].name ?? "???", all[position].path ?? "???")
    let architecture = all[position].architecture?.name ?? "unknown-arch"
    // All zeros and invalid IDs stay as in the report.
    let known = all[position].id
    let id = known == nil ? all[position].idText?.filter { $0 != "-" } ?? "???" : ""
    add(images, position, to: &list) { line in
      line.append(line: name.utf8.span)
      line.append(literal: " ")
      line.append(line: architecture.utf8.span)
      line.append(literal: "  <")
      line.append(known, or: id)
      line.append(literal: "> ")
      line.append(line: path.utf8.span)
    }
  }

  /// ` 0x102db4000 - 0x102dbffff com.example.shop (1.2) <8C1E-...> /path`
  private func addDesktop(_ images: [BinaryImage], _ position: Int, to list: inout ImageListText) {
    let all = images.span
    let name = all[position].identifier ?? all[position].name ?? "???"
    let (version, id, path) = (all[position].version ?? "*", all[position].idText ?? "???", all[position].path ?? "???")
    add(images, position, to: &list) { line in
      line.append(line: name.utf8.span)
      line.append(literal: " (")
      line.append(line: version.utf8.span)
      line.append(literal: ") <")
      line.append(line: id.utf8.span)
      line.append(literal: "> ")
      line.append(line: path.utf8.span)
    }
  }

  /// Adds a line with the addresses of an image; the placeholder for everything else has all addresses.
  private func add(_ images: [BinaryImage], _ position: Int, to list: inout ImageListText, _ body: (inout GrowingBytes) -> Void) {
    let all = images.span
    let base = all[position].loadAddress?.value ?? 0
    list.add(base, all[position].isPlaceholder ? base &- 1 : all[position].size.map { base &+ $0 &- 1 }, body)
  }

  private mutating func epilogue() -> [String] {
    var lines = isEmbedded && !isUnified ? [] : modifications()
    if isUnified || !isEmbedded, let summary = body["vmSummary"]?.string {
      printed.insert("vmSummary")
      lines += (lines.isEmpty ? [""] : []) + ["VM Region Summary:"] + TextColumns.lines(summary) + [""]
    }
    if !lines.isEmpty { lines.removeLast() }
    printed.insert("notes")
    lines += section("mtePageTags") + IPSDetails.errors(body) + section("filteredLog")
    for fact in report.details where fact.key.hasPrefix("diagnosticOutput.") { lines += section(fact.key) }
    return lines + (isEmbedded ? ["", "EOF", ""] : ["", ""])
  }

  private mutating func section(_ key: String) -> [String] { fact(key).map { ReportDetail.lines([$0]) } ?? [] }

  /// Returns the facts that this version of the layout has no line for.
  private func rest() -> [String] {
    var lines = TextColumns(width: 0)
    if !isEmbedded, !isUnified {
      lines.add("Launch Time", report.launchTime)
      lines.add("Hardware Model", report.device.model)
      lines.add("Incident Identifier", report.identifier)
    }
    let details = report.details.filter { !printed.contains($0.key) }
    return lines.lines + OtherText.lines(details.map { OtherValue(path: $0.title, value: $0.value) })
  }

  private mutating func modifications() -> [String] {
    printed.insert("modifications")
    var lines = [""]
    guard let mods = body["extMods"] else { return lines + [""] }
    lines.append("External Modification Summary:")
    for (key, title) in [
      ("targeted", "Calls made by other processes targeting this process:"), ("caller", "Calls made by this process:"),
      ("system", "Calls made by all processes on this machine:"),
    ] {
      lines.append("  " + title)
      for call in ["task_for_pid", "thread_create", "thread_set_state"] {
        lines.append("    \(call): \(mods[key]?[call]?.text ?? "0")")
      }
    }
    return lines + [""]
  }
}
