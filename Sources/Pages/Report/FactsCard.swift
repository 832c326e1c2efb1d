internal import CrashModel
internal import Rendering

/// Writes the facts about the process, the system and the exception.
struct FactsCard {
  private let answers: SymbolicatedReport

  /// Prepares the facts of a report.
  init(_ answers: SymbolicatedReport) { self.answers = answers }

  /// Writes the card.
  func write(to page: inout Markup) {
    let facts = facts
    guard !facts.isEmpty else { return }
    page.element("section", ["class": "card facts"]) { page in
      page.raw("<h2>Facts</h2>")
      page.element("dl") { page in
        for (label, value) in facts {
          page.element("div") { page in
            page.element("dt", [:], label)
            page.element("dd", [:], value)
          }
        }
      }
    }
  }

  private var facts: [(String, String)] {
    let report = answers.report
    let title = ReportTitle(report)
    let all: [(String, String?)] =
      [
        ("Process", title.process), ("Identifier", report.process.bundleID), ("PID", report.process.pid.map { String($0) }),
        ("System", title.system), ("Device", report.device.model ?? report.device.cpuType), ("Time", report.time),
        ("Launched", report.launchTime), ("Lived", life), ("Launch", launch), ("Role", role),
      ] + exception + [
        ("Instruction", answers.instruction?.sentence),
        ("Termination", report.termination.map(Self.words)),
        ("Group", answers.triage?.group), ("Grouping", quality), ("Report", report.identifier),
        ("Format", title.format), ("File", answers.path + ReportTitle.part(report)),
      ]
    return all.compactMap { label, value in value.flatMap { $0.isEmpty ? nil : (label, $0) } }
  }

  private var exception: [(String, String?)] {
    let exception = answers.report.exception
    let fault = exception?.wholeFaultAddress.map { "0x" + String($0.value, radix: 16) }
    return [
      ("Exception", ReportTitle(answers.report).exception.joined(separator: ", ")), ("Class", exception?.className),
      ("Subtype", exception?.subtype),
      ("Codes", exception?.codes), ("Message", exception?.reason == nil ? nil : exception?.message),
      ("Fault address", exception?.isFaultAddressTelling == true ? fault : nil),
    ]
  }

  /// What the system took the process for: `Foreground`.
  private var role: String? {
    guard case .text(let role)? = answers.report.details.first(where: { $0.key == ReportDetail.roleKey })?.value else {
      return nil
    }
    return role
  }

  private var life: String? {
    guard let launch = answers.triage?.launch, !launch.isLaunchCrash else { return nil }
    return (launch.isLowerBound ? "at least " : "") + NumberFormat.duration(launch.uptime)
  }

  /// `Crashed 0.2 s after launch, during scene setup`.
  private var launch: String? {
    answers.triage?.launch.flatMap { $0.isLaunchCrash ? LaunchWords.sentence($0) : nil }
  }

  /// Nil if the key names functions of the app, as it should.
  private var quality: String? { answers.triage.flatMap { QualityWords.of($0.quality) } }

  private static func words(_ termination: Termination) -> String {
    let by = termination.byProcess.map { "by \($0)" + (termination.byPID.map { " [\($0)]" } ?? "") }
    let words = [termination.namespace, termination.codeWords, termination.indicator, by].compactMap { $0 }.joined(separator: " ")
    return ([words] + termination.details).filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
