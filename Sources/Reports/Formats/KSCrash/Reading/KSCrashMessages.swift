import AppleLayout
import CrashModel
import JSONText

/// The lines of "Application Specific Information" of a KSCrash report.
enum KSCrashMessages {
  /// Returns the uncaught exception, then what libraries left in their crash info (`fatalError` and the like), then hangs.
  static func lines(_ report: CrashReport, _ speakingImages: [JSONValue], _ error: JSONValue?) -> [String] {
    var lines = exception(report, error)
    var known = Set(lines)
    var row = JSONRow(KSCrashImageField.self)
    for image in speakingImages {
      row.read(image)
      for field in [KSCrashImageField.message, .message2, .signature] {
        guard let message = row.string(field)?.trimmingBlanks, !message.isEmpty else { continue }
        for line in TextColumns.lines(message) where known.insert(line).inserted { lines.append(line) }
      }
    }
    return lines + hang(error)
  }

  private static func exception(_ report: CrashReport, _ error: JSONValue?) -> [String] {
    let isUncaught = error?["nsexception"] != nil || error?["nsexception_name"] != nil || error?["cpp_exception"] != nil
    guard isUncaught, let name = report.exception?.name else { return [] }
    let reason = report.exception?.reason.map { ", reason: '\($0)'" } ?? ""
    return ["*** Terminating app due to uncaught exception '\(name)'\(reason)"]
  }

  /// `The main thread hung for 8.002 s (FOREGROUND_APPLICATION)`.
  private static func hang(_ error: JSONValue?) -> [String] {
    guard let hang = error?["hang"], let start = hang["hang_start_nanos"]?.uint64, let end = hang["hang_end_nanos"]?.uint64,
      end >= start
    else { return [] }
    let milliseconds = (end - start) / 1_000_000
    let fraction = String(1_000 + milliseconds % 1_000).dropFirst()
    let role = hang["hang_start_role"]?.string.map { " (\($0))" } ?? ""
    let recovered = hang["hang_recovered"]?.bool == true ? " and recovered" : ""
    return ["The main thread hung for \(milliseconds / 1_000).\(fraction) s\(role)\(recovered)"]
  }
}
