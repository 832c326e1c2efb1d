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
  private var text: TextColumns

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
    let errors = IPSDetails.errors(body)
    result.epilogue = errors + (translation.isEmbedded ? ["", "EOF", ""] : translation.desktopEpilogue())
    return result
  }

  private init(_ report: CrashReport, _ body: JSONValue, _ header: JSONValue?) {
    self.report = report
    self.body = body
    self.header = header
    let train = body["osVersion"]?["train"]?.string ?? header?["os_version"]?.string ?? ""
    isEmbedded = body["osVersion"]?["isEmbedded"]?.bool ?? !(train.hasPrefix("macOS") || train.hasPrefix("Mac OS"))
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
    return TranslatedText(style: .embedded, preamble: text.lines)
  }

  private mutating func addEmbeddedHeader() {
    let store = body["storeInfo"]
    text.addBlank()
    text.add("Incident Identifier", report.identifier)
    text.add("Distributor ID", store?["distributorID"]?.string)
    text.add("CrashReporter Key", body["crashReporterKey"]?.string)
    text.add("Hardware Model", report.device.model)
    addProcess()
    text.add("AppStoreTools", body["bundleInfo"]?["DTAppStoreToolsBuild"]?.string)
    text.add("AppVariant", store?["applicationVariant"]?.string)
    text.add("Beta", store?["entitledBeta"]?.bool == true ? "YES" : nil)
    text.add("Code Type", codeType)
    text.add("Role", body["procRole"]?.string)
    text.add("Parent Process", owner("parentProc", "parentPid"))
    text.add("Coalition", owner("coalitionName", "coalitionID"))
    text.addBlank()
    text.add("Date/Time", report.time)
    text.add("Launch Time", report.launchTime)
    text.add("OS Version", systemVersion)
    text.add("Release Type", body["osVersion"]?["releaseType"]?.string)
    text.add("Baseband Version", body["basebandVersion"]?.string)
    text.add("Report Version", "104")
    text.addBlank()
    addEmbeddedException()
    text.addBlank()
    text.add("Triggered by Thread", crashedNumber.map { " \($0)" })
    text.addBlank()
    if let triage = body["ktriageinfo"]?.string { text.add(lines: ["Kernel Triage:"] + TextColumns.lines(triage) + [""]) }
    addInformation()
  }

  private mutating func addDesktopHeader() {
    text.addBlank()
    addProcess()
    text.add("Code Type", codeType)
    text.add("Parent Process", owner("parentProc", "parentPid"))
    text.add("Responsible", owner("responsibleProc", "responsiblePid"))
    text.add("User ID", body["userID"]?.int.map { String($0) })
    text.addBlank()
    text.add("Date/Time", report.time)
    text.add("OS Version", systemVersion)
    text.add("Report Version", "12")
    text.add("Bridge OS Version", bridgeVersion)
    text.add("Anonymous UUID", body["crashReporterKey"]?.string)
    text.addBlank()
    text.add("Sleep/Wake UUID", body["sleepWakeUUID"]?.string)
    text.addBlank()
    text.add("Time Awake Since Boot", body["uptime"]?.int.map { "\($0) seconds" })
    text.add("Time Since Wake", body["wakeTime"]?.int.map { "\($0) seconds" })
    text.addBlank()
    if let protection = body["sip"]?.string { text.add(lines: ["System Integrity Protection: " + protection, ""]) }
    text.add("Crashed Thread", crashedThread)
    text.addBlank()
    addDesktopException()
    addInformation()
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

  private var bridgeVersion: String? {
    guard let version = body["bridgeVersion"], let train = version["train"]?.string else { return nil }
    return train + " (\(version["build"]?.string ?? "???"))"
  }

  /// `name [number]`.
  private func owner(_ name: String, _ number: String) -> String? {
    guard let text = body[name]?.string else { return nil }
    return text + (body[number]?.int.map { " [\($0)]" } ?? "")
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
    if let region { lines.add(lines: TextColumns.lines("VM Region Info: " + region)) }
    lines.add("Exception Note", isCorpse ? "EXC_CORPSE_NOTIFY" : nil)
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
    text.add("Exception Note", isCorpse ? "EXC_CORPSE_NOTIFY" : nil)
    text.addBlank()
    if let termination = report.termination, let namespace = termination.namespace {
      let indicator = termination.indicator.map { " " + $0 } ?? ""
      text.add("Termination Reason", "Namespace \(namespace), Code \(termination.code ?? "")\(indicator)")
      text.add(lines: terminationDetails)
      text.add("Terminating Process", terminator)
      text.addBlank()
    }
    if let region { text.add(lines: TextColumns.lines("VM Region Info: " + region) + [""]) }
  }

  private var isCorpse: Bool { body["isCorpse"]?.bool == true }

  private var region: String? { body["vmRegionInfo"]?.string ?? body["vmregioninfo"]?.string }

  private var terminationDetails: [String] { (report.termination?.details ?? []).flatMap { TextColumns.lines($0) } }

  private var terminator: String? {
    guard let name = report.termination?.byProcess else { return nil }
    return name + (report.termination?.byPID.map { " [\($0)]" } ?? "")
  }

  private mutating func addInformation() {
    let messages = (body["asi"]?.members ?? .none).flatMap { $0.value.elements.compactMap { $0.string } }
    guard !messages.isEmpty else { return }
    text.add(lines: ["Application Specific Information:"] + messages.flatMap { TextColumns.lines($0) } + ["", ""])
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
    var list = ImageListText(count: report.images.count)
    for image in report.images { isEmbedded ? addEmbedded(image, to: &list) : addDesktop(image, to: &list) }
    return list.bytes
  }

  /// ` 0x102db4000 - 0x102dbffff Shop arm64 <8c1e...> /path`
  private func addEmbedded(_ image: BinaryImage, to list: inout ImageListText) {
    let (name, path) = (image.name ?? "???", image.path ?? "???")
    let architecture = image.architecture?.name ?? "unknown-arch"
    // All zeros and invalid IDs stay as in the report.
    let id = image.id == nil ? image.idText?.filter { $0 != "-" } ?? "???" : ""
    let room = name.utf8.count + architecture.utf8.count + id.utf8.count + path.utf8.count + OutputSpan<UInt8>.roomForID
    add(image, to: &list, room: room) { line in
      line.append(line: name.utf8.span)
      line.append(literal: " ")
      line.append(line: architecture.utf8.span)
      line.append(literal: "  <")
      line.append(image.id, or: id)
      line.append(literal: "> ")
      line.append(line: path.utf8.span)
    }
  }

  /// ` 0x102db4000 - 0x102dbffff com.example.shop (1.2) <8C1E-...> /path`
  private func addDesktop(_ image: BinaryImage, to list: inout ImageListText) {
    let name = image.identifier ?? image.name ?? "???"
    let (version, id, path) = (image.version ?? "*", image.idText ?? "???", image.path ?? "???")
    let room = name.utf8.count + version.utf8.count + id.utf8.count + path.utf8.count + 16
    add(image, to: &list, room: room) { line in
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
  private func add(_ image: BinaryImage, to list: inout ImageListText, room: Int, _ body: (inout OutputSpan<UInt8>) -> Void) {
    let base = image.loadAddress?.value ?? 0
    list.add(base, image.isPlaceholder ? base &- 1 : image.size.map { base &+ $0 &- 1 }, room: room, body)
  }

  private func desktopEpilogue() -> [String] {
    var lines = [""]
    if let mods = body["extMods"] {
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
      lines.append("")
    }
    if let summary = body["vmSummary"]?.string { lines += ["VM Region Summary:"] + TextColumns.lines(summary) + [""] }
    return lines + [""]
  }
}
