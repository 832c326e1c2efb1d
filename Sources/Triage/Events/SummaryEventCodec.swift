internal import CrashModel

/// Writes and reads what summaries and manifests keep of an event: a row of numbers, most of them positions among texts, -1 for
/// none. The only code that knows the order.
package enum SummaryEventCodec {
  /// A row or a list of rows that is not read.
  package enum Problem: Error, Equatable {
    /// The rows have the layout of another version of the program.
    case version(Int)
    /// A row has another number of numbers.
    case width(Int, expected: Int)
    /// A number in this column is no position of a text.
    case noText(column: String)
    /// A word in this column is none that the program knows.
    case unknownWord(String, column: String)

    /// A clause for messages.
    package var message: String {
      switch self {
      case .version(let version):
        "its events have layout \(version), and this version of symbolicate reads layout \(SummaryEventCodec.version); summarize "
          + "the reports again"
      case .width(let count, let expected): "damaged: a row has \(count) numbers instead of \(expected)"
      case .noText(let column): "damaged: the \(column) of an event is missing"
      case .unknownWord(let word, let column):
        "the \(column) of an event is \(word), which this version of symbolicate does not know"
      }
    }
  }

  /// The layout of rows. A column that is added, goes, or means something else needs another number.
  package static let version = 2

  /// The columns in their order.
  private enum Column: CaseIterable {
    case group, app, failure, fingerprint, variant, quality, table, function, image, file, cause, evidence, device, version
    case build, system, systemVersion, model, day, phase, path, key, identities, confidence
    case line, time, uptime, isLaunchCrash, launches, consecutive
  }

  /// How many numbers a row has.
  package static let width = columns.count

  private static let columns = Column.allCases

  /// Returns the row of an event; `number` returns the position of a text, and -1 for nil.
  package static func row(of event: CrashEvent, _ number: (String?) -> Int) -> [Int] {
    columns.map { column in
      switch column {
      case .group: number(event.group)
      case .app: number(event.app)
      case .failure: number(event.failure.name)
      case .fingerprint: number(event.fingerprint)
      case .variant: number(event.variant)
      case .quality: number(event.quality.rawValue)
      case .table: number(event.table.rawValue)
      case .function: number(event.function)
      case .image: number(event.image)
      case .file: number(event.file)
      case .cause: number(event.cause)
      case .evidence: number(event.evidence)
      case .device: number(event.device)
      case .version: number(event.version)
      case .build: number(event.build)
      case .system: number(event.system)
      case .systemVersion: number(event.systemVersion)
      case .model: number(event.model)
      case .day: number(event.day)
      case .phase: number(event.phase)
      case .path: number(event.path)
      // Line feeds separate the parts of a fingerprint, too: no part has one.
      case .key: number(event.key.joined(separator: "\n"))
      case .identities: number(event.identities.joined(separator: "\n"))
      case .confidence: number(event.confidence?.rawValue)
      case .line: event.line ?? -1
      case .time: event.time ?? .min
      case .uptime: event.uptime ?? -1
      case .isLaunchCrash: event.isLaunchCrash ? 1 : 0
      case .launches: event.launches ?? -1
      case .consecutive: event.consecutive ?? -1
      }
    }
  }

  /// Returns the event of a row whose positions are among `texts`.
  package static func event(of row: [Int], _ texts: [String]) throws(Problem) -> CrashEvent {
    guard row.count == width else { throw .width(row.count, expected: width) }
    var event = CrashEvent()
    for (column, value) in zip(columns, row) {
      let cell = Cell(column: column, value: value, texts: texts)
      switch column {
      case .group: event.group = try cell.text()
      case .app: event.app = try cell.text()
      case .failure: event.failure = FailureClass(name: try cell.text())
      case .fingerprint: event.fingerprint = try cell.text()
      case .variant: event.variant = try cell.text()
      case .quality: event.quality = try cell.word(GroupQuality.self)
      case .table: event.table = try cell.word(CrashEvent.Table.self)
      case .function: event.function = try cell.optionalText()
      case .image: event.image = try cell.optionalText()
      case .file: event.file = try cell.optionalText()
      case .cause: event.cause = try cell.optionalText()
      case .evidence: event.evidence = try cell.optionalText()
      case .device: event.device = try cell.optionalText()
      case .version: event.version = try cell.optionalText()
      case .build: event.build = try cell.optionalText()
      case .system: event.system = try cell.optionalText()
      case .systemVersion: event.systemVersion = try cell.optionalText()
      case .model: event.model = try cell.optionalText()
      case .day: event.day = try cell.optionalText()
      case .phase: event.phase = try cell.optionalText()
      case .path: event.path = try cell.text()
      case .key: event.key = try cell.lines()
      case .identities: event.identities = try cell.lines()
      case .confidence: event.confidence = try value == -1 ? nil : cell.word(TriageCause.Confidence.self)
      case .line: event.line = value < 0 ? nil : value
      case .time: event.time = value == .min ? nil : value
      case .uptime: event.uptime = value < 0 ? nil : value
      case .isLaunchCrash: event.isLaunchCrash = value == 1
      case .launches: event.launches = value < 0 ? nil : value
      case .consecutive: event.consecutive = value < 0 ? nil : value
      }
    }
    event.fingerprint = Fingerprint.read(event.fingerprint, of: event.key)
    return event
  }

  /// One number of a row.
  private struct Cell {
    let column: Column
    let value: Int
    let texts: [String]

    func text() throws(Problem) -> String {
      guard texts.indices.contains(value) else { throw .noText(column: "\(column)") }
      return texts[value]
    }

    func optionalText() throws(Problem) -> String? { try value == -1 ? nil : text() }

    func lines() throws(Problem) -> [String] {
      let text = try text()
      return text.isEmpty ? [] : text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    func word<Word: RawRepresentable<String>>(_ type: Word.Type) throws(Problem) -> Word {
      let text = try text()
      guard let word = Word(rawValue: text) else { throw .unknownWord(text, column: "\(column)") }
      return word
    }
  }
}
