/// One test of a rule: `KEY PATTERN`.
struct Condition: Hashable, Sendable {
  /// What of a report is compared. The raw value is the key in rules files.
  enum Subject: String, Sendable, CaseIterable {
    /// The class, the kind of the report, the format.
    case failure = "class"
    case kind, format
    /// The exception's name, reason, type, codes and subtype, and the signal.
    case exception, reason, type, codes, subtype, signal
    /// A line of "Application Specific Information".
    case info
    /// The termination's namespace and code, and its indicator and details.
    case namespace, code, termination
    /// Any text that the report gives for a reason: reason, information, termination, message, subtype, diagnosis.
    case text
    /// A function of the speaker's stack; the first one below signal frames and reporters.
    case frame, top
    /// A function of any thread's stack.
    case thread
    /// The name of an image of the report.
    case image
    /// The name of the operating system.
    case system = "os"
    /// A test with a name: see `NamedTest`.
    case test = "is"

    /// The subjects by their keys.
    static let named = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
  }

  /// What is compared.
  var subject: Subject
  /// What it must look like.
  var pattern: Pattern
  /// The number of the pattern in `FunctionPatterns`; -1 where it is not compared with functions.
  var number = -1

  /// The test that `is` names; nil for other subjects.
  let test: NamedTest?

  /// Compares `subject`, which is no test, with `pattern`.
  init(subject: Subject, pattern: Pattern) {
    self.subject = subject
    self.pattern = pattern
    test = nil
  }

  /// Asks a test.
  init(_ test: NamedTest) {
    subject = .test
    pattern = Pattern(test.rawValue)
    self.test = test
  }
}

/// The conditions of a line, of which one must hold.
struct Alternatives: Hashable, Sendable {
  /// At least one.
  var conditions: [Condition]
  /// Whether none may hold instead.
  var isNegated: Bool
}
