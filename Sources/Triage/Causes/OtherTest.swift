internal import Bytes
internal import CrashModel

/// The tests that look at other facts of a report.
enum OtherTest {
  static func silent(_ facts: CauseInput) -> TriageCause.Evidence? {
    let isSilent = facts.texts.allSatisfy {
      $0.subject == .subtype || $0.path == "extra.vmRegionInfo" || $0.text.hasPrefix("virtualMemoryRegionInfo:")
    }
    return isSilent ? TriageCause.Evidence(path: "exception", text: "no text gives a reason") : nil
  }

  static func fatalResource(_ facts: CauseInput) -> TriageCause.Evidence? {
    guard let code = facts.codes.first.flatMap(ResourceCode.init), code.isFatal else { return nil }
    return TriageCause.Evidence(path: "exception.codes", text: "\(code.type) over \(code.limit)")
  }

  static func handlerCrashed(_ facts: CauseInput) -> TriageCause.Evidence? {
    let report = facts.report
    guard report.recrash != nil || report.backtraces.contains(where: { $0.kind == .recrash }) else { return nil }
    return TriageCause.Evidence(path: "recrash", text: report.recrash?.exception?.type ?? "the crash handler crashed")
  }

  static func cPlusPlusType(_ facts: CauseInput) -> TriageCause.Evidence? {
    guard let exception = facts.report.exception, let name = exception.name else { return nil }
    let isCPlusPlus =
      exception.mangledName != nil || name == "cpp_exception" || name.containsBytes(of: "::") || name.hasSuffix("*")
    return isCPlusPlus ? TriageCause.Evidence(path: "exception.name", text: name) : nil
  }

  /// Compares the percentage of `Elapsed application CPU time (seconds): 8.780, 87% CPU`.
  static func processorTime(_ facts: CauseInput, _ isMeant: (Int) -> Bool) -> TriageCause.Evidence? {
    for text in facts.texts {
      guard let at = text.text.position(of: "lapsed application CPU time"),
        let percent = text.text[at...].position(of: "%")
      else { continue }
      let digits = String(text.text[..<percent].reversed().prefix { $0.isNumber }.reversed())
      guard let value = Int(digits), isMeant(value) else { continue }
      return TriageCause.Evidence(path: text.path, text: "\(digits)% CPU of the application")
    }
    return nil
  }

  static func system(_ facts: CauseInput, _ isMeant: (Int) -> Bool) -> TriageCause.Evidence? {
    let name = facts.report.system.name?.lowercased() ?? ""
    guard name.hasPrefix("i") || name.containsBytes(of: "iphone"), let major = facts.systemMajor, isMeant(major) else {
      return nil
    }
    return TriageCause.Evidence(path: "os.version", text: facts.report.system.version ?? "")
  }
}
