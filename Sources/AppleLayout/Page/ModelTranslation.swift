import Bytes
package import CrashModel

/// Formats a report in Apple's layout from the model alone, for formats without a special translation.
package struct ModelTranslation {
  private let report: CrashReport

  /// Returns the parts of the text around the call stacks. `identifier` is the report's own. `event` is the subject of a report
  /// that has no exception.
  package static func translate(_ report: CrashReport, identifier: String?, event: String? = nil) -> TranslatedText {
    let translation = ModelTranslation(report: report)
    var result = TranslatedText(style: .embedded, preamble: translation.preamble(identifier, event))
    result.threadHeaders = report.threads.map {
      ThreadHeaderText.apple($0, style: .embedded, hasCrashed: report.marksCrashedThread)
    }
    result.backtraceHeaders = report.backtraces.map { ThreadHeaderText.apple($0) }
    result.threadState = report.threads.first { $0.crashed }.map { RegisterText.plain($0) } ?? []
    // A report of a system update, for example, has neither.
    if !report.images.isEmpty || !report.frames.isEmpty { result.images = Self.images(report.images) }
    result.epilogue = ReportDetail.lines(report.details)
    return result
  }

  // MARK: Before the call stacks

  private func preamble(_ identifier: String?, _ event: String?) -> [String] {
    var text = TextColumns(width: 21)
    text.add("Incident Identifier", identifier)
    text.add("Hardware Model", report.device.model)
    // Also printed if it is unknown, because this line begins each of several reports.
    text.add("Process", (report.process.name ?? "???") + (report.process.pid.map { " [\($0)]" } ?? ""))
    text.add("Path", report.process.path)
    text.add("Identifier", report.process.bundleID)
    text.add("Version", version)
    text.add("Code Type", report.device.cpuType)
    if case .text(let parent)? = report.details.first(where: { $0.key == ReportDetail.parentProcessKey })?.value {
      text.add("Parent Process", parent)
    }
    text.addBlank()
    text.add("Date/Time", report.time)
    text.add("Launch Time", report.launchTime)
    text.add("OS Version", system)
    text.add("Report Version", "104")
    text.add("Event", event)
    text.addBlank()
    return text.lines + exception() + information()
  }

  private var version: String? {
    guard let short = report.process.version else { return report.process.build }
    return short + (report.process.build.map { " (\($0))" } ?? "")
  }

  private var system: String? {
    guard report.system.name != nil || report.system.version != nil else { return report.system.build }
    let parts = [report.system.name, report.system.version, report.system.build.map { "(\($0))" }]
    return parts.compactMap { $0 }.joined(separator: " ")
  }

  private func exception() -> [String] {
    var text = TextColumns(width: 17)
    if let exception = report.exception {
      let signal = exception.signal.flatMap { $0 == exception.type ? nil : $0 }
      text.add("Exception Type", exception.type.map { $0 + (signal.map { " (\($0))" } ?? "") } ?? exception.signal)
      text.add("Exception Subtype", exception.subtype)
      text.add("Exception Message", exception.message)
      addCodes(of: exception, to: &text)
    }
    if let termination = report.termination {
      let words = [termination.namespace, termination.code, termination.indicator].compactMap { $0 }
      if !words.isEmpty { text.add(lines: ["Termination Reason: " + words.joined(separator: " ")]) }
      text.add(lines: termination.details.flatMap { TextColumns.lines($0) })
    }
    if let thread = report.threads.first(where: { $0.crashed }) { text.add(lines: ["Triggered by Thread:  \(thread.index)"]) }
    return text.lines.isEmpty ? [] : text.lines + [""]
  }

  /// Adds the codes, and the address that was accessed unless they or the subtype have it: `SEGV_MAPERR at 0x18`.
  private func addCodes(of exception: CrashException, to text: inout TextColumns) {
    let address = exception.isFaultAddressTelling ? exception.faultAddress.map { "0x" + String($0.value, radix: 16) } : nil
    let isShown = [exception.subtype, exception.codes].contains { words in
      guard let words, let address else { return false }
      return words == exception.subtype || words.containsBytes(of: " at ") || words.hasSuffix(address)
    }
    guard let address, !isShown else { return text.add("Exception Codes", exception.codes) }
    text.add("Exception Codes", exception.codes.map { "\($0) at \(address)" })
    if exception.codes == nil { text.add("Fault Address", address) }
  }

  /// The reason of the exception, unless the report repeats it elsewhere.
  private var reason: [String] {
    guard let exception = report.exception, let reason = exception.reason, !reason.isEmpty else { return [] }
    let others = report.applicationSpecificInformation + [exception.message, exception.codes].compactMap { $0 }
    guard !others.contains(where: { $0.containsBytes(of: reason) }) else { return [] }
    return [exception.name.map { "\($0): \(reason)" } ?? reason]
  }

  private func information() -> [String] {
    let lines = (reason + report.applicationSpecificInformation).flatMap { TextColumns.lines($0) }
    return lines.isEmpty ? [] : ["Application Specific Information:"] + lines + [""]
  }

  // MARK: After them

  /// `0x102db4000 - 0x102dbffff Shop arm64 <8c1e...> /path`; the end is `???` where the size is unknown.
  package static func images(_ images: [BinaryImage]) -> [UInt8] {
    ImageListText.bytes(of: images) { images, position, list in
      let image = images[position]
      let base = image.loadAddress?.value
      let last = base.flatMap { base in image.size.map { base &+ $0 &- 1 } }
      let id = image.id?.hex ?? image.idText ?? "no build ID"
      list.add(base, last, "\(image.name ?? "???") \(image.architecture?.name ?? "???")  <\(id)> \(image.path ?? "???")")
    }
  }
}
