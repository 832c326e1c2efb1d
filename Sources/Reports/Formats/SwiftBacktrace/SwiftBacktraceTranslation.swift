import AppleLayout
import CrashModel
import JSONText

/// Formats a Swift backtrace like Apple's text reports.
enum SwiftBacktraceTranslation {
  /// Returns the parts of the text around the call stacks.
  static func translate(_ report: CrashReport, _ body: JSONValue) -> TranslatedText {
    var text = TextColumns(width: 23)
    // The runtime names no process; on Linux the main thread is named like it.
    text.add("Process", report.process.name ?? report.threads.first { $0.crashed }?.name)
    text.add("Code Type", report.device.cpuType)
    text.add("Date/Time", report.time)
    text.add("OS Version", body["platform"]?.string)
    text.addBlank()
    let fault = report.exception?.faultAddress.map { " at " + TextColumns.hex($0.value, digits: 16) } ?? ""
    text.add("Exception Type", report.exception?.type.map { $0 + fault })
    let crashed = report.threads.first { $0.crashed }
    text.add("Crashed Thread", crashed.map { thread in "\(thread.index)" + (thread.name.map { "  " + $0 } ?? "") })
    text.addBlank()
    var result = TranslatedText(style: .desktop, preamble: text.lines)
    result.threadHeaders = report.threads.map { ThreadHeaderText.apple($0, style: .desktop) }
    result.backtraceHeaders = report.backtraces.map { ThreadHeaderText.apple($0) }
    result.threadState = crashed.map { RegisterText.plain($0) } ?? []
    result.images = images(report, omitted: body["omittedImages"]?.int ?? 0)
    result.epilogue = ReportDetail.lines(report.details)
    return result
  }

  private static func images(_ report: CrashReport, omitted: Int) -> [UInt8] {
    let heading = omitted > 0 ? "Binary Images (\(omitted) omitted):" : "Binary Images:"
    return ImageListText.bytes(heading: heading, of: report.images) { images, position, list in
      let image = images[position]
      let base = image.loadAddress?.value ?? 0
      let words = "\(image.name ?? "???") (*) <\(image.idText ?? "no build ID")> \(image.path ?? "???")"
      list.add(base, base &+ (image.size ?? 1) &- 1, words)
    }
  }
}
