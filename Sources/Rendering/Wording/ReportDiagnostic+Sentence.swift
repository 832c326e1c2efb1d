package import CrashModel

extension ReportDiagnostic {
  /// The message and its position in the input, for people: `JSON ends early (byte 48,211, line 902)`.
  package var sentence: String {
    // The beginning of the input is not a useful position.
    let place = [
      byte.flatMap { $0 == 0 ? nil : "byte \(NumberFormat.grouped($0))" }, line.map { "line \(NumberFormat.grouped($0))" },
    ].compactMap { $0 }
    return place.isEmpty ? message : "\(message) (\(place.joined(separator: ", ")))"
  }
}
