import CrashModel

extension ReportDiagnostic {
  /// The message and its place in the input, for people: `JSON ends early (byte 48,211, line 902)`.
  var sentence: String {
    let place = [byte.map { "byte \(NumberText.grouped($0))" }, line.map { "line \(NumberText.grouped($0))" }].compactMap { $0 }
    return place.isEmpty ? message : "\(message) (\(place.joined(separator: ", ")))"
  }
}
