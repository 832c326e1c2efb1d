import CrashModel

/// The error that a line above a Dart trace names:
///
///     E/flutter ( 4242): [ERROR:flutter/runtime/dart_vm_initializer.cc(41)] Unhandled Exception: Bad state: No element
///     Unhandled exception:                                                        the reason is in the next line
///     Fatal Exception: io.flutter.plugins.firebase.crashlytics.FlutterError: Bad state: No element
///     Non-fatal Exception: ...                                                    Crashlytics
struct DartError {
  private let type: String
  private var className: String?
  private var reason: String?

  /// The number of lines above a trace that are searched.
  private static let reach = 6
  private static let marks = ["Unhandled Exception:", "Unhandled exception:", "Non-fatal Exception:", "Fatal Exception:"]

  /// Returns the error in the lines above a line, or nil if there is none.
  static func find(in log: LogText, above position: Int) -> DartError? {
    for line in (max(0, position - reach)..<position).reversed() {
      let range = log.lines[line].range
      guard log.lines[line].level == log.lines[position].level else { return nil }
      for mark in marks {
        guard let found = TextScan.find(log.text, range, mark) else { continue }
        let rest = TextScan.trimmedText(log.text, found + mark.utf8.count..<range.upperBound)
        let next = line + 1 < position ? TextScan.trimmedText(log.text, log.lines[line + 1].range) : nil
        let type = mark.hasPrefix("Unhandled") ? "Unhandled Exception" : String(mark.dropLast())
        return DartError(type: type, text: rest ?? next)
      }
    }
    return nil
  }

  private init(type: String, text: String?) {
    self.type = type
    reason = text
    // Crashlytics puts the name of a Java class before the reason.
    guard !type.hasPrefix("Unhandled"), let text, let colon = text.firstIndex(of: ":"), text[..<colon].contains("."),
      !text[..<colon].contains(" ")
    else { return }
    (className, reason) = (String(text[..<colon]), String(text[text.index(after: colon)...]).trimmingBlanks)
  }

  /// Fills the error into a report.
  func apply(to report: inout CrashReport) {
    var exception = CrashException()
    (exception.type, exception.className, exception.reason) = (type, className, reason)
    report.exception = exception
    report.kind = type == "Non-fatal Exception" ? .nonFatal : .crash
  }
}
