import CrashModel

extension ReportDiagnostic {
  /// The message and its place: `JSON ends early (line 902)`.
  var sentence: String {
    switch (line, byte) {
    case (let line?, _): "\(message) (line \(NumberText.grouped(line)))"
    case (nil, let byte?): "\(message) (byte \(NumberText.grouped(byte)))"
    case (nil, nil): message
    }
  }
}
