/// The reason why an input has no readable report.
package struct ReportError: Error, Hashable, Sendable {
  /// The problem with the input.
  package enum Kind: Hashable, Sendable {
    /// There are no bytes, or only blank ones.
    case empty
    /// The input is in no known format; the clause describes it, for example `binary data`.
    case notAReport(String)
    /// The input begins like a report of a known format and is damaged before the first usable fact.
    case malformed(String)
  }

  /// The problem with the input.
  package let kind: Kind
  /// The byte in the input, from 0, if known.
  package let byte: Int?
  /// The line in the input, from 1, if known.
  package let line: Int?

  /// Records a problem.
  package init(_ kind: Kind, byte: Int? = nil, line: Int? = nil) {
    self.kind = kind
    self.byte = byte
    self.line = line
  }

  /// The formats that were looked for, in the order of the README's table.
  package static let formats =
    "Apple text, .ips, KSCrash JSON, PLCrashReporter, MetricKit, Sentry events, Swift backtraces, LLDB, Crashlytics, "
    + "core dumps of systemd, call stacks in logs"

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
