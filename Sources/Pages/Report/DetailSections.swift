internal import AppleLayout
internal import CrashModel
internal import Rendering

/// Writes what a report contains besides its stacks and images.
struct DetailSections {
  private let report: CrashReport

  /// Prepares the details of a report.
  init(_ report: CrashReport) { self.report = report }

  /// Writes the lines that the app or its libraries left in the report, unless they repeat the head.
  func writeInformation(to page: inout Markup) {
    guard !report.applicationSpecificInformation.isEmpty, !repeatsReason else { return }
    page.element("section", ["class": "information"]) { page in
      page.raw("<h2>Application specific information</h2>")
      writeLines(to: &page)
    }
    page.line()
  }

  /// Writes these lines folded if they repeat the head.
  func writeRepeatedInformation(to page: inout Markup) {
    guard !report.applicationSpecificInformation.isEmpty, repeatsReason else { return }
    page.element("details", ["class": "card"]) { page in
      page.raw("<summary><h2>Application specific information</h2></summary>")
      writeLines(to: &page)
    }
    page.line()
  }

  private func writeLines(to page: inout Markup) {
    page.element("pre", ["class": "wrap", "tabindex": "0"], report.applicationSpecificInformation.joined(separator: "\n"))
  }

  /// Whether the lines are the reason of the exception and the words of the runtime around it.
  private var repeatsReason: Bool {
    guard let reason = report.exception?.reason, !reason.isEmpty else { return false }
    let text = report.applicationSpecificInformation.joined(separator: "\n")
    return text.hasPrefix("*** Terminating app due to uncaught exception") && text.contains(reason)
  }

  /// Writes what the reader could not use.
  func writeDiagnostics(to page: inout Markup) {
    let warnings = report.diagnostics.filter { $0.severity == .warning }
    guard !warnings.isEmpty else { return }
    page.element("section", ["class": "card warnings"]) { page in
      page.raw("<h2>Warnings</h2>")
      page.element("ul") { page in
        for warning in warnings { page.element("li", [:], warning.sentence) }
      }
    }
  }

  private static func text(_ value: ReportValue) -> String {
    if case .text(let text) = value { return text }
    return value.indentedLines.joined(separator: "\n")
  }

  /// Writes the processes of a jetsam report, those with the most memory first.
  func writeMemory(to page: inout Markup) {
    guard let memory = report.memory, !memory.processes.isEmpty else { return }
    page.element("section", ["class": "memory"]) { page in
      page.raw("<h2>Memory by process</h2>")
      page.element("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": "Memory by process"]) { page in
        page.raw("<table class=\"list\"><thead><tr><th scope=\"col\">Process</th><th scope=\"col\" class=\"num\">MiB</th>")
        page.raw(
          "<th scope=\"col\" class=\"num\">Peak</th><th scope=\"col\" class=\"num\">Limit</th><th scope=\"col\">Ended because</th><th scope=\"col\">States</th>"
        )
        page.raw("</tr></thead>\n<tbody>")
        for process in memory.bySize { write(process, to: &page) }
        page.raw("</tbody></table>")
      }
    }
    page.line()
  }

  private func write(_ process: MemoryReport.Process, to page: inout Markup) {
    page.element("tr", ["class": process.reason == nil ? nil : "app"]) { page in
      page.element("th", ["scope": "row"], (process.name ?? "?") + (process.pid.map { " [\($0)]" } ?? ""))
      for bytes in [process.bytes, process.peak, process.limit] {
        page.element("td", ["class": "num"], MemoryText.mebibytes(bytes))
      }
      page.element("td", [:], process.reason ?? "")
      page.element("td", [:], process.states.joined(separator: ", "))
    }
    page.line()
  }

  /// Writes the registers of the crashed threads, else of the first one with registers.
  func writeRegisters(to page: inout Markup) {
    let threads = report.threads.filter { !$0.registers.isEmpty }
    let crashed = threads.filter(\.crashed)
    for thread in crashed.isEmpty ? Array(threads.prefix(1)) : crashed {
      write(thread.registers, "Registers of thread \(thread.index)", to: &page)
    }
    if let handler = report.recrash?.thread, !handler.registers.isEmpty {
      write(handler.registers, "Registers of the handler's thread \(handler.index)", to: &page)
    }
  }

  private func write(_ registers: [Register], _ title: String, to page: inout Markup) {
    page.element("details", ["class": "fold"]) { page in
      page.element("summary") { $0.element("h2", [:], title) }
      page.element("dl", ["class": "registers"]) { page in
        for register in RegisterOrder.sorted(registers, of: report.format) {
          page.element("div") { page in
            page.element("dt", [:], register.name)
            page.element("dd") { page in
              page.element("code", [:], "0x" + String(register.value, radix: 16))
              if let note = register.note { page.element("span", ["class": "hint"], " " + note.trimmingBlanks) }
            }
          }
        }
      }
    }
    page.line()
  }

  /// Writes what only this format has: what fits on a line as a list, the rest folded.
  func writeExtra(to page: inout Markup) {
    // The role is among the facts.
    let details = report.details.filter { $0.key != ReportDetail.roleKey }
    writeShort(details.filter { Self.line($0) != nil }, to: &page)
    for detail in details where Self.line(detail) == nil {
      page.element("details", ["class": "fold"]) { page in
        page.element("summary") { $0.element("h2", [:], detail.title) }
        page.element("pre", ["class": "wrap", "tabindex": "0"], Self.text(detail.value))
      }
      page.line()
    }
  }

  /// Writes the values that nothing else shows, folded.
  func writeOther(to page: inout Markup) {
    guard !report.other.isEmpty else { return }
    page.element("details", ["class": "fold"]) { page in
      page.element("summary") { $0.element("h2", [:], "Other information") }
      page.element("pre", ["class": "wrap", "tabindex": "0"], OtherText.lines(report.other).joined(separator: "\n"))
    }
    page.line()
  }

  private func writeShort(_ details: [ReportDetail], to page: inout Markup) {
    guard !details.isEmpty else { return }
    page.element("section", ["class": "card facts"]) { page in
      page.raw("<h2>More facts</h2>")
      page.element("dl") { page in
        for detail in details {
          page.element("div") { page in
            page.element("dt", [:], detail.title)
            page.element("dd", [:], Self.line(detail) ?? "")
          }
        }
      }
    }
    page.line()
  }

  /// The maximum length of a line in bytes.
  private static let longestLine = 160

  /// Returns a text that fits on a line, or nil for anything else.
  private static func line(_ detail: ReportDetail) -> String? {
    switch detail.value {
    case .text(let text): text.utf8.count <= longestLine && !text.utf8.contains(UInt8(ascii: "\n")) ? text : nil
    case .number(let digits): digits
    case .bool(let flag): flag ? "yes" : "no"
    case .object, .array, .null: nil
    }
  }
}
