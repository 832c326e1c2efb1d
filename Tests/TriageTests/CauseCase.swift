import CrashModel
import Reports
import SymbolModel
import Testing

@testable import Triage

/// A report in a few words, with the causes that it must have and must not have.
struct CauseCase: Sendable, CustomTestStringConvertible {
  var has: [String] = []
  var lacks: [String] = []
  var type: String?
  var signal: String?
  var codes: String?
  var subtype: String?
  var fault: UInt64?
  var name: String?
  var mangled: String?
  var reason: String?
  var info: [String] = []
  var namespace: String?
  var code: String?
  var details: [String] = []
  var indicator: String?
  var format = ReportFormat.ips
  /// `name` in the app, `-name` in the system.
  var frames: [String] = ["work"]
  var repeats = 1
  var thread = 0
  var registers: [(String, UInt64)] = []
  var kind = ReportKind.crash
  var system = "17.1"
  var recrashed = false
  /// The message of a kernel's panic.
  var panic: String?

  var testDescription: String { (has + lacks.map { "not \($0)" }).joined(separator: ", ") }

  /// The report as the engine answers it.
  var answers: SymbolicatedReport {
    var report = CrashReport(format: format, kind: kind)
    var exception = CrashException()
    (exception.type, exception.signal, exception.codes, exception.subtype) = (type, signal, codes, subtype)
    exception.faultAddress = fault.map { RuntimeAddress($0) }
    (exception.name, exception.mangledName, exception.reason) = (name, mangled, reason)
    report.exception = exception
    if namespace != nil || code != nil || indicator != nil || !details.isEmpty {
      var ended = Termination()
      (ended.namespace, ended.code, ended.details) = (namespace, code, details)
      ended.indicator = indicator
      report.termination = ended
    }
    if recrashed { report.recrash = HandlerCrash() }
    report.applicationSpecificInformation = info
    if let panic { report.details = [ReportDetail(key: "panicString", title: "Panic String", value: .text(panic))] }
    (report.system.name, report.system.version) = ("iPhone OS", system)
    var app = BinaryImage(name: "Shop", path: "/private/var/containers/Bundle/Application/A/Shop.app/Shop")
    app.inApp = true
    report.images = [app, BinaryImage(name: "libsystem.dylib", path: "/usr/lib/libsystem.dylib")]
    let names = frames.flatMap { name in Array(repeating: name, count: name == frames[0] ? repeats : 1) }
    for (index, name) in names.enumerated() {
      var frame = Frame(index: index, kind: .exact, address: RuntimeAddress(0x1_0000 + UInt64(index)))
      frame.image = name.hasPrefix("-") && !name.hasPrefix("-[") ? 1 : 0
      report.frames.append(frame)
    }
    report.threads = [CrashThread(index: thread, crashed: true, frames: 0..<names.count)]
    report.threads[0].registers = registers.map { Register(name: $0.0, value: $0.1) }
    let resolutions = names.map { name in
      FrameResolution(basis: .symbol, symbol: name.hasPrefix("-") && !name.hasPrefix("-[") ? String(name.dropFirst()) : name)
    }
    return SymbolicatedReport(
      report: report, resolutions: resolutions, imageStatuses: report.images.map { _ in ImageStatus(.found) }, path: "case")
  }
}
