extension ReportError {
  /// The formats that were looked for.
  package static let formats = ReportFormats.known.compactMap(\.listing).joined(separator: ", ")

  /// One clause without a full stop, to be printed after the input's name. The formats follow unless a description says what to do.
  package var message: String {
    switch kind {
    case .empty: "the file is empty"
    case .notAReport(let seen):
      "not a crash report in a known format (\(seen)\(seen.contains(";") ? "" : "; looked for \(Self.formats)"))"
    case .malformed(let problem): problem + place
    }
  }

  private var place: String {
    switch (byte, line) {
    case (let byte?, let line?): " at byte \(byte) (line \(line))"
    case (let byte?, nil): " at byte \(byte)"
    case (nil, let line?): " at line \(line)"
    case (nil, nil): ""
    }
  }
}

extension ReportError: CustomStringConvertible {
  /// The same as `message`.
  package var description: String { message }
}
